/** Queries for the nodes that have all of several arcs to constants, at the ends of other arcs or alone. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { querySparql } from "../../../src/sparql/run/evaluate.ts";
import {
  type NaiveData,
  type NaivePattern,
  naiveRows,
  worldOfData,
} from "../../oracle/sparql/naive-sparql.ts";
import { runs } from "../runs.ts";
import { dialectPatterns } from "./arbitraries.ts";

const predicates = ["p", "q", "r", "typeOf"];
const objects = ["x", "y"];
const arc = fc.record({
  predicate: fc.constantFrom(...predicates),
  object: fc.record({
    // Where a text is both, a constant is two terms.
    kind: fc.oneof({ weight: 40, arbitrary: fc.constant("node") }, fc.constant("literal")),
    text: fc.constantFrom(...objects),
  }),
});
const provenance = "dc/base/A";

const data: fc.Arbitrary<NaiveData> = fc
  .array(fc.array(arc, { maxLength: 8 }), { minLength: 6, maxLength: 12 })
  .map((nodes) => ({
    triples: nodes.flatMap((arcs, at) => [
      ...arcs.map((one) => ({ subject: `n${at}`, ...one, provenance })),
      {
        subject: `m${at % 4}`,
        predicate: "leads",
        object: { kind: "node" as const, text: `n${at}` },
        provenance,
      },
    ]),
    observations: [],
  }));

const star: fc.Arbitrary<NaivePattern[]> = fc
  .record({
    arcs: fc.array(fc.tuple(fc.constantFrom(...predicates), fc.constantFrom(...objects)), {
      minLength: 3,
      maxLength: 5,
    }),
    isLed: fc.boolean(),
  })
  .map(({ arcs, isLed }) => {
    const subject = { variable: "a" };
    const patterns = arcs.map(([predicate, text]): NaivePattern => {
      return { subject, predicate, object: { constants: [text] } };
    });
    const leads = { subject: { variable: "b" }, predicate: "leads", object: subject };
    return isLed ? [...patterns, leads] : patterns;
  });

test("find what trying every triple for every pattern finds", () => {
  let found = 0;
  fc.assert(
    fc.property(data, star, (given, patterns) => {
      const query = { patterns, select: ["a"], distinct: false };
      const { rows = [] } = querySparql(
        worldOfData(given),
        `SELECT ?a WHERE { ${dialectPatterns(patterns)} }`,
      );
      const answer = rows.map(({ cells }) => cells.map(({ value = "" }) => value));
      found += answer.length;
      expect(answer.sort()).toEqual(naiveRows(given, query).sort());
    }),
    runs(200),
  );
  expect(found).toBeGreaterThan(0);
});
