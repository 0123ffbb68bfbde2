// Search, filters, sorting and opening of parts. Without this script the page shows the same, unfiltered.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const table = byId("site-table");
  const rows = table ? Array.from(table.tBodies[0].rows) : [];
  const parts = Array.from(document.querySelectorAll("details.site"));
  const search = byId("search");
  const selects = Array.from(document.querySelectorAll(".filters select"));

  const partOf = (row) => byId("part-" + row.dataset.site);
  const textOf = new Map(rows.map((row) => [row, (row.textContent + " " + row.dataset.words).toLowerCase()]));

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const fits = words.every((word) => textOf.get(row).includes(word)) &&
        selects.every((select) => select.value === "" || row.dataset[select.name] === select.value);
      row.hidden = !fits;
      const part = partOf(row);
      if (part) part.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    byId("shown").textContent = `${shown} of ${rows.length} shown`;
  }

  function sortBy(header, column) {
    const down = header.getAttribute("aria-sort") === "ascending";
    for (const other of header.parentNode.cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", down ? "descending" : "ascending");
    const key = (row) => (column === 0 ? Number(row.dataset.site) : row.cells[column].textContent);
    const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    rows.sort((a, b) => (down ? -1 : 1) * order(key(a), key(b)) || order(Number(a.dataset.site), Number(b.dataset.site)));
    table.tBodies[0].append(...rows);
  }

  function makeSortable() {
    Array.from(table.tHead.rows[0].cells).forEach((header, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = header.textContent;
      button.addEventListener("click", () => sortBy(header, column));
      header.replaceChildren(button);
    });
    table.tHead.rows[0].cells[0].setAttribute("aria-sort", "ascending");
  }

  /// The link to a site opens its part, even one that a filter hides.
  function openTarget() {
    const target = byId(decodeURIComponent(location.hash.slice(1)));
    const part = target && target.closest("details.site");
    if (!part) return;
    part.hidden = false;
    part.open = true;
    target.scrollIntoView();
  }

  const openAll = (open) => parts.forEach((part) => { if (!part.hidden) part.open = open; });

  if (table) {
    makeSortable();
    search.addEventListener("input", filter);
    selects.forEach((select) => select.addEventListener("change", filter));
    byId("filters").addEventListener("submit", (event) => event.preventDefault());
    byId("filters").addEventListener("reset", () => setTimeout(filter));
    byId("filters").hidden = false;
    filter();
  }
  byId("open-all")?.addEventListener("click", () => openAll(true));
  byId("close-all")?.addEventListener("click", () => openAll(false));
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey || !search) return;
    event.preventDefault();
    search.focus();
  });
  addEventListener("beforeprint", () => openAll(true));
  addEventListener("hashchange", openTarget);
  openTarget();
})();
