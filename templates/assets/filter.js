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

  const narrow = () => {
    const words = fold(form.words.value).split(/\s+/).filter(Boolean);
    const fits = (text) => words.every((word) => text.includes(word));
    let count = 0;
    for (const group of groups) {
      const items = [...group.querySelectorAll("li")];
      const whole = fits(textOf(group).slice(0, textOf(group).length - textOf(group.querySelector("ul")).length));
      for (const item of items) {
        item.hidden = !(whole || fits(textOf(item)));
        if (!item.hidden) count += item.querySelectorAll("a").length;
      }
      group.hidden = items.every((item) => item.hidden);
    }
    // A word that names a GPU keeps its column, one that names a model its row; a word of both keeps both.
    const models = rows.map((row) => textOf(row.cells[0]));
    const gpus = columns.map(textOf);
    const ofModels = words.filter((word) => models.some((text) => text.includes(word)));
    const ofGpus = words.filter((word) => gpus.slice(1).some((text) => text.includes(word)) && !ofModels.includes(word));
    const strange = words.some((word) => !ofModels.includes(word) && !ofGpus.includes(word));
    columns.forEach((column, at) => {
      const hidden = at > 0 && ofGpus.some((word) => !gpus[at].includes(word));
      column.hidden = hidden;
      for (const row of rows) row.cells[at].hidden = hidden;
    });
    rows.forEach((row, at) => {
      row.hidden = strange || ofModels.some((word) => !models[at].includes(word));
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
