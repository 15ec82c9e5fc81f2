/** Tables of a user that say nothing of their columns: a proposal, what is corrected, what is drawn. */
import { zipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cureOf, withField, withLabels } from "../../../explorer/own/table-known.ts";
import { type Serving, serve } from "../../../src/serve.ts";
import { launch, skipReason, WatchedPage } from "../chromium.ts";

const why = skipReason();

/** As a spreadsheet in German writes it, with a place that nobody knows. */
const jobs = `State;Year;Jobs (thousands)
California;2020;17.000,5
Texas;2020;12.500,0
California;2021;17.200,5
Texas;2021;12.900,1
Atlantis;2021;1,0
`;
const parts = `country,year,note,people
FRA,2020,F,34
FRA,2020,M,32
FRA,2020,_T,66
DEU,2020,F,42
DEU,2020,M,41
DEU,2020,_T,83
`;
/** One sheet that can be read, and one that lacks a date. */
function workbook(): Uint8Array {
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const sheetOf = (csv: string) => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = csv.split("\n").map((line) => `<row>${line.split(",").map(cell).join("")}</row>`);
    return `<worksheet><sheetData>${rows.join("")}</sheetData></worksheet>`;
  };
  const files = {
    "_rels/.rels": `<Relationships><Relationship Id="r" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns:r="${relations}"><sheets><sheet name="BEDS" sheetId="1" r:id="r0"/><sheet name="Cats" sheetId="2" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${[0, 1].map((at) => `<Relationship Id="r${at}" Type="${relations}/worksheet" Target="s${at}.xml"/>`).join("")}</Relationships>`,
    "xl/s0.xml": sheetOf("State,Beds\nTexas,5"),
    "xl/s1.xml": sheetOf("State,Year,Cats\nTexas,2020,77\nCalifornia,2020,88"),
  };
  const encoder = new TextEncoder();
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, encoder.encode(text)])),
  );
}
const days = "id,day,cups\nshop/1,03/04/2020,5\nshop/2,03/05/2020,7\n";

describe.skipIf(why !== undefined)(
  `tables of one's own${why === undefined ? "" : ` (${why})`}`,
  () => {
    let browser: Browser;
    let server: Serving;

    beforeAll(async () => {
      browser = await launch();
      server = await serve("data-samples/us-states", { requireKey: false });
    });
    afterAll(async () => {
      await browser?.close();
      await server?.close();
    });

    async function choose(
      page: Page,
      files: Readonly<Record<string, string | Uint8Array>>,
    ): Promise<void> {
      const chooser = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: "Open files" }).click();
      const given = Object.entries(files).map(([name, text]) => ({
        name,
        mimeType: "text/csv",
        buffer: Buffer.from(text as string),
      }));
      await (await chooser).setFiles(given);
    }

    const cell = (page: Page, name: string) =>
      page.getByRole("cell", { name, exact: true }).first();

    test("are proposed, looked up in the world at hand, and drawn over it", async () => {
      const watched = await WatchedPage.open(browser, server.url);
      const { page } = watched;
      await choose(page, { "jobs.csv": jobs });
      await page.getByRole("heading", { name: "What do the columns of jobs.csv hold?" }).waitFor();
      await page.getByText("1 name of no known place: Atlantis × 1").waitFor();
      await cell(page, "17,000,500").waitFor();
      await page.getByRole("button", { name: "Draw it" }).click();
      await page.getByRole("img", { name: /^Jobs: 4 observations of 2 places/ }).waitFor();
      expect(page.url()).toContain("#/timeline?place=geoId%2F06&place=geoId%2F48&variable=Jobs");
      await cell(page, "California").waitFor();
      await page.getByText("over the world before").waitFor();
      await page.goto(`${server.url}#/map?place=country%2FUSA&type=State&variable=Count_Person`);
      await page.getByRole("img", { name: /^Total Population: 51 places/ }).waitFor();
      await page.goto(`${server.url}#/map?place=country%2FUSA&type=State&variable=Jobs`);
      await page.getByRole("img", { name: /^Jobs: 2 places, 2021/ }).waitFor();
      await page.getByRole("button", { name: "Back to the world before" }).click();
      await page.getByRole("region", { name: "Why it is empty" }).waitFor();
      expect(watched.faults).toEqual([]);
      await watched.close();
    });

    test("are corrected in the form, column by column", async () => {
      const watched = await WatchedPage.open(browser, server.url);
      const { page } = watched;
      await choose(page, { "jobs.csv": jobs });
      await cell(page, "17,000,500").waitFor();
      await page.getByLabel("Sign before decimals").selectOption(".");
      await cell(page, "17,000,500").waitFor({ state: "detached" });
      await page.getByLabel("Sign before decimals").selectOption("");
      await page.getByLabel("Ids of new places begin with").fill("town/");
      await page.getByText("5 observations").waitFor();
      await page.getByRole("combobox", { name: "Unit" }).selectOption("one unit for all rows");
      await page.getByLabel("Unit: one unit for all rows").fill("Persons");
      await cell(page, "Persons").waitFor();
      await page.getByLabel("Rows are about").selectOption("ids in State");
      await page.getByLabel("Text before each id").fill("state/");
      await cell(page, "state/California").waitFor();
      expect(watched.faults).toEqual([]);
      await watched.close();
    });

    test("whose numbers would be wrong are not drawn before a way out is chosen", async () => {
      const watched = await WatchedPage.open(browser, server.url);
      const { page } = watched;
      await choose(page, { "parts.csv": parts });
      await page.getByText("they differ in 'note', which would not be read").waitFor();
      expect(await page.getByRole("button", { name: "Draw it" }).isDisabled()).toBe(true);
      await page.getByRole("button", { name: "Only rows with note=_T" }).click();
      await cell(page, "66").waitFor();
      await page.getByRole("button", { name: "Draw it" }).click();
      // Of one date: a ranking of the places around them.
      await page.getByRole("img", { name: /^people: 2 places, 2020/ }).waitFor();
      expect(page.url()).toContain("#/map?place=Earth&type=Country&variable=people");
      expect(watched.faults).toEqual([]);
      await watched.close();
    });

    test("are asked about beside files that hold nothing, and say no command of a terminal", async () => {
      const watched = await WatchedPage.open(browser, server.url);
      const { page } = watched;
      await choose(page, { "jobs.csv": jobs, "readme.txt": "by Anna" });
      await cell(page, "17,000,500").waitFor();
      await page.getByRole("button", { name: "Leave it out" }).click();
      await choose(page, { "days.csv": days, "known.mcf": "Node: dcid:a\ntypeOf: dcid:City\n" });
      await page.getByRole("heading", { name: /days\.csv/ }).waitFor();
      await page.goto(`${server.url}#/check`);
      await page.getByText("open it alone on this page").waitFor();
      expect(await page.locator("main").textContent()).not.toContain("npx");
      expect(watched.faults).toEqual([]);
      await watched.close();
    });

    test("say the type of their places after they were looked up, and have units where they have some", async () => {
      const watched = await WatchedPage.open(browser, server.url);
      const { page } = watched;
      await choose(page, {
        "a.csv": "place,date,n\nCalifornia,03/04/2020,5\nTexas,05/06/2020,7\n",
      });
      await page.getByText("names of places, as California", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Month before day" }).click();
      await page.getByText("looked up as State, which has 2 of 2").waitFor();
      await cell(page, "7").waitFor();
      const read = page.getByRole("table", { name: "What is read" });
      const heads = await read.getByRole("columnheader").allInnerTexts();
      expect(heads.map((head) => head.trim())).toEqual(["Place", "Variable", "Date", "Value"]);
      await page.getByRole("combobox", { name: "Unit" }).selectOption("one unit for all rows");
      await page.getByLabel("Unit: one unit for all rows").fill("Persons");
      await cell(page, "Persons").first().waitFor();
      expect(watched.faults).toEqual([]);
      await watched.close();
    });

    test("show rows of each variable before they are drawn", async () => {
      const watched = await WatchedPage.open(browser, server.url);
      const { page } = watched;
      const years = Array.from({ length: 9 }, (_, at) => `Texas,${2010 + at},${at},3${at}\n`);
      await choose(page, {
        "b.csv": `State,Year,Bakeries,Sales (thousand USD)\n${years.join("")}`,
      });
      await cell(page, "30,000").waitFor();
      const read = page.getByRole("table", { name: "What is read" });
      expect(await read.getByRole("cell", { name: "Bakeries" }).count()).toBe(3);
      expect(await read.getByRole("cell", { name: "Sales (USD)" }).count()).toBe(3);
      expect(watched.faults).toEqual([]);
      await watched.close();
    });

    test("in a workbook are asked about sheet by sheet", async () => {
      const watched = await WatchedPage.open(browser, server.url);
      const { page } = watched;
      await choose(page, { "book.xlsx": workbook() });
      await cell(page, "88").waitFor();
      await page.getByRole("textbox", { name: "Sheet" }).fill("BEDS");
      await page.getByText("no column holds dates").waitFor();
      await page.getByRole("textbox", { name: "Sheet" }).fill("");
      await page.getByRole("button", { name: "Draw it" }).click();
      await page.getByRole("img", { name: /^Cats: 2 places, 2020/ }).waitFor();
      expect(watched.faults).toEqual([]);
      await watched.close();
    });

    test("that a title may multiply are multiplied by what the user says", async () => {
      const watched = await WatchedPage.open(browser, server.url);
      const { page } = watched;
      await choose(page, {
        "t.csv": "Cats in thousands,,\nState,Year,Cats\nTexas,2020,7\nOhio,2020,8\n",
      });
      await page.getByRole("button", { name: "Values are multiplied by 1000" }).click();
      await cell(page, "7,000").waitFor();
      expect(watched.faults).toEqual([]);
      await watched.close();
    });

    test("alone leave no empty cards on Home", async () => {
      const watched = await WatchedPage.open(browser, server.url, { width: 360 });
      const { page } = watched;
      await choose(page, { "days.csv": days });
      await page.getByRole("button", { name: "Day before month" }).click();
      await page.getByLabel("Show it").selectOption("alone");
      await page.getByText("2020-04-03", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Draw it" }).click();
      await page.getByRole("img", { name: /^cups: 2 observations of 2 places/ }).waitFor();
      await page.goto(`${server.url}#/`);
      await page.getByRole("link", { name: "cups", exact: true }).waitFor();
      const blocks = await page.locator(".block h2").allTextContents();
      expect(blocks).toEqual(["What is loaded", "Variables", "Types"]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      expect(watched.faults).toEqual([]);
      await watched.close();
    });

    test("are asked for one after the other, beside files that say what they hold", async () => {
      const watched = await WatchedPage.open(browser, server.url);
      const { page } = watched;
      const known = "entity,variable,date,value\ngeoId/06,Count_Cats,2020,5\n";
      await choose(page, { "known.csv": known, "days.csv": days, "parts.csv": parts });
      await page.getByText("Open until this page is reloaded:").waitFor();
      await page.getByRole("heading", { name: /days\.csv/ }).waitFor();
      await page.getByRole("button", { name: "Leave it out" }).click();
      await page.getByRole("button", { name: "Only rows with note=_T" }).click();
      await cell(page, "83").waitFor();
      await page.getByRole("button", { name: "Draw it" }).click();
      await cell(page, "country/DEU").waitFor();
      await page.getByText("over known.csv").waitFor();
      await page.goto(`${server.url}#/timeline?place=geoId%2F06&variable=Count_Cats`);
      await cell(page, "5").waitFor();
      expect(watched.faults).toEqual([]);
      await watched.close();
    });
  },
);

test("ways out of problems are options of the command, as fields of the form", () => {
  expect(cureOf("--only sex=_T --only 'age group=it'\\''s'", { name: "town" })).toEqual({
    label: "Only rows with sex=_T, Only rows with age group=it's",
    known: { name: "town", only: { sex: "_T", "age group": "it's" } },
  });
  expect(cureOf("--day-first", {})?.known).toEqual({ dayFirst: true });
  expect(cureOf("--month-first --header 3", {})?.known).toEqual({ dayFirst: false, header: 3 });
  expect(cureOf("--multiplier 1000 --sheet DATA", {})?.known).toEqual({
    multiplier: 1000,
    sheet: "DATA",
  });
  expect(cureOf("--variable DCID", {})).toBeUndefined();
  expect(cureOf("--force", {})).toBeUndefined();
  expect(cureOf("", {})).toBeUndefined();
});

test("messages name fields of the form where the command has options", () => {
  expect(withLabels("--only HEADING=CELL reads rows, --what does not")).toBe(
    "“Only rows with” HEADING=CELL reads rows, --what does not",
  );
  expect(withLabels("a column (--entity HEADING) or a place (--entity country/USA)")).toBe(
    "a column (“Rows are about”) or a place (“Rows are about” country/USA)",
  );
  expect(withField({ date: "day", unit: "m" }, { date: "", value: "cups" })).toEqual({
    unit: "m",
    value: "cups",
  });
});
