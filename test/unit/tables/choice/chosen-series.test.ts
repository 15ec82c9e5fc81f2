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
