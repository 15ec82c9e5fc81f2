/** Every screen of the explorer, found by role and name as a user finds it. `npm run build` comes first. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { skipReason } from "./chromium.ts";
import { saved, seen, show, shown, showScreen, showsScreens, source } from "./shown-screens.ts";

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

  test("an address that names no view says so, and Home is below", async () => {
    const page = await show("#/nodes/geoId/06?x=1");
    await page.getByRole("alert").getByText("There is no view “nodes/geoId/06”").waitFor();
    await seen(page, "heading", "What is loaded");
    await page.getByRole("link", { name: "Map", exact: true }).click();
    await seen(page, "heading", "Map");
    expect(await page.getByRole("alert").count()).toBe(0);
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
    const outline = page.getByText('{"type":"MultiPolygon"');
    expect(await outline.textContent()).toHaveLength(202);
    await page.getByRole("button", { name: "Show all", exact: true }).click();
    await expect.poll(() => outline.textContent()).toMatch(/\]\]\]\]\}$/);
    await page.getByRole("button", { name: "Show more of containedInPlace" }).click();
    await page.getByRole("link", { name: "Ventura County" }).click();
    await seen(page, "heading", "Ventura County");
  });

  test("Enter waits for the list of what was typed, and takes the line that is chosen there", async () => {
    const map = await showScreen("map");
    const second = map.getByRole("combobox", { name: "Second variable" });
    await second.click();
    await map.locator(".found-line").nth(1).waitFor();
    await map.keyboard.type("unemployment rate", { delay: 40 });
    await map.keyboard.press("Enter");
    await expect.poll(() => map.url()).toContain("&other=UnemploymentRate_Person");
    const timeline = await showScreen("timeline");
    for (const [label, text, keys, dcid] of [
      ["Variables", "unemployment rate", ["Enter"], "UnemploymentRate_Person"],
      ["Variables", "median", ["ArrowDown", "Enter"], "Median_"],
      ["Places", "ohio", ["Enter"], "geoId%2F39"],
    ] as const) {
      const box = timeline.getByRole("combobox", { name: label, exact: true });
      await box.click();
      if (label === "Variables") await timeline.locator(".found-line").nth(1).waitFor();
      await timeline.keyboard.insertText(text);
      for (const key of keys) await timeline.keyboard.press(key);
      await expect.poll(() => timeline.url()).toContain(`=${dcid}`);
    }
    expect(timeline.url()).not.toContain("Median_Age_Person");
  });

  test("what is found stays in the window, below fields at the left and at the right", async () => {
    for (const width of [360, 900, 1280]) {
      for (const name of ["map", "timeline"] as const) {
        const page = await showScreen(name, { width });
        for (const field of await page.getByRole("combobox").and(page.locator("input")).all()) {
          await field.fill("median age");
          const edges = async () => {
            const box = await page.locator(".found:not([hidden])").boundingBox();
            return box === null ? undefined : [box.x >= 0, box.x + box.width <= width];
          };
          await expect.poll(edges).toEqual([true, true]);
          await field.press("Escape");
        }
      }
    }
  });

  test("years of types are as wide as their card", async () => {
    for (const width of [1280, 1600]) {
      const page = await showScreen("home", { width });
      const grid = (await page.getByLabel("Coverage").boundingBox()) ?? { width: 0 };
      const table = await page.getByLabel("Coverage").getByRole("table").boundingBox();
      expect(table?.width).toBe(grid.width);
      const years = await page.getByRole("img", { name: /^State: .* observations$/ }).boundingBox();
      expect(years?.width).toBeGreaterThan(grid.width * 0.75);
    }
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
    await home.getByText("Loading reported no warnings · check the sources for more").waitFor();
    const check = await showScreen("check");
    await check.locator(".findings li").first().waitFor();
    expect(await check.locator(".levels").count()).toBe(1);
    const heads = await check.locator(".findings li").allTextContents();
    expect(new Set(heads).size).toBe(heads.length);
    await check.getByText(/The first findings of each kind are listed: \d+ of \d+/).waitFor();
    await check.getByText("Home counts what loading reported, which is a part").waitFor();
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
    // A kind shows its first findings until all are asked for.
    const ofKind = page.locator(".findings").first().getByRole("listitem");
    expect(await ofKind.count()).toBe(3);
    await page.getByRole("button", { name: /^Show \d+ more$/ }).click();
    await expect.poll(() => ofKind.count()).toBeGreaterThan(3);
    await page.getByRole("combobox", { name: "Level" }).selectOption("error");
    await page.getByText("Nothing is wrong.").waitFor();
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
      // Labels beside numbers do not run into them.
      const wraps = await page
        .locator("table.data tbody td")
        .evaluateAll((cells) => cells.map((one) => getComputedStyle(one, "::before").whiteSpace));
      expect(new Set(wraps)).toEqual(new Set(["normal"]));
    },
  );

  test("on a telephone code and lines of sources are read without scrolling", async () => {
    for (const [name, selector] of [
      ["query", ".code pre"],
      ["check", ".source-line"],
    ] as const) {
      const page = await showScreen(name, { width: 360 });
      const code = page.locator(selector).first();
      await code.waitFor();
      expect(await code.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    }
  });

  test("no field is wider than its card on a phone", async () => {
    const page = await showScreen("map", { width: 360 });
    const card = (await page.locator(".picture").first().boundingBox()) ?? { x: 0, width: 0 };
    for (const field of await page.locator(".picture .select").all()) {
      const { x = 0, width = 0 } = (await field.boundingBox()) ?? {};
      expect(x + width).toBeLessThanOrEqual(card.x + card.width);
    }
  });

  test("a map of a place without places inside says so", async () => {
    const page = await show("#/map?place=%E0%A4%A");
    await page.getByText(/^No places are known inside of/).waitFor();
    await page
      .getByRole("button", { name: /^Remove / })
      .first()
      .click();
    await page
      .getByRole("img", { name: /Total Population/ })
      .first()
      .waitFor();
    expect(await page.getByText(/^No places are known/).count()).toBe(0);
  });

  test("a node that is not there leads to those that may be meant", async () => {
    const page = await show("#/node?dcid=geoid%2F6");
    await page.getByRole("link", { name: "geoId/06" }).click();
    await seen(page, "heading", "California");
  });

  test("a node that is not there has no buttons that lead nowhere", async () => {
    const page = await show("#/node?dcid=geoId%2F0666");
    const main = page.getByRole("main");
    await main.getByText("Nothing is there").waitFor();
    expect(await main.locator(".actions").count()).toBe(0);
    const known = await showScreen("node");
    expect(await known.getByRole("main").getByRole("link", { name: "Timeline" }).count()).toBe(1);
    const type = await show("#/node?dcid=State");
    const actions = type.getByRole("main").locator(".actions");
    await expect.poll(() => actions.getByRole("link").allTextContents()).toEqual(["Query"]);
  });

  test("a table wider than its card shows at its edges that it goes on", async () => {
    const page = await showScreen("scatter", { width: 660 });
    const table = page
      .getByRole("region", { name: "Values", exact: true })
      .locator(".table-scroll");
    const edges = async () => {
      await table.evaluate((one) => one.scrollIntoView({ block: "center" }));
      const { x = 0, width = 0 } = (await table.boundingBox()) ?? {};
      const edge = async (left: number) =>
        (await page.screenshot({ clip: { x: left, y: 400, width: 3, height: 60 } })).toString(
          "base64",
        );
      return { left: await edge(x), right: await edge(x + width - 3) };
    };
    const sized = (width: string) =>
      table.locator("table").evaluate((one, wanted) => {
        // Texts are no sign.
        Object.assign(one.style, { visibility: "hidden", width: wanted });
      }, width);
    await sized("900px");
    const start = await edges();
    expect(start.right).not.toBe(start.left);
    await table.evaluate((one) => one.scrollTo(one.scrollWidth, 0));
    const end = await edges();
    expect(end.right).toBe(start.left);
    expect(end.left).not.toBe(end.right);
    await sized("100%");
    const fits = await edges();
    expect(fits.left).toBe(fits.right);
  });

  test("the address of a question without one asks for it", async () => {
    const page = await show("#/ask");
    await seen(page, "heading", "Ask");
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.getByRole("main").getByRole("combobox").fill("population of texas");
    await page.keyboard.press("Enter");
    await page.getByText("31,709,821").first().waitFor();
  });

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
