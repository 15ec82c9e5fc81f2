/** What is refused with which words, and at which character of the query. */

import { expect, test } from "vitest";
import { QueryError } from "../../../../src/errors/errors.ts";
import { planOf } from "../../../../src/sparql/compile/query-plan.ts";

/** The reason and the place of a refusal. */
function refusal(query: string): string {
  try {
    planOf(query, "extended");
  } catch (error) {
    expect(error).toBeInstanceOf(QueryError);
    const { reason, offset } = error as QueryError;
    return `${reason} @${offset}`;
  }
  return "accepted";
}

const ungrouped = (name: string) => `?${name} is neither grouped nor aggregated @0`;
const unbound = (what: string, name: string, place: number) =>
  `Unsupported: ${what} uses ?${name}, which its group does not bind @${place}`;

test.each([
  // Groups
  ["SELECT * { ?s a ?t } HAVING (COUNT(*) > 0)", ungrouped("s")],
  ["SELECT ?t { ?s a ?t } HAVING (COUNT(*) > 0)", ungrouped("t")],
  ["SELECT ?t { ?s a ?t } GROUP BY ?t HAVING (?s = x)", ungrouped("s")],
  ["SELECT (SUM(?t) AS ?x) ?s { ?s a ?t }", ungrouped("s")],
  ["SELECT (lcase(?s) AS ?x) (COUNT(*) AS ?c) { ?s a ?t }", ungrouped("s")],
  ["SELECT (COUNT(*) AS ?c) { ?s a ?t } ORDER BY ?t", ungrouped("t")],
  ["SELECT ?t { ?s a ?t } GROUP BY ?t ORDER BY ?s", ungrouped("s")],
  ["SELECT (COUNT(*) AS ?c) { ?s a ?t } GROUP BY ?t ORDER BY ?t", "accepted"],
  ["SELECT ?t (SUM(?s) + COUNT(*) AS ?c) { ?s a ?t } GROUP BY ?t HAVING (?t = x)", "accepted"],
  [
    "SELECT (COUNT(*) AS ?c) { ?s a ?t } GROUP BY (lcase(?t) AS ?u)",
    "Unsupported: GROUP BY an expression @0",
  ],
  [
    "SELECT (COUNT(*) AS ?c) { ?s a ?t } GROUP BY lcase(?t)",
    "Unsupported: GROUP BY an expression @0",
  ],
  ["SELECT (SUM(COUNT(?t)) AS ?x) { ?s a ?t }", "Unsupported: COUNT here @0"],
  ["SELECT ?s { ?s a ?t FILTER(MAX(?t) > 1) }", "Unsupported: MAX here @0"],
  // Names
  ["SELECT (COUNT(?t) AS ?s) { ?s a ?t }", "?s is bound already @27"],
  ["SELECT (COUNT(*) AS ?c) { ?s a ?t } GROUP BY ?zz", "Unrecognized name: zz @45"],
  ["SELECT ?s { ?s a ?t } ORDER BY ?zz", "Unrecognized name: zz @31"],
  ["SELECT * { ?s a ?t } ORDER BY ?zz", "Unrecognized name: zz @30"],
  ["SELECT ?s { ?s a ?t FILTER(?zz) FILTER(?zz) }", "Unrecognized name: zz @27"],
  ["SELECT DISTINCT * { ?s a ?t } ORDER BY ?t DESC(?s)", "accepted"],
  [
    "SELECT DISTINCT ?t { ?s a ?t } ORDER BY ?s",
    "Unsupported: DISTINCT with ORDER BY a variable that is not selected @0",
  ],
  [
    "SELECT ?s { ?s a ?t } ORDER BY (lcase(?s))",
    "Unsupported: ORDER BY an expression; name it with AS @0",
  ],
  // Scope
  ["SELECT ?s { ?s a ?t { ?s b ?c FILTER(?t = x) } }", unbound("FILTER", "t", 17)],
  ["SELECT ?s { { ?s a ?t FILTER(?c = x) } ?s b ?c }", "Unrecognized name: c @29"],
  [
    "SELECT ?s { ?s a ?t { { ?s b ?c } UNION { ?s a ?t } FILTER(?t) } }",
    unbound("FILTER", "t", 17),
  ],
  ["SELECT ?s { ?s a ?t { { ?s a ?t } UNION { ?s b ?t } FILTER(?t) } }", "accepted"],
  ["SELECT ?s { ?s a ?t { ?s b ?c FILTER(?t) } UNION { ?s b ?t } }", unbound("FILTER", "t", 17)],
  ["SELECT ?s { ?s a ?t { ?s b ?c OPTIONAL { ?s d ?t } } }", unbound("OPTIONAL", "t", 17)],
  ["SELECT ?s { ?s a ?t OPTIONAL { ?s b ?c FILTER(?t = x && ?c = y) } }", "accepted"],
  // Functions
  ["SELECT ?s { ?s a ?t FILTER(regex(?t)) }", "Unsupported: regex of 1 arguments @0"],
  [
    'SELECT ?s { ?s a ?t FILTER(regex(?t, "x", ?s)) }',
    "Unsupported: regex with a pattern that is not a constant @0",
  ],
  [
    'SELECT ?s { ?s a ?t FILTER(regex(?t, "x", 5)) }',
    "Unsupported: regex with a pattern that is not a constant @0",
  ],
  [`SELECT ?s { ?s a ?t FILTER(regex(?t, "${"x".repeat(1000)}")) }`, "accepted"],
  [
    `SELECT ?s { ?s a ?t FILTER(regex(?t, "${"x".repeat(501)}") || regex(?t, "${"y".repeat(500)}")) }`,
    "Unsupported: regex: patterns of more than 1000 characters together @0",
  ],
  ['SELECT ?s { ?s a ?t FILTER(regex(?t, "x", "g")) }', 'Unsupported: regex: unknown flag "g" @0'],
  // Syntax
  ["SELECT ?s { ?s a ?t FILTER(?t = = 1) }", "Syntax error: Unexpected word or mark @32"],
  ["SELECT ?s { ?s a ?t } ORDER ?s", "Syntax error: Unexpected word or mark @28"],
  ["SELECT ?s { ?s a ?t } LIMIT 1 LIMIT 2 ", "Syntax error: Unexpected word or mark @30"],
  ["SELECT ?s { ?s a ?t } GROUP  ", "Syntax error: Unexpected end of script @29"],
])("%s", (query, expected) => {
  expect(refusal(query)).toBe(expected);
});
