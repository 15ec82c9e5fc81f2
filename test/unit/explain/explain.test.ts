import { afterEach, expect, test, vi } from "vitest";
import { CommonsError, type ExplainedRequest, type Explanation, open } from "../../../src/index.ts";

const commons = await open({
  "world.mcf": `Node: dcid:geo/1
typeOf: dcid:Town
name: "Ano"
code: "A-1"
color: "red"
containedInPlace: dcid:geo/9

Node: dcid:geo/2
typeOf: dcid:Town
name: "Bea"
containedInPlace: dcid:geo/9

Node: dcid:geo/9
typeOf: dcid:State
name: "Cis"
latitude: "1"

Node: dcid:Count
typeOf: dcid:StatisticalVariable
name: "Number of people"

Node: dcid:Income
typeOf: dcid:StatisticalVariable
name: "Income of people"
`,
  "obs.csv": `entity,variable,date,value,unit,provenance_url
geo/1,Count,2020,5,,https://one.example/data
geo/1,Count,2022,6,,https://one.example/data
geo/2,Income,2021,7,Dollar,https://two.example/data
geo/2,Mood,2021,fine,,https://two.example/data
`,
});

const values = ["date", "value"] as const;
const about = (variable: string, entity: string, more: object = {}): ExplainedRequest => ({
  observation: {
    variable: { dcids: [variable] },
    entity: { dcids: [entity] },
    select: values,
    ...more,
  },
});
const towns = (expression: `${string}->${string}` | `${string}<-${string}`): ExplainedRequest => ({
  observation: { variable: { dcids: ["Count"] }, entity: { expression }, select: values },
});
const node = (dcid: string, property: `->${string}` | `<-${string}`): ExplainedRequest => ({
  node: { nodes: [dcid], property },
});
const query = (text: string): ExplainedRequest => ({ sparql: { query: text } });

/** Request, the reason's kind, the step that leaves nothing, and one of the suggestions. */
const cases: [ExplainedRequest, string, string, string?][] = [
  [{ node: { nodes: [], property: "->name" } }, "nothingAsked", "nodes in the request"],
  [node("geo/3", "->name"), "unknownDcid", "nodes that are known", "dcid geo/2"],
  [node("Bea", "->name"), "unknownDcid", "nodes that are known", "dcid geo/2"],
  [node("geo/1", "->nme"), "unknownProperty", "properties that some triple has", "property name"],
  [
    node("geo/9", "->color"),
    "noSuchProperty",
    "nodes with the property out of them",
    "property latitude",
  ],
  [node("geo/1", "<-"), "noSuchProperty", "properties into them", "property color"],
  [
    node("geo/9", "<-containedInPlace{typeOf:Twn}"),
    "unknownType",
    "of them pass the filter",
    "type Town",
  ],
  [
    node("geo/9", "<-containedInPlace{color:blue}"),
    "filteredOut",
    "of them pass the filter",
    "value red",
  ],
  [
    node("geo/9", "<-containedInPlace{colour:red}"),
    "unknownProperty",
    "of them pass the filter",
    "property color",
  ],
  [
    node("geo/9", "<-containedInPlace+{typeOf:State}"),
    "filteredOut",
    "of them pass the filter",
    "type Town",
  ],
  [about("Count", "geo/3"), "unknownDcid", "nodes that are known", "dcid geo/1"],
  [about("Counts", "geo/1"), "unknownVariable", "variables with observations", "variable Count"],
  [about("people", "geo/1"), "unknownVariable", "variables with observations", "variable Income"],
  [
    about("Income", "geo/1"),
    "noData",
    "pairs of variable and entity with observations",
    "variable Count",
  ],
  [
    about("Income", "geo/1"),
    "noData",
    "pairs of variable and entity with observations",
    "dcid geo/2",
  ],
  [about("Mood", "geo/2"), "noNumbers", "series of numbers"],
  [
    about("", "geo/1", { variable: { formula: "Income + Income" }, date: "1900" }),
    "noData",
    "pairs of variable and entity with observations",
    "dcid geo/2",
  ],
  [
    about("Count", "geo/1", { date: "2021" }),
    "otherDates",
    "series with a number at the date",
    "date 2020",
  ],
  [
    about("Count", "geo/1", { date: "2021" }),
    "otherDates",
    "series with a number at the date",
    "date 2022",
  ],
  [
    about("Count", "geo/1", { date: "latest" }),
    "otherDates",
    "series with a number at the date",
    "date LATEST",
  ],
  [
    about("Count", "geo/1", { filter: { domains: ["two.example"] } }),
    "filteredByFacet",
    "series that pass the facet filter",
    "domain one.example",
  ],
  [
    { observation: { entity: { dcids: ["geo/9"] }, select: values } },
    "noData",
    "variables with observations about them",
  ],
  [
    towns("geo/9<-containedInPlace+{typeOf:City}"),
    "unknownType",
    "of them pass the filter",
    "type Town",
  ],
  [
    towns("geo/1<-containedInPlace+{typeOf:Town}"),
    "noMatch",
    "nodes that the expression walks over",
  ],
  [{ resolve: { nodes: [], property: "<-code->dcid" } }, "nothingAsked", "texts in the request"],
  [{ resolve: { nodes: ["Beä"] } }, "unknownText", "texts that name a place", "dcid geo/2"],
  [
    { resolve: { nodes: ["Bea"], property: "<-description{typeOf:State}->dcid" } },
    "filteredOut",
    "of them are of the type",
    "type Town",
  ],
  [
    { resolve: { nodes: ["A-2"], property: "<-code->dcid" } },
    "unknownText",
    "texts that some node has as 'code'",
    "value A-1",
  ],
  [
    { resolve: { nodes: ["A-1"], property: "<-cod->dcid" } },
    "unknownProperty",
    "triples with the property 'cod'",
    "property code",
  ],
  [
    { resolve: { nodes: ["A-1"], property: "<-code->latitude" } },
    "noSuchProperty",
    "of them lead to a 'latitude'",
    "property color",
  ],
  [
    { resolve: { nodes: ["geo/3"], property: "<-dcid->dcid" } },
    "unknownText",
    "texts that some node has as 'dcid'",
    "dcid geo/1",
  ],
  [
    { resolve: { nodes: ["1#1"], property: "<-geoCoordinate->dcid" } },
    "noMatch",
    "coordinates within a known area",
  ],
  [
    { resolve: { nodes: ["zebra"], resolver: "indicator" } },
    "unknownText",
    "texts that something is about",
  ],
  [
    query("SELECT ?n WHERE { ?s typeOf Twn . ?s name ?n }"),
    "unknownType",
    "?s typeOf Twn",
    "type Town",
  ],
  [
    query("SELECT ?n WHERE { ?s typeOf Town . ?s nme ?n }"),
    "unknownProperty",
    "?s nme ?n, together with what stands before",
    "property name",
  ],
  [
    query("SELECT ?n WHERE { ?s dcid geo/3 . ?s name ?n }"),
    "unknownDcid",
    "?s dcid geo/3",
    "dcid geo/2",
  ],
  [
    query("SELECT ?s WHERE { ?s typeOf Town . ?s latitude ?n }"),
    "noMatch",
    "?s latitude ?n, together with what stands before",
  ],
  [query("SELECT ?s WHERE { ?s color geo/1 }"), "noMatch", "?s color geo/1"],
  [query("SELECT ?s WHERE { ?s color blue }"), "unknownText", "?s color blue"],
  [
    query(
      "SELECT ?v WHERE { ?o typeOf StatVarObservation . ?o variableMeasured Cont . ?o value ?v }",
    ),
    "unknownVariable",
    "?o variableMeasured Cont, together with what stands before",
    "variable Count",
  ],
  [
    query(
      "SELECT ?v WHERE { ?o variableMeasured Count . ?o observationAbout geo/9 . ?o value ?v }",
    ),
    "noData",
    "?o observationAbout geo/9, together with what stands before",
  ],
  [
    query(
      "SELECT ?v WHERE { ?o variableMeasured Count . ?o observationDate '1999' . ?o value ?v }",
    ),
    "otherDates",
    "?o observationDate 1999, together with what stands before",
    "date 2022",
  ],
  [
    query("SELECT ?s WHERE { ?s name ?n FILTER(?n = 'Dor') }"),
    "filteredOut",
    "rows that pass FILTER 1",
  ],
  [query("SELECT ?s WHERE { ?s typeOf Town } OFFSET 2"), "offset", "rows after OFFSET 2"],
  [
    query("SELECT (COUNT(?s) AS ?c) ?t WHERE { ?s typeOf ?t } GROUP BY ?t HAVING(COUNT(?s) > 9)"),
    "filteredOut",
    "groups",
  ],
];

const shown = ({ suggestions }: Explanation): string[] =>
  suggestions.map(({ kind, value }) => `${kind} ${value}`);

test.each(cases)("%j is empty: %s", async (request, kind, step, suggestion) => {
  const explained = await commons.explain(request, { dialect: "extended" });
  expect(explained).toMatchObject({ isEmpty: true, kind });
  expect(explained.steps.find(({ left }) => left === 0)?.what).toBe(step);
  if (suggestion !== undefined) expect(shown(explained)).toContain(suggestion);
  expect(explained.text).toContain(`The answer is empty: ${explained.reason}.`);
  expect(JSON.parse(JSON.stringify(explained))).toEqual(explained);
});

test.each<[ExplainedRequest, readonly number[]]>([
  [{ node: { nodes: ["geo/1", "geo/2", "geo/3"], property: "->[name, typeOf]" } }, [3, 2, 2, 2, 3]],
  [node("geo/9", "<-containedInPlace+{typeOf:Town}"), [1, 1, 1, 1, 2, 2]],
  [about("Count", "geo/1", { date: "2020" }), [1, 1, 1, 1, 1, 1, 1]],
  [towns("geo/9<-containedInPlace+{typeOf:Town}"), [1, 1, 2, 2, 1, 1, 1, 1, 1]],
  [{ resolve: { nodes: ["A-1", "A-2"], property: "<-code->dcid" } }, [2, 1, 1, 1]],
  [query("SELECT ?n WHERE { ?s typeOf Town . ?s name ?n } LIMIT 1"), [2, 2]],
])("%j is not empty, and its steps count", async (request, counts) => {
  const explained = await commons.explain(request);
  expect(explained).not.toHaveProperty("reason");
  expect(explained.isEmpty).toBe(false);
  expect(explained.steps.map(({ left }) => left)).toEqual(counts);
});

test("names that a step lost are listed, ten at most", async () => {
  const nodes = ["geo/1", ...Array.from({ length: 20 }, (_, at) => `no/${at}`)];
  const { steps } = await commons.explain({ node: { nodes, property: "->name" } });
  expect(steps[1]).toEqual({
    what: "nodes that are known",
    left: 1,
    lost: Array.from({ length: 10 }, (_, at) => `no/${at}`),
  });
});

test("a query says which patterns have matches", async () => {
  const text = "SELECT ?n WHERE { ?s typeOf Town . ?s nme ?n . ?s name ?n }";
  const { steps } = await commons.explain(query(text));
  expect(steps.map(({ what, left }) => `${left} ${what}`)).toEqual([
    "2 ?s typeOf Town",
    "0 ?s nme ?n, together with what stands before",
    "0 alone: ?s nme ?n",
    "5 alone: ?s name ?n",
  ]);
});

test("a request that is refused is refused, and one that takes too long ends", async () => {
  await expect(commons.explain(node("geo/1", "->a->b"))).rejects.toBeInstanceOf(CommonsError);
  const slow = commons.explain(node("geo/3", "->name"), { timeout: 0 });
  await expect(slow).rejects.toMatchObject({ code: "LIMIT", setting: "timeout" });
  const few = commons.explain(query("SELECT ?s WHERE { ?s name ?n . ?s nme ?m }"), { maxRows: 2 });
  await expect(few).rejects.toBeInstanceOf(CommonsError);
  const stopped = commons.explain(node("geo/1", "->name"), { signal: AbortSignal.abort("stop") });
  await expect(stopped).rejects.toBe("stop");
});

test.each([
  [{}],
  [{ nodes: ["geo/1"] }],
  [{ node: {}, sparql: {} }],
  [undefined],
  [Object.create({ node: {} })],
])("%j is no request", async (request) => {
  await expect(commons.explain(request as never)).rejects.toThrow(
    "explain needs a request under the name of its method",
  );
});

test("looks at the clock all along a chain over many places", async () => {
  const lines = Array.from({ length: 30_000 }, (_, at) => `p/${at},containedInPlace,root,,`);
  const wide = await open({
    "triples.csv": `subject_id,predicate,object_id,object_value,provenance
${lines.join("\n")}
root,typeOf,State,,
`,
  });
  // Each look at the clock is a millisecond.
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now++);
  const request = node("root", "<-containedInPlace+");
  const looks = async (timeout: number) => {
    const before = now;
    const limited = wide.explain(request, { timeout });
    await (timeout === Number.POSITIVE_INFINITY ? limited : expect(limited).rejects.toThrow());
    return now - before;
  };
  expect(await looks(Number.POSITIVE_INFINITY)).toBeGreaterThan(30);
  expect(await looks(3)).toBeLessThan(10);
});

afterEach(() => {
  vi.restoreAllMocks();
});

test("a variable and an entity that are exchanged are told", async () => {
  const { text } = await commons.explain(about("geo/1", "Count"));
  expect(text).toContain(
    "there are no observations of the variable 'geo/1': exchange variable and entity.",
  );
  expect((await commons.explain(about("Counts", "geo/1"))).text).not.toContain("exchange");
  expect((await commons.explain(about("geo/1", "geo/2"))).text).not.toContain("exchange");
});

test("a method as the first argument is refused before options are", async () => {
  const asked = commons.explain("v2.observation" as never, { date: "2020" } as never);
  await expect(asked).rejects.toThrow("explain needs a request under the name of its method");
});

test("an entity that is not the first one of its observations is named with its property", async () => {
  const flows = await open({
    "flow.mcf": `Node: dcid:Flow
typeOf: dcid:StatisticalVariable
observationProperties: dcid:source, dcid:target
`,
    "flow.csv":
      'entity,variable,date,value,properties\n,Flow,2020,5,"{""source"": ""geo/1"", ""target"": ""geo/2""}"\n',
  });
  const reason =
    "'geo/2' is 'target' in observations of 'Flow', and this request looks at 'source' alone: SDMX and tables look at all entities";
  for (const variable of [{ dcids: ["Flow"] }, {}]) {
    const observation = { variable, entity: { dcids: ["geo/2"] }, select: values };
    expect(await flows.explain({ observation })).toMatchObject({ kind: "noData", reason });
  }
  const found = await flows.explain(about("Flow", "geo/1"));
  expect(found.isEmpty).toBe(false);
});
