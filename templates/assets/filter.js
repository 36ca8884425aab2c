// Narrows the matrix and the list of the home page to what is typed. All words must occur, in any order.
(() => {
  const template = document.getElementById("filter");
  const table = document.querySelector('[data-filter="rows"]');
  const list = document.querySelector('[data-filter="items"]');
  if (!template || !table || !list) return;
  table.closest(".scroll").before(template.content.cloneNode(true));
  const form = document.querySelector("form.filter");
  const found = form.querySelector(".found");
  const fold = (text) => text.normalize("NFKD").toLowerCase();
  const texts = new Map();
  const textOf = (element) => {
    if (!texts.has(element)) texts.set(element, fold(element.textContent));
    return texts.get(element);
  };
  const columns = [...table.tHead.rows[0].cells];
  const rows = [...table.tBodies[0].rows];
  const groups = [...list.children];

  // What a model goes by in the list: its name, and what else stands there. Rows of the matrix go by the same.
  const headOf = (group) => textOf(group).slice(0, textOf(group).length - textOf(group.querySelector("ul")).length);
  const heads = new Map(groups.map((group) => [group.querySelector("a")?.href, headOf(group)]));
  const models = rows.map((row) => heads.get(row.cells[0].querySelector("a").href) ?? textOf(row.cells[0]));

  const narrow = () => {
    const words = fold(form.words.value).split(/\s+/).filter(Boolean);
    const fits = (text) => words.every((word) => text.includes(word));
    let count = 0;
    for (const group of groups) {
      const items = [...group.querySelectorAll("li")];
      for (const item of items) {
        item.hidden = !fits(`${headOf(group)} ${textOf(item)}`);
        if (!item.hidden) count += item.querySelectorAll("a").length;
      }
      group.hidden = items.every((item) => item.hidden);
    }
    // A cell with a result fits when each word names its model or its GPU; rows and columns without such a cell go.
    const fitting = rows.map((row, model) =>
      [...row.cells].map((cell, at) => at > 0 && cell.querySelector("a") && fits(`${models[model]} ${textOf(columns[at])}`)),
    );
    columns.forEach((column, at) => {
      const hidden = at > 0 && !fitting.some((cells) => cells[at]);
      column.hidden = hidden;
      for (const row of rows) row.cells[at].hidden = hidden;
    });
    rows.forEach((row, at) => {
      row.hidden = !fitting[at].some(Boolean);
    });
    table.closest(".scroll").hidden = rows.every((row) => row.hidden);
    found.value = !words.length
      ? ""
      : count === 0
        ? found.dataset.none
        : count === 1
          ? found.dataset.one
          : found.dataset.many.replace("{count}", count.toLocaleString("en"));
  };
  form.addEventListener("input", narrow);
  form.addEventListener("submit", (event) => event.preventDefault());
})();
