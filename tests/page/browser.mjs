// browser.mjs PAGE BROKEN CHROMIUM: what a reader meets in a real browser, a line of JSON a check.
//
// {"name": "…", "problems": ["…"]}: no problems, no fault. The page is looked at in three widths, light and dark, with and
// without JavaScript. BROKEN is the same page made inaccessible: the rules must see that.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [page, broken, executablePath] = process.argv.slice(2);
const address = pathToFileURL(page).href;
const axe = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

const tell = (name, problems) => console.log(JSON.stringify({ name, problems }));

/// Runs `look(page)` on a page opened at `hash`, and adds what the browser complained of or asked for.
async function open(options, hash, look) {
  const context = await browser.newContext(options);
  const tab = await context.newPage();
  const problems = [];
  tab.on("console", (message) => problems.push(`console: ${message.text()}`));
  tab.on("pageerror", (error) => problems.push(`error: ${error}`));
  tab.on("request", (request) => request.url().startsWith(address) || problems.push(`asked for ${request.url()}`));
  tab.on("dialog", (dialog) => { problems.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  await tab.goto(address + hash);
  problems.push(...(await look(tab)));
  await context.close();
  return problems;
}

/// The rules run from outside of the page's policy, which lets nothing in.
async function axeProblems(options, url, prepare = () => {}) {
  const context = await browser.newContext({ ...options, bypassCSP: true });
  const tab = await context.newPage();
  await tab.goto(url);
  await tab.evaluate(prepare);
  await tab.evaluate(axe);
  const { violations, passes } = await tab.evaluate(() => window.axe.run());
  await context.close();
  if (passes.length < 20) return [`only ${passes.length} rules were applied`];
  return violations.map((one) => `${one.id}: ${one.help} (${one.nodes.length}): ${one.nodes[0].html.slice(0, 200)}`);
}

const openAll = () => document.querySelectorAll("details").forEach((part) => { part.open = true; });

for (const [width, height] of [[360, 740], [820, 1100], [1400, 900]])
  for (const colorScheme of ["light", "dark"]) {
    const options = { viewport: { width, height }, colorScheme };
    const name = `${width} ${colorScheme}`;
    tell(`${name}: nothing is wider than the window`, await open(options, "", async (tab) => {
      await tab.evaluate(openAll);
      const [inner, outer] = await tab.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      return inner > outer ? [`${inner} > ${outer}`] : [];
    }));
    tell(`${name}: accessible`, await axeProblems(options, address, openAll));
  }

const desk = { viewport: { width: 1400, height: 900 } };
tell("the rules see what is broken",
  (await axeProblems(desk, pathToFileURL(broken).href)).length >= 2 ? [] : ["a page without language and labels passes"]);

tell("search, filters and sorting", await open(desk, "", async (tab) => {
  const problems = [];
  const expect = (good, text) => good || problems.push(text);
  const shown = () => tab.locator("#site-table tbody tr:visible").count();
  const all = await shown();
  expect(all >= 3, `${all} rows`);
  await tab.keyboard.press("/");
  await tab.keyboard.type("BATCH_decode label");
  const found = await shown();
  expect(found >= 1 && found < all, `search leaves ${found} of ${all}`);
  expect((await tab.locator("details.site:visible").count()) === found, "the parts are not filtered with the rows");
  expect((await tab.locator("#shown").textContent()) === `${found} of ${all} shown`, "the count is not told");
  await tab.getByRole("button", { name: "Clear" }).click();
  await tab.waitForFunction((count) => document.querySelectorAll("#site-table tbody tr:not([hidden])").length === count, all);
  await tab.getByLabel("Guard", { exact: true }).selectOption("guarded");
  const guarded = await shown();
  expect(guarded >= 1 && guarded < all, `the filter leaves ${guarded} of ${all}`);
  await tab.getByLabel("Guard", { exact: true }).selectOption("");
  const calls = () => tab.locator("#site-table tbody td:nth-child(2)").allTextContents();
  await tab.getByRole("button", { name: "Call" }).click();
  const up = await calls();
  expect(up.join() === [...up].sort().join(), `not sorted: ${up}`);
  await tab.getByRole("button", { name: "Call" }).click();
  const down = await calls();
  expect(down[0] === up[up.length - 1] && down[0] !== up[0], `not turned round: ${down}`);
  expect((await tab.locator('th[aria-sort="descending"]').count()) === 1, "the order is not told");
  return problems;
}));

tell("a link opens its part, by keyboard alone", await open(desk, "", async (tab) => {
  const link = tab.locator("#site-table tbody a").last();
  await link.focus();
  await tab.keyboard.press("Enter");
  const target = (await link.getAttribute("href")).slice(1);
  await tab.waitForTimeout(200);
  const part = tab.locator("details.site", { has: tab.locator(`[id="${target}"]`) });
  return (await part.getAttribute("open")) === null || !(await part.locator("summary").isVisible()) ? [`${target} is closed`] : [];
}));

tell("without JavaScript everything can be read", await open({ ...desk, javaScriptEnabled: false }, "", async (tab) => {
  const problems = [];
  if (await tab.locator("#filters").isVisible()) problems.push("filters that do nothing are shown");
  if ((await tab.locator("#site-table tbody tr:visible").count()) < 3) problems.push("rows are missing");
  const part = tab.locator("details.site", { has: tab.locator("ol.way") }).last();
  await part.locator("summary").click();
  if (!(await part.locator("svg").isVisible())) problems.push("a part cannot be opened");
  const heads = await part.locator("svg path.arrow").count();
  if (heads === 0) problems.push("the picture has no arrow");
  return problems;
}));

await browser.close();
