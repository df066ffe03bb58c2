// Opens the site in a headless Chromium, served on loopback below a path, and checks what a visitor would do.
// usage: node site.mjs CHROMIUM SHOTS SITE

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { readFileSync, readdirSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const [executablePath, shots, site] = process.argv.slice(2);
const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png",
  ".json": "application/json", ".woff2": "font/woff2",
};
// A path below which the site is served: a link that begins at the root of the host fails.
const BASE = "/below/a/path/";
// A word in the book's search, and a name in that of the crates' documentation.
const WORD = "MSHR";
const NAME = "WarpPolicy";
// Pages of which screenshots are taken.
const SHOTS = ["index", "reference/record", "reference/instructions", "how-to/gallery", "api/index"];
// An old address, and where it leads. The fragment stays.
const OLD = ["reproduce/pro/README.html#claims", "reference/reproduce/pro/README.html#claims"];
const failures = [];

const server = createServer(async (request, response) => {
  const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
  try {
    if (!path.startsWith(BASE)) throw new Error("outside");
    const file = join(site, normalize(path.slice(BASE.length)));
    const body = await readFile(file.endsWith("/") ? join(file, "index.html") : file);
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

/** A tab that reports errors, and requests to other hosts or for files that are not there. */
async function tab(context) {
  const page = await context.newPage();
  const path = () => page.url().slice(origin.length);
  page.on("pageerror", (error) => failures.push(`${path()}: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin + BASE) && !/^(data|blob):/.test(request.url())) failures.push(`${path()}: it requests ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) failures.push(`${path()}: ${response.url().slice(origin.length)} is ${response.status()}`);
  });
  return page;
}

const open = (page, path) => page.goto(`${origin}${BASE}${path}`, { waitUntil: "load" });

// The book's search.
const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
const page = await tab(context);
await open(page, "index.html");
await page.keyboard.press("s");
// Keys, one by one: the book searches when a key is released, or when its index arrives after that.
await page.locator("#mdbook-searchbar").pressSequentially(WORD);
const hits = page.locator("#mdbook-searchresults li a");
await hits.first().waitFor({ timeout: 15_000 }).catch(() => failures.push(`the book's search finds no page with "${WORD}"`));
console.log(`the book's search finds ${await hits.count()} places with "${WORD}"`);
if ((await hits.count()) > 0) {
  await page.screenshot({ path: `${shots}/search-1280.png` });
  await Promise.all([page.waitForURL((url) => !url.pathname.endsWith("/index.html")), hits.first().click()]);
  if (!(await page.locator("main").innerText()).includes(WORD)) failures.push(`the first hit, ${page.url()}, has no "${WORD}"`);
}

// The search of the crates' documentation.
await open(page, `api/warploom_gpu/index.html?search=${NAME}`);
const item = page.locator(".search-results.active a.result-trait", { hasText: NAME });
await item.first().waitFor({ timeout: 15_000 }).catch(() => failures.push(`the documentation's search does not find the trait ${NAME}`));
console.log(`the documentation's search finds ${await item.count()} traits for "${NAME}"`);

// A page that has moved.
await open(page, OLD[0]);
await page.waitForURL(`${origin}${BASE}${OLD[1]}`, { timeout: 15_000 }).catch(() => failures.push(`${OLD[0]} leads to ${page.url()}`));
await context.close();

// Every page of the book on a small screen, and some on a large one: none is wider than its window, every figure is drawn.
const pages = readdirSync(site, { recursive: true })
  .filter((file) => file.endsWith(".html") && !/^(api\/.+\/|pages\/|print\.|404\.|toc\.)/.test(file))
  .filter((file) => file === "api/index.html" || !file.startsWith("api/"))
  .filter((file) => !readFileSync(join(site, file), "utf8").includes('http-equiv="refresh"'))
  .sort();
const isShown = (file) => SHOTS.includes(file.replace(/\.html$/, ""));
for (const [width, height, files] of [[1280, 900, pages.filter(isShown)], [390, 844, pages]]) {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: width < 1000 ? 2 : 1 });
  const page = await tab(context);
  for (const file of files) {
    await open(page, file);
    const name = file.replace(/\.html$/, "");
    const { overflow, blank } = await page.evaluate(() => ({
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      blank: [...document.images].filter((image) => image.naturalWidth === 0).map((image) => image.src),
    }));
    if (overflow > 0) failures.push(`${file} at ${width} px: the page is ${overflow} px wider than the window`);
    for (const image of blank) failures.push(`${file} at ${width} px: ${image} is not drawn`);
    if (isShown(file)) await page.screenshot({ path: `${shots}/${name.replaceAll("/", "-")}-${width}.png` });
  }
  console.log(`${files.length} pages at ${width} px`);
  await context.close();
}

await browser.close();
server.close();
if (failures.length > 0) {
  console.error([...new Set(failures)].join("\n"));
  process.exit(1);
}
