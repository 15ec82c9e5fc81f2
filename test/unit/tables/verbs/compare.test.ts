import { describe, expect, test } from "vitest";
import { corr } from "../../../../src/analysis.ts";
import { open } from "../../../../src/index.ts";
import { tableFrom } from "../../../oracle/tables/table-from.ts";

const header = "entity,variable,date,value,unit,import_name,scaling_factor";
const rows = (lines: readonly string[]) => open({ "rows.csv": [header, ...lines].join("\n") });

const late = await rows([
  "geoId/06,Crimes,2020,10,,A,",
  "geoId/06,Crimes,2022,12,,A,",
  "geoId/06,People,2020,100,,A,",
  "geoId/06,People,2021,110,,A,",
  "geoId/48,Crimes,2022,30,,A,",
  "geoId/48,People,2022,300,,A,",
  "geoId/36,Crimes,2019,7,,A,",
  "geoId/36,People,2020,70,,A,",
]);
const question = {
  entities: ["geoId/06", "geoId/48", "geoId/36"],
  variables: ["Crimes", "People"],
  shape: "variables",
} as const;

describe("dates of one row that differ", () => {
  test("are not divided by each other, unless the caller says so", async () => {
    const table = await late.table(question);
    expect(() => table.derive({ rate: "Crimes / People" })).toThrow(
      "derive: 'rate' would mix dates in one row (Crimes 2022, People 2021): ask for a table with date: 'latest-common', or allow it with mix: [\"date\"]",
    );
    expect(() =>
      table
        .head(1)
        .group()
        .agg({ r: corr("Crimes", "People") }),
    ).toThrow("mix dates");
    const allowed = table.derive({ rate: "Crimes / People" }, { mix: ["date"] });
    expect(allowed.column("rate")).toMatchObject({ nullCount: 0 });
  });

  test("do no harm to rows that have one date, or to one column", async () => {
    const table = await late.table(question);
    const one = table.filter({ entity: "geoId/48" }).derive({ rate: "Crimes / People" });
    expect(one.toJSON()).toMatchObject([{ rate: 0.1 }]);
    expect(table.derive({ twice: "Crimes * 2" }).length).toBe(3);
  });

  test("are known after a pivot and a join, too", async () => {
    const records = await late.table({ ...question, shape: "records" });
    const wide = records.pivot({ on: "variable", index: "entity", values: "value" });
    expect(() => wide.derive({ rate: "Crimes / People" })).toThrow("Crimes 2022, People 2021");
    const joined = wide.join(tableFrom([{ entity: "geoId/06", name: "California" }]), {
      on: "entity",
    });
    expect(() => joined.derive({ rate: "Crimes / People" })).toThrow("Crimes 2022, People 2021");
  });

  test("are columns after the numbers, if somebody asks for them", async () => {
    const table = await late.table(question);
    expect(table.withDates().toJSON()[0]).toEqual({
      entity: "geoId/06",
      Crimes: 12,
      "Crimes date": "2022",
      People: 110,
      "People date": "2021",
    });
    expect(table.filter({ entity: "geoId/48" }).withDates().columns).toHaveLength(3);
  });
});

describe("the date latest-common", () => {
  test("is of each entity the latest at which all variables have a number", async () => {
    const table = await late.table({ ...question, date: "latest-common" });
    expect(table.toJSON()).toEqual([
      { entity: "geoId/06", date: "2020", Crimes: 10, People: 100 },
      { entity: "geoId/48", date: "2022", Crimes: 30, People: 300 },
    ]);
    expect(table.derive({ rate: "Crimes / People" }).length).toBe(2);
    const records = await late.table({ ...question, shape: "records", date: "latest-common" });
    expect(records.toJSON().map(({ date, value }) => [date, value])).toEqual([
      ["2020", 10],
      ["2022", 30],
      ["2020", 100],
      ["2022", 300],
    ]);
  });

  test("is one that the first facets do not share, if others have numbers at it", async () => {
    const commons = await rows([
      "geoId/06,Crimes,2019,9,,A,",
      "geoId/06,Crimes,2020,10,,A,",
      "geoId/06,Crimes,2024,14,,B,",
      "geoId/06,People,2019,90,,A,",
      "geoId/06,People,2020,100,,A,",
      "geoId/06,People,2020,101,,B,",
      "geoId/06,People,2023,130,,B,",
    ]);
    const asked = { ...question, entities: ["geoId/06"], date: "latest-common" } as const;
    const table = await commons.table({ ...asked, shape: "records" });
    const found = table
      .toJSON()
      .map(({ variable, importName, value }) => [variable, importName, value]);
    expect(found).toEqual([
      ["Crimes", "A", 10],
      ["People", "B", 101],
    ]);
    const one = await commons.table({ ...asked, date: "2020", shape: "records" });
    expect(table.toJSON()).toEqual(one.toJSON());
    const ratio = (await commons.table(asked)).derive({ rate: "Crimes / People" });
    expect(ratio.toJSON()).toEqual([
      { entity: "geoId/06", date: "2020", Crimes: 10, People: 101, rate: 10 / 101 },
    ]);
  });

  test("goes with one facet per series", async () => {
    await expect(
      late.table({ ...question, shape: "records", date: "latest-common", facet: "all" }),
    ).rejects.toThrow("'facet' is best or best-for-all");
  });
});

describe("correlations", () => {
  test("are a row and a column for each variable", async () => {
    const table = tableFrom([
      { a: 1, b: 2, c: 3 },
      { a: 2, b: 4, c: 1 },
      { a: 3, b: 6, c: 2 },
    ]);
    const found = table.correlations();
    expect(found.column("column")).toMatchObject({ texts: ["a", "b", "c"] });
    expect(found.toJSON()[0]).toEqual({ column: "a", a: 1, b: 1, c: -0.5 });
    expect(table.correlations(["a", "c"]).columns).toHaveLength(3);
    expect(() => table.correlations(["d"])).toThrow("no column 'd'");
  });

  test("refuse numbers of different dates in one row", async () => {
    expect((await late.table({ ...question, date: "latest-common" })).correlations().length).toBe(
      2,
    );
    const latest = await late.table(question);
    expect(() => latest.correlations()).toThrow("corr would mix dates");
  });
});

describe("facets that disagree", () => {
  test("are found for each date, above a tolerance", async () => {
    const commons = await rows([
      "geoId/06,People,2020,100,,A,",
      "geoId/06,People,2020,103,,B,",
      "geoId/06,People,2021,110,,A,",
      "geoId/06,People,2021,110,,B,",
      "geoId/06,People,2022,120,,A,",
      "geoId/48,People,2020,100,,A,",
      "geoId/48,People,2020,200,Thousand,B,",
      "geoId/36,People,2020,50,,A,",
      "geoId/36,People,2020,5000,,B,100",
    ]);
    const all = await commons.table({
      entities: ["geoId/06", "geoId/48", "geoId/36"],
      variables: ["People"],
      date: "all",
      facet: "all",
    });
    expect(all.compareFacets().toJSON()).toMatchObject([
      { date: "2020", entity: "geoId/06", facets: 2, min: 100, max: 103, spread: 3 / 103 },
    ]);
    expect(all.compareFacets({ tolerance: 0.05 }).length).toBe(0);
    expect(() => all.compareFacets({ tolerance: -1 })).toThrow("'tolerance' is a number from 0");
    expect(() => all.select({ value: "value" }).compareFacets()).toThrow("no column 'facetId'");
  });
});

describe("sums up a hierarchy", () => {
  const parts = tableFrom([
    { entity: "c1", state: "s1", variable: "People", date: "2020", value: 1, unit: "" },
    { entity: "c2", state: "s1", variable: "People", date: "2020", value: 2, unit: "" },
    { entity: "c1", state: "s1", variable: "People", date: "2021", value: 5, unit: "" },
    { entity: "c2", state: "s1", variable: "People", date: "2021", value: null, unit: "" },
    { entity: "c3", state: "s2", variable: "People", date: "2020", value: 4, unit: "" },
    { entity: "c3", state: "s2", variable: "Jobs", date: "2020", value: 9, unit: "" },
    { entity: "c4", state: null, variable: "People", date: "2020", value: 7, unit: "" },
  ]);

  test("by whole, variable and date, beside what is reported", () => {
    const reported = tableFrom([
      { entity: "s1", variable: "People", date: "2020", value: 3.5 },
      { entity: "s1", variable: "People", date: "2019", value: 3 },
      { entity: "s2", variable: "Jobs", date: "2020", value: 9 },
    ]);
    const sums = parts.sumUp({ to: "state", reported });
    expect(sums.toJSON().map((row) => Object.values(row))).toEqual([
      ["s1", "People", "2020", 3, 2, 3.5],
      ["s1", "People", "2021", 5, 1, null],
      ["s2", "People", "2020", 4, 1, null],
      ["s2", "Jobs", "2020", 9, 1, 9],
      [null, "People", "2020", 7, 1, null],
    ]);
    expect(sums.columns.map(({ name }) => name)).toEqual([
      "state",
      "variable",
      "date",
      "sum",
      "parts",
      "reported",
    ]);
    expect(parts.sumUp({ to: "state" }).columns).toHaveLength(5);
  });

  test("of amounts: rates, medians, averages and quotients are refused", async () => {
    const commons = await rows([
      "c1,Median_Age_Person,2020,30,,A,",
      "c2,Median_Age_Person,2020,40,,A,",
      "c1,Count_Person,2020,5,,A,",
      "c2,Count_Person,2020,6,,A,",
    ]);
    const asked = {
      entities: ["c1", "c2"],
      variables: ["Count_Person", "Median_Age_Person"],
    } as const;
    const message = "sumUp adds amounts, and 'Median_Age_Person' is a rate, a ratio, a median";
    const table = (await commons.table(asked)).derive({ state: () => "s" });
    expect(() => table.sumUp({ to: "state" })).toThrow(message);
    const people = table.filter({ variable: "Count_Person" });
    expect(people.sumUp({ to: "state" }).toJSON()).toMatchObject([{ sum: 11, parts: 2 }]);
    expect(() =>
      table
        .filter({ variable: "Median_Age_Person" })
        .select({ state: "state", value: "value" })
        .sumUp({ to: "state" }),
    ).toThrow(message);
    const wide = (await commons.table({ ...asked, shape: "variables", date: "2020" })).derive({
      state: () => "s",
      ratio: "Count_Person / Median_Age_Person",
      twice: "Count_Person * 2",
    });
    expect(() => wide.sumUp({ to: "state", column: "Median_Age_Person" })).toThrow(message);
    expect(() => wide.sumUp({ to: "state", column: "ratio" })).toThrow("'ratio' is a rate");
    expect(wide.sumUp({ to: "state", column: "twice" }).toJSON()).toMatchObject([{ sum: 22 }]);
    const variables = ["Count_Person"];
    const each = await commons.table({ ...asked, variables, denominator: "Count_Person" });
    expect(() => each.sumUp({ to: "facetId" })).toThrow("'Count_Person' is a rate");
  });

  test("and refuses units that differ, and columns that are not there", () => {
    const mixed = tableFrom([
      { entity: "c1", state: "s1", date: "2020", value: 1, unit: "Euro" },
      { entity: "c2", state: "s1", date: "2020", value: 2, unit: "USDollar" },
    ]);
    expect(() => mixed.sumUp({ to: "state" })).toThrow("sum would mix units");
    expect(mixed.sumUp({ to: "state", mix: ["unit"] }).toJSON()[0]).toMatchObject({ sum: 3 });
    expect(() => parts.sumUp({ to: "stat" })).toThrow("did you mean 'state'?");
  });
});
