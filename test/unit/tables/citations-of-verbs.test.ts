/** `commons.cite` of what verbs make of tables: no source of the rows is lost. */
import { beforeAll, expect, test } from "vitest";
import { first, last, max, sum } from "../../../src/analysis.ts";
import { type Commons, open, type Table } from "../../../src/index.ts";

const observations = `variable,entity,date,value,import_name,unit
Count_Person,geoId/06,2018,100,People,
Count_Person,geoId/06,2019,110,People,
Count_Person,geoId/48,2018,50,Census,
Count_Person,geoId/48,2019,60,Census,
Income,geoId/06,2018,1100,Money,
Income,geoId/06,2020,1300,Money,
Income,geoId/48,2018,900,Bank,
`;

let commons: Commons;
/** Of two facets. */
let people: Table;
/** Of two others. */
let income: Table;
beforeAll(async () => {
  commons = await open({ "observations.csv": observations });
  const entities = ["geoId/06", "geoId/48"];
  people = await commons.table({ entities, variables: ["Count_Person"], date: "all" });
  income = await commons.table({ entities, variables: ["Income"], date: "all" });
});

const citedIn = async (table: Table) => (await commons.cite(table)).map(({ text }) => text);
const values = { entity: "entity", date: "date", value: "value" } as const;
const mix = ["facetId"] as const;
const both = ["People, 2018–2019", "Census, 2018–2019"];
const one = ["People, 2018–2019"];
const all = [...both, "Money, 2018–2020", "Bank, 2018"];
const on = ["entity"];
/** Of one facet in one year, and of the other in the next. */
const alternating = () =>
  people.filter(({ entity, date }) => (entity === "geoId/06") === (date === "2018"));
const california = { entity: "geoId/06" };

test.each<[string, () => Table, readonly string[]]>([
  ["all rows", () => people, both],
  ["rows by a test", () => people.filter(california), one],
  ["rows by a date", () => people.filter({ date: "2018" }), ["People, 2018", "Census, 2018"]],
  ["other names", () => people.filter(california).select({ from: "facetId", at: "date" }), one],
  [
    "names of other columns",
    () => people.select({ facetId: "entity", date: "variable", value: "value" }),
    both,
  ],
  ["columns without facets", () => people.select(values), both],
  ["sorted rows", () => people.sorted("value").head(1), ["Census, 2018"]],
  ["a derived column", () => people.derive({ half: "value / 2" }).filter(california), one],
  ["a derived name of a facet", () => people.derive({ facetId: () => "x" }), both],
  [
    "groups by facet",
    () =>
      people
        .group("facetId")
        .agg({ n: sum("value") })
        .head(1),
    one,
  ],
  ["groups of facets", () => people.group("date").agg({ n: sum("value") }, { mix }), both],
  [
    "one facet and one date of each group",
    () =>
      people
        .group("variable")
        .agg({ facetId: first("facetId"), date: last("date"), n: max("value") }, { mix }),
    both,
  ],
  ["a step along series", () => people.perSeries().diff().filter(california), one],
  [
    "a step from one facet to another",
    () =>
      alternating()
        .perSeries({ by: ["variable"], mix })
        .diff()
        .filter({ date: "2019" }),
    both,
  ],
  [
    "several years of several facets",
    () =>
      alternating()
        .perSeries({ by: ["variable"], mix })
        .cagr(),
    both,
  ],
  ["years along series", () => people.perSeries().cagr().filter(california), one],
  ["ranks", () => people.rank("value", { mix }).filter(california), both],
  ["shares", () => people.share("value", { within: ["date"], mix }).filter(california), both],
  ["scores", () => people.zScore("value", { mix }).filter(california), both],
  ["bins", () => people.histogram("value", { mix, bins: 2 }), both],
  ["correlations", () => people.correlations(["value"], { mix }), both],
  [
    "facets that disagree",
    () => people.select({ ...values, facetId: "facetId", entity: "variable" }).compareFacets(),
    both,
  ],
  ["dates", () => people.withDates(), both],
  [
    "columns of a pivot",
    () => people.pivot({ on: "entity", index: "date", values: "value" }),
    both,
  ],
  ["rows of columns", () => people.unpivot({ on: ["value"] }).filter(california), one],
  ["a sum", () => people.sumUp({ to: "entity" }), both],
  ["a sum beside what is reported", () => people.sumUp({ to: "entity", reported: income }), all],
  ["a joined table", () => people.join(income, { on }), all],
  [
    "a joined table of values",
    () => people.select(values).join(income.select(values), { on }),
    all,
  ],
  [
    "a quotient of joined tables",
    () =>
      people
        .select(values)
        .join(income.select(values), { on: ["entity", "date"], how: "inner" })
        .derive({ rate: "value_2 / value" }, { mix: ["date"] }),
    all,
  ],
  ["a table joined to one without facets", () => people.select(values).join(income, { on }), all],
  [
    "rows of a joined table",
    () => people.join(income, { on: ["entity", "date"], how: "inner" }).filter(california),
    ["People, 2018", "Money, 2018"],
  ],
  [
    "rows of a joined table by the other date",
    () => people.join(income, { on }).filter({ date_2: "2020" }),
    ["People, 2018–2019", "Money, 2020"],
  ],
  [
    "what a table joined to itself has",
    () =>
      people.join(people, { on: ["date"] }).filter({ entity: "geoId/06", entity_2: "geoId/48" }),
    both,
  ],
  [
    "a third joined table",
    () => people.join(income, { on }).join(income, { on }).filter(california),
    ["People, 2018–2019", "Money, 2018–2020"],
  ],
  [
    "columns that are no table",
    () => people.join({ columns: [...income.columns], length: income.length }, { on }),
    both,
  ],
])("cites of %s each source that the rows have", async (_, made, expected) => {
  expect(await citedIn(made())).toEqual(expected);
});

test("only the divided side of a joined table was processed by division", async () => {
  const entities = ["geoId/06"];
  const divided = await commons.table({
    entities,
    variables: ["Income"],
    date: "2018",
    perCapita: true,
  });
  expect(await citedIn(divided.join(people, { on }))).toEqual([
    "Money, 2018, with minor processing",
    "People, 2018, with minor processing",
    "People, 2018–2019",
  ]);
});

test("cites of a quotient of joined tables both institutes", async () => {
  const states = await open("data-samples/us-states");
  const tableOf = (variable: string) =>
    states.table({ entities: ["geoId/06"], variables: [variable] });
  const energy = await tableOf("Annual_Generation_Electricity");
  const population = await tableOf("Count_Person");
  const joined = energy
    .join(population, { on })
    .derive({ rate: "value / value_2" }, { mix: ["date"] });
  expect((await states.cite(joined)).map(({ source }) => source)).toEqual([
    "U.S. Energy Information Administration",
    "U.S. Census Bureau",
  ]);
});
