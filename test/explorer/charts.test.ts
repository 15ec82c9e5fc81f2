/** Charts of the explorer: timelines, maps, bars, scatter plots. `npm run build` comes first. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { skipReason } from "./chromium.ts";
import { saved, seen, show, showScreen, showsScreens } from "./shown-screens.ts";

const states = "place=country%2FUSA&type=State";

const why = skipReason();

describe.skipIf(why !== undefined)(`charts${why === undefined ? "" : ` (${why})`}`, () => {
  showsScreens();

  test("a timeline adds places, chooses sources, divides by people and saves CSV", async () => {
    const page = await showScreen("timeline");
    await seen(page, "img", /^Total Population: /);
    await page.getByRole("combobox", { name: "Places", exact: true }).fill("florida");
    await page
      .getByRole("option", { name: /Florida/ })
      .first()
      .click();
    await page.getByRole("list", { name: "Lines" }).getByText("Florida").waitFor();
    expect(page.url()).toContain("place=geoId%2F12");
    const sources = page.getByRole("combobox", { name: "Source of Total Population" });
    await sources.selectOption({ index: 1 });
    expect(page.url()).toContain("facet=");
    await page.getByRole("checkbox", { name: "Per capita" }).check();
    expect(page.url()).toContain("per=capita");
    await page.getByRole("cell", { name: "1", exact: true }).first().waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save CSV" }).click();
    const text = readFileSync(await (await download).path(), "utf8");
    expect(text.split("\n")[0]).toContain("entity,entity_name,variable");
  });

  test("names stand at the ends of lines, also where the scale does not begin at 0", async () => {
    const page = await show(
      "#/timeline?place=geoId%2F01&place=geoId%2F05&variable=Median_Age_Person",
    );
    const picture = page.getByRole("img", { name: /^Median Age of Population: / });
    await picture.waitFor();
    const ends = picture.locator("[data-mark=text] text");
    expect((await ends.allTextContents()).toSorted()).toEqual(["Alabama", "Arkansas"]);
  });

  test("a timeline is shown as an index or as change per year, beside the values", async () => {
    const places = "place=geoId%2F06&place=geoId%2F48";
    const page = await show(`#/timeline?${places}&variable=Count_Person&as=index`);
    await page
      .getByText(/index, \d{4} = 100/)
      .first()
      .waitFor();
    const column = page.getByRole("columnheader", { name: /Index, \d{4} = 100/ });
    await column.waitFor();
    await page.getByRole("combobox", { name: "Shown" }).selectOption("Change per year");
    await page.getByRole("columnheader", { name: /Change since the year before/ }).waitFor();
    expect(page.url()).toContain("as=change");
  });

  test("more than eight lines differ in colour or dash, and the legend hides one", async () => {
    const states = ["06", "48", "36", "12", "17", "42", "39", "13", "37", "26"];
    const places = states.map((state) => `place=geoId%2F${state}`).join("&");
    const page = await show(`#/timeline?${places}&variable=Count_Person`);
    const lines = page.locator("[data-mark=line] path");
    await lines.first().waitFor();
    expect(await lines.count()).toBe(10);
    const strokes = await lines.evaluateAll((all) =>
      all.map(
        (one) =>
          `${one.getAttribute("stroke")} ${one.parentElement?.getAttribute("stroke-dasharray")}`,
      ),
    );
    expect(new Set(strokes).size).toBe(10);
    await page.getByRole("button", { name: "Texas", exact: true, pressed: true }).click();
    await expect.poll(() => lines.count()).toBe(9);
  });

  test("ticks of years are years, and the nearest value is shown wherever the pointer is", async () => {
    const page = await show(
      "#/timeline?place=geoId%2F06&variable=LifeExpectancy_Person&place=country%2FFRA",
    );
    const ticks = page.locator("[data-mark='x-axis tick label'] text");
    await ticks.first().waitFor();
    expect(await ticks.allTextContents()).toEqual(["2019", "2020", "2021", "2022"]);
    const box = await page.locator(".chart svg").first().boundingBox();
    await page.mouse.move((box?.x ?? 0) + 80, (box?.y ?? 0) + (box?.height ?? 0) - 40);
    await page
      .locator("[aria-label=tip]")
      .getByText(/2019: /)
      .first()
      .waitFor();
  });

  test("per capita is offered for amounts alone, with the unit of the quotient", async () => {
    const page = await show(
      "#/timeline?place=geoId%2F06&variable=Annual_Generation_Electricity&per=capita",
    );
    await page.getByText("Kilowatt Hour per person").first().waitFor();
    await page.getByRole("button", { name: "Value per person" }).waitFor();
    for (const variable of [
      "Median_Age_Person",
      "UnemploymentRate_Person",
      "LifeExpectancy_Person",
    ]) {
      const other = await show(
        `#/timeline?place=geoId%2F06&place=country%2FFRA&variable=${variable}&per=capita`,
      );
      await other.getByText("cannot be divided by people").waitFor();
      expect(await other.getByRole("checkbox", { name: "Per capita" }).count()).toBe(0);
    }
  });

  test("numbers of an axis are never cut", async () => {
    const page = await show(
      "#/timeline?place=geoId%2F06&variable=Count_Person_Unemployed&per=capita",
      { width: 360 },
    );
    const tick = page.locator("[data-mark='y-axis tick label'] text");
    await tick.first().waitFor();
    const chart = await page.locator(".chart svg").first().boundingBox();
    for (const one of await tick.all()) {
      expect((await one.boundingBox())?.x ?? 0).toBeGreaterThanOrEqual(chart?.x ?? 0);
    }
  });

  test("a gap in the data is a gap in the line", async () => {
    // Counties have no estimates for 2020 and 2021.
    const page = await show("#/timeline?place=geoId%2F06001&variable=Count_Person");
    const line = page.locator("[data-mark=line] path").first();
    await line.waitFor();
    expect((await line.getAttribute("d"))?.match(/M/g)).toHaveLength(2);
  });

  test("a map has an area for each state, at the date that is chosen", async () => {
    const page = await showScreen("map");
    await seen(page, "img", /^Total Population: 51 places, 2025/);
    expect(await page.locator("[data-mark=geo] path").count()).toBeGreaterThanOrEqual(51);
    await page.getByRole("combobox", { name: "Date" }).selectOption("2015");
    await seen(page, "img", /^Total Population: 51 places, 2015/);
    await page.getByRole("cell", { name: "2015" }).first().waitFor();
  });

  test("a map shows changes since an earlier date, and the table both numbers of one source", async () => {
    const page = await showScreen("map");
    await seen(page, "img", /^Total Population: 51 places, 2025/);
    await page.getByRole("combobox", { name: "Values or change" }).selectOption("2010");
    await seen(page, "img", /^Total Population, change since 2010 in %: 51 places, 2025/);
    expect(page.url()).toContain("since=2010");
    expect(await page.locator("[data-mark=geo] path").count()).toBeGreaterThanOrEqual(51);
    const table = page.getByRole("table", { name: "Values" });
    const heads = await table.getByRole("columnheader").allTextContents();
    const row = await table
      .getByRole("row", { name: /^Texas/ })
      .getByRole("cell")
      .allTextContents();
    const cellOf = (head: string) => {
      const text = row[heads.findIndex((one) => one.startsWith(head))] ?? "";
      return Number(text.replaceAll(",", ""));
    };
    const [then, now] = [cellOf("2010"), cellOf("Value")];
    expect([then, now]).toEqual([25241897, 31709821]);
    expect(cellOf("Change in %")).toBeCloseTo((now / then - 1) * 100, 1);
    await page.getByRole("combobox", { name: "Variable", exact: true }).waitFor();
    await page.getByRole("combobox", { name: "Values or change" }).selectOption("");
    await seen(page, "img", /^Total Population: 51 places, 2025/);
  });

  test("a map without an earlier number of the same source reports that", async () => {
    const page = await show(
      "#/map?place=country%2FUSA&type=State&variable=Count_Person&date=2015&since=2025",
    );
    await page
      .getByText("No place has a number of 2025 from the source of its later one")
      .waitFor();
    expect(await page.locator("[data-mark=geo] path").count()).toBe(0);
  });

  test("a map of changes says for how many places one source has both dates", async () => {
    const page = await show(
      "#/map?place=country%2FUSA&type=State&variable=Count_Person&since=2000",
    );
    const note = page.getByText(/^Only 1 place of 51 /);
    expect(await note.textContent()).toBe(
      "Only 1 place of 51 has numbers of both dates from one source.",
    );
  });

  test("a map of counties has an area for each, in a projection of their region", async () => {
    const page = await show("#/map?place=geoId%2F06&type=County&variable=Count_Person&date=2024");
    await seen(page, "img", /^Total Population: 16 places/);
    expect(await page.locator("svg.map-of-region [data-mark=geo] path").count()).toBe(16);
    expect(await page.getByText("No boundaries of these places").count()).toBe(0);
  });

  test("a map fits into the first screen", async () => {
    for (const width of [1280, 360]) {
      const page = await showScreen("map", { width });
      const map = page.locator("svg.map-of-united-states");
      const box = await map.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
    }
  });

  test("places without boundaries are ranked as bars", async () => {
    const page = await show("#/map?place=Earth&type=Country&variable=LifeExpectancy_Person");
    await page.getByText("No boundaries of these places are loaded").waitFor();
    await page.locator("[data-mark=bar] path").first().waitFor();
    expect(await page.locator("[data-mark=bar] path").count()).toBe(38);
  });

  test("a scatter plot says which places it shows, and names each source once", async () => {
    const page = await show(
      "#/map?place=country%2FUSA&type=State&variable=Median_Income_Household&other=Median_Age_Person",
    );
    await page.getByText("State in United States · 5").waitFor();
    const cited = page.locator(".picture .cited");
    expect(await cited.allTextContents()).toEqual([
      "Source: U.S. Census Bureau, CensusACS1YearSurvey, 2018 (https://www.census.gov/programs-surveys/acs/data/data-via-ftp.html)",
    ]);
  });

  test("a scatter plot shows one year for all, unless that loses a tenth of the places", async () => {
    const shared = await show(
      `#/map?${states}&variable=Count_Person&other=UnemploymentRate_Person`,
    );
    await seen(shared, "img", /^51 places by .*\(2025\) and .*\(2025\)/);
    expect(await shared.getByText("Dates differ").count()).toBe(0);
    const dates = shared.getByRole("combobox", { name: "Date" });
    await dates.selectOption("Latest of each place (51 places)");
    await shared
      .getByText(
        "Dates differ: Total Population: 2025 (51 places); Unemployment Rate: 2026-04 (51 places).",
      )
      .waitFor();
    await dates.selectOption("2021 (51 places)");
    await seen(shared, "img", /\(2021\) and .*\(2021\)/);
    const page = await showScreen("scatter");
    await seen(page, "img", /^51 places by .*\(2018\) and .*\(2026-04\)/);
    await page
      .getByText(
        "Dates differ: Median Age of Population: 2018 (51 places); Unemployment Rate: 2026-04 (51 places).",
      )
      .waitFor();
    expect(await page.locator("[data-mark=dot] circle").count()).toBe(51);
    const [names, first] = await saved(page, "Save CSV");
    expect(names).toMatch(/^Place,Median Age of Population,Date of Median Age/);
    expect(first).toMatch(/^Alabama,39.3,2018,2.6,2026-04$/);
  });

  test("a variable against itself has a dot per place", async () => {
    const counties = "place=geoId%2F06&type=County&variable=Median_Age_Person";
    const page = await show(`#/map?${counties}&other=Median_Age_Person`);
    await seen(page, "img", /^16 places by /);
    expect(await page.locator("[data-mark=dot] circle").count()).toBe(16);
  });

  test("names beside bars end in an ellipsis where a phone has no room for them", async () => {
    const page = await show("#/ask?q=median+age+in+california+counties", { width: 390 });
    const names = page.locator("[data-mark='y-axis tick label'] text");
    await names.first().waitFor();
    const texts = await names.allTextContents();
    expect(texts).toContain("Kern County");
    expect(texts.filter((text) => text.startsWith("San Bernardino"))).toEqual([
      expect.stringContaining("\u2026"),
    ]);
    const left = (await page.locator("[data-mark=bar]").first().boundingBox())?.x ?? 0;
    const boxes = await Promise.all((await names.all()).map((one) => one.boundingBox()));
    const svg = await page.locator("svg:has([data-mark=bar])").boundingBox();
    for (const box of boxes) {
      expect(box?.x).toBeGreaterThanOrEqual(svg?.x ?? 0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(left);
    }
  });

  test("a map shows one year for all, and of the latest values says which dates differ", async () => {
    const page = await show(`#/map?${states}&variable=Median_Age_Person`);
    await seen(page, "img", /^Median Age of Population: 51 places, 2018\./);
    await page
      .getByRole("combobox", { name: "Date" })
      .selectOption("Latest of each place (51 places)");
    await page.getByText("Dates differ: 2018 (50 places), 2024 (1 place).").waitFor();
  });

  test("bars have the date beside each value where dates differ", async () => {
    const hash = "#/map?place=Earth&type=Country&variable=LifeExpectancy_Person";
    const texts = (page: Page) => page.locator("[data-mark=text] text").allTextContents();
    const page = await show(hash);
    await page.locator("[data-mark=bar] path").first().waitFor();
    expect((await texts(page)).filter((text) => text.includes("·"))).toEqual([]);
    const latest = await show(`${hash}&date=latest`);
    await latest.locator("[data-mark=bar] path").first().waitFor();
    expect(await texts(latest)).toContain("62.3 · 2021");
    expect(await texts(latest)).toContain("84.0 · 2022");
  });

  test("a chosen source with fewer dates than others says so", async () => {
    const page = await show("#/timeline?place=geoId%2F06&variable=UnemploymentRate_Person");
    const sources = page.getByRole("combobox", { name: "Source of Unemployment Rate" });
    await sources.selectOption({ index: 1 });
    const more = page.getByText("1 other source has more dates");
    await more.waitFor();
    expect(page.url()).toContain("facet=");
    await page.getByRole("button", { name: "longest series of each place" }).click();
    await more.waitFor({ state: "detached" });
  });

  test("a node's line is that of the longest series, and says where there are more dates", async () => {
    const page = await showScreen("node");
    const row = page.getByRole("row", { name: /^Unemployment Rate/ });
    await row
      .getByRole("img", { name: "BLS_LAUS, BLSSeasonallyUnadjusted, P1Y: 2019 to 2025" })
      .waitFor();
    // A dot at its end would be the number beside it, which is of another series.
    expect(await row.locator("circle").count()).toBe(0);
    expect(await row.textContent()).toContain("2026-04BLS_LAUS 1 other source has more dates");
  });
});
