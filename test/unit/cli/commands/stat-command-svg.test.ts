/** `stat --svg`: what is written beside and below the picture. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "../running.ts";

const folder = mkdtempSync(join(tmpdir(), "stat-svg-"));
const [source, picture] = [join(folder, "o.csv"), join(folder, "x.svg")];
writeFileSync(
  source,
  [
    "entity,variable,date,value,unit,import_name",
    "geo/a,Jobs,2019,10,,Census",
    "geo/a,Jobs,2020,9,,Census",
    "geo/b,Jobs,2020,100,,Survey",
    "geo/a,Pay,2020,7,Euro,Census",
    "geo/b,Pay,2020,8,Euro,Census",
    "geo/a,Wage,2020,6,Pound,Census",
    "geo/a,Men,2020,9,,Census",
    "geo/a,Count_Person,2020,20,,Census",
    "geo/b,Count_Person,2020,50,,Census",
    "geo/a,Odd,2020-1,1,,Census",
    "geo/a,Odd,2020-2,2,,Census",
    "geo/a,Months,2020-01,1,,Census",
    "geo/a,Months,2020-03,2,,Census",
  ].join("\n"),
);
afterAll(() => rmSync(folder, { recursive: true }));

/** The texts of the picture that are no numbers of an axis. */
async function textsOf(...words: readonly string[]): Promise<string[]> {
  const ran = await run(["stat", source, ...words, "--svg", picture]);
  expect(ran).toMatchObject({ code: 0, out: `wrote ${picture}\n` });
  const svg = readFileSync(picture, "utf8");
  expect(readdirSync(folder).sort()).toEqual(["o.csv", "x.svg"]);
  const texts = Array.from(svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g), ([, text = ""]) => text);
  return texts.filter((text) => /[a-z]/i.test(text) || /20\d\d/.test(text));
}

test.each<[string, string[]]>([
  [
    "Jobs geo/a -d all",
    ["Jobs", "2019 to 2020", "geo/a", "2019", "2020", "Source: Census, 2019–2020"],
  ],
  [
    "Jobs geo/a geo/b",
    [
      "Jobs",
      "2020",
      "geo/a, Census",
      "geo/b, Survey",
      "Source: Census, 2020",
      "Source: Survey, 2020",
    ],
  ],
  ["Pay geo/a geo/b", ["Pay", "Euro · 2020", "geo/a", "geo/b", "Source: Census, 2020"]],
  [
    "Pay,Wage geo/a",
    [
      "Pay, Wage",
      "Pay in Euro, Wage in Pound · 2020",
      "geo/a, Pay, Census, Euro",
      "geo/a, Wage, Census, Pound",
      "Source: Census, 2020",
    ],
  ],
  [
    "Pay,Men geo/a",
    [
      "Pay, Men",
      "Pay in Euro · 2020",
      "geo/a, Pay, Census, Euro",
      "geo/a, Men, Census",
      "Source: Census, 2020",
    ],
  ],
  [
    "Pay geo/a --per-capita",
    ["Pay per person", "Euro · 2020", "geo/a", "Source: Census, 2020, with minor processing"],
  ],
  [
    "Pay geo/a --denominator Jobs",
    ["Pay, divided by Jobs", "Euro · 2020", "geo/a", "Source: Census, 2020, with minor processing"],
  ],
  ["Jobs geo/a --change 1y", ["Jobs", "value_change · 2020", "geo/a", "Source: Census, 2019–2020"]],
  ["Jobs geo/a --rank", ["Jobs", "value_rank · 2020", "geo/a", "Source: Census, 2020"]],
  ["Odd geo/a", ["Odd", "2020-2", "geo/a", "Source: Census, 2020"]],
])("stat %s --svg writes title, units, dates, names and sources", async (words, texts) => {
  expect(await textsOf(...words.split(" "))).toEqual(texts);
});

const drawnInto = async (file: string, words: string) =>
  await run(["stat", source, ...words.split(" "), "-q", "--svg", file]);

test.each<[string, string]>([
  ["Odd geo/a -d all", "--svg draws lines over years, months and days, not over '2020-1'"],
  ["Pay geo/a --group entity", "--group goes with no --svg"],
])("stat %s --svg is refused", async (words, message) => {
  const { code, out, err } = await drawnInto(picture, words);
  expect({ code, out, err }).toEqual({ code: 2, out: "", err: `error: ${message}\n` });
});

test("a place where no file can be is refused, and nothing half stays", async () => {
  const { code, err } = await drawnInto(join(picture, "y.svg"), "Jobs geo/a");
  expect([code, err]).toEqual([2, expect.stringMatching(/^error: ENO/)]);
  expect(readdirSync(folder).sort()).toEqual(["o.csv", "x.svg"]);
});
