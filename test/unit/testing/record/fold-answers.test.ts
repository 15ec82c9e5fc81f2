/** Which answers of each endpoint a recorded world gives again, and why it differs for the others. */

import { beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "../../../../src/adapters/endpoints.ts";
import { type Commons, open } from "../../../../src/index.ts";
import { record } from "../../../../src/testing.ts";

const data = {
  "places.mcf": `Node: dcid:country/AA
typeOf: dcs:Country
name: "Aaland"

Node: dcid:aa/1
typeOf: dcs:State
name: "One"
fipsCode: "01"
containedInPlace: dcid:country/AA

Node: dcid:aa/2
typeOf: dcs:State
name: "Two"
fipsCode: "02"
containedInPlace: dcid:country/AA

Node: dcid:aa/1/x
typeOf: dcs:County
name: "X"
containedInPlace: dcid:aa/1

Node: dcid:Count_Cat
typeOf: dcs:StatisticalVariable
name: "Number of cats"
`,
  "cats.tmcf": `Node: E:cats->E1
typeOf: dcs:StatVarObservation
variableMeasured: dcid:Count_Cat
observationAbout: C:cats->place
observationDate: C:cats->date
value: C:cats->value
`,
  "cats.csv": `place,date,value
dcid:aa/1,2020,3
dcid:aa/1,2021,4
dcid:aa/2,2020,5
dcid:aa/1/x,2021,1
`,
};

let live: Commons;
beforeAll(async () => {
  live = await open(data);
});

const get = (path: string): [string] => [path];
const post = (path: string, body: unknown): [string, RequestInit] => [
  path,
  { method: "POST", body: JSON.stringify(body) },
];

const linked = { linked_entity: "country/AA", linked_property: "containedInPlace" };
const places = { ...linked, entity_type: "State", variables: ["Count_Cat"] };
const cats = { entities: ["aa/1", "aa/2"], variables: ["Count_Cat"] };

/** Endpoint, and a request that is answered again in full. */
const kept: readonly (readonly [string, readonly [string, RequestInit?]])[] = [
  ["v2.node", post("/v2/node", { nodes: ["aa/1"], property: "->[name, fipsCode]" })],
  ["v2.node", post("/v2/node", { nodes: ["aa/1"], property: "<-containedInPlace" })],
  [
    "v2.node",
    post("/v2/node", {
      nodes: ["country/AA"],
      property: "<-containedInPlace+{typeOf:County}",
    }),
  ],
  [
    "v2.observation",
    post("/v2/observation", {
      variable: { dcids: ["Count_Cat"] },
      entity: { expression: "country/AA<-containedInPlace+{typeOf:State}" },
      select: ["variable", "entity", "date", "value"],
    }),
  ],
  ["v2.resolve", post("/v2/resolve", { nodes: ["01"], property: "<-fipsCode->dcid" })],
  [
    "v2.resolve",
    post("/v2/resolve", { nodes: ["02"], property: "<-fipsCode{typeOf:State}->dcid" }),
  ],
  ["v1.triples", get("/v1/triples/in/aa/1")],
  ["v1.triples", get("/v1/triples/out/aa/1")],
  ["v1.bulkTriples", get("/v1/bulk/triples/out?nodes=aa/1&nodes=aa/2")],
  ["v1.bulkTriples", get("/v1/bulk/triples/in?nodes=aa/1&nodes=country/AA")],
  [
    "v1.bulkPropertyValues",
    get("/v1/bulk/property/values/out?property=containedInPlace&nodes=aa/1&nodes=aa/1/x"),
  ],
  [
    "v1.bulkPropertyValues",
    get("/v1/bulk/property/values/in?property=containedInPlace&nodes=aa/1"),
  ],
  [
    "v1.linkedPropertyValues",
    get(
      "/v1/bulk/property/values/in/linked?property=containedInPlace&nodes=country/AA&value_node_type=County",
    ),
  ],
  ["v1.observationPoint", get("/v1/observations/point/aa/1/Count_Cat")],
  ["v1.observationSeries", get("/v1/observations/series/aa/1/Count_Cat")],
  ["v1.bulkObservationPoint", post("/v1/bulk/observations/point", cats)],
  ["v1.bulkObservationSeries", post("/v1/bulk/observations/series", { ...cats, all_facets: true })],
  ["v1.linkedObservationPoint", post("/v1/bulk/observations/point/linked", places)],
  ["v1.linkedObservationSeries", post("/v1/bulk/observations/series/linked", places)],
  ["v0.propertyValues", get("/node/property-values?dcids=aa/1&property=containedInPlace")],
  ["v0.placesIn", get("/node/places-in?dcids=country/AA&place_type=State")],
  ["v0.triples", get("/node/triples?dcids=aa/1/x")],
];

const query = "SELECT ?name WHERE { ?s typeOf State . ?s name ?name }";

/** Endpoint, a request, and why a replay may differ. */
const lost: readonly (readonly [string, readonly [string, RequestInit?], string])[] = [
  [
    "v2.node",
    post("/v2/node", { nodes: ["aa/1"], property: "->" }),
    "labels are recorded as far as their values were asked for",
  ],
  [
    "v2.observation",
    post("/v2/observation", {
      variable: { dcids: ["Count_Cat"] },
      entity: { dcids: ["aa/1"] },
      select: ["variable", "entity", "facet"],
    }),
    "observations are recorded as far as their values were asked for",
  ],
  [
    "v2.observation",
    post("/v2/observation", {
      variable: { formula: "Count_Cat + Count_Cat" },
      entity: { dcids: ["aa/1"] },
      select: ["variable", "entity", "date", "value"],
    }),
    "what a formula comes to is no observation",
  ],
  [
    "v2.resolve",
    post("/v2/resolve", { nodes: ["number of cats"], resolver: "indicator" }),
    "a search by description is not folded into the world",
  ],
  [
    "v2.resolve",
    post("/v2/resolve", { nodes: ["01"], property: "<-fipsCode->name" }),
    "identifiers by other identifiers are not folded into the world",
  ],
  ["v2.sparql", post("/v2/sparql", { query }), "rows of a query are no statements"],
  ["v1.query", post("/v1/query", { sparql: query }), "rows of a query are no statements"],
  ["v0.query", post("/query", { sparql: query }), "rows of a query are no statements"],
  [
    "v0.propertyLabels",
    get("/node/property-labels?dcids=aa/1"),
    "labels without their values are no statements",
  ],
  [
    "v0.statVars",
    get("/place/stat-vars?dcids=aa/1"),
    "which variables were observed says no value",
  ],
];

const key = { "x-api-key": "k" };

async function replayOf([path, init]: readonly [string, RequestInit?]) {
  const recorder = record(live.fetch);
  const response = await recorder.fetch(path, { ...init, headers: key });
  expect(response.status).toBe(200);
  expect(JSON.stringify(await response.json()).length).toBeGreaterThan(20);
  return await recorder.replay();
}

describe("a recorded answer", () => {
  test.each(kept)("of %s is given again: %j", async (_endpoint, request) => {
    const { calls, differences } = await replayOf(request);
    expect(calls).toBe(1);
    expect(differences).toEqual([]);
  });

  test.each(lost)("of %s differs, with the reason: %j", async (endpoint, request, reason) => {
    const { differences } = await replayOf(request);
    expect(differences).toMatchObject([{ endpoint, reason }]);
  });

  test("is tried for every endpoint", () => {
    const tried = new Set([...kept, ...lost].map(([endpoint]) => endpoint));
    // Populations have tests of their own, beside those of the recorder.
    for (const name of ["v0.popObs", "v0.placeObs"]) tried.add(name);
    expect([...tried].sort()).toEqual(Object.keys(endpoints).sort());
  });

  test("holds nothing that was not asked for", async () => {
    const { commons } = await replayOf(kept[0]![1]);
    expect(commons.name("aa/1")).toBe("One");
    expect(commons.name("aa/2")).toBeUndefined();
    expect(commons.info.observationCount).toBe(0);
  });
});

const answering = (answer: unknown) =>
  record(async () => await Promise.resolve(Response.json(answer)));
const asking = (property: string, nodes: readonly string[] = ["a"]): [string, RequestInit] =>
  post("/v2/node", { nodes, property });

describe("a world of recorded answers", () => {
  const worldOf = async (answer: unknown, ...[path, init]: [string, RequestInit?]) => {
    const recorder = answering(answer);
    await recorder.fetch(path, { ...init, headers: key });
    return (await recorder.replay()).commons;
  };
  const arcs = (label: string, ...nodes: object[]) => ({
    data: { a: { arcs: { [label]: { nodes } } } },
  });

  test("has no names that are empty", async () => {
    const commons = await worldOf(
      arcs("in", { dcid: "b", name: "", types: ["T"] }),
      ...asking("->in"),
    );
    expect(commons.values("b", "name")).toEqual([]);
    expect(commons.values("b", "typeOf")).toEqual(["T"]);
  });

  test("has texts with their nodes, and none that would be a node of no name", async () => {
    const commons = await worldOf(arcs("in", { value: "text" }, { dcid: "" }), ...asking("->in"));
    expect(commons.values("a", "in")).toEqual(["text"]);
    // The other one lists the recorded requests.
    expect(commons.info.nodeCount).toBe(2);
  });

  test("keeps a type that one answer says of a place that another one found", async () => {
    const found = { entities: [{ node: "Ano", candidates: [{ dcid: "a" }, { dcid: "b" }] }] };
    const answers = [arcs("typeOf", { dcid: "Town" }), found];
    const recorder = record(async () => await Promise.resolve(Response.json(answers.shift())));
    await recorder.fetch(...asking("->typeOf"));
    await recorder.fetch(...post("/v2/resolve", { nodes: ["Ano"] }));
    const { commons } = await recorder.replay();
    expect(commons.values("a", "typeOf")).toEqual(["Town"]);
    expect(commons.values("b", "typeOf")).toEqual(["Place"]);
  });

  test("says of a filter with several values that it is not known which one let an entry pass", async () => {
    const recorder = answering(arcs("in", { dcid: "b" }));
    await recorder.fetch(...asking("<-in{typeOf:[City, Town]}"));
    const { differences, commons } = await recorder.replay();
    expect(commons.values("b", "typeOf")).toEqual([]);
    expect(differences).toMatchObject([
      { reason: "which value of its filter let an entry pass is not recorded" },
    ]);
  });
});
