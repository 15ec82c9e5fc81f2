/** Answers are what JSON.parse makes of their text, prototypes included, whatever the dcids are. */
import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Commons } from "../../../src/index.ts";
import { toReportJson } from "../../../src/lint.ts";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import type { V2Select } from "../../../src/wire.ts";
import { infoOf } from "../../../src/world/world.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../../oracle/small-world.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(60);

const names = [
  "a",
  "b",
  "City",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "12",
  "-0",
];
const name = fc.constantFrom(...names);
const label = fc.constantFrom(
  ...["typeOf", "name", "containedInPlace", "__proto__", "constructor"],
  // What populations and their observations are made of.
  ...["populationType", "numConstraints", "observedNode", "measuredProperty", "location"],
);
const object = fc.oneof(
  name,
  name.map((text) => `=${text}`),
  fc.constantFrom("StatisticalPopulation", "Observation", "Person", "=2020"),
);
const triples: fc.Arbitrary<TripleRow[]> = fc.array(
  fc.tuple(name, label, object, fc.constantFrom("p1", "__proto__")),
  { maxLength: 40 },
);
const observations: fc.Arbitrary<ObservationRow[]> = fc.array(
  fc.tuple(
    name,
    name,
    fc.constantFrom("2019", "2020", "__proto__"),
    fc.constantFrom("1", "0", "1e21", "-1.5", "text"),
    fc.record({ unit: fc.constantFrom("", "__proto__"), importName: fc.constantFrom("", "A") }),
  ),
  { maxLength: 20 },
);

/** Answers of every typed method that has objects keyed by data. */
function answersOf(commons: Commons): unknown[] {
  const [nodes, dcids, entities, variables] = [names, names, names, names];
  const every: readonly V2Select[] = ["entity", "variable", "date", "value", "facet"];
  const selections = [every, ["entity", "variable"], ["entity", "variable", "facet"]] as const;
  const { v0, v1 } = commons;
  const asked: (() => unknown)[] = [
    ...(["->*", "<-*", "->", "<-containedInPlace+"] as const).map(
      (property) => () => commons.v2.node({ nodes, property }),
    ),
    ...selections.flatMap((select) => [
      () => commons.v2.observation({ entity: { dcids }, variable: { dcids }, select: [...select] }),
      () =>
        commons.v2.observation({
          entity: { expression: "a<-containedInPlace+{typeOf:City}" },
          variable: { dcids },
          select: [...select],
        }),
    ]),
    () => commons.v2.resolve({ nodes, property: "<-name->dcid" }),
    () => commons.v2.sparql({ query: "SELECT ?a ?b WHERE { ?a typeOf ?b }" }),
    () => v1.bulkTriples({ nodes, direction: "out" }),
    () => v1.bulkPropertyValues({ nodes, direction: "in", property: "typeOf" }),
    () => v1.bulkObservationSeries({ entities, variables, allFacets: true }),
    () => v1.bulkObservationPoint({ entities, variables }),
    () => v0.triples({ dcids }),
    () => v0.propertyValues({ dcids, property: "typeOf" }),
    () => v0.propertyLabels({ dcids }),
    () => v0.statVars({ dcids }),
    ...names.map((dcid) => () => v0.popObs({ dcid })),
    () => v0.placeObs({ placeType: "City", populationType: "Person", observationDate: "2020" }),
  ];
  return asked.map((ask) => ask());
}

test("every answer is strictly what JSON.parse makes of its text", () => {
  fc.assert(
    fc.property(triples, observations, (rows, values) => {
      const world = worldOf(rows, values);
      const commons = new Commons({ world, info: infoOf(world, new DiagnosticLog().summary()) });
      for (const answer of answersOf(commons)) {
        const text = JSON.stringify(answer);
        expect(() => deepStrictEqual(answer, JSON.parse(text))).not.toThrow();
      }
    }),
    { numRuns },
  );
});

test("a key that every object inherits is absent where nothing has it", () => {
  const world = worldOf([["__proto__", "constructor", "=x"]]);
  const commons = new Commons({ world, info: infoOf(world, new DiagnosticLog().summary()) });
  const { data = {} } = commons.v2.node({ nodes: ["__proto__", "toString"], property: "->*" });
  expect(Object.keys(data)).toEqual(["__proto__", "toString"]);
  expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  expect(Object.getOwnPropertyDescriptor(data, "__proto__")).toEqual({
    value: { arcs: { constructor: { nodes: [{ value: "x" }] } } },
    writable: true,
    enumerable: true,
    configurable: true,
  });
  expect(Object.hasOwn(data, "constructor")).toBe(false);
});

test("so is the report of lint", () => {
  const levels = { info: 0, warning: 0, error: 1, fatal: 0 };
  const counters = [{ level: "error", counter: "__proto__", count: 1, findings: [] }] as const;
  const report = toReportJson({
    levels,
    counters,
    findings: [],
    series: [],
    fileCount: 0,
    rowCount: 0,
    bytes: 0,
    others: undefined,
  });
  expect(report.levelSummary.LEVEL_ERROR?.counters).toStrictEqual(JSON.parse('{"__proto__":"1"}'));
});
