import { expect, test } from "vitest";
import { open, type TableQuestion } from "../../../../src/index.ts";

const commons = await open({
  "g.mcf": "Node: dcid:geo/a\ntypeOf: dcs:Town\ncontainedInPlace: dcid:geo/all\n",
  "o.csv": `entity,variable,date,value,import_name,measurement_method,observation_period
geo/a,Count_Person,2020,1,USCensusPEP_Annual_Population,CensusPEPSurvey,P1Y
geo/a,Count_Person,2021,2,USCensusPEP_Annual_Population,CensusPEPSurvey,P1Y
geo/a,Count_Person,2023,3,WikidataPopulation,WikidataPopulation,
`,
});

/** The dates of the table, for listed entities and for an expression. */
async function dates(question: Partial<TableQuestion>): Promise<unknown> {
  const both: readonly TableQuestion["entities"][] = [
    ["geo/a"],
    "geo/all<-containedInPlace+{typeOf:Town}",
  ];
  const variables = ["Count_Person"];
  const tables = await Promise.all(
    both.map((entities) => commons.table({ entities, variables, ...question })),
  );
  const [listed, named] = tables.map((table) => [...table.rows()].map(([date]) => date));
  expect(named).toEqual(listed);
  return listed;
}

test("of several facets the one with the latest date comes first, however entities are named", async () => {
  expect(await dates({})).toEqual(["2023"]);
  expect(await dates({ facet: "all" })).toEqual(["2023", "2021"]);
  expect(await dates({ date: "all" })).toEqual(["2023"]);
});

test("only dates in the range count, and a facet without a number at the date does not", async () => {
  expect(await dates({ date: { to: "2022" } })).toEqual(["2020", "2021"]);
  expect(await dates({ date: "2020" })).toEqual(["2020"]);
});

test("the order of the service ranks sources before dates, and leaves inferior ones out", async () => {
  expect(await dates({ facetOrder: "service" })).toEqual(["2021"]);
  expect(await dates({ facetOrder: "service", facet: "all" })).toEqual(["2021"]);
  await expect(dates({ facetOrder: "newest" as "series" })).rejects.toThrow("'facetOrder'");
});

test.each([
  ["the one that most entities have", ["a,A,2023", "b,B,2019", "c,B,2018"], "B"],
  ["of equals the one with the latest date", ["a,A,2019", "b,B,2020"], "B"],
  ["of equals the one with the latest date, where it comes first", ["a,A,2021", "b,B,2020"], "A"],
  ["of equals with one date the first", ["a,A,2020", "b,B,2020"], "A"],
  ["not the one with more dates", ["a,A,2018", "a,A,2019", "b,B,2019", "c,B,2017"], "B"],
])("best-for-all takes %s", async (_, lines, wanted) => {
  const own = await open({
    "o.csv": ["entity,import_name,date,variable,value", ...lines.map((line) => `${line},V,1`)].join(
      "\n",
    ),
  });
  const asked = { entities: ["a", "b", "c"], variables: ["V"], facet: "best-for-all" } as const;
  for (const date of ["all", "latest"] as const) {
    const table = await own.table({ ...asked, date });
    expect(new Set(table.toJSON().map(({ importName }) => importName))).toEqual(new Set([wanted]));
  }
});

test("a denominator is the nearest one also where dates are written without zeros", async () => {
  const own = await open({
    "o.csv": [
      "entity,variable,date,value",
      ...["2020-1-1,5", "2020-10-1,7", "2020-3-20,9", "2021,11"].map((row) => `a,D,${row}`),
      ...["2020-02", "2020-3", "2020-9-30", "2020-12-31", "2030", "2000"].map(
        (date) => `a,V,${date},1`,
      ),
    ].join("\n"),
  });
  const asked = { entities: ["a"], variables: ["V"], date: "all", denominator: "D" } as const;
  const found = (await own.table(asked)).toJSON();
  expect(new Map(found.map(({ date, denominator }) => [date, denominator]))).toEqual(
    new Map<unknown, unknown>([
      ["2000", 5],
      ["2020-02", 5],
      ["2020-12-31", 7],
      ["2020-3", 9],
      ["2020-9-30", 7],
      ["2030", 11],
    ]),
  );
});

test("a denominator is of the same year, in whatever facet, before it is of the nearest date", async () => {
  const own = await open({
    "o.csv": [
      "entity,import_name,variable,date,value",
      "a,Monthly,D,2026-04,20",
      "a,Monthly,D,2026-05,25",
      "a,Yearly,D,2022,8",
      "a,Yearly,D,2023,10",
      "a,Other,V,2020,40",
      "a,Other,V,2023,40",
      "a,Other,V,2025,40",
      "a,Yearly,V,2026,40",
    ].join("\n"),
  });
  const asked = { entities: ["a"], variables: ["V"], facet: "all", denominator: "D" } as const;
  const dividedIn = (table: Awaited<ReturnType<typeof own.table>>) =>
    table.toJSON().map(({ date, value, denominatorDate }) => [date, value, denominatorDate]);
  expect(dividedIn(await own.table({ ...asked, date: "all" })).sort()).toEqual([
    // The nearest, as no series has the year.
    ["2020", 5, "2022"],
    // Another series has the year.
    ["2023", 4, "2023"],
    ["2025", 2, "2026-04"],
    // Of the same facet is nothing of this year, of another there is.
    ["2026", 2, "2026-04"],
  ]);
  const table = await own.table({ ...asked, date: "2023" });
  expect(dividedIn(table)).toEqual([["2023", 4, "2023"]]);
  expect(table.sources.map(({ facet }) => facet.importName).sort()).toEqual(["Other", "Yearly"]);
});
