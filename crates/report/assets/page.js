"use strict";
(() => {
  // Tables: a click on a title sorts by its column, numbers largest first. Empty cells stay last.
  const order = (a, b, isNumber) => {
    const [x, y] = [a.dataset.v, b.dataset.v];
    if (x === undefined || y === undefined) return (x === undefined) - (y === undefined) || 0;
    return isNumber ? Number(x) - Number(y) : x.localeCompare(y, "en", { numeric: true });
  };
  const sort = (header) => {
    const table = header.closest("table");
    const isNumber = header.classList.contains("n");
    const first = isNumber ? "descending" : "ascending";
    const other = isNumber ? "ascending" : "descending";
    const direction = header.getAttribute("aria-sort") === first ? other : first;
    for (const cell of table.tHead.rows[0].cells) cell.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", direction);
    const sign = direction === "ascending" ? 1 : -1;
    const column = header.cellIndex;
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row) => ({ row, cell: row.cells[column] }));
    const isEmpty = ({ cell }) => cell.dataset.v === undefined;
    const full = rows.filter((row) => !isEmpty(row));
    // A column of numbers that holds a word is sorted as text.
    const numbers = isNumber && full.every(({ cell }) => !Number.isNaN(Number(cell.dataset.v)));
    full.sort((a, b) => sign * order(a.cell, b.cell, numbers));
    for (const { row } of [...full, ...rows.filter(isEmpty)]) body.append(row);
  };
  for (const button of document.querySelectorAll("table.sortable thead button")) {
    button.addEventListener("click", () => sort(button.closest("th")));
  }

  // Charts: colours are variables of the style sheet, so that they follow light, dark and print.
  const axis = {
    labelColor: "var(--ink)", titleColor: "var(--ink)", tickColor: "var(--soft)", domainColor: "var(--soft)", gridColor: "var(--grid)",
    labelFontSize: 12, titleFontSize: 12, titleFontWeight: 500, labelLimit: 200, titlePadding: 10,
  };
  const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif";
  const config = {
    font, background: null, axis,
    view: { stroke: "var(--line)" },
    legend: {
      labelColor: "var(--ink)", titleColor: "var(--ink)", labelFontSize: 12, labelLimit: 240, symbolSize: 130, symbolStrokeWidth: 0.8,
      symbolStrokeColor: "var(--edge)", orient: "top", direction: "horizontal", title: null, columnPadding: 14, offset: 8,
    },
    bar: { stroke: "var(--edge)", strokeWidth: 0.7 },
    rule: { color: "var(--ink)" }, text: { color: "var(--ink)" }, line: { color: "var(--ink)" },
  };
  const resolved = (text) => {
    const style = getComputedStyle(document.documentElement);
    return text.replace(/var\((--[a-z-]+)\)/g, (_, name) => style.getPropertyValue(name).trim());
  };
  const save = async (view, name) => {
    const defs = document.getElementById("fills").innerHTML;
    const svg = resolved((await view.toSVG()).replace(/(<svg[^>]*>)/, (start) => start + defs));
    const link = document.createElement("a");
    link.download = name + ".svg";
    link.href = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    link.click();
    URL.revokeObjectURL(link.href);
  };
  // The legend has as many columns as fit.
  const columns = (spec, width) => {
    const longest = Math.max(1, ...(spec.usermeta?.legend ?? []).map((label) => label.length));
    return Math.max(1, Math.floor((width - 70) / (34 + 7 * Math.min(longest, 34))));
  };
  const draw = async (element) => {
    const spec = JSON.parse(element.querySelector("script").textContent);
    const place = document.createElement("div");
    element.append(place);
    const legend = { ...config.legend, columns: columns(spec, element.clientWidth) };
    const options = { actions: false, ast: true, renderer: "svg", defaultStyle: false, config: { ...config, legend }, tooltip: { disableDefaultStyle: true } };
    try {
      const { view } = await vegaEmbed(place, spec, options);
      place.style.width = "100%";
      const button = element.closest("figure").querySelector(".save");
      button.hidden = false;
      button.addEventListener("click", () => save(view, element.dataset.name));
      element.dataset.drawn = "yes";
    } catch (error) {
      place.textContent = "This chart cannot be drawn: " + error.message;
      throw error;
    }
  };
  // The pointer marks what belongs to a line in the listing beside it.
  for (const both of document.querySelectorAll(".beside")) {
    const mark = (link, on) => {
      for (const row of both.querySelectorAll("tr[data-link]")) {
        if (row.dataset.link === link) row.classList.toggle("linked", on);
      }
    };
    for (const [event, on] of [["mouseover", true], ["mouseout", false]]) {
      both.addEventListener(event, (at) => {
        const row = at.target.closest("tr[data-link]");
        if (row) mark(row.dataset.link, on);
      });
    }
  }
  (async () => {
    for (const element of document.querySelectorAll(".chart")) await draw(element);
    document.documentElement.dataset.ready = "yes";
  })();
})();
