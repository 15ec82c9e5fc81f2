/** Events on the explorer's map. `npm run build` comes first. */
import { mkdirSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open } from "../../src/index.ts";
import { type Serving, serve } from "../../src/serve.ts";
import { launch, skipReason, WatchedPage } from "./chromium.ts";
import { source } from "./shown-screens.ts";

const why = skipReason();

const fire = (
  at: number,
  date: string,
  latitude: number,
  longitude: number,
) => `Node: dcid:fire/${at}
typeOf: dcs:FireEvent
name: "Fire ${at}"
affectedPlace: dcid:country/USA
startDate: "${date}"
startLocation: dcid:latLong/${Math.round(latitude * 1e5)}_${Math.round(longitude * 1e5)}
area: dcid:SquareKilometer${at}
`;

const events = [
  fire(3, "2020-10-20", 37.5, -120.2),
  fire(9, "2020-10-02", 44.1, -121.3),
  fire(5, "2020-10-11", 31.9, -99.7),
  fire(4, "2020-09-30", 39.5, -105),
  `Node: dcid:fire/nowhere
typeOf: dcs:FireEvent
affectedPlace: dcid:country/USA
startDate: "2020-10-30"
area: dcid:SquareKilometer1
`,
].join("\n");

describe.skipIf(why !== undefined)(`events${why === undefined ? "" : ` (${why})`}`, () => {
  let browser: Browser;
  let server: Serving;
  beforeAll(async () => {
    browser = await launch();
    server = await serve(await open([source, { "events.mcf": events }]));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test("of a place are dots on its map, month by month, and a list by date", async () => {
    const hash = "#/map?place=country%2FUSA&type=State&variable=Count_Person";
    const watched = await WatchedPage.open(browser, `${server.url}${hash}`);
    const { page } = watched;
    await page.getByRole("combobox", { name: /^Events/ }).selectOption({ label: "FireEvent (5)" });
    await page.getByRole("img", { name: /^FireEvent: 4 events, 2020-10\./ }).waitFor();
    const dots = page.locator("[data-mark=dot] circle");
    expect(await dots.count()).toBe(3);
    await page.getByText("Without a location, and in the list only: 1 event.").waitFor();
    const cells = page.getByRole("table", { name: "Events by date" }).locator("tbody td");
    const texts = await cells.allTextContents();
    expect(texts.filter((_, at) => at % 3 === 0)).toEqual([
      "2020-10-02",
      "2020-10-11",
      "2020-10-20",
      "2020-10-30",
    ]);
    expect(texts.slice(0, 3)).toEqual(["2020-10-02", "Fire 9", "9 Square Kilometer"]);
    expect(page.url()).toContain("event=FireEvent");
    const folder = process.env["POCKET_COMMONS_PICTURES"];
    if (folder !== undefined) {
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: `${folder}/events.png`, fullPage: true });
    }
    await page.getByLabel("Month").selectOption("2020-09");
    await page.getByRole("img", { name: /^FireEvent: 1 event, 2020-09\./ }).waitFor();
    expect(await dots.count()).toBe(1);
    await page.getByRole("combobox", { name: /^Events/ }).selectOption({ label: "none" });
    await page.getByRole("heading", { name: "Values" }).waitFor();
    expect(watched.faults).toEqual([]);
    await watched.close();
  });

  test("have a map also where no boundaries are loaded", async () => {
    const bare = await serve(await open({ "events.mcf": events }));
    const hash = "#/map?place=country%2FUSA&event=FireEvent&date=2020-10";
    const watched = await WatchedPage.open(browser, `${bare.url}${hash}`);
    await watched.page.getByRole("img", { name: /^FireEvent: 4 events/ }).waitFor();
    expect(await watched.page.locator("[data-mark=dot] circle").count()).toBe(3);
    expect(watched.faults).toEqual([]);
    await watched.close();
    await bare.close();
  });
});
