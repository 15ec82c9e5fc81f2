/**
 * ASK, BIND, VALUES, EXISTS, MINUS, paths and subqueries: a general SPARQL engine answers the
 * standard form of the same queries over the same triples.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { QueryError } from "../../../src/errors/errors.ts";
import { querySparql } from "../../../src/sparql/run/evaluate.ts";
import { type NaiveTriple, worldOfData } from "../../oracle/sparql/naive-sparql.ts";
import { standardRows } from "../../oracle/sparql/oxigraph.ts";
import {
  dialectQuery,
  type End,
  type Part,
  type Parts,
  standardQuery,
  standardTriples,
  type TestPath,
} from "../../oracle/sparql/standard-groups.ts";
import { runs } from "../runs.ts";
import { countsOf } from "./arbitraries.ts";

const { numRuns } = runs(200);

const nodes = ["n0", "n1", "n2", "n3"];
const literals = ["t0", "t1", "5"];
const properties = ["p0", "p1"];
const variable = fc.constantFrom("a", "b", "c", "d");
const node = fc.constantFrom(...nodes);
/** One that no triple has, too. */
const anyText = fc.constantFrom(...nodes, ...literals, "n9");
const property = fc.constantFrom(...properties);

const triple: fc.Arbitrary<NaiveTriple> = fc.record({
  subject: node,
  predicate: property,
  object: fc.oneof(
    { weight: 3, arbitrary: node.map((text) => ({ kind: "node" as const, text })) },
    fc.constantFrom(...literals).map((text) => ({ kind: "literal" as const, text })),
  ),
  provenance: fc.constant("dc/base/A"),
});
const graph = fc.array(triple, { minLength: 3, maxLength: 14 });

const aVariable: fc.Arbitrary<End> = fc.record({ variable });
const subject: fc.Arbitrary<End> = fc.oneof(
  { weight: 6, arbitrary: aVariable },
  fc.record({ constant: node }),
);
const object: fc.Arbitrary<End> = fc.oneof(
  { weight: 4, arbitrary: aVariable },
  fc.record({ constant: fc.constantFrom(...nodes, "n9") }),
);

/** `within`: what a repetition may repeat. Outside of one, UNION says what an alternative says. */
const { path } = fc.letrec<{ path: TestPath; within: TestPath }>((tie) => {
  const list = (of: "path" | "within") => fc.array(tie(of), { minLength: 2, maxLength: 2 });
  const some = fc.subarray(properties, { minLength: 1 });
  const step = fc.record({ kind: fc.constant("property"), name: property });
  const repeated = fc.record({
    kind: fc.constant("repeated"),
    of: tie("within"),
    mark: fc.constantFrom("?", "*", "+"),
  });
  const ways = (of: "path" | "within") => [
    { weight: 4, arbitrary: step },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("inverse"), of: tie(of) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("sequence"), of: list(of) }) },
    { weight: 2, arbitrary: repeated },
    { weight: 1, arbitrary: some.map((ahead) => ({ kind: "other", ahead, back: [] })) },
    { weight: 1, arbitrary: some.map((back) => ({ kind: "other", ahead: [], back })) },
  ];
  // Of alternatives between two known ends, the peer counts one. The standard counts all.
  const alternative = fc.record({ kind: fc.constant("alternative"), of: list("within") });
  const both = fc.constant({ kind: "other", ahead: ["p0"], back: ["p1"] });
  return {
    path: fc.oneof({ maxDepth: 3 }, ...ways("path")) as fc.Arbitrary<TestPath>,
    within: fc.oneof(
      { maxDepth: 3 },
      ...ways("within"),
      alternative,
      both,
    ) as fc.Arbitrary<TestPath>,
  };
});

const pattern: fc.Arbitrary<Part> = fc.record({
  kind: fc.constant("path"),
  subject,
  path: fc.oneof(
    { weight: 2, arbitrary: property.map((name) => ({ kind: "property", name })) },
    path,
  ),
  object,
}) as fc.Arbitrary<Part>;

const { parts } = fc.letrec<{ parts: Parts; part: Part }>((tie) => ({
  parts: fc
    .tuple(pattern, fc.array(tie("part"), { maxLength: 3 }))
    .map(([one, more]) => [one, ...more]),
  part: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 3, arbitrary: pattern },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom("group", "optional", "minus", "minus", "exists", "notExists"),
        of: fc.oneof(
          pattern.map((one) => [one]),
          tie("parts"),
        ),
      }),
    },
    fc.record({ kind: fc.constant("union"), of: fc.tuple(tie("parts"), tie("parts")) }),
    fc.record({
      kind: fc.constant("values"),
      variable,
      texts: fc.array(fc.option(anyText, { freq: 6 }), { maxLength: 4 }),
    }),
    fc.record({
      kind: fc.constant("bind"),
      variable: fc.constantFrom("v", "w", "d"),
      from: variable,
      call: fc.constantFrom("", "", "UCASE"),
    }),
    fc.record({
      kind: fc.constant("bindExists"),
      variable: fc.constantFrom("v"),
      of: tie("parts"),
    }),
    fc.record({ kind: fc.constant("filter"), variable, text: anyText }),
    {
      // Most have no rows.
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("query"),
        variables: fc.uniqueArray(variable, { minLength: 1, maxLength: 2 }),
        counted: fc.option(variable),
        distinct: fc.boolean(),
        of: tie("parts"),
      }),
    },
  ) as fc.Arbitrary<Part>,
}));

const names = ["a", "b", "c", "d"];

/** Variables that the query mentions outside of what binds nothing. */
function visible(of: Parts): string[] {
  return of.flatMap((part) => {
    switch (part.kind) {
      case "path":
        return [part.subject, part.object].flatMap((end) =>
          "variable" in end ? [end.variable] : [],
        );
      case "group":
      case "optional":
        return visible(part.of);
      case "union":
        return part.of.flatMap(visible);
      case "values":
      case "bind":
      case "bindExists":
        return [part.variable];
      case "query":
        return part.counted === null ? part.variables : [part.variables[0] ?? "", "n"];
      default:
        return [];
    }
  });
}

/** Queries whose answer would be another one, and words that stand for nothing. */
const refusals =
  /which its group does not bind|Unrecognized name|MINUS by|bound already|already bound|neither grouped/;

const allKinds = ["bind", "bindExists", "exists", "filter", "group", "minus", "notExists"].concat([
  "optional",
  "path",
  "query",
  "union",
  "values",
]);

/** sparqljs forgets the variable of an empty VALUES: nothing knows that a BIND binds it again. */
function bindsEmptyAgain(of: Parts): boolean {
  const all = flat(of);
  const empty = all.flatMap((part) =>
    part.kind === "values" && part.texts.length === 0 ? [part.variable] : [],
  );
  return all.some(
    (part) => (part.kind === "bind" || part.kind === "bindExists") && empty.includes(part.variable),
  );
}

/** Oxigraph may ask the EXISTS of a BIND when parts after it have bound its variables; the BIND comes before them. */
function isAskedLate(of: Parts): boolean {
  const all = flat(of);
  return all.some((part, at) => {
    if (part.kind !== "bindExists") return false;
    const inner = flat(part.of);
    const before = visible(all.slice(0, at));
    const after = visible(all.slice(at + 1 + inner.length));
    return visible(inner).some((one) => after.includes(one) && !before.includes(one));
  });
}

/** All parts, and those within them. */
function flat(of: Parts): Part[] {
  return of.flatMap((part) => {
    const inner = "of" in part ? (part.of as Parts | readonly Parts[]).flat() : [];
    return [part, ...flat(inner as Parts)];
  });
}

const isLiteral = (text: string): boolean => literals.includes(text);

function answers(given: readonly NaiveTriple[], of: Parts) {
  const selected = [...new Set(visible(of))].filter((name) =>
    [...names, "v", "w", "n"].includes(name),
  );
  const own = dialectQuery(of, selected);
  const standard = standardQuery(of, selected, isLiteral);
  const { rows = [] } = querySparql(worldOfData({ triples: given, observations: [] }), own, {
    dialect: "extended",
  });
  const expected = standardRows(
    standardTriples(given),
    standard,
    selected.map((name) => `t${name}`),
  );
  return {
    own,
    standard,
    expected,
    rows: rows.map(({ cells }) => cells.map(({ value = "" }) => value)),
  };
}

test("ASK, BIND, VALUES, EXISTS, MINUS, paths and subqueries", () => {
  const kinds = new Set<string>();
  let refused = 0;
  let answered = 0;
  let found = 0;
  fc.assert(
    fc.property(graph, parts, (given, of) => {
      if (visible(of).length === 0 || bindsEmptyAgain(of) || isAskedLate(of)) return;
      try {
        const { own, standard, expected, rows } = answers(given, of);
        expect(countsOf(rows), `${own}\n${standard}\n${standardTriples(given)}`).toEqual(
          countsOf(expected),
        );
        answered++;
        if (rows.length === 0) return;
        found++;
        for (const { kind } of of) kinds.add(kind);
      } catch (error) {
        if (!(error instanceof QueryError && refusals.test(error.reason))) throw error;
        refused++;
      }
    }),
    { numRuns },
  );
  expect(answered * 3).toBeGreaterThan(refused);
  // Little would be compared if most answers were empty.
  expect(found * 8).toBeGreaterThan(answered);
  if (numRuns > 500) expect([...kinds].sort()).toEqual(allKinds);
});

test("paths alone, between ends of every kind", () => {
  fc.assert(
    fc.property(graph, pattern, (given, one) => {
      fc.pre(visible([one]).length > 0);
      const { own, standard, expected, rows } = answers(given, [one]);
      expect(countsOf(rows), `${own}\n${standard}`).toEqual(countsOf(expected));
    }),
    { numRuns: numRuns * 2 },
  );
});
