/** Observations about several entities in the explorer. `npm run build` comes first. */
import { mkdirSync } from "node:fs";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { type Serving, serve } from "../../../src/serve.ts";
import { launch, type PageOptions, skipReason, WatchedPage } from "../chromium.ts";
import { flowWorld } from "./flow-world.ts";

const why = skipReason();

describe.skipIf(why !== undefined)(`flows${why === undefined ? "" : ` (${why})`}`, () => {
  let browser: Browser;
  let server: Serving;
  beforeAll(async () => {
    browser = await launch();
    server = await serve(await open(flowWorld), { requireKey: false });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  async function showing(
    hash: string,
    look: (page: Page) => Promise<void>,
    options?: PageOptions,
  ): Promise<void> {
    const watched = await WatchedPage.open(browser, `${server.url}${hash}`, options);
    await look(watched.page);
    expect(watched.faults).toEqual([]);
    await watched.close();
  }

  /** Heads and rows of the table of values, without the marks of an order. */
  async function valuesOn(page: Page): Promise<readonly (readonly string[])[]> {
    const rows = await page.getByRole("table", { name: "Values" }).locator("tr").all();
    return await Promise.all(rows.map((row) => row.locator("th, td").allTextContents()));
  }

  const field = (page: Page, label: string) =>
    page.getByRole("combobox", { name: new RegExp(`^${label}`) });

  async function picture(page: Page, name: string): Promise<void> {
    const folder = process.env["POCKET_COMMONS_PICTURES"];
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  }

  test("of two entities are a table with the latest values, and their dates where these differ", async () => {
    await showing("#/node?dcid=Migrants", async (page) => {
      await page.getByRole("link", { name: "Flows", exact: true }).click();
      await page.getByText("latest values, 2018 to 2020 · rows: destinationCountry").waitFor();
      await field(page, "Columns").selectOption({ label: "destinationCountry" });
      await page.getByText("rows: From · columns: destinationCountry").waitFor();
      expect(await valuesOn(page)).toEqual([
        ["From", "Canada", "United States"],
        ["France", "1,0002020", "2,5002020"],
        ["Canada", "", "4,0002018"],
      ]);
      expect(page.url()).toContain("column=destinationCountry");
      await page.getByRole("heading", { name: "Sources" }).waitFor();
    });
  });

  test("of three entities are chosen one by one, down to a line", async () => {
    await showing("#/flows?variable=Travellers", async (page) => {
      await page.getByText("rows: destinationCountry, From · columns: transportMode").waitFor();
      expect(await valuesOn(page)).toEqual([
        ["destinationCountry", "From", "Air", "Sea"],
        ["Canada", "France", "12", "3"],
        ["Canada", "United States", "90", ""],
        ["United States", "Canada", "70", ""],
      ]);
      await field(page, "transportMode").selectOption("Air");
      await page.getByText("rows: destinationCountry · columns: From").waitFor();
      expect(await valuesOn(page)).toEqual([
        ["destinationCountry", "Canada", "France", "United States"],
        ["Canada", "", "12", "90"],
        ["United States", "70", "", ""],
      ]);
      await field(page, "From").selectOption({ label: "France" });
      await page.getByRole("columnheader", { name: "Value", exact: true }).waitFor();
      expect(await valuesOn(page)).toEqual([
        ["destinationCountry", "Value"],
        ["Canada", "12"],
      ]);
      await field(page, "destinationCountry").selectOption({ label: "Canada" });
      await page
        .getByRole("img", { name: /^Travellers by way, Canada · France · Air: 2 obs/ })
        .waitFor();
      expect(await valuesOn(page)).toEqual([
        ["Date", "Value", "Source"],
        ["2020", "10", "Borders"],
        ["2021", "12", "Borders"],
      ]);
      await picture(page, "flows-line");
      await page.goBack();
      await page.getByRole("columnheader", { name: "Value", exact: true }).waitFor();
    });
  });

  test("that nobody observed are said to be none, and usual variables have a timeline", async () => {
    const entities = "entity=sourceCountry+country%2FUSA&entity=transportMode+Sea";
    await showing(`#/flows?variable=Travellers&${entities}`, async (page) => {
      await page.getByText("Nothing is observed with this choice.").waitFor();
    });
    await showing("#/flows?variable=People", async (page) => {
      await page.getByRole("link", { name: "timeline", exact: true }).waitFor();
    });
  });

  test.each([
    "#/timeline?place=country%2FCAN&variable=People&variable=Migrants",
    "#/map?place=Earth&type=Country&variable=Migrants",
    "#/map?place=Earth&type=Country&variable=People&other=Migrants",
  ])("are no values of one place: %s leads to them", async (hash) => {
    await showing(hash, async (page) => {
      await page.getByText("A place alone has no values of Migrants").waitFor();
      const values = page.getByRole("table", { name: "Values" });
      const isLine = hash.startsWith("#/timeline");
      expect(await values.getByText("People").count()).toBe(isLine ? 1 : 0);
      expect(await values.getByText("Migrants").count()).toBe(0);
      await page.getByRole("link", { name: "flows", exact: true }).click();
      await page.getByText("columns: From").waitFor();
    });
  });

  test("with a place as one of the entities are listed on its screen and lead to the table", async () => {
    await showing("#/node?dcid=country%2FCAN", async (page) => {
      const list = page.getByRole("table", { name: "Variables of several entities" });
      await list.waitFor();
      const cells = await list.locator("tbody td").allTextContents();
      expect(cells.slice(0, 3)).toEqual(["Migrants", "destinationCountry", "1"]);
      expect(cells).toHaveLength(12);
      await list.getByRole("link", { name: "Travellers by way" }).first().click();
      await page.getByText("rows: From · columns: transportMode").waitFor();
      expect(await field(page, "destinationCountry").inputValue()).toBe("country/CAN");
      expect((await valuesOn(page)).slice(1)).toEqual([
        ["France", "12", "3"],
        ["United States", "90", ""],
      ]);
    });
  });

  test("of many entities have more columns on request, and equal names and other units are seen", async () => {
    const towns = Array.from({ length: 30 }, (_, at) => `town/${at + 10}`);
    const lines = towns.map((to, at) => {
      const entities = `"{""donor"": ""town/10"", ""recipient"": ""${to}""}"`;
      return `,Loans,2020,${at},dc/base/Bank,${at === 0 ? "Euro" : "USDollar"},${entities}`;
    });
    const loans = await serve(
      await open({
        "graph.mcf": [
          "Node: dcid:Loans\ntypeOf: dcs:StatisticalVariable",
          "observationProperties: dcid:donor, dcid:recipient\n",
          ...towns.map((dcid, at) => `Node: dcid:${dcid}\nname: "${at < 2 ? "Same" : dcid}"\n`),
        ].join("\n"),
        "loans.csv": ["entity,variable,date,value,provenance,unit,properties", ...lines].join("\n"),
      }),
    );
    const watched = await WatchedPage.open(browser, `${loans.url}#/flows?variable=Loans`);
    const { page } = watched;
    await page.getByText("24 of 30 columns").waitFor();
    const [heads = [], cells = []] = await valuesOn(page);
    expect(heads).toHaveLength(25);
    expect(heads.slice(0, 3)).toEqual(["donor", "Same (town/10)", "Same (town/11)"]);
    expect(cells.slice(1, 3)).toEqual(["0Euro", "1US Dollar"]);
    await page.getByRole("button", { name: "Show more columns" }).click();
    await page.getByRole("columnheader", { name: "town/39", exact: true }).waitFor();
    expect((await valuesOn(page))[0]).toHaveLength(31);
    expect(watched.faults).toEqual([]);
    await watched.close();
    await loans.close();
  });

  test.each([
    ["light", 1280],
    ["dark", 1280],
    ["light", 360],
    ["dark", 360],
  ] as const)("are usable by everybody in %s at %i pixels", async (colorScheme, width) => {
    for (const [name, hash] of [
      ["flows", "#/flows?variable=Migrants"],
      ["flows-of-three", "#/flows?variable=Travellers"],
      ["flows-of-place", "#/node?dcid=country%2FCAN"],
    ] as const) {
      const look = async (page: Page) => {
        await page.locator("table.data tbody td").first().waitFor();
        await page.waitForLoadState("networkidle");
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await picture(page, `${name}-${colorScheme}-${width}`);
        await page.evaluate(axe.source);
        const { violations } = await page.evaluate(() =>
          (globalThis as unknown as { axe: typeof axe }).axe.run(),
        );
        const serious = violations.filter(({ impact }) => /serious|critical/.test(`${impact}`));
        expect(serious.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      };
      await showing(hash, look, { colorScheme, width });
    }
  });
});
