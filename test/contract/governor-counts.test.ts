/** What the governor of a request counts grows with what the request goes through. */

import { expect, test } from "vitest";
import type { AnyEndpoint } from "../../src/adapters/edge/endpoint.ts";
import { fetchOf } from "../../src/adapters/edge/fetch.ts";
import { RestService } from "../../src/adapters/edge/service.ts";
import { invoke } from "../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../src/adapters/endpoints.ts";
import { LimitError } from "../../src/errors/errors.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../oracle/small-world.ts";

const many = 40;
const placeOf = (at: number) => `place/${String(at).padStart(3, "0")}`;
const places = Array.from({ length: many }, (_, at) => placeOf(at));
const variables = Array.from({ length: many }, (_, at) => `Count_${100 + at}`);
const nameOf = (at: number) => `Place of number ${at}`;
const years = Array.from({ length: many }, (_, at) => `${1900 + at}`);

const triples = places.flatMap((place, at): TripleRow[] => [
  [place, "typeOf", "State"],
  [place, "name", `=${nameOf(at)}`],
  [place, "containedInPlace", "country"],
  [place, `label${100 + at}`, "=1"],
  [`pop/${at}`, "typeOf", "StatisticalPopulation"],
  [`pop/${at}`, "populationType", "Person"],
  [`pop/${at}`, "location", place],
  [`pop/${at}`, "location", "everywhere"],
  [`obs/${at}`, "typeOf", "Observation"],
  [`obs/${at}`, "observedNode", `pop/${at}`],
  [`obs/${at}`, "observedNode", "all"],
  [`obs/${at}`, "observationDate", "2011"],
  [`obs/${at}`, "measuredValue", "=1"],
  ["hub", `label${100 + at}`, "=1"],
  ["hub", "near", place],
]);
const observations: ObservationRow[] = [
  ...places.map((place): ObservationRow => ["Count", place, "2020", "1"]),
  ...variables.map((variable): ObservationRow => [variable, "hub", "2020", "1"]),
  ...years.map((year): ObservationRow => ["Long", "hub", year, "1"]),
  ...years.map(
    (year): ObservationRow => ["Facets", "hub", "2020", "1", { importName: `import${year}` }],
  ),
];
/** A name or a text. */
const long = "x".repeat(10_000);
const world = worldOf(
  [...triples, ["country", "typeOf", "Country"], ["essay", "text", `=${long}`]],
  observations,
);
const pointsWanted = ["date", "value"];
const linked = {
  linkedEntity: "country",
  linkedProperty: "containedInPlace",
  entityType: "State",
};
const inside = "country<-containedInPlace+{typeOf:State}";

/** Row of the table, the rows that its answer takes, and what they are. */
const cases: readonly (readonly [keyof typeof endpoints, rows: number, string, object])[] = [
  ["v2.node", 1 + many, "values of a node", { nodes: ["hub"], property: "->near" }],
  ["v2.node", 2 * many, "nodes and their values", { nodes: places, property: "->name" }],
  ["v2.node", many, "nodes without values", { nodes: places, property: "->unheard" }],
  ["v2.node", many, "nodes with labels", { nodes: places, property: "->" }],
  ["v2.node", 1 + many, "places inside", { nodes: ["country"], property: "<-containedInPlace+" }],
  [
    "v2.observation",
    1 + many,
    "points",
    { entity: { dcids: ["hub"] }, variable: { dcids: ["Long"] }, select: pointsWanted },
  ],
  [
    "v2.observation",
    2 * many,
    "entities and their points",
    { entity: { dcids: places }, variable: { dcids: ["Count"] }, select: pointsWanted },
  ],
  [
    "v2.observation",
    1 + many,
    "facets",
    { entity: { dcids: ["hub"] }, variable: { dcids: ["Facets"] }, select: ["facet"] },
  ],
  [
    "v2.observation",
    many,
    "entities that have data",
    { entity: { expression: inside }, variable: { dcids: ["Count"] }, select: ["entity"] },
  ],
  ["v2.resolve", 2 * many, "names and candidates", { nodes: places.map((_, at) => nameOf(at)) }],
  ["v1.triples", 2 * many, "values", { direction: "out", node: "hub" }],
  ["v1.bulkTriples", 3 * many, "nodes and values", { direction: "in", nodes: places }],
  [
    "v1.bulkPropertyValues",
    2 * many,
    "nodes and values",
    { direction: "out", nodes: places, property: "name" },
  ],
  [
    "v1.linkedPropertyValues",
    1 + many,
    "places inside",
    { property: "containedInPlace", nodes: ["country"], valueNodeType: "State" },
  ],
  ["v1.observationPoint", 1 + many, "facets to choose from", { entity: "hub", variable: "Facets" }],
  ["v1.observationSeries", many, "points", { entity: "hub", variable: "Long" }],
  [
    "v1.bulkObservationPoint",
    2 * many,
    "entities and their points",
    { entities: places, variables: ["Count"] },
  ],
  [
    "v1.bulkObservationPoint",
    1 + many,
    "points of all facets",
    { entities: ["hub"], variables: ["Facets"], allFacets: true },
  ],
  ["v1.bulkObservationSeries", 1 + many, "points", { entities: ["hub"], variables: ["Long"] }],
  [
    "v1.linkedObservationPoint",
    2 * many,
    "entities and their points",
    { ...linked, variables: ["Count"] },
  ],
  [
    "v1.linkedObservationSeries",
    2 * many,
    "entities and their points",
    { ...linked, variables: ["Count"] },
  ],
  ["v0.triples", 7 * many, "nodes and the other ends of their triples", { dcids: places }],
  ["v0.propertyValues", many, "values", { dcids: places, property: "name" }],
  ["v0.propertyLabels", 2 + many, "node and labels", { dcids: ["hub"] }],
  ["v0.placesIn", many, "places inside", { dcids: ["country"], placeType: "State" }],
  ["v0.statVars", 3 + many, "place and variables", { dcids: ["hub"] }],
  ["v0.popObs", 2 * many, "populations and their observations", { dcid: "everywhere" }],
  ["v0.popObs", many, "observations", { dcid: "all" }],
  [
    "v0.placeObs",
    2 * many,
    "populations and their observations",
    { placeType: "State", populationType: "Person", observationDate: "2011" },
  ],
];

/** The least limit that answers. */
function least(row: AnyEndpoint, request: object, setting: "maxRows" | "maxMemoryBytes"): number {
  let [low, high] = [0, 1 << 20];
  while (low < high) {
    const middle = (low + high) >> 1;
    try {
      invoke(row as never, world, request as never, { [setting]: middle, timeout: 60_000 });
      high = middle;
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      low = middle + 1;
    }
  }
  return low;
}

test.each(cases)("%s takes %i rows: %s", (name, rows, _what, request) => {
  const row = endpoints[name] as AnyEndpoint;
  expect(least(row, request, "maxRows")).toBe(rows);
});

test.each(cases)("%s needs memory for its answer, %i rows: %s", (name, _rows, _what, request) => {
  const row = endpoints[name] as AnyEndpoint;
  const { length } = JSON.stringify(invoke(row as never, world, request as never));
  const bytes = least(row, request, "maxMemoryBytes");
  expect(bytes).toBeGreaterThan(length * 0.9);
  expect(bytes).toBeLessThan(length * 20);
});

test.each<[keyof typeof endpoints, object]>([
  ["v2.node", { nodes: [long], property: "->name" }],
  ["v2.node", { nodes: ["essay"], property: "->text" }],
  [
    "v2.observation",
    { entity: { dcids: [long] }, variable: { dcids: ["Count"] }, select: pointsWanted },
  ],
  ["v2.resolve", { nodes: [long] }],
  ["v1.bulkTriples", { direction: "out", nodes: [long] }],
  ["v1.bulkPropertyValues", { direction: "out", nodes: [long], property: "name" }],
  [
    "v1.linkedPropertyValues",
    { property: "containedInPlace", nodes: [long], valueNodeType: "State" },
  ],
  ["v0.triples", { dcids: [long] }],
  ["v0.propertyValues", { dcids: [long], property: "name" }],
  ["v0.propertyLabels", { dcids: [long] }],
  ["v0.statVars", { dcids: [long] }],
])("%s counts the bytes of the texts in its answer", (name, request) => {
  expect(least(endpoints[name] as AnyEndpoint, request, "maxMemoryBytes")).toBeGreaterThan(
    long.length,
  );
});

const unknown = (count: number) => Array.from({ length: count }, (_, at) => `x/${at}`).sort();

/** The clock is read every 4096 steps; the second time it is too late. */
test.each<[keyof typeof endpoints, string, object]>([
  ["v2.node", "1500 nodes", { nodes: unknown(1500), property: "->name" }],
  ["v2.node", "labels of 1000 nodes", { nodes: unknown(1000), property: "->" }],
  ["v2.node", "two walks", { nodes: ["country", "hub"], property: "->containedInPlace+" }],
  [
    "v2.observation",
    "3000 entities",
    { entity: { dcids: unknown(3000) }, variable: { dcids: ["Count"] }, select: ["entity"] },
  ],
  ["v2.resolve", "two searches", { nodes: ["a", "b"] }],
  [
    "v1.linkedPropertyValues",
    "two walks",
    { property: "containedInPlace", nodes: ["a", "b"], valueNodeType: "State" },
  ],
  ["v0.triples", "2100 nodes", { dcids: unknown(2100) }],
  ["v0.propertyValues", "2100 nodes", { dcids: unknown(2100), property: "name" }],
  ["v0.placesIn", "two walks", { dcids: ["a", "b"], placeType: "State" }],
])("%s looks at the clock: %s", (name, _what, request) => {
  expect(() => invoke(endpoints[name] as never, world, request as never, { timeout: 0 })).toThrow(
    "the request takes longer than 0 ms",
  );
});

test("the clock of /v2/observation runs while the entities of an expression are found", async () => {
  const fetch = fetchOf(new RestService(endpoints, world, { requireKey: false, timeout: 0 }));
  const status = async (entity: object) => {
    const body = JSON.stringify({ variable: { dcids: ["Count"] }, entity, select: pointsWanted });
    return (await fetch("/v2/observation", { method: "POST", body })).status;
  };
  expect(await status({ dcids: places })).toBe(200);
  expect(await status({ expression: inside })).toBe(504);
});
