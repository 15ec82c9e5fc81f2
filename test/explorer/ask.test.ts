/** Questions in somebody's own words: their answers, and how their reading is corrected. `npm run build` comes first. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { skipReason } from "./chromium.ts";
import { saved, seen, show, showScreen, showsScreens } from "./shown-screens.ts";

const why = skipReason();

const ask = async (q: string) => await show(`#/ask?${new URLSearchParams({ q })}`);

const part = (page: Page, name: string | RegExp) => page.getByRole("combobox", { name });
const chosen = (page: Page, name: string | RegExp) =>
  part(page, name).evaluate((one) => (one as HTMLSelectElement).selectedOptions[0]?.text);

describe.skipIf(why !== undefined)(`questions${why === undefined ? "" : ` (${why})`}`, () => {
  showsScreens();

  test("are asked from home and header by Enter, and names are still opened", async () => {
    const page = await showScreen("home");
    const box = page.getByRole("main").getByRole("combobox");
    await box.fill("jobless rate in california");
    await page.getByRole("option", { name: "Answer “jobless rate in california”" }).waitFor();
    await box.press("Enter");
    await page.getByText("Unemployment Rate ·").waitFor();
    expect(page.url()).toContain("#/ask?q=jobless+rate+in+california");
    const header = page.getByRole("banner").getByRole("combobox");
    await header.fill("texas");
    await page.getByRole("option", { name: /State/ }).first().waitFor();
    await header.press("Enter");
    await seen(page, "heading", "Texas");
  });

  test("are asked at once, without a wait for suggestions", async () => {
    const page = await showScreen("home");
    const box = page.getByRole("main").getByRole("combobox");
    await box.fill("population of texas");
    await box.press("Enter");
    await page.getByText("31,709,821").first().waitFor();
    expect(page.url()).toContain("#/ask?q=population+of+texas");
  });

  test("have a number with its source, and a line", async () => {
    const page = await ask("population of texas");
    await page.getByText("31,709,821").first().waitFor();
    await page
      .getByRole("main")
      .getByText("Source: U.S. Census Bureau, USCensusPEP_Annual_Population, 2025")
      .waitFor();
    await seen(page, "img", /Total Population: \d+ observations of 1 place/);
    expect(await chosen(page, /^Variable · “population”/)).toBe("Total Population");
    expect(await chosen(page, /^Place · “texas”/)).toBe("Texas");
    expect(await chosen(page, "Shown as")).toBe("the values");
  });

  test.each([
    ["highest median age of states", /Median Age of Population: 10 places/, "45.1"],
    ["map of population by state", /Total Population: 51 places/, "39,355,309"],
    ["unemployment rate vs median age in states", /51 places by Unemployment Rate/, "correlation"],
    ["which states grew fastest in population since 2010", /Change of Total Population/, "29.2 %"],
    ["population of texas and florida", /of 2 places/, "23,462,518"],
  ])("'%s' is drawn", async (q, picture, text) => {
    const page = await ask(q);
    await seen(page, "img", picture);
    await page.getByRole("main").getByText(text).first().waitFor();
    await page.locator(".cited").first().waitFor();
  });

  test("a change has its first and its last value, and per capita both sources", async () => {
    const page = await ask("how has the population of texas changed since 2010");
    await page.getByText("+25.6 %").waitFor();
    await page.getByText("25,241,897 (2010) → 31,709,821 (2025)").waitFor();
    const per = await ask("electricity generation per person in united states");
    await per.getByText("Kilowatt Hour per person").first().waitFor();
    for (const source of ["EIA_Electricity", "USCensusPEP_Annual_Population"]) {
      const cited = per.locator(".number-card .cited", { hasText: source });
      expect(await cited.textContent()).toMatch(/with minor processing$/);
    }
  });

  test("what divided values is among the sources below the table", async () => {
    const page = await ask("top 3 states by electricity generation per person");
    const sources = page.getByRole("region", { name: "Sources" }).getByRole("listitem");
    await expect.poll(() => sources.count()).toBe(2);
    expect(await sources.last().textContent()).toMatch(
      /^USCensusPEP_Annual_Population.*divides the values$/,
    );
  });

  test("say that other sources have more dates, and which dates a map mixes", async () => {
    const page = await ask("unemployment rate in california since 2015");
    const note = page.getByText("2 other sources have more dates: the timeline shows them.");
    await expect.poll(() => note.isVisible()).toBe(true);
    const map = await ask("map of median age by state");
    const dates = map.getByText("Dates differ: 2018 (50 places), 2024 (1 place).");
    await expect.poll(() => dates.isVisible()).toBe(true);
  });

  test("numbers of a ranking have equally many decimals, beside bars and in the table", async () => {
    const page = await ask("top 10 states by unemployment rate");
    await page.getByRole("cell", { name: "5.0", exact: true }).waitFor();
    await seen(page, "img", /^Unemployment Rate: 10 places/);
    const bars = await page.locator("[data-mark=text] text").allTextContents();
    expect(bars).toContain("5.0");
    expect(bars).not.toContain("5");
  });

  test("lines of places are named, and a click hides one", async () => {
    const page = await ask("jobless rate in texas vs florida");
    const lines = page.locator("[data-mark=line] path");
    await expect.poll(() => lines.count()).toBe(2);
    // The numbers are of the months, the lines of the years.
    await page
      .getByText(/^The lines are the longest series, .*P1Y\. The numbers above are of .*P1M\.$/)
      .waitFor();
    const sources = page.getByRole("region", { name: "Sources" }).getByRole("listitem");
    await expect.poll(() => sources.count()).toBe(2);
    expect(await sources.allTextContents()).toEqual([
      expect.stringMatching(/P1M · 2 observations$/),
      expect.stringMatching(/P1Y · 14 observations$/),
    ]);
    await page.getByRole("button", { name: "Florida", exact: true, pressed: true }).click();
    await expect.poll(() => lines.count()).toBe(1);
  });

  test.each([
    // The numbers are of the months, the lines of the years.
    ["jobless rate in texas vs florida", 2 + 2 * 7],
    ["jobless rate in texas vs florida since 2019", 2 * 7],
    ["population of texas", 16],
    ["how has the population of texas changed since 2010", 16],
  ])("'%s' has all points of its lines in the table and in its file", async (q, count) => {
    const page = await ask(q);
    await page.locator("[data-mark=line] path").first().waitFor();
    await page
      .getByText(`of ${count} rows`)
      .or(page.getByText(`${count} rows`))
      .first()
      .waitFor();
    const [header, ...rows] = await saved(page, "Save CSV");
    expect(header).toBe("Place,Variable,Date,Value,Source");
    expect(rows).toHaveLength(count);
    expect(new Set(rows).size).toBe(count);
  });

  test("the file of changes has the changes", async () => {
    const page = await ask("which states shrank since 2020");
    await seen(page, "img", /Change of Total Population/);
    const [header, ...rows] = await saved(page, "Save CSV");
    expect(header).toBe("Place,Variable,Date,Value,Source,First date,First value,Change");
    expect(rows).toHaveLength(7);
  });

  test("the file of a ranking has its rows in their order", async () => {
    const page = await ask("lowest unemployment rate states top 5");
    const [header, ...rows] = await saved(page, "Save CSV");
    expect(header).toBe("Place,Variable,Date,Value,Source");
    const values = rows.map((row) => Number(row.split(",")[3]));
    expect(values).toHaveLength(5);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
  });

  test("that the field cuts on a phone stand whole above it", async () => {
    const q = "jobless rate in texas vs florida since 2019";
    const hash = `#/ask?${new URLSearchParams({ q })}`;
    const titleOf = (page: Page) => page.getByRole("heading", { name: `Answer to “${q}”` });
    const isSeen = async (page: Page) => ((await titleOf(page).boundingBox())?.width ?? 0) > 100;
    const phone = await show(hash, { width: 375 });
    await titleOf(phone).waitFor();
    expect(await isSeen(phone)).toBe(true);
    const desk = await show(hash);
    await titleOf(desk).waitFor();
    expect(await isSeen(desk)).toBe(false);
    await desk.setViewportSize({ width: 375, height: 800 });
    await expect.poll(() => isSeen(desk)).toBe(true);
  });

  test("about all of a type name no place that nobody named", async () => {
    const page = await ask("highest median age of states");
    await page.getByText("every State · 2018").waitFor();
    expect(await chosen(page, /^Place · “states”/)).toBe("every State");
  });

  test("are corrected part by part: variable, place, date and what is shown", async () => {
    const page = await ask("jobless rate in california");
    await page.getByText("Unemployment Rate ·").waitFor();
    await part(page, "Date").selectOption("in");
    await page.getByRole("textbox", { name: "Date" }).fill("2020");
    await page.getByRole("textbox", { name: "Date" }).press("Enter");
    await page.getByText("10.1").first().waitFor();
    expect(page.url()).toContain("date=2020");
    await part(page, /^Place/).selectOption("another");
    await page.getByRole("combobox", { name: "Another place" }).fill("texas");
    await page.getByRole("option", { name: /Texas/ }).first().click();
    await page.getByRole("link", { name: "Texas" }).first().waitFor();
    const others = await part(page, /^Variable/)
      .getByRole("option")
      .allTextContents();
    expect(others.length).toBeGreaterThan(2);
    await part(page, /^Variable/).selectOption({ index: 1 });
    await page.getByText(`${others[1]} ·`).waitFor();
    expect(page.url()).toContain("variable=");
    await page.goBack();
    await page.getByText("Unemployment Rate ·").waitFor();
  });

  test("a ranking of one place is one of the places inside it", async () => {
    const page = await ask("unemployment rate in united states");
    await page.getByText("Shown as").waitFor();
    await part(page, "Shown as").selectOption("ranking lowest");
    await seen(page, "img", /Unemployment Rate: 10 places/);
    expect(page.url()).toContain("containedInPlace");
  });

  test("lead to the screen and to the query as code", async () => {
    const page = await ask("highest median age of states");
    await page.getByRole("link", { name: "Query as code" }).click();
    await seen(page, "heading", "Answer");
    expect(page.url()).toContain("form=rest");
    await page.goBack();
    await page.getByRole("link", { name: "Map", exact: true }).last().click();
    await seen(page, "heading", "Map");
    const few = await ask("population of texas");
    await few.getByRole("main").getByRole("link", { name: "Timeline" }).click();
    await seen(few, "heading", "Timeline");
  });

  test("that nothing answers say so, with what is nearest", async () => {
    const page = await ask("asdf");
    await page.getByText("No variable here fits “asdf”").waitFor();
    await page.getByText(/Searched: names, other names/).waitFor();
    await page.getByRole("link", { name: "All variables by group" }).waitFor();
    const place = await ask("teacher salaries in california");
    await place.getByText("No variable here fits “teacher salaries”").waitFor();
    await seen(place, "link", /Median Income for All Households/);
    await place.getByText(/Searched: names, other names/).waitFor();
    expect(await place.getByText("Nothing found.").count()).toBe(0);
    await place.getByRole("link", { name: "Variables of California" }).click();
    // The heading of the answer has the word, too.
    await seen(place, "heading", /^California$/);
  });

  test("without values say why", async () => {
    const page = await ask("population of texas in 1650");
    await page.getByText("Nothing is there").waitFor();
    // The reason is asked for after the answer.
    const why = page.getByLabel("Why it is empty");
    await expect.poll(() => why.textContent()).toContain("1650");
  });

  test("with hostile texts are shown as texts", async () => {
    const page = await ask("<img src=x onerror=alert(1)> \u202eback of texas");
    await page.getByText(/No variable here fits “.*onerror/).waitFor();
    expect(await page.locator("img").count()).toBe(0);
  });
});
