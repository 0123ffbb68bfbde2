// picture.mjs PAGE PNG CHROMIUM: the first site of the page whose guard is swallowed, opened, as a picture.

import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [page, png, executablePath] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const tab = await browser.newPage({ viewport: { width: 1200, height: 860 }, colorScheme: "light" });
await tab.goto(pathToFileURL(page).href);
await tab.getByLabel("Fault", { exact: true }).selectOption("swallowed");
const part = tab.locator("details.site:visible").first();
await part.locator("summary").click();
await part.scrollIntoViewIfNeeded();
await part.evaluate((element) => element.scrollIntoView());
await tab.screenshot({ path: png });
await browser.close();
