/** Which of several facets a table holds, by whole rows: worlds whose values are all numbers are read in another way. */
import { describe, expect, test } from "vitest";
import { open, type TableQuestion } from "../../../../src/index.ts";

const lines = [
  "a,V,2019,1,A",
  "a,V,2021,2,A",
  "a,V,2020,3,B",
  "a,V,2022,4,B",
  "a,V,2022,5,C",
  "b,V,2020,6,A",
  "b,V,2018,7,B",
  "c,V,2021,8,C",
  "a,W,2020,9,B",
  "b,W,2020,10,A",
  "b,W,2021,11,B",
];
const header = "entity,variable,date,value,import_name";
const numbers = await open({ "o.csv": [header, ...lines].join("\n") });
/** Of another variable one value is no number. */
const others = await open({ "o.csv": [header, ...lines, "d,X,2020,n/a,A"].join("\n") });

const asked = { entities: ["b", "a", "none", "c"], variables: ["W", "V"] } as const;
async function rowsOf(question: Partial<TableQuestion>): Promise<readonly string[]> {
  const tables = await Promise.all(
    [numbers, others].map((world) => world.table({ ...asked, ...question } as TableQuestion)),
  );
  const [one, other] = tables.map((table) =>
    table
      .toJSON()
      .map((row) =>
        ["entity", "variable", "date", "importName", "value", "V", "W"]
          .flatMap((name) => (name in row ? [row[name] ?? "-"] : []))
          .join(" "),
      ),
  );
  expect(one).toEqual(other);
  return one!;
}

describe("a table of records has", () => {
  test.each<[string, Partial<TableQuestion>, readonly string[]]>([
    [
      "of each series the facet with the latest date",
      {},
      ["b W 2021 B 11", "a W 2020 B 9", "b V 2020 A 6", "a V 2022 B 4", "c V 2021 C 8"],
    ],
    [
      "all facets, the latest date first",
      { facet: "all" },
      [
        ...["b W 2021 B 11", "b W 2020 A 10", "a W 2020 B 9", "b V 2020 A 6", "b V 2018 B 7"],
        ...["a V 2022 B 4", "a V 2022 C 5", "a V 2021 A 2", "c V 2021 C 8"],
      ],
    ],
    [
      "the facet of most entities",
      { facet: "best-for-all" },
      ["b W 2021 B 11", "a W 2020 B 9", "b V 2018 B 7", "a V 2022 B 4"],
    ],
    [
      "one date",
      { date: "2020" },
      ["b W 2020 A 10", "a W 2020 B 9", "b V 2020 A 6", "a V 2020 B 3"],
    ],
    ["one date of all facets", { date: "2022", facet: "all" }, ["a V 2022 B 4", "a V 2022 C 5"]],
    ["a date that no series has", { date: "1999" }, []],
    [
      "of one import",
      { filter: { importName: "A" } },
      ["b W 2020 A 10", "b V 2020 A 6", "a V 2021 A 2"],
    ],
    [
      "a range of dates, by the latest date in it",
      { date: { from: "2019", to: "2021" }, facet: "all" },
      [
        ...["b W 2021 B 11", "b W 2020 A 10", "a W 2020 B 9", "b V 2020 A 6"],
        ...["a V 2019 A 1", "a V 2021 A 2", "a V 2020 B 3", "c V 2021 C 8"],
      ],
    ],
    [
      "all dates",
      { date: "all", variables: ["V"] },
      ["b V 2020 A 6", "a V 2020 B 3", "a V 2022 B 4", "c V 2021 C 8"],
    ],
    [
      "the latest date that all variables have",
      { date: "latest-common" },
      ["b W 2020 A 10", "a W 2020 B 9", "b V 2020 A 6", "a V 2020 B 3"],
    ],
  ])("%s", async (_, question, rows) => {
    expect(await rowsOf(question)).toEqual(rows);
  });
});

test.each<[Partial<TableQuestion>, readonly string[]]>([
  [{}, ["b 6 11", "a 4 9", "c 8 -"]],
  [{ date: "2020" }, ["b 6 10", "a 3 9"]],
  [{ date: "2021" }, ["b - 11", "a 2 -", "c 8 -"]],
  [{ facet: "best-for-all" }, ["b 7 11", "a 4 9"]],
  [{ date: { from: "2021" } }, ["b 2021 - 11", "a 2022 4 -", "c 2021 8 -"]],
  [{ date: "latest-common" }, ["b 2020 6 10", "a 2020 3 9"]],
])("a column per variable has a row where there is a number: %j", async (question, rows) => {
  expect(await rowsOf({ ...question, shape: "variables" })).toEqual(rows);
});

test("the date latest-common takes a number at it, of facets in their order", async () => {
  const own = await open({
    "o.csv": `${header},measurement_method
a,V,2020,1,USCensusPEP_Annual_Population,CensusPEPSurvey
a,V,2021,2,USCensusPEP_Annual_Population,CensusPEPSurvey
a,V,2020,3,WikidataPopulation,WikidataPopulation
a,V,2023,4,WikidataPopulation,WikidataPopulation
a,W,2020,5,A,
b,V,2020,n/a,A,
b,V,2021,6,A,
b,W,2020,7,A,
c,V,2021,8,A,
c,V,2019,9,B,
c,W,2019,10,A,
c,W,2018,n/a,B,
d,V,2019,11,A,
`,
  });
  const entities = ["a", "b", "c", "d"];
  const question = { entities, variables: ["V", "W"], date: "latest-common" } as const;
  const rows = (await own.table(question)).toJSON();
  expect(rows.map(({ entity, variable, date, value }) => [entity, variable, date, value])).toEqual([
    ["a", "V", "2020", 1],
    ["c", "V", "2019", 9],
    ["a", "W", "2020", 5],
    ["c", "W", "2019", 10],
  ]);
  expect((await own.table({ ...question, shape: "variables" })).toJSON()).toEqual([
    { entity: "a", date: "2020", V: 1, W: 5 },
    { entity: "c", date: "2019", V: 9, W: 10 },
  ]);
});

test("the order of the service has one facet of each series, or all, also about several entities", async () => {
  const about = (from: string, to: string) =>
    `"{""donor"": ""${from}"", ""recipient"": ""${to}""}"`;
  const own = await open({
    "o.csv": `entity,variable,date,value,provenance,properties
a,V,2020,1,dc/base/A,{}
a,V,2021,2,dc/base/B,{}
,L,2020,3,dc/base/A,${about("x", "y")}
,L,2021,4,dc/base/B,${about("x", "y")}
,L,2021,5,dc/base/A,${about("x", "z")}
,L,2021,6,dc/base/A,${about("w", "z")}
`,
  });
  const valuesOf = async (question: Partial<TableQuestion>) => {
    const table = await own.table({ facetOrder: "service", ...question } as TableQuestion);
    return table
      .toJSON()
      .map((row) => [row["entity"], row["donor"], row["recipient"], row["value"]]);
  };
  const one = { entities: ["a"], variables: ["V"] };
  expect(await valuesOf(one)).toHaveLength(1);
  expect(await valuesOf({ ...one, facet: "all" })).toHaveLength(2);
  const loans = { entities: ["w", "x"], variables: ["L"] };
  const wx = [
    ["w", "w", "z", 6],
    ["x", "x", "y", 4],
    ["x", "x", "z", 5],
  ];
  expect((await valuesOf({ ...loans, facetOrder: "series" })).toSorted()).toEqual(wx);
  expect((await valuesOf({ ...loans, facetOrder: "series", facet: "all" })).toSorted()).toEqual([
    wx[0],
    ["x", "x", "y", 3],
    ...wx.slice(1),
  ]);
  expect((await valuesOf(loans)).map(([entity]) => entity).toSorted()).toEqual(["w", "x", "x"]);
});

test("a denominator without a number gives way to another facet, and what divides is counted once", async () => {
  const own = await open({
    "o.csv": `${header}
a,V,2020,6,A
a,D,2020,n/a,A
a,D,2019,3,B
b,V,2020,8,A
b,D,2018,0,A
c,V,2020,n/a,A
c,D,2020,2,A
d,V,2020,9,A
`,
  });
  const asked = { entities: ["a", "b", "c", "d"], variables: ["V"], denominator: "D" } as const;
  const table = await own.table({ ...asked, date: "all" });
  const shown = table.select({
    ...{ entity: "entity", value: "value", by: "denominator", date: "denominatorDate" },
  });
  expect(shown.toJSON()).toEqual([
    { entity: "a", value: 2, by: 3, date: "2019" },
    { entity: "b", value: null, by: 0, date: "2018" },
    { entity: "d", value: null, by: null, date: null },
  ]);
  expect(table.counts).toEqual({ notNumbers: 0, undivided: 2, unknown: [] });
  expect((await own.cite(table)).map(({ text }) => text)).toEqual([
    "A, 2018–2020, with minor processing",
    "B, 2019, with minor processing",
  ]);
});
