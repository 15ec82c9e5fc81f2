/**
 * Forms of the extended dialect that the random queries do not draw: each is answered over random triples as by a
 * general SPARQL engine.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { querySparql } from "../../../src/sparql/run/evaluate.ts";
import { type NaiveTriple, worldOfData } from "../../oracle/sparql/naive-sparql.ts";
import { standardRows } from "../../oracle/sparql/oxigraph.ts";
import { standardTriples } from "../../oracle/sparql/standard-groups.ts";
import { sized } from "../runs.ts";
import { countsOf } from "./arbitraries.ts";

/** Of each form. The worlds are small. */
const numRuns = sized(25, 600);

const node = fc.constantFrom("n0", "n1", "n2", "n3");
const graph: fc.Arbitrary<NaiveTriple[]> = fc.array(
  fc.record({
    subject: node,
    predicate: fc.constantFrom("p0", "p1", "p2"),
    object: node.map((text) => ({ kind: "node" as const, text })),
    provenance: fc.constant("dc/base/A"),
  }),
  { minLength: 3, maxLength: 14 },
);

/** By form: the variables that are compared, and the query. `p…` are properties, `n…` nodes. */
const forms: Readonly<Record<string, readonly [names: string, query: string]>> = {
  "VALUES of two variables": [
    "a b",
    "{ ?a p0 ?b VALUES (?a ?b) { (n0 n1) (UNDEF n2) (n3 UNDEF) } }",
  ],
  "VALUES after the query": ["a b", "{ ?a p0 ?b } VALUES ?b { n0 n1 }"],
  "VALUES alone": ["a", "{ VALUES ?a { n0 n1 n1 } }"],
  "EXISTS in an alternative of a filter": [
    "a b",
    "{ ?a p0 ?b FILTER(EXISTS { ?b p1 ?c } || ?a = ?b) }",
  ],
  "EXISTS in a conjunction": [
    "a",
    "{ ?a p0 ?b FILTER(EXISTS { ?a p1 ?c } && NOT EXISTS { ?b p2 ?d }) }",
  ],
  "EXISTS with a filter within": [
    "a b",
    "{ ?a p0 ?b FILTER NOT EXISTS { ?a p1 ?c FILTER(?c = ?b) } }",
  ],
  "EXISTS within EXISTS": [
    "a",
    "{ ?a p0 ?b FILTER EXISTS { ?b p1 ?c FILTER EXISTS { ?c p2 ?d } } }",
  ],
  "EXISTS with UNION and OPTIONAL": [
    "a",
    "{ ?a p0 ?b FILTER EXISTS { { ?a p1 ?c } UNION { ?b p2 ?c OPTIONAL { ?c p0 ?d } } } }",
  ],
  "EXISTS with a path": ["a", "{ ?a p0 ?b FILTER EXISTS { ?b p1+ ?a } }"],
  "MINUS of two patterns": ["a b", "{ ?a p0 ?b MINUS { ?a p1 ?c . ?c p2 ?b } }"],
  "MINUS without a common variable": ["a b", "{ ?a p0 ?b MINUS { ?x p1 ?y } }"],
  "MINUS of a UNION": ["a b", "{ ?a p0 ?b MINUS { { ?a p1 ?c } UNION { ?a p2 ?b } } }"],
  "two of MINUS": ["a b", "{ ?a p0 ?b MINUS { ?a p1 ?c } MINUS { ?b p2 ?d } }"],
  "MINUS with VALUES": ["a b", "{ ?a p0 ?b MINUS { VALUES ?a { n0 n1 } } }"],
  "BIND of a comparison": ["a v", "{ ?a p0 ?b BIND(?a = ?b AS ?v) }"],
  "BIND used by a pattern": ["a b c", "{ ?a p0 ?b BIND(?b AS ?v) ?v p1 ?c }"],
  "BIND used by a filter": [
    "a b",
    "{ ?a p0 ?b BIND(STR(?a) AS ?v) BIND(STR(?b) AS ?w) FILTER(?v = ?w) }",
  ],
  "OPTIONAL with a filter of both sides": [
    "a b c",
    "{ ?a p0 ?b OPTIONAL { ?b p1 ?c FILTER(?c = ?b || ?c = ?b) } }",
  ],
  "OPTIONAL in OPTIONAL": ["a b c d", "{ ?a p0 ?b OPTIONAL { ?b p1 ?c OPTIONAL { ?c p2 ?d } } }"],
  BOUND: ["a b", "{ ?a p0 ?b OPTIONAL { ?b p1 ?c } FILTER(!BOUND(?c)) }"],
  IN: ["a b", "{ ?a p0 ?b FILTER(?b IN (n0, n1)) }"],
  "NOT IN": ["a b", "{ ?a p0 ?b FILTER(?b NOT IN (n0, n1)) }"],
  "a sequence with an inverse": ["a b", "{ ?a p0/^p0 ?b }"],
  "a repeated sequence": ["a b", "{ ?a (p0/p1)+ ?b }"],
  "a repeated alternative": ["a b", "{ ?a (p0|^p1)* ?b }"],
  "a negated set of both directions": ["a b", "{ { SELECT DISTINCT ?a ?b { ?a !(p0|^p1) ?b } } }"],
  "a path to a constant": ["a", "{ ?a (p0|p1)+ n1 }"],
  "a path from a constant": ["b", "{ n0 p0*/p1? ?b }"],
  "a loop": ["a", "{ ?a p0+ ?a }"],
  "a subquery with ORDER BY and LIMIT": [
    "a b",
    "{ { SELECT DISTINCT ?a { ?a p0 ?x } ORDER BY ?a LIMIT 2 } ?a p1 ?b }",
  ],
  "a subquery with OFFSET": [
    "a b",
    "{ { SELECT DISTINCT ?a { ?a p0 ?x } ORDER BY DESC(?a) OFFSET 1 } ?a p1 ?b }",
  ],
  "a subquery with HAVING": [
    "a n",
    "{ { SELECT ?a (COUNT(*) AS ?n) { ?a p0 ?x } GROUP BY ?a HAVING(COUNT(*) > 1) } }",
  ],
  "a subquery with MIN and MAX": [
    "a m M",
    "{ { SELECT ?a (MIN(STR(?x)) AS ?m) (MAX(STR(?x)) AS ?M) { ?a p0 ?x } GROUP BY ?a } ?a p1 ?b }",
  ],
  "a subquery in a subquery": [
    "a",
    "{ { SELECT ?a { { SELECT DISTINCT ?a ?b { ?a p0 ?b } } ?b p1 ?c } } }",
  ],
  "a subquery in OPTIONAL": [
    "a n",
    "{ ?a p0 ?b OPTIONAL { { SELECT ?a (COUNT(?x) AS ?n) { ?a p1 ?x } GROUP BY ?a } } }",
  ],
  "a subquery in EXISTS": ["a", "{ ?a p0 ?b FILTER EXISTS { { SELECT ?b { ?b p1 ?c } } } }"],
  "counts of distinct": ["n", "{ { SELECT (COUNT(DISTINCT ?b) AS ?n) { ?a p0 ?b } } }"],
  "a variable as a property": ["a p b", "{ ?a ?p ?b . ?b ?p ?a }"],
};

function standardOf(query: string): string {
  return query
    .replace(/(?<![?\w])p(\d)\b/g, "<p:p$1>")
    .replace(/(?<![?\w])n(\d)\b/g, "<x:n$1>")
    .replace(/STR\((\?\w)\)/g, "STRAFTER(STR($1), ':')");
}

const withoutPrefix = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => cells.map((cell) => cell.replace(/^[xp]:/, "")));

function compare(given: NaiveTriple[], names: readonly string[], query: string): number {
  const select = names.map((name) => `?${name}`).join(" ");
  const text = `SELECT ${select} ${query}`;
  const world = worldOfData({ triples: given, observations: [] });
  const { rows = [] } = querySparql(world, text, { dialect: "extended" });
  const own = rows.map(({ cells }) => cells.map(({ value = "" }) => value));
  const expected = standardRows(standardTriples(given), standardOf(text), names);
  expect(countsOf(own), text).toEqual(countsOf(withoutPrefix(expected)));
  return own.length;
}

test.each(Object.entries(forms))("%s", (_, [names, query]) => {
  let found = 0;
  const body = query.replace(/^\{/, "{ ");
  fc.assert(
    fc.property(graph, (given) => {
      found += compare(given, names.split(" "), body);
    }),
    { numRuns },
  );
  if (numRuns > 100) expect(found).toBeGreaterThan(0);
});

test("ASK of each form says whether it has rows", () => {
  fc.assert(
    fc.property(graph, fc.constantFrom(...Object.values(forms)), (given, [names, query]) => {
      const world = worldOfData({ triples: given, observations: [] });
      const { rows = [] } = querySparql(world, `ASK ${query}`, { dialect: "extended" });
      const [name = ""] = names.split(" ");
      const standard = standardRows(standardTriples(given), standardOf(`SELECT * ${query}`), [
        name,
      ]);
      expect(rows.map(({ cells }) => cells[0]?.value)).toEqual([`${standard.length > 0}`]);
    }),
    { numRuns: numRuns * 2 },
  );
});
