/**
 * Makes the picture of the explorer for its document: `node build/pictures.mjs`. With a folder as argument, makes
 * one of every screen in light and dark there, for a critical eye.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { serve } from "../dist/serve.js";

const [folder] = process.argv.slice(2);
const states = "place=country%2FUSA&type=State";

const screens = {
  home: "#/",
  node: "#/node?dcid=geoId%2F06",
  timeline:
    "#/timeline?place=geoId%2F48&place=geoId%2F12&place=geoId%2F36&variable=UnemploymentRate_Person&variable=Count_Person",
  map: `#/map?${states}&variable=Median_Age_Person`,
  scatter: `#/map?${states}&variable=Median_Age_Person&other=UnemploymentRate_Person`,
  bars: "#/map?place=Earth&type=Country&variable=LifeExpectancy_Person",
  query: "#/query",
  relation: "#/query?form=relation",
  rest: "#/query?form=rest",
  empty: "#/query?form=relation&nodes=geoId%2F6&property=-%3Ename",
  check: "#/check",
  ask: "#/ask?q=jobless+rate+in+texas+vs+florida+since+2015",
  ranking: "#/ask?q=highest+median+age+of+states",
  nothing: "#/ask?q=pizza+prices+in+texas",
  change: `#/map?${states}&variable=Count_Person&since=2015`,
};

const server = await serve("data-samples/us-states", { requireKey: false });
const browser = await chromium.launch({
  executablePath: process.env.POCKET_COMMONS_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});

/** @param path where the picture goes */
async function picture(name, colorScheme, size, path, fullPage) {
  const context = await browser.newContext({ colorScheme, viewport: size });
  const page = await context.newPage();
  await page.goto(`${server.url}${screens[name]}`);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(400);
  await page.screenshot({ path, fullPage });
  await context.close();
}

if (folder === undefined) {
  const size = { width: 1100, height: 860 };
  await picture("map", "light", size, "docs/explorer-map.png", false);
} else {
  mkdirSync(folder, { recursive: true });
  for (const name of Object.keys(screens)) {
    for (const scheme of ["light", "dark"]) {
      const size = { width: 1280, height: 900 };
      await picture(name, scheme, size, join(folder, `${name}-${scheme}.png`), true);
    }
    const narrow = { width: 360, height: 740 };
    await picture(name, "light", narrow, join(folder, `${name}-narrow.png`), true);
    await picture(name, "dark", narrow, join(folder, `${name}-narrow-dark.png`), true);
  }
}
await browser.close();
await server.close();
