/** Proposals are a pure function of the first rows of a table. */
import { describe, expect, test } from "vitest";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import { sampleTable } from "../../../src/load/described/table-sample.ts";
import type { KnownColumns } from "../../../src/propose/proposal.ts";
import { proposeFor } from "../../../src/propose/propose.ts";
import { memoryInput } from "../load/inputs.ts";

async function proposed(text: string | Buffer, known: KnownColumns = {}) {
  const content = Buffer.from(text as string);
  const input = memoryInput("a.csv", content);
  const proposal = proposeFor(await sampleTable(input, {}, new DiagnosticLog()), known);
  const { delimiter: _, encoding: __, properties, ...columns } = proposal.columns ?? {};
  const roles = proposal.found.map(({ heading, role }) => `${heading}: ${role}`);
  const reasons = Object.fromEntries(
    proposal.found.map(({ heading, reason }) => [heading, reason]),
  );
  return { ...proposal, columns, properties, roles, reasons };
}

describe("ids and names", () => {
  test.each<[string, string[], unknown]>([
    ["geoId/06 as it is", ["place", "geoId/06"], "place"],
    ["dcids with their prefix", ["library", "dcid:library/1", "dcid:library/2"], "library"],
    ["codes of places", ["fips", "2567000"], { column: "fips", prefix: "geoId/" }],
    [
      "codes of states without their zero",
      ["State FIPS", "6", "36"],
      { column: "State FIPS", prefix: "geoId/", digits: 2 },
    ],
    [
      "codes of counties without their zero",
      ["county_fips", "6001"],
      { column: "county_fips", prefix: "geoId/", digits: 5 },
    ],
    ["codes of countries", ["ISO3", "FRA", "USA"], { column: "ISO3", prefix: "country/" }],
    ["names of towns", ["Town", "Springfield"], { name: "Town", type: "City" }],
    ["names in German", ["Gemeinde", "Köln"], { name: "Gemeinde", type: "City" }],
    ["names of states in German", ["Bundesstaat", "Texas"], { name: "Bundesstaat", type: "State" }],
    ["names of cantons", ["Kanton", "Uri"], { name: "Kanton" }],
    ["names of counties", ["County name", "Hampden"], { name: "County name", type: "County" }],
    ["names of anything", ["Region", "North"], { name: "Region" }],
    ["ids that only the heading tells", ["station_id", "A-7"], "station_id"],
  ])("%s", async (_, [heading, ...cells], entity) => {
    const rows = cells.map((cell, at) => `${cell},202${at},${at + 1}`);
    const { columns, problems } = await proposed([`${heading},Year,Cats`, ...rows, ""].join("\n"));
    expect(problems).toEqual([]);
    expect(columns).toEqual({ entity, date: "Year", variables: { Cats: {} } });
  });

  test("ids count before names, and the reason says what they become", async () => {
    const { roles, reasons } = await proposed("fips,Town,Year,Cats\n2567000,Springfield,2020,1\n");
    expect(roles).toEqual(["fips: entity", "Town: not read", "Year: date", "Cats: value"]);
    expect(reasons["fips"]).toBe(
      "codes of the United States, as 2567000; they become geoId/2567000",
    );
    expect(reasons["Town"]).toBe("names; another column says what rows are about");
  });
});

describe("dates", () => {
  test.each<[string, string[], unknown]>([
    ["years", ["Year", "2020"], "Year"],
    ["months by name", ["when", "Jan 2020"], "when"],
    ["quarters", ["Quarter", "2020Q1"], "Quarter"],
    [
      "days of which one is above 12",
      ["Date", "3/4/2020", "31/12/2020"],
      { column: "Date", dayFirst: true },
    ],
    ["years without a word for them", ["x", "2020", "2021"], "x"],
  ])("%s", async (_, [heading, ...cells], date) => {
    const rows = cells.map((cell, at) => `a/${at},${cell},1.5`);
    expect((await proposed([`id,${heading},Cats`, ...rows, ""].join("\n"))).columns).toEqual({
      entity: "id",
      date,
      variables: { Cats: {} },
    });
  });

  test("in headings", async () => {
    const text = "id,2020,2021,Note\na/1,1,2,x\n";
    const { columns, roles } = await proposed(text, { variable: "Count_Cat" });
    expect(columns).toEqual({
      entity: "id",
      variable: { constant: "Count_Cat" },
      dates: ["2020", "2021"],
      notes: ["Note"],
    });
    expect(roles).toEqual(["id: entity", "2020: value", "2021: value", "Note: note"]);
    const { problems } = await proposed(text);
    expect(problems).toEqual([
      "columns are dates, and nothing says of which variable: --variable NAME does",
    ]);
  });

  test("that are missing are asked for", async () => {
    const text = "id,Cats\na/1,7\n";
    expect((await proposed(text)).problems[0]).toMatch(/no column holds dates: --date 2024/);
    expect((await proposed(text, { date: "2024" })).columns).toMatchObject({
      date: { constant: "2024" },
    });
    expect((await proposed(text, { date: "soon" })).problems[0]).toMatch(
      /neither a date nor a heading/,
    );
  });
});

describe("values", () => {
  test("by row, with units", async () => {
    const text = [
      "state,month,indicator,amount,unit",
      "06,2024-01,Unemployment rate,5.2,Percent",
      "36,2024-01,Jobs,18,Person",
    ].join("\n");
    expect((await proposed(text)).columns).toEqual({
      entity: { column: "state", prefix: "geoId/" },
      date: "month",
      variable: "indicator",
      value: "amount",
      unit: "unit",
    });
  });

  test("by column, with units that signs and headings say", async () => {
    const text =
      'id,Year,People,Income ($),Share,Rate (%)\na/1,2020,"1,234",$5,88%,3\na/2,2020,TBD,,1%,4\n';
    expect((await proposed(text)).columns).toMatchObject({
      variables: {
        People: {},
        "Income ($)": { unit: "USDollar" },
        Share: { unit: "Percent" },
        "Rate (%)": { unit: "Percent" },
      },
    });
  });

  test("a unit of --unit that no column takes is refused", async () => {
    const found = async (headings: string, unit: string) =>
      (await proposed(`id,Year,${headings}\na/1,2020,5,6\n`, { unit })).problems;
    expect(await found("Exports (EUR),Imports (USD)", "JPY")).toEqual([
      expect.stringMatching(/^--unit says 'JPY', and each column .+ 'Exports \(EUR\)' Euro:/),
    ]);
    expect(await found("Exports (EUR),Imports (USD)", "EUR")).toEqual([]);
    expect(await found("Exports (EUR),Imports (USD)", "USDollar")).toEqual([]);
    expect(await found("Exports (EUR),Imports", "USDollar")).toEqual([]);
  });

  test.each<[string, string, KnownColumns, string | undefined, unknown]>([
    ["the heading goes before a sign", "Price (EUR)", {}, "Euro", undefined],
    ["a sign of some cells is no unit", "Price", {}, undefined, undefined],
    ["--unit goes before signs", "Price", { unit: "Euro" }, undefined, { constant: "Euro" }],
  ])("of a column: %s", async (_, heading, known, own, unit) => {
    const signed = (first: string) => `id,Year,${heading}\na/1,2020,${first}\na/1,2021,$822\n`;
    const found = async (first: string) => (await proposed(signed(first), known)).columns;
    const is = (one: string | undefined) => ({
      variables: { [heading]: one === undefined ? {} : { unit: one } },
      ...(unit === undefined ? {} : { unit }),
    });
    expect(await found("812")).toEqual({ entity: "id", date: "Year", ...is(own) });
    const isSaid = (own ?? unit) !== undefined;
    expect(await found("$812")).toMatchObject(is(isSaid ? own : "USDollar"));
  });

  test("without the last value in a row are refused where all other rows have it", async () => {
    const of = async (cells: string) =>
      (await proposed(`id,Year,Cats,Dogs\na/1,2020,1,2\na/1,2021,${cells}\na/1,2022,3,4\n`))
        .problems;
    expect(await of("12")).toEqual([
      "line 3 has 3 cells, the header has 4: is a separator missing? Rows as short: 1",
    ]);
    expect(await of("12,")).toEqual([]);
  });

  test("coordinates and row numbers are none", async () => {
    const { roles } = await proposed("id,Year,Latitude,rank,Cats\na/1,2020,1.5,1,7\n");
    expect(roles.slice(2)).toEqual(["Latitude: not read", "rank: not read", "Cats: value"]);
  });

  test("with decimal commas, which only some cells tell", async () => {
    const { columns, decimal, delimiter } = await proposed(
      "id;Jahr;Wert\na/1;2020;1.234,5\na/2;2020;1,5\n",
    );
    expect({ columns, decimal, delimiter }).toMatchObject({
      columns: { decimal: ",", variables: { Wert: {} } },
      decimal: ",",
      delimiter: ";",
    });
    const english = await proposed("id;Jahr;Wert\na/1;2020;1.5\na/2;2020;1,234.5\n");
    expect(english.decimal).toBe(".");
  });
});

describe("what nobody can interpret", () => {
  test("is not read, and the reason says so", async () => {
    const { roles, reasons, problems } = await proposed(
      "id,Year,Mood,,Empty,Cats\na/1,2020,blue,x,,7\n",
    );
    expect(problems).toEqual([]);
    expect(roles[2]).toBe("Mood: not read");
    expect(reasons).toMatchObject({
      Mood: "texts, as blue, that are neither ids, names, dates nor units",
      "": "it has no heading",
      Empty: "it is empty",
    });
  });

  test.each<[string, string, RegExp]>([
    ["an empty file", "", /the file is empty/],
    ["a header alone", "id,Year,Cats\n", /a header and no rows/],
    [
      "doubled headings",
      "id,Year,Cats,Cats\na/1,2020,1,2\n",
      /two columns have the heading 'Cats'/,
    ],
    ["no numbers", "id,Year,Cats\na/1,2020,many\n", /no column holds numbers: --value/],
    [
      "nothing that rows are about",
      "mood,Year,Cats\nblue,2020,1\n",
      /no column says what rows are about: choose a column of ids \(--entity HEADING\)/,
    ],
  ])("%s", async (_, text, problem) => {
    const { columns, problems } = await proposed(text);
    expect(columns).toEqual({});
    expect(problems[0]).toMatch(problem);
  });

  test.each([
    ["ids", "L01", "--entity lib"],
    ["names", "Library 1", "--name lib"],
    ["ids and names", "L01,2020,1\nLibrary", "--name lib"],
  ])("one column of %s that no heading explains is offered as such", async (_, cell, cure) => {
    const { cures } = await proposed(`lib,Year,Cats\n${cell},2020,1\n`);
    expect(cures).toEqual([cure]);
  });

  test("what the caller knows counts first", async () => {
    const text = "mood,Year,Cats,Dogs\nblue,2020,1,2\n";
    expect((await proposed(text, { entity: "mood", prefix: "m/", value: "Dogs" })).columns).toEqual(
      {
        entity: { column: "mood", prefix: "m/" },
        date: "Year",
        variables: { Dogs: {} },
      },
    );
    expect(
      (await proposed(text, { name: "mood", type: "Mood", within: "a/b", create: "m/" })).columns,
    ).toMatchObject({
      entity: { name: "mood", type: "Mood", within: "a/b", create: "m/" },
    });
    expect((await proposed(text, { entity: "Mood" })).problems[0]).toMatch(
      /--entity names the column 'Mood'; the columns are 'mood, Year/,
    );
  });
});

describe("what would be a wrong number is asked", () => {
  test.each([
    ["exchanged headings of years and values", "Year,Cats\n1010,2021\n2020,2022\n", "Year", "Cats"],
    ["years below another heading", "Cats,Year\n2021,10\n2022,12\n", "Cats", "Year"],
  ])("%s", async (_, text, one, two) => {
    const rows = text
      .split("\n")
      .map((row, at) => (row === "" ? "" : `${at === 0 ? "id" : "a/1"},${row}`));
    const { problems, cures } = await proposed(rows.join("\n"));
    expect(problems).toEqual([
      expect.stringContaining(`are the headings '${one}' and '${two}' exchanged?`),
    ]);
    expect(cures).toEqual([`--date ${two}`, `--date ${one}`]);
    expect((await proposed(rows.join("\n"), { date: "Cats" })).problems).toEqual([]);
  });

  test("old years and values that look like years are no exchange", async () => {
    expect((await proposed("id,Year,Cats\na/1,1850,2021\na/1,1851,1950\n")).problems).toEqual([]);
    expect((await proposed("id,Year,Cats\na/1,1650,7\na/1,2021,1950\n")).problems).toEqual([]);
  });

  test("a point that parts thousands, by the size of the other numbers", async () => {
    const text = "id,Year,Cats\na/1,2020,1.010\na/1,2021,1020\na/2,2020,980\n";
    const { problems, cures } = await proposed(text);
    expect(problems).toEqual([expect.stringContaining("'1.010' may have thousands or decimals")]);
    expect(cures).toEqual(["--decimal ,", "--decimal ."]);
    expect((await proposed(text, { decimal: "." })).problems).toEqual([]);
    const decimals = ["1.250\na/1,2021,3", "1.010\na/1,2021,1020.5", "0.125\na/1,2021,900"];
    for (const cells of decimals) {
      expect((await proposed(`id,Year,Cats\na/1,2020,${cells}\n`)).problems).toEqual([]);
    }
  });
});

test.each(["Fuel", "Main mineral", "Type of school"])(
  "%s says what is counted, though no two rows collide",
  async (heading) => {
    const rows = ["FRA,2020,Coal,5", "ITA,2020,Gas,6", ""].join("\n");
    const { columns } = await proposed(`iso3,year,${heading},n\n${rows}`);
    expect(columns.dimensions).toHaveProperty(heading);
  },
);

test("numbers below such a heading are values", async () => {
  const { roles } = await proposed("iso3,year,Fuels,Minerals\nFRA,2020,4.5,7\nITA,2020,5,8\n");
  expect(roles.slice(2)).toEqual(["Fuels: value", "Minerals: value"]);
});

test("what multiplies counts does not multiply shares beside them", async () => {
  const text = 'id,Year,Visitors,Change (%)\na/1,2020,"1,320",10.5\n';
  const { columns, reasons } = await proposed(text, { multiplier: 1000 });
  expect(columns).toMatchObject({
    multiplier: 1000,
    variables: { Visitors: {}, "Change (%)": { unit: "Percent", multiplier: 1 } },
  });
  expect(reasons).toMatchObject({
    Visitors: "numbers, as 1,320: a variable of its own",
    "Change (%)": "numbers, as 10.5, in Percent, not multiplied",
  });
  const alone = await proposed("id,Year,Change (%)\na/1,2020,0.105\n", { multiplier: 100 });
  expect(alone.columns).toMatchObject({
    multiplier: 100,
    variables: { "Change (%)": { unit: "Percent" } },
  });
  expect(alone.columns.variables).not.toHaveProperty(["Change (%)", "multiplier"]);
});

test("of regions with several states each somebody says which of both counts", async () => {
  const rows = ["Midwest,Ohio", "Midwest,Iowa", "South,Texas"].map((row) => `${row},2023,5\n`);
  const text = `Region,State,Year,Pools\n${rows.join("")}`;
  const { problems, cures } = await proposed(text);
  expect(problems).toEqual([
    "two columns hold names of places, 'Region', as 'Midwest', and 'State', as 'Ohio': --name says which one counts",
  ]);
  expect(cures).toEqual(["--name State", "--name Region"]);
  expect((await proposed(text, { name: "State" })).problems).toEqual([]);
});
