/** What `commons.cite` finds in answers of any form: ids of facets, their dates, where they come from. */
import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";

const commons = await open({
  "graph.mcf": `Node: dcid:dc/base/People
typeOf: dcs:Provenance
name: "People"
url: "https://people.example/"

Node: dcid:dc/base/Money
name: "Money"
`,
  "o.csv": `variable,entity,date,value,import_name,provenance,provenance_url
Count_Person,geoId/06,2018,100,People,dc/base/People,
Count_Person,geoId/06,2019,100,People,dc/base/People,
Income,geoId/06,2020,1100,Money,dc/base/Money,https://bank.example/
`,
});
const [people, money] = ["People", "Money"].map(
  (name) => commons.engine.observations.facets.find((one) => one.importName === name)!.facetId,
) as [string, string];
const textsOf = async (answer: object) => (await commons.cite(answer)).map(({ text }) => text);

const peopleIn = (years: string) => `People${years} (https://people.example/)`;
const moneyIn = (years: string) => `Money${years} (https://bank.example/)`;

test.each<[string, object, readonly string[]]>([
  ["facetId", { facetId: people, date: "2018" }, [peopleIn(", 2018")]],
  ["facet, as a text", { facet: people, date: "2018" }, [peopleIn(", 2018")]],
  ["facet, as an object", { facet: { facetId: people }, date: "2018" }, [peopleIn(", 2018")]],
  ["attributes", { attributes: { facetId: people }, date: "2018" }, [peopleIn(", 2018")]],
  ["no date", [{ facetId: people }, { facetId: money }], [peopleIn(""), moneyIn("")]],
  [
    "several rows",
    [
      { facetId: people, date: "2019" },
      { facetId: people, date: "2018" },
    ],
    [peopleIn(", 2018–2019")],
  ],
  [
    "a date, and none",
    [{ facetId: people, date: "2019" }, { facetId: people }],
    [peopleIn(", 2019")],
  ],
  [
    "first and last date",
    { facetId: people, earliestDate: "2011", latestDate: "2015" },
    [peopleIn(", 2011–2015")],
  ],
  ["the first date alone", { facetId: people, earliestDate: "2011" }, [peopleIn(", 2011")]],
  ["the last date alone", { facetId: people, latestDate: "2015" }, [peopleIn(", 2015")]],
  [
    "a date before",
    { facetId: people, date: "2019", before: { date: "2012" } },
    [peopleIn(", 2012–2019")],
  ],
  [
    "points with dates",
    { facetId: people, observations: [{ date: "2013" }, { date: "2016" }] },
    [peopleIn(", 2013–2016")],
  ],
  [
    "points with periods",
    { attributes: { facetId: people }, observations: [{ timePeriod: "2013" }] },
    [peopleIn(", 2013")],
  ],
  [
    "a series that is a list",
    Object.assign([{ date: "2017" }, { date: "2014" }], { facet: { facetId: people } }),
    [peopleIn(", 2014–2017")],
  ],
  [
    "a row beside another",
    { facetId: people, date: "2018", other: { facetId: money, date: "2020" } },
    [peopleIn(", 2018"), moneyIn(", 2020")],
  ],
  ["a question", { question: { facetId: money }, rows: [{ facetId: people }] }, [peopleIn("")]],
  ["points that name others", { facetId: people, list: [{ facetId: money }] }, [peopleIn("")]],
  [
    "its facet, which names another",
    { facetId: people, facet: { facetId: money } },
    [peopleIn("")],
  ],
  [
    "attributes, which name another",
    { facetId: people, attributes: { facetId: money } },
    [peopleIn("")],
  ],
  [
    "parts of no facet",
    { facet: { of: { facetId: people } }, attributes: { of: { facetId: money } } },
    [peopleIn(""), moneyIn("")],
  ],
  ["an id that is no text", { facetId: 5, rows: [{ facetId: people }] }, [peopleIn("")]],
  ["a date that is no text", { facetId: people, date: 2018 }, [peopleIn("")]],
  ["an unknown id", { facetId: "x", date: "2020" }, ["unknown source, 2020"]],
  [
    "an id as a member of objects",
    { facets: {}, row: { facetId: "toString" } },
    ["unknown source"],
  ],
  [
    "a described facet that the world has under another id",
    { facets: { x: { importName: "Money" } }, rows: [{ facetId: "x", date: "2020" }] },
    ["Money, 2020"],
  ],
  [
    "a described facet that the world has not",
    { facets: { x: { importName: "Other", provenanceUrl: "https://o/" } }, row: { facetId: "x" } },
    ["Other (https://o/)"],
  ],
  [
    "a described facet that differs from the one with its id",
    { facets: { [people]: { importName: "Other" } }, row: { facetId: people } },
    ["Other"],
  ],
  [
    "facets that agree in part",
    { facet: { facetId: "x", importName: "Money", provenanceUrl: "https://o/" } },
    ["Money (https://o/)"],
  ],
  [
    "an aggregate",
    { facet: { facetId: "x", importName: "Other", isDcAggregate: true } },
    ["Other, with minor processing by Data Commons"],
  ],
  [
    "what is no aggregate",
    { facet: { facetId: "x", importName: "Other", isDcAggregate: "true" } },
    ["Other"],
  ],
])("of %s", async (_, answer, texts) => {
  expect(await textsOf(answer)).toEqual(texts);
});

const divided = [
  `${moneyIn(", 2020")}, with minor processing`,
  `${peopleIn(", 2019")}, with minor processing`,
];
const asked = { entities: ["geoId/06"], variables: ["Income"] } as const;

test.each<[object, readonly string[]]>([
  [{ perCapita: true }, divided],
  [{ denominator: "Count_Person" }, divided],
  [{ perCapita: false }, [moneyIn(", 2020")]],
  [{}, [moneyIn(", 2020")]],
])("an answer to a question with %j cites what divided it", async (more, texts) => {
  const question = { ...asked, ...more };
  const answer = { question, rows: [{ facetId: money, date: "2020", value: 11 }] };
  expect(await textsOf(answer)).toEqual(texts);
  expect(await textsOf({ intent: "value", answer })).toEqual(texts);
});

test.each(["records", "variables", "dates"] as const)(
  "a table of the shape %s without rows cites nothing, also of what would divide them",
  async (shape) => {
    const table = await commons.table({ ...asked, shape, perCapita: true });
    expect(await textsOf(table)).toEqual(divided);
    expect(await textsOf(table.head(0))).toEqual([]);
    expect(await textsOf(table.select({ entity: "entity" }))).toEqual(divided);
  },
);

test("one provenance is one citation: of all dates, with each facet once", async () => {
  const own = await open({
    "o.csv": `variable,entity,date,value,import_name,provenance,measurement_method
V,a,2018,1,I,dc/p,x
V,a,2020,1,I,dc/p,y
V,b,2019,1,I,dc/p,x
`,
  });
  const table = await own.table({
    ...{ entities: ["a", "b"], variables: ["V"], date: "all", facet: "all" },
  });
  const [x, y] = ["x", "y"].map(
    (method) =>
      own.engine.observations.facets.find((one) => one.measurementMethod === method)!.facetId,
  );
  expect(await own.cite(table)).toEqual([
    {
      ...{ provenance: "I", provenanceId: "dc/p", from: "2018", to: "2020" },
      ...{ facetIds: [y, x], text: "I, 2018–2020" },
    },
  ]);
  expect(await own.cite(table.filter({ entity: "b" }))).toMatchObject([
    { from: "2019", to: "2019", facetIds: [x] },
  ]);
  const undated = table.select({ facetId: "facetId" });
  expect(await own.cite(undated)).toMatchObject([{ from: "2018", to: "2020" }]);
});

const refusal = "cite finds no facet beside these numbers";
test.each<[string, object, boolean]>([
  ["a number", { value: 1 }, true],
  ["a number in a list", { list: [{ value: 0 }] }, true],
  ["a column of numbers", { values: new Float64Array(1) }, true],
  ["an empty column", { values: new Float64Array(0) }, false],
  ["a text", { value: "1" }, false],
  ["null", { value: null }, false],
  ["counts beside facets", { facets: {}, count: 1 }, false],
  ["scores of what was understood", { intent: "value", score: 0.5 }, false],
])("%s without a facet: is it refused?", async (_, answer, isRefused) => {
  if (isRefused) {
    await expect(commons.cite(answer)).rejects.toThrow(refusal);
    await expect(commons.cite(answer)).rejects.toMatchObject({ code: "REQUEST" });
  } else expect(await commons.cite(answer)).toEqual([]);
});

test("a citation has the first and the last of all dates, in whatever order they come", async () => {
  const own = await open({
    "o.csv": `variable,entity,date,value,import_name
V,a,2020,1,I
V,b,2018,1,I
V,c,2019,1,I
D,a,2015,1,J
D,b,2011,1,J
D,c,2013,1,J
`,
  });
  for (const entities of [
    ["a", "b", "c"],
    ["b", "a", "c"],
    ["c", "b", "a"],
  ]) {
    const table = await own.table({ entities, variables: ["V"], denominator: "D" });
    expect((await own.cite(table)).map(({ from, to }) => `${from} ${to}`)).toEqual([
      "2018 2020",
      "2011 2015",
    ]);
  }
});

test("a calculated series has the provenance of the facet that its own agrees with", async () => {
  const own = await open({
    "o.csv": "variable,entity,date,value,import_name,provenance\nV,a,2020,1,I,dc/p\n",
  });
  const facets = { x: { importName: "I" }, y: { importName: "Other" } };
  const rows = [{ facetId: "x" }, { facetId: "y" }];
  expect(await own.cite({ facets, rows })).toEqual([
    { provenance: "I", provenanceId: "dc/p", facetIds: ["x"], text: "I" },
    { provenance: "Other", provenanceId: "dc/base/Other", facetIds: ["y"], text: "Other" },
  ]);
});
