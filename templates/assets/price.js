// The reader's own price: puts the form on the page and recomputes what a million tokens cost.
// Figures are written as the builder writes them: halves away from zero on the exact double, as toFixed does.
"use strict";

(() => {
  const template = document.getElementById("your-price");
  if (!template) return;
  template.after(template.content.cloneNode(true));

  const form = document.querySelector(".your-price");
  const rows = [...document.querySelectorAll("#ladder-caption")].flatMap((caption) => [
    ...caption.closest("table").querySelectorAll("tbody tr:not(.behind)"),
  ]);
  const shown = rows.map((row) => row.querySelector(".cost").textContent);
  const basis = document.querySelector("#ladder-caption .basis");
  const catalogBasis = basis.textContent;
  const catalogPrice = form.elements.price.value;

  const grouped = (text) => text.replace(/\B(?=(\d{3})+(?!\d))/g, ",");

  // The digits of a value below one that keep so many of them significant.
  const significant = (value, digits) => {
    const first = value.toFixed(Math.min(100, digits - 1 - Math.floor(Math.log10(value))));
    return Number(first).toFixed(Math.min(100, digits - 1 - Math.floor(Math.log10(Number(first)))));
  };

  // $0.18; below $0.10 three decimals; below $0.01 two significant digits.
  const dollars = (usd) => {
    if (Number(usd.toFixed(3)) >= 0.1) {
      const [whole, cents] = usd.toFixed(2).split(".");
      return `$${grouped(whole)}.${cents}`;
    }
    if (usd <= 0) return "$0.00";
    const two = significant(usd, 2);
    return Number(two) >= 0.01 ? `$${usd.toFixed(3)}` : `$${two}`;
  };

  // $/1M tokens = $/GPU/hr x 1e6 / (tokens/s/GPU x 3600); for output or input only their share of the tokens counts.
  const cost = (row, price, tokens) => {
    const share = tokens === "total" ? 1 : Number(row.dataset[tokens]);
    const throughput = Number(row.dataset.throughput) * share;
    if (!(throughput > 0)) return "-";
    const sign = { at_least: "≤ ", wide: "~" }[row.dataset.kind] ?? "";
    return sign + dollars((price * 1000000) / (throughput * 3600));
  };

  const update = () => {
    const price = form.elements.price.valueAsNumber;
    const tokens = form.elements.tokens.value;
    const given = Number.isFinite(price) && price >= 0;
    const own = given && (form.elements.price.value !== catalogPrice || tokens !== "total");
    rows.forEach((row, at) => {
      row.querySelector(".cost").textContent = own ? cost(row, price, tokens) : shown[at];
      if (row.classList.contains("primary")) {
        form.querySelector(".result").value = given ? cost(row, price, tokens) : "-";
      }
    });
    form.querySelector(".counted").textContent = tokens;
    basis.textContent = own ? form.dataset.basis.replace("{tokens}", tokens) : catalogBasis;
  };

  for (const option of form.elements.tokens.options) {
    option.disabled = option.value !== "total" && !rows.some((row) => row.dataset[option.value]);
  }
  update();
  form.addEventListener("input", update);
  form.addEventListener("submit", (event) => event.preventDefault());
})();
