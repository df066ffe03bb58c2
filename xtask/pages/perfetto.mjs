// Opens a timeline in Perfetto's own user interface, in a headless Chromium without a network, and queries it by SQL.
// usage: node perfetto.mjs CHROMIUM WEB_DIST TRACE DOCUMENTATION

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const [executablePath, root, trace, documentation] = process.argv.slice(2);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json" };

// Perfetto's Content-Security-Policy permits this port.
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://127.0.0.1");
  const path = pathname === "/" ? "/index.html" : normalize(decodeURIComponent(pathname));
  try {
    const content = readFileSync(path === "/run.pftrace" ? trace : join(root, path));
    response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" });
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
}).listen(9001, "127.0.0.1");

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.route((url) => url.hostname !== "127.0.0.1" && url.protocol.startsWith("http"), (route) => route.abort());
await page.goto("http://127.0.0.1:9001/#!/?url=http://127.0.0.1:9001/run.pftrace");
await page.waitForFunction(() => globalThis.app?.trace?.engine !== undefined, null, { timeout: 120_000 });

const query = (sql) =>
  page.evaluate(async (sql) => {
    const result = await globalThis.app.trace.engine.query(sql);
    const rows = [];
    for (const row = result.iter({}); row.valid(); row.next()) {
      rows.push(Object.fromEntries(result.columns().map((column) => [column, String(row.get(column))])));
    }
    return rows;
  }, sql);

const failures = [];
const errors = await query("select name, value from stats where severity = 'error' and value > 0");
for (const { name, value } of errors) failures.push(`import error ${name}: ${value}`);
const [{ slices }] = await query("select count(*) as slices from slice");
if (Number(slices) === 0) failures.push("there is no slice");
const tracks = (await query("select distinct name from track where name is not null")).map(({ name }) => name);

// The names of tracks in the first column of the documentation's table.
const [, section] = readFileSync(documentation, "utf8").split("## Tracks\n");
const table = section.split("\n## ")[0].split("\n\n").find((part) => part.startsWith("| track |"));
const names = table.split("\n").slice(2).flatMap((row) => [...row.split("|")[1].matchAll(/`([^`]+)`/g)].map((match) => match[1]));
if (names.length < 7) failures.push(`the documentation names only ${names.length} tracks`);
for (const name of names) if (!tracks.includes(name)) failures.push(`there is no track "${name}" among ${tracks.join(", ")}`);

// The documentation's query.
const [, sql] = section.split("```sql\n");
const waits = await query(sql.split("\n```")[0]);
const reasons = ["memory", "result", "unit", "barrier", "fetch", "not picked"];
if (waits.length === 0) failures.push("no warp waits");
for (const { name } of waits) if (!reasons.includes(name)) failures.push(`"${name}" is not a documented reason`);

await browser.close();
server.close();
if (failures.length > 0) {
  console.error(failures.join("\n"));
  process.exit(1);
}
console.log(`${slices} slices in ${tracks.length} tracks; ${waits.map(({ name, cycles }) => `${name} ${cycles}`).join(", ")}`);
