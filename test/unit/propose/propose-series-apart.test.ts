/** Texts that separate series though no two rows collide, places as headings, and numbers with marks. */
import { expect, test } from "vitest";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import { sampleTable } from "../../../src/load/described/table-sample.ts";
import type { KnownColumns } from "../../../src/propose/proposal.ts";
import { proposeFor } from "../../../src/propose/propose.ts";
import { memoryInput } from "../load/inputs.ts";

async function proposed(lines: readonly string[], known: KnownColumns = {}) {
  const input = memoryInput("a.csv", Buffer.from(`${lines.join("\n")}\n`));
  return proposeFor(
    await sampleTable(input, {}, new DiagnosticLog(), { findsHeader: true }),
    known,
  );
}

const rolesOf = async (lines: readonly string[]) =>
  Object.fromEntries((await proposed(lines)).found.map(({ heading, role }) => [heading, role]));

const schools = (heading: string, ...kinds: readonly string[]) => [
  `Country,Year,${heading},Schools`,
  ...["Germany", "Poland"].flatMap((country, row) =>
    kinds.map((kind, at) => `${country},${2019 + ((at + row) % kinds.length)},${kind},${at + 4}`),
  ),
];

test("a class of which one place has several in other years is asked about", async () => {
  const { problems, cures, draft } = await proposed(schools("Type", "primary", "secondary"));
  expect(problems).toMatchObject([
    expect.stringContaining("'Type' differs between rows of one place"),
  ]);
  // The first way loses no row.
  expect(cures).toEqual(["--propose map.json", "--variable Type", "--only Type=primary"]);
  expect(draft?.dimensions).toEqual({ Type: {} });
});

test.each(["IndicatorCode", "Series Code", "Kennung"])(
  "codes below '%s' beside the names of variables, one to one, are no other series",
  async (heading) => {
    const { problems } = await proposed([
      `Country,${heading},Indicator,Year,Value`,
      ...["Germany", "Poland"].flatMap((country) => [
        `${country},HB01,Hospital beds,2020,10`,
        `${country},HB02,ICU beds,2020,2`,
      ]),
    ]);
    expect(problems).toEqual([]);
  },
);

test.each([
  [
    "texts about single rows, of which there are more than twelve",
    "Remark on it",
    "abcdefghijklm".split(""),
  ],
  ["dates", "Founded", ["2001-02-03", "2004-05-06"]],
  ["ranks", "Rank", ["1", "2"]],
])("%s are no other series", async (_, heading, kinds) => {
  const { problems } = await proposed(schools(heading, ...kinds));
  expect(problems).toEqual([]);
});

test("a code with two names has several series", async () => {
  const { problems } = await proposed([
    "Country,IndicatorCode,Indicator,Year,Value",
    "Germany,HB01,Hospital beds,2020,10",
    "Germany,HB01,ICU beds,2021,2",
    "Poland,HB01,ICU beds,2020,3",
    "Poland,HB01,Hospital beds,2021,4",
  ]);
  expect(problems).toMatchObject([expect.stringContaining("'Indicator' differs between rows")]);
});

test.each([
  ["who said it", schools("Source", "bureau", "office")],
  ["a remark on each row", schools("Remark", "first of its kind", "second of its kind")],
  [
    "what a place is",
    [
      "Country,Year,Continent,Cats",
      "Germany,2019,Europe,1",
      "Germany,2020,Europe,2",
      "Japan,2019,Asia,3",
      "Japan,2020,Asia,4",
    ],
  ],
  [
    "what a year is",
    [
      "Country,Year,Decade,Cats",
      "Germany,2019,old,1",
      "Germany,2020,new,2",
      "Japan,2019,old,3",
      "Japan,2020,new,4",
    ],
  ],
  [
    "a class of single rows",
    ["Country,Year,Mood,Cats", "Germany,2019,glad,1", "Germany,2020,sad,2", "Japan,2019,calm,3"],
  ],
])("%s is not asked about", async (_, lines) => {
  expect((await proposed(lines)).problems).toEqual([]);
});

test("a forecast is a part of the variable, though all rows are forecasts", async () => {
  const lines = ["Country,Year,Status,Cats", "Germany,2029,Forecast,4", "Poland,2029,Forecast,5"];
  expect(await rolesOf(lines)).toMatchObject({ Status: "dimension" });
});

test.each(["Deutschland,Frankreich", "DEU,FRA", "CA,TX", "DE,FR", "DE11,DE12"])(
  "headings %s are places",
  async (headings) => {
    const { problems } = await proposed([`Year,${headings}`, "2019,1,2", "2020,3,4"], {
      entity: "Earth",
    });
    expect(problems).toMatchObject([expect.stringContaining("columns of values are places")]);
  },
);

test("headings of which one alone is a code of a place are variables", async () => {
  const { problems } = await proposed(["Year,GDP,USA", "2019,1,2", "2020,3,4"], {
    entity: "Earth",
  });
  expect(problems).toEqual([]);
});

test.each([
  ["is a variable", ["101.2", "99.1"], "value"],
  ["that counts the rows is not", ["1", "2"], "not read"],
  ["that counts from 0 is not", ["0", "1"], "not read"],
])("Index %s", async (_, [one, two], role) => {
  const lines = ["Country,Year,Index,Permits", `Germany,2022,${one},12`, `Poland,2022,${two},13`];
  expect(await rolesOf(lines)).toMatchObject({ Index: role, Permits: "value" });
});

test.each(["Source: Office; see notes", "1) bars; 2) cafes.", "a | b"])(
  "%s below a table with commas is no header",
  async (note) => {
    const rows = ["Ohio,2020,5", "Texas,2020,7"];
    const { delimiter, header } = await proposed(["State,Year,Shops", ...rows, note]);
    expect([delimiter, header]).toEqual([",", 1]);
  },
);

test("a caller who describes the columns is not asked about a class", async () => {
  const columns = { entity: { name: "Country" }, date: "Year", variables: { Schools: {} } };
  const { problems } = await proposed(schools("Type", "primary", "secondary"), { columns });
  expect(problems).toEqual([]);
});

test.each([
  ["Trade", "All trades", ""],
  ["Industry", "all industries", ""],
  ["Main cause", "All causes", ""],
  ["Class", "All classes", ""],
  ["Trades", "All trades", ""],
  ["Kind of shop", "All kinds of shops", ""],
  ["Kind of shop", "All kinds", ""],
  ["Kind of shop", "All the shops", ""],
  ["Kind of shop", "All food shops", undefined],
  ["Trade", "All trades 2", undefined],
  // Of one part, of another word, and of more words.
  ["Trade", "Not all trades", undefined],
  ["Trade", "All trades with apprentices", undefined],
  ["Trade", "All other trades", undefined],
  ["Product", "All trades", undefined],
])("below '%s', '%s' is all of it: %j", async (heading, all, meaning) => {
  const { columns } = await proposed([
    `Country,Year,${heading},Firms`,
    ...["Food", "Metal", all].map((one, at) => `Germany,2020,${one},${at + 4}`),
  ]);
  const dimension = columns?.dimensions?.[heading];
  const { values } = dimension as { values?: Record<string, unknown> };
  expect(values?.[all] === "" ? "" : undefined).toBe(meaning);
  expect(values).toHaveProperty("Food");
});

test("beside a total, 'All trades' is a code of its own", async () => {
  const rows = ["Food", "Total", "All trades"].map((one, at) => `Germany,2020,${one},${at + 4}`);
  const { columns } = await proposed(["Country,Year,Trade,Firms", ...rows]);
  expect(columns?.dimensions?.["Trade"]).toMatchObject({
    values: { Total: "", "All trades": { value: "All_trades", name: "All trades" } },
  });
});

test("a text that ends with total is a code of its own", async () => {
  const rows = ["Food", "Subsum total"].map((one, at) => `Germany,2020,${one},${at + 4}`);
  const { columns } = await proposed(["Country,Year,Trade,Firms", ...rows]);
  expect(columns?.dimensions?.["Trade"]).toMatchObject({
    values: { "Subsum total": { value: "Subsum_total", name: "Subsum total" } },
  });
});

test("names beside codes say which code is all of it", async () => {
  const { columns } = await proposed([
    "Country,Year,NACE,NACE label,Firms",
    "Germany,2020,T00,Total,9",
    "Germany,2020,T01,Food,4",
    "Poland,2020,T00,Total,7",
  ]);
  expect(columns?.dimensions?.["NACE"]).toMatchObject({
    values: { T00: "" },
    name: "NACE label",
  });
});

test.each([200, 201])("of %i codes below one heading, at most 200 are parts", async (count) => {
  const rows = Array.from({ length: count }, (_, at) => `Germany,2020,Trade no ${at},${at + 4}`);
  const { columns, problems } = await proposed(["Country,Year,Trade,Firms", ...rows]);
  expect(columns !== undefined).toBe(count === 200);
  expect(problems.length).toBe(count === 200 ? 0 : 1);
});

test.each(["Data set", "dataset", "Contact", "Version"])(
  "%s is of the row, and no other series",
  async (heading) => {
    const { problems } = await proposed(schools(heading, "primary", "secondary"));
    expect(problems.filter(({ length }) => length > 0)).not.toContainEqual(
      expect.stringContaining("differs between rows of one place"),
    );
  },
);

test.each([
  ["dates", ["Country,Type,Schools", "Germany,primary,4", "Poland,secondary,5"]],
  ["places", ["Year,Type,Schools", "2019,primary,4", "2020,secondary,5"]],
])("without %s nothing is another series of a place", async (_, [heading = "", ...rows]) => {
  const { problems } = await proposed([heading, ...rows, ...rows]);
  expect(problems.join()).not.toContain("differs between rows");
});
