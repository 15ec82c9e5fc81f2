/** Every screen of the explorer, found by role and name as a user finds it. `npm run build` comes first. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { skipReason } from "./chromium.ts";
import { show, shown, showScreen, showsScreens, source } from "./shown-screens.ts";

/** The lines of the file that a button saves. */
async function saved(page: Page, name: string | RegExp): Promise<string[]> {
  const button = page.getByRole("button", { name, exact: true });
  const download = page.waitForEvent("download");
  await button.click();
  return readFileSync(await (await download).path(), "utf8")
    .trim()
    .split("\n");
}

type Role = "heading" | "img" | "table" | "link" | "cell" | "button";

async function seen(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const found = page.getByRole(role, { name }).first();
  await found.waitFor();
  expect(await found.isVisible()).toBe(true);
}

const states = "place=country%2FUSA&type=State";

const why = skipReason();

describe.skipIf(why !== undefined)(`the explorer${why === undefined ? "" : ` (${why})`}`, () => {
  showsScreens();

  test("home tells what is loaded and leads to a node that is searched for", async () => {
    const page = await showScreen("home");
    await seen(page, "img", /^State: .* observations$/);
    await page.getByText("4,008").waitFor();
    const box = page.getByRole("main").getByRole("combobox");
    await box.fill("califor");
    await page
      .getByRole("option", { name: /California/ })
      .first()
      .waitFor();
    await box.press("Enter");
    await seen(page, "heading", "California");
    expect(page.url()).toContain("#/node?dcid=geoId%2F06");
  });

  test("home, header and fields find by words, in spite of slips, and tell what was searched", async () => {
    const page = await showScreen("home");
    const box = page.getByRole("main").getByRole("combobox");
    await box.fill("jobless calfornia");
    await page
      .getByRole("option", { name: /California/ })
      .first()
      .waitFor();
    await page.getByText("“calfornia” was read as “california”. Nothing has “jobless”.").waitFor();
    await page
      .getByText(/Searched: names, other names, descriptions and dcids of \d+ nodes/)
      .waitFor();
    await page.getByRole("banner").getByRole("combobox").fill("texsa");
    await page.getByRole("option", { name: /Texas/ }).first().waitFor();
    const map = await showScreen("map");
    await map.getByRole("combobox", { name: "Variable", exact: true }).fill("age of median");
    expect(page.url()).toContain("#/");
    await map
      .getByRole("option", { name: /Median Age/ })
      .first()
      .waitFor();
  });

  test("home has groups of variables as a tree", async () => {
    const page = await showScreen("home");
    await page.getByRole("button", { name: "Demographics" }).click();
    await page.getByRole("button", { name: "Demographics", expanded: true }).waitFor();
    await page.getByRole("link", { name: "Total Population", exact: true }).click();
    await seen(page, "heading", "Total Population");
  });

  test("lists of home and statements of a node are saved as CSV", async () => {
    const home = await showScreen("home");
    const [types, ...lines] = await saved(home, "Save CSV of types");
    expect(types).toBe("dcid,name,nodes,observed");
    expect(lines.find((line) => line.startsWith("State,"))).toMatch(/^State,State,\d+,51$/);
    const variables = await saved(home, "Save CSV of all variables");
    expect(variables[0]).toBe("dcid,name,entities,entity_types,units,first_date,last_date");
    expect(variables).toHaveLength(1 + shown().commons.info.variableCount);
    const [years = "", ...counts] = await saved(home, /^Save CSV of observations by type/);
    expect(years).toMatch(/^dcid,name,\d{4},\d{4}/);
    expect(counts.length).toBeGreaterThan(3);

    const ofType = await show("#/?type=County");
    const counties = await saved(ofType, "Save CSV of nodes of type County");
    expect(counties).toContain("geoId/06001,Alameda County");
    expect(counties[0]).toBe("dcid,name");

    const node = await showScreen("node");
    const out = await saved(node, "Save CSV of What it says");
    expect(out[0]).toBe("dcid,property,object,name_or_value,types,provenance");
    expect(out.find((line) => line.includes(",name,"))).toMatch(/^geoId\/06,name,,California,,/);
    const into = await saved(node, "Save CSV of What is said with it");
    expect(into[0]).toContain(",subject,");
    const inside = into.filter((line) => line.startsWith("geoId/06,containedInPlace,geoId/06"));
    const { data = {} } = shown().commons.v2.node({
      nodes: ["geoId/06"],
      property: "<-containedInPlace",
    });
    const nodes = data["geoId/06"]?.arcs?.["containedInPlace"]?.nodes ?? [];
    expect(inside).toHaveLength(nodes.filter(({ dcid }) => dcid?.startsWith("geoId/06")).length);
    expect(inside.length).toBeGreaterThan(10);
  });

  test("a node has types, statements with provenances, and variables", async () => {
    const page = await showScreen("node");
    await seen(page, "link", "State");
    await seen(page, "table", "Variables");
    await page.getByRole("link", { name: "BaseGeos" }).first().waitFor();
    await page.getByRole("button", { name: "Show more of containedInPlace" }).click();
    await page.getByRole("link", { name: "Ventura County" }).click();
    await seen(page, "heading", "Ventura County");
  });

  test("a node's screen without a node says what to do, and finds one", async () => {
    const page = await show("#/node", { width: 360 });
    const box = page.getByRole("combobox", { name: "Find a node" });
    await box.fill("geoId/06");
    await page
      .getByRole("option", { name: /California/ })
      .first()
      .click();
    await seen(page, "heading", "California");
  });

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

  test.each(["home", "node", "timeline", "map", "scatter", "query"] as const)(
    "on a telephone no value of a table of %s is cut",
    async (name) => {
      const page = await showScreen(name, { width: 360 });
      await page.locator("table.data tbody td").first().waitFor();
      for (const table of await page.locator(".table-scroll").all()) {
        expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
      }
      const ends = await page
        .locator("table.data tbody td")
        .evaluateAll((cells) => cells.map((one) => one.getBoundingClientRect().right));
      expect(Math.max(...ends)).toBeLessThanOrEqual(360);
    },
  );

  test("code does not lie under buttons", async () => {
    for (const width of [360, 1280]) {
      const page = await showScreen("query", { width });
      const code = await page.locator(".code pre").boundingBox();
      for (const button of await page.locator("#code ~ .save .button, .code .button").all()) {
        const { y = 0, height = 0 } = (await button.boundingBox()) ?? {};
        expect(y + height).toBeLessThanOrEqual(code?.y ?? 0);
      }
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

  test("a scatter plot shows one year for all, unless that loses a tenth of the places", async () => {
    const shared = await show(
      `#/map?${states}&variable=Count_Person&other=UnemploymentRate_Person`,
    );
    await seen(shared, "img", /^51 places by .*\(2025\) and .*\(2025\)/);
    expect(await shared.getByText("Dates differ").count()).toBe(0);
    const dates = shared.getByRole("combobox", { name: "Date" });
    await dates.selectOption("Latest of each place (51 places)");
    await shared.getByText("Dates differ: 2026-04 (51 places), 2025 (51 places).").waitFor();
    await dates.selectOption("2021 (51 places)");
    await seen(shared, "img", /\(2021\) and .*\(2021\)/);
    const page = await showScreen("scatter");
    await seen(page, "img", /^51 places by .*\(2018\) and .*\(2026-04\)/);
    await page.getByText("Dates differ: 2026-04 (51 places), 2018 (51 places).").waitFor();
    expect(await page.locator("[data-mark=dot] circle").count()).toBe(51);
    const [names, first] = await saved(page, "Save CSV");
    expect(names).toMatch(/^Place,Median Age of Population,Date of Median Age/);
    expect(first).toMatch(/^Alabama,39.3,2018,2.6,2026-04$/);
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
    expect(await texts(latest)).toContain("84 · 2022");
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
    await row.getByRole("img", { name: "BLS_LAUS: 2019 to 2025" }).waitFor();
    expect(await row.textContent()).toContain("2026-04BLS_LAUS 1 other source has more dates");
  });

  test("a query completes names, answers, and is code in three languages", async () => {
    const page = await showScreen("query");
    await seen(page, "cell", "africa");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save Parquet" }).click();
    const parquet = readFileSync(await (await download).path());
    expect(parquet.subarray(0, 4).toString()).toBe("PAR1");
    const code = page.getByRole("region", { name: "The same request" });
    for (const [language, words] of [
      ["curl", "curl 'http"],
      ["Python", "requests.post"],
      ["TypeScript", "service({ requireKey: false })"],
    ] as const) {
      await code.getByText(language, { exact: true }).click();
      await code.getByText(words).waitFor();
    }
    await page.getByText("Relation", { exact: true }).click();
    const editor = page.getByRole("textbox", { name: "Relation expression" });
    await editor.click();
    await editor.press("Control+a");
    await editor.pressSequentially("->contained");
    await page.getByRole("option", { name: /containedInPlace/ }).waitFor();
    // The editor takes no key for its list within 75 ms of showing it.
    await page.waitForTimeout(150);
    await editor.press("Enter");
    await editor.press("Control+Enter");
    await page.getByRole("cell", { name: "North America" }).waitFor();
  });

  test("an empty answer is explained", async () => {
    const page = await show("#/query?form=relation&nodes=geoId%2F6&property=-%3Ename");
    const region = page.getByRole("region", { name: "Why it is empty" });
    await region.getByText("geoId/06", { exact: true }).waitFor();
    expect(await region.textContent()).toContain("There is instead");
    const timeline = await show("#/timeline?place=geoId%2F06&variable=Count_Persons");
    await timeline
      .getByRole("region", { name: "Why it is empty" })
      .getByText("Count_Person", { exact: true })
      .waitFor();
  });

  test("a sample without mistakes says so, and what is found is counted once", async () => {
    const home = await showScreen("home");
    await home.getByText("Loading found nothing wrong").waitFor();
    const check = await showScreen("check");
    await check.locator(".findings li").first().waitFor();
    expect(await check.locator(".levels").count()).toBe(1);
    const heads = await check.locator(".findings li").allTextContents();
    expect(new Set(heads).size).toBe(heads.length);
    await check.getByText(/The first findings of each kind are listed: \d+ of \d+/).waitFor();
  });

  test("the check shows findings with the line of the source", async () => {
    const page = await showScreen("check");
    await page.getByText("files, ", { exact: false }).first().waitFor();
    await page
      .getByText(/data-samples\/us-states\/.*:\d+/)
      .first()
      .waitFor();
    await page.locator("pre.source-line").first().waitFor();
    const line = await page.locator("pre.source-line bdi").first().textContent();
    expect(
      readFileSync(`${source}/observations.csv`, "utf8") +
        readFileSync(`${source}/labor.csv`, "utf8"),
    ).toContain(line);
    await page.getByRole("combobox", { name: "Level" }).selectOption("error");
    await page.getByText("Nothing is wrong.").waitFor();
  });

  test("colours change by a button, and stay", async () => {
    const page = await showScreen("home");
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.getByRole("button", { name: "Use dark colours" }).click();
    expect(await background()).not.toBe(light);
    await page.reload();
    await page.getByRole("button", { name: "Use light colours" }).waitFor();
    expect(await background()).not.toBe(light);
  });

  test("keys alone lead from the top to an answer", async () => {
    const page = await showScreen("home");
    await page.keyboard.press("Tab");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe("Skip to content");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("texas");
    await page.getByRole("option", { name: /Texas/ }).first().waitFor();
    await page.keyboard.press("Enter");
    await seen(page, "heading", "Texas");
  });
});
