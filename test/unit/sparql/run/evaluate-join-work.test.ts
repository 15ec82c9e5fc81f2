/**
 * The work of joins, counted: matches of patterns, and steps. The order of a join and the way through a
 * pattern decide about these numbers and not about the answer. A change may need less, and never more.
 */

import { expect, test } from "vitest";
import { Governor } from "../../../../src/options/governor.ts";
import { planOf } from "../../../../src/sparql/compile/query-plan.ts";
import { evaluate } from "../../../../src/sparql/run/evaluate.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../../../oracle/small-world.ts";

const triples: TripleRow[] = [];
const observations: ObservationRow[] = [];
for (let state = 0; state < 10; state++) {
  triples.push([`s${state}`, "typeOf", "State"], [`s${state}`, "containedInPlace", "country"]);
  for (let city = 0; city < 30; city++) {
    const dcid = `s${state}c${city}`;
    triples.push([dcid, "typeOf", "City"], [dcid, "containedInPlace", `s${state}`]);
    triples.push([dcid, "name", `=city ${city}`]);
    for (const year of ["2000", "2001", "2002", "2003"]) {
      observations.push(["Count_Person", dcid, year, String(city), {}]);
      if (city < 5) observations.push(["Rare", dcid, year, String(city), { unit: "U" }]);
    }
  }
}
const world = worldOf(triples, observations);

function workOf(query: string) {
  const work = { matches: 0, steps: 0 };
  const governor = new (class extends Governor {
    override rows(count: number): void {
      work.matches += count;
    }
    override work(steps: number): void {
      work.steps += steps;
    }
  })();
  const { rows = [] } = evaluate(world, planOf(query, "extended"), governor);
  return { answers: rows.length, ...work };
}

test.each<[query: string, answers: number, matches: number, steps: number]>([
  ["SELECT ?c { ?c containedInPlace s3 }", 30, 31, 120],
  ["SELECT ?c { ?c containedInPlace s3 . ?c typeOf City }", 30, 61, 166],
  ["SELECT ?c ?n { ?c name ?n . ?c containedInPlace s3 }", 30, 61, 218],
  [
    'SELECT ?c { ?c typeOf City . ?c name "city 7" . ?c containedInPlace ?s . ?s typeOf State }',
    10,
    41,
    110,
  ],
  [
    'SELECT ?c ?d { ?c name "city 7" . ?c containedInPlace ?s . ?d containedInPlace ?s . ?d name "city 8" }',
    10,
    131,
    302,
  ],
  ["SELECT ?s ?c { ?s typeOf State . ?c containedInPlace ?s . ?c typeOf City }", 300, 611, 2134],
  ["SELECT ?p ?o { s3c7 ?p ?o }", 3, 4, 18],
  ["SELECT ?s ?p { ?s ?p s3 }", 30, 31, 180],
  ["SELECT ?p { s3c7 ?p City }", 1, 2, 6],
  ["SELECT ?c ?p ?o { ?c containedInPlace s3 . ?c ?p ?o }", 90, 121, 758],
  ["SELECT ?c { ?c dcid s3c7 }", 1, 2, 3],
  ["SELECT ?c ?d { ?c containedInPlace s3 . ?c dcid ?d }", 30, 61, 188],
  ["SELECT ?c ?n { ?c dcid (s3c7 s4c7) . ?c name ?n }", 2, 5, 12],
  ["SELECT ?c { ?c dcid s3c7 . ?c typeOf City . ?c containedInPlace s3 }", 1, 4, 9],
  ["SELECT ?v { ?o variableMeasured Rare . ?o observationAbout ?c . ?o value ?v }", 200, 201, 850],
  [
    "SELECT ?v { ?o variableMeasured Count_Person . ?o observationAbout s3c7 . ?o value ?v }",
    4,
    5,
    17,
  ],
  [
    'SELECT ?v { ?o variableMeasured Count_Person . ?o observationAbout ?c . ?o observationDate "2003" . ?o value ?v . ?c containedInPlace s3 }',
    30,
    61,
    158,
  ],
  [
    'SELECT ?v ?c { ?o variableMeasured ?v . ?o observationAbout ?c . ?c name "city 3" }',
    80,
    91,
    518,
  ],
  [
    "SELECT ?c { ?o variableMeasured Rare . ?o observationAbout ?c . ?o unit U . ?c typeOf City }",
    200,
    401,
    1068,
  ],
  [
    "SELECT ?a ?b { ?o variableMeasured Rare . ?o observationAbout ?c . ?o value ?a . ?p variableMeasured Count_Person . ?p observationAbout ?c . ?p value ?b }",
    800,
    1001,
    5260,
  ],
  ["SELECT ?c { ?c typeOf City OPTIONAL { ?c containedInPlace s3 } }", 300, 1232, 1500],
  [
    "SELECT ?c { { ?c containedInPlace s3 } UNION { ?c containedInPlace s4 } ?c name ?n }",
    60,
    192,
    308,
  ],
  [
    "SELECT DISTINCT ?s { ?c containedInPlace ?s . ?o observationAbout ?c . ?o variableMeasured Rare }",
    10,
    101,
    230,
  ],
  ["SELECT ?o { ?o observationAbout s3c7 . ?o typeOf StatVarObservation }", 4, 5, 177],
  [
    "SELECT ?a ?b { ?a typeOf State . ?b typeOf State . ?c containedInPlace ?a . ?c containedInPlace ?b }",
    300,
    3411,
    7642,
  ],
  ['SELECT ?c { ?c name ("city 7" "city 8") . ?c containedInPlace s3 }', 2, 23, 62],
  ['SELECT ?c { ?c containedInPlace (s3 s4 s5) . ?c typeOf City . ?c name "city 7" }', 3, 17, 59],
  [
    'SELECT DISTINCT ?s { ?s typeOf State . ?c containedInPlace ?s . ?c name ("city 7" "city 8") }',
    10,
    76,
    174,
  ],
  ["SELECT ?p { ?a typeOf State . ?a ?p country }", 10, 21, 68],
  ["SELECT ?a ?p { s3c7 ?p ?x . ?a ?p ?x . ?a typeOf City }", 340, 684, 2402],
  ["SELECT ?a ?b { ?a dcid ?b . ?a typeOf State }", 10, 21, 68],
  ["SELECT ?c { ?c typeOf Nothing . ?d typeOf City }", 0, 1, 0],
  ["SELECT ?c { ?c nothing ?n . ?d typeOf City }", 0, 1, 0],
  [
    'SELECT ?v { ?o variableMeasured ("Rare" "Count_Person") . ?o observationAbout s3c2 . ?o value ?v }',
    8,
    9,
    34,
  ],
  [
    'SELECT ?c { ?o variableMeasured Rare . ?o observationAbout ?c . ?o value "3" . ?o observationDate "2003" }',
    10,
    11,
    80,
  ],
  ["SELECT ?c ?u { ?o unit ?u . ?o observationAbout ?c . ?c containedInPlace s3 }", 140, 171, 913],
  ['SELECT ?c { ?o unit U . ?o observationAbout ?c . ?o observationDate "2001" }', 50, 51, 500],
  [
    "SELECT ?c ?s { ?c typeOf City . ?s typeOf State . ?c containedInPlace ?s . ?s containedInPlace country }",
    300,
    621,
    2160,
  ],
  [
    'SELECT ?v { ?o observationAbout ?c . ?o value ?v . ?c dcid s3c2 . ?o observationDate "2003" }',
    2,
    4,
    8,
  ],
  ["SELECT ?o ?d { ?o observationAbout s3c2 . ?o dcid ?d }", 8, 17, 700],
  [
    'SELECT ?c { ?c typeOf City OPTIONAL { ?o observationAbout ?c . ?o unit U . ?o observationDate "2001" } }',
    300,
    1252,
    1550,
  ],
  [
    'SELECT ?c { { ?c name "city 7" } UNION { ?c name "city 8" } UNION { ?c dcid s3 } ?c containedInPlace ?s . ?s typeOf State }',
    20,
    497,
    504,
  ],
  [
    "SELECT ?n (COUNT(?c) AS ?k) { ?c containedInPlace ?s . ?c name ?n . ?s dcid (s3 s4) } GROUP BY ?n",
    30,
    123,
    548,
  ],
  [
    'SELECT ?a ?b { ?a containedInPlace ?s . ?b containedInPlace ?s . ?a name "city 7" . ?b name ?n . ?a name ?n }',
    10,
    141,
    320,
  ],
  // No unit goes on when there is enough.
  ["SELECT ?c ?d { ?c dcid (s3c7 s4c7 s5c7) . ?d typeOf City } LIMIT 2", 2, 4, 12],
  ["SELECT ?c ?d { ?c containedInPlace (s3 s4 s5) . ?d typeOf City } LIMIT 2", 2, 4, 21],
  ["SELECT ?p ?d { s3c7 ?p ?o . ?d typeOf City } LIMIT 2", 2, 4, 16],
  ["SELECT ?a ?b ?d { ?a dcid ?b . ?d typeOf City } LIMIT 2", 2, 4, 23],
  ["SELECT ?v ?d { ?o observationAbout s3c2 . ?o value ?v . ?d typeOf City } LIMIT 2", 2, 4, 24],
  [
    'SELECT ?c ?d { ?c name ("city 7" "city 8") . ?c containedInPlace (s3 s4) . ?d typeOf State } LIMIT 2',
    2,
    9,
    37,
  ],
  ["SELECT ?n ?d { { ?c name ?n } UNION { ?c dcid ?n } ?d typeOf City } LIMIT 2", 2, 7, 21],
])("%s has %i rows, by at most %i matches in %i steps", (query, answers, matches, steps) => {
  const work = workOf(query);
  expect(work.answers).toBe(answers);
  expect(work.matches).toBeLessThanOrEqual(matches);
  expect(work.steps).toBeLessThanOrEqual(steps);
});

test("only a type makes an observation, and only that one type", () => {
  const odd = worldOf([
    ["x", "kind", "StatVarObservation"],
    ["y", "typeOf", "City"],
  ]);
  const found = (query: string) =>
    (evaluate(odd, planOf(query, "extended")).rows ?? []).map(({ cells }) => cells[0]?.value);
  expect(found("SELECT ?x { ?x kind StatVarObservation }")).toEqual(["x"]);
  expect(found("SELECT ?y { ?y typeOf City }")).toEqual(["y"]);
  expect(found("SELECT ?o { ?o typeOf StatVarObservation }")).toEqual([]);
});
