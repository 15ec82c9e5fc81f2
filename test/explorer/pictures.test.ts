/** Charts as files: of the page, and of the command, by one drawing code. `npm run build` comes first. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { colors } from "../../explorer/charts/colors.ts";
import { tablePicture } from "../../explorer/charts/picture.ts";
import { read } from "../tidy/source-tree.ts";
import { skipReason } from "./chromium.ts";
import { show, showsScreens, source } from "./shown-screens.ts";

const states = "place=country%2FUSA&type=State";
const folder = mkdtempSync(join(tmpdir(), "pictures-"));
const why = skipReason();

afterAll(() => rmSync(folder, { recursive: true }));

/** What the command writes. */
function written(...args: readonly string[]): string {
  const file = join(folder, "picture.svg");
  execFileSync(process.execPath, ["dist/cli.js", "stat", source, ...args, "--svg", file]);
  return readFileSync(file, "utf8");
}

const textsIn = (svg: string): readonly string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = ""]) => text);

const pathsIn = (svg: string): readonly string[] =>
  [...svg.matchAll(/ d="(M[\d.,LHVZ-]{40,})"/g)].map(([, path = ""]) => path);

describe.skipIf(why !== undefined)(`pictures${why === undefined ? "" : ` (${why})`}`, () => {
  showsScreens();

  async function saved(page: Page, format: "SVG" | "PNG") {
    const button = page.getByRole("button", { name: new RegExp(`^Save ${format} of`) });
    await button.waitFor();
    const download = page.waitForEvent("download");
    await button.click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  }

  test.each([
    [
      "a timeline",
      "#/timeline?place=geoId%2F48&place=geoId%2F12&variable=UnemploymentRate_Person",
      "Unemployment-Rate",
      [
        "Unemployment Rate",
        "2019 to 2025",
        "Texas",
        "Florida",
        "Source: U.S. Bureau of Labor Statistics, BLS_LAUS, 2019–2025 (https://www.bls.gov/lau/)",
      ],
    ],
    [
      "a map",
      `#/map?${states}&variable=Median_Age_Person&date=latest`,
      "Median-Age-of-Population",
      [
        "State in United States",
        "Dates differ: 2018 (50 places)",
        "31.0 – 36.7",
        "36.8 – 37.9",
        "Source: U.S. Census Bureau, CensusACS",
      ],
    ],
    [
      "a scatter plot",
      `#/map?${states}&variable=Median_Age_Person&other=UnemploymentRate_Person`,
      "Median-Age-of-Population-and-Unemployment-Rate",
      [
        "↑ Unemployment Rate (2026-04)",
        "Median Age of Population, Year (2018) →",
        "Source: U.S. Bureau of Labor Statistics, BLS_LAUS, 2026",
      ],
    ],
    [
      "bars",
      "#/map?place=Earth&type=Country&variable=LifeExpectancy_Person",
      "Life-Expectancy",
      [
        "Life Expectancy",
        "Country in World · 2022",
        "Source: World Bank, WorldDevelopmentIndicators, 2022",
      ],
    ],
  ])("of %s are saved with title, dates and sources", async (_what, hash, name, texts) => {
    const page = await show(hash, { colorScheme: "dark" });
    const svg = await saved(page, "SVG");
    expect(svg.name).toBe(`${name}.svg`);
    const text = svg.bytes.toString();
    const shown = textsIn(text).join("\n");
    for (const one of texts) expect(shown).toContain(one);
    // Without the style sheet of the page.
    expect(text).not.toContain("var(");
    const plain = await page.context().newPage();
    const { problem, height } = await plain.evaluate((given) => {
      const { documentElement } = new DOMParser().parseFromString(given, "image/svg+xml");
      const found = documentElement.querySelector("parsererror")?.textContent ?? "";
      return { problem: found, height: Number(documentElement.getAttribute("height")) };
    }, text);
    expect(problem).toBe("");
    const png = await saved(page, "PNG");
    expect(png.name).toBe(`${name}.png`);
    expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
    expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([1920, height * 2]);
    expect(png.bytes.length).toBeGreaterThan(20_000);
    const cited = texts.at(-1) ?? "";
    await page.locator(".cited", { hasText: cited }).first().waitFor();
  });

  test.each([
    ["lines of another series than the numbers", "jobless rate in texas vs florida"],
    ["lines of the numbers", "jobless rate in texas vs florida since 2019"],
    ["the lines of a change", "how has the population of texas changed since 2010"],
    ["bars of some of the places", "highest median age of states since 2010"],
    ["bars of changes", "which states shrank since 2020"],
    ["a map", "map of population by state"],
    ["dots", "median age against median income by state"],
  ])(
    "of %s stand alone: title, date and source, and nothing about what is not in the file",
    async (_what, q) => {
      const page = await show(`#/ask?${new URLSearchParams({ q })}`);
      const { name, bytes } = await saved(page, "SVG");
      const texts = textsIn(bytes.toString());
      const [title = ""] = texts;
      expect(title).not.toBe("");
      expect(name).toBe(`${title.replace(/[^\p{L}\p{N}]+/gu, "-")}.svg`);
      expect(bytes.toString()).toContain(`<title>${title}</title>`);
      const isCited = (text: string) => /^Source: .*\b(19|20)\d\d\b/.test(text);
      expect(texts.filter(isCited)).not.toEqual([]);
      // Of dots, the names of the axes have the dates.
      const about = texts.filter((text) => !isCited(text)).join(" ");
      expect(about).toMatch(/\b(19|20)\d\d\b/);
      expect(about).not.toMatch(/\b(above|below|beside|table|click)\b/i);
    },
  );

  test("per capita cite what divides the numbers, and that they were divided", async () => {
    const page = await show(
      "#/timeline?place=geoId%2F48&variable=Count_Person_Employed&per=capita",
    );
    const { bytes } = await saved(page, "SVG");
    expect(textsIn(bytes.toString()).join(" ")).toMatch(
      /BLS_LAUS, [^,]*, with minor processing .*USCensusPEP_Annual_Population, [^,]*, with minor processing/,
    );
  });

  test("of the command say in their title what each value was divided by", () => {
    const titleOf = (...more: readonly string[]) =>
      textsIn(written("Count_Person_Employed", "geoId/48", "geoId/12", ...more))[0];
    const title = titleOf();
    expect(titleOf("--per-capita")).toBe(`${title} per person`);
    const divided = titleOf("--denominator", "Count_Household");
    expect(divided).toBe(`${title}, divided by Count_Household`);
  });

  test("of two variables say which of them a unit is of", () => {
    const variables = "LifeExpectancy_Person,Count_Person";
    expect(textsIn(written(variables, "country/USA", "-d", "all"))[1]).toBe(
      "Life Expectancy in Year · 1900 to 2025",
    );
  });

  test("of the command are drawn as those of the page", async () => {
    const page = await show(
      "#/timeline?place=geoId%2F48&place=geoId%2F12&variable=UnemploymentRate_Person",
    );
    const { bytes } = await saved(page, "SVG");
    const lines = pathsIn(bytes.toString());
    expect(lines).toHaveLength(2);
    const command = written(
      "UnemploymentRate_Person",
      "geoId/48",
      "geoId/12",
      "--from",
      "2019",
      "--to",
      "2025",
      "--facets",
      "all",
    );
    expect(pathsIn(command).filter((path) => lines.includes(path))).toEqual(lines);
  });

  test("with hostile texts are XML that says them", async () => {
    const name = '<script>alert(1)</script> & "quoted" \u0007\u202eback';
    const points = ["2020", "2021"].map((date) => ({ date, value: 1 }));
    const text = await tablePicture({
      series: [{ name, points }],
      title: name.repeat(9),
      about: name,
      sources: [name],
    });
    const plain = await (await show("#/")).context().newPage();
    const shown = await plain.evaluate((given) => {
      const { documentElement } = new DOMParser().parseFromString(given, "image/svg+xml");
      const scripts = documentElement.querySelectorAll("script, parsererror").length;
      return { scripts, title: documentElement.querySelector("title")?.textContent };
    }, text);
    expect(shown).toEqual({ scripts: 0, title: name.replace("\u0007", "").repeat(9) });
  });
});

test("the command draws bars where each series has one number, with the dates where they differ", () => {
  const bars = textsIn(
    written("LifeExpectancy_Person", "country/ZAF", "country/FRA", "--sort", "value"),
  );
  expect(bars.join("\n")).toContain("South Africa\nFrance");
  expect(bars).toContain("62.3 · 2021");
  expect(bars).toContain("82.2 · 2022");
});

test("the command loads the drawing code with the first picture alone", () => {
  expect(read("dist/cli.js")).not.toContain("@observablehq");
});

test("the colours of pictures are those of the page in light", () => {
  const style = read("explorer/style/base.css");
  for (const [name, color] of Object.entries(colors)) {
    expect(style).toContain(`--${name}: light-dark(${color}, `);
  }
});
