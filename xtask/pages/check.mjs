// Opens pages in a headless Chromium, from the file system and without a network, and checks what a reader would do.
// usage: node check.mjs CHROMIUM OUT PAGE…

import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [executablePath, out, ...pages] = process.argv.slice(2);
const LARGEST = 2_000_000;
const failures = [];

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
for (const file of pages) {
  const name = basename(file, ".html");
  const fail = (text) => failures.push(`${name}: ${text}`);
  const { size } = statSync(file);
  if (size > LARGEST) fail(`${size} bytes are more than ${LARGEST}`);
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [1400, 390]) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, offline: true });
      const page = await context.newPage();
      const where = `at ${width} px, ${colorScheme}`;
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) fail(`${where}: ${message.text()}`);
      });
      page.on("pageerror", (error) => fail(`${where}: ${error.message}`));
      page.on("request", (request) => {
        if (!/^(file|data|blob):/.test(request.url())) fail(`${where}: it requests ${request.url()}`);
      });
      await page.addInitScript(() => {
        document.addEventListener("securitypolicyviolation", (e) => console.error("CSP: " + e.violatedDirective + " " + e.blockedURI));
      });
      await page.goto(pathToFileURL(file).href);
      await page.waitForFunction(() => document.documentElement.dataset.ready === "yes", null, { timeout: 60_000 });
      await page.waitForTimeout(200);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (overflow > 0) fail(`${where}: the page is ${overflow} px wider than the window`);
      await tables(page, (text) => fail(`${where}: ${text}`));
      await page.screenshot({ path: `${out}/${name}-${width}-${colorScheme}.png`, fullPage: true });
      const charts = await marks(page, fail);
      if (colorScheme === "light" && width === 1400) {
        await sorting(page, fail);
        if (charts > 0) await pointer(page, fail, file);
        console.log(`${name}: ${Math.round(size / 1000)} kB, ${charts} charts, ${await page.locator("table.sortable").count()} tables`);
      }
      await context.close();
    }
  }
}
await browser.close();
if (failures.length > 0) {
  console.error(failures.join("\n"));
  process.exit(1);
}

/** Every chart has marks with an extent. Returns the number of charts. */
async function marks(page, fail) {
  const counts = await page.locator(".chart").evaluateAll((charts) =>
    charts.map((chart) => {
      const marks = [...chart.querySelectorAll("svg .role-mark path")];
      return marks.filter((mark) => mark.getBBox().width + mark.getBBox().height > 0).length;
    }),
  );
  counts.forEach((count, at) => count > 0 || fail(`chart ${at} has no marks`));
  return counts.length;
}

/** Every table can be seen whole: what is wider than the page scrolls, and the column that stays in view leaves room for the others. */
async function tables(page, fail) {
  const states = await page.locator("main table").evaluateAll((tables) =>
    tables.filter((table) => table.offsetParent !== null).map((table) => {
      const scroll = table.closest(".scroll");
      const first = table.rows[0]?.cells[0];
      return {
        name: table.caption?.innerText ?? "a table without a caption",
        scrolls: scroll !== null && getComputedStyle(scroll).overflowX === "auto" && scroll.scrollWidth >= table.offsetWidth,
        isWide: scroll !== null && scroll.scrollWidth > scroll.clientWidth,
        first: first && scroll ? first.offsetWidth / scroll.clientWidth : 0,
      };
    }),
  );
  for (const { name, scrolls, isWide, first } of states) {
    if (!scrolls) fail(`${name}: it is cut off`);
    if (isWide && first > 0.6) fail(`${name}: its first column leaves no room`);
  }
}

/** Each column of each table sorts by click, and the first by keyboard. Empty cells stay last. */
async function sorting(page, fail) {
  for (const table of await page.locator("table.sortable").all()) {
    for (const header of await table.locator("thead th").all()) {
      const button = header.locator("button");
      const seen = [];
      for (const press of [() => button.click(), () => button.press("Enter")]) {
        await press();
        seen.push(await header.evaluate((cell) => {
          const rows = [...cell.closest("table").tBodies[0].rows].map((row) => row.cells[cell.cellIndex].dataset.v);
          const full = rows.filter((value) => value !== undefined);
          const isNumber = cell.classList.contains("n") && full.every((value) => !Number.isNaN(Number(value)));
          const order = (a, b) => (isNumber ? a - b : a.localeCompare(b, "en", { numeric: true }));
          const sign = cell.getAttribute("aria-sort") === "ascending" ? 1 : -1;
          const sorted = full.every((value, at) => at === 0 || sign * order(full[at - 1], value) <= 0);
          const emptyLast = rows.slice(0, full.length).every((value) => value !== undefined);
          return { direction: cell.getAttribute("aria-sort"), sorted, emptyLast };
        }));
      }
      const title = await button.innerText();
      if (seen.some((state) => !state.sorted || !state.emptyLast)) fail(`the column "${title}" is not sorted`);
      if (seen.map((state) => state.direction).sort().join() !== "ascending,descending") {
        fail(`the column "${title}" has aria-sort ${seen.map((state) => state.direction)}`);
      }
    }
  }
}

/** The first chart shows values under the pointer, picks series by its legend, and can be saved. */
async function pointer(page, fail) {
  const chart = page.locator(".chart").first();
  await chart.scrollIntoViewIfNeeded();
  await chart.locator(".mark-rect.role-mark path, .mark-symbol.role-mark path").first().hover({ force: true });
  await page.waitForTimeout(200);
  const tooltip = page.locator("#vg-tooltip-element.visible");
  if ((await tooltip.count()) !== 1 || (await tooltip.innerText()).trim() === "") fail("the first chart has no tooltip");
  const faded = () => chart.locator('.role-mark path[opacity="0.15"]').count();
  await chart.locator(".role-legend-symbol path").first().click({ force: true });
  await page.waitForTimeout(200);
  const series = await chart.locator(".role-legend-symbol path").count();
  if (series > 1 && (await faded()) === 0) fail("a click on the legend picks nothing");
  const download = page.waitForEvent("download");
  await page.locator(".save").first().click();
  const svg = readFileSync(await (await download).path(), "utf8");
  if (!svg.startsWith("<svg") || svg.includes("var(--")) fail("the saved SVG is not complete");
}
