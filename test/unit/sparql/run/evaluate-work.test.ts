/** How much work a query is: rows that it goes through, not time. */

import { describe, expect, test } from "vitest";
import { LimitError } from "../../../../src/errors.ts";
import { planOf } from "../../../../src/sparql/compile/parse.ts";
import { evaluate } from "../../../../src/sparql/run/evaluate.ts";
import { defaultLimits, type QueryLimits } from "../../../../src/sparql/run/search.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../../../oracle/small-world.ts";

const triples: TripleRow[] = [];
const observations: ObservationRow[] = [];
for (let state = 0; state < 10; state++) {
  triples.push([`s${state}`, "typeOf", "State"], [`s${state}`, "containedInPlace", "country"]);
  for (let city = 0; city < 100; city++) {
    const dcid = `s${state}c${city}`;
    triples.push([dcid, "typeOf", "City"], [dcid, "containedInPlace", `s${state}`]);
    triples.push([dcid, "name", `=city ${city}`]);
    for (let year = 2000; year < 2005; year++) {
      observations.push(["Count_Person", dcid, String(year), String(city), {}]);
    }
  }
}
const world = worldOf(triples, observations);

function rowsWithin(query: string, limits: Partial<QueryLimits>): number {
  const plan = planOf(query, "extended");
  return evaluate(world, plan, { ...defaultLimits, ...limits }).rows?.length ?? 0;
}

describe("joins begin where there is least", () => {
  test("with a constant that few triples have, whatever the order of the patterns", () => {
    const patterns = ["?c typeOf City", "?c containedInPlace s3", "?c name ?n", '?c name "city 7"'];
    for (let turn = 0; turn < patterns.length; turn++) {
      const turned = [...patterns.slice(turn), ...patterns.slice(0, turn)].join(" . ");
      expect(rowsWithin(`SELECT ?c WHERE { ${turned} }`, { rows: 100 })).toBe(1);
    }
  });

  test("of observations with the entities, if these are fewer", () => {
    const query = `SELECT ?v WHERE { ?o typeOf StatVarObservation . ?o variableMeasured Count_Person .
      ?o observationAbout ?c . ?o observationDate "2003" . ?o value ?v . ?c name "city 7" }`;
    expect(rowsWithin(query, { rows: 200, candidates: 1000 })).toBe(10);
  });

  test("and the other way round", () => {
    const query = `SELECT ?n WHERE { ?c typeOf City . ?c name ?n . ?o observationAbout ?c .
      ?o value ?v . ?o observationDate "2003" . ?o variableMeasured Nothing }`;
    expect(rowsWithin(query, { rows: 10, candidates: 10 })).toBe(0);
  });

  test("a pattern that matches nothing ends all work at once", () => {
    const query = "SELECT ?a WHERE { ?a typeOf City . ?b typeOf City . ?c typeOf Nothing }";
    expect(rowsWithin(query, { rows: 10, candidates: 100 })).toBe(0);
  });
});

describe("no more is looked at than the answer needs", () => {
  test("LIMIT without order ends the search", () => {
    const query = "SELECT ?a ?b WHERE { ?a typeOf City . ?b typeOf City } LIMIT 10";
    expect(rowsWithin(query, { rows: 300, candidates: 300 })).toBe(10);
  });

  test("DISTINCT asks for one match of what is not selected", () => {
    const query =
      "SELECT DISTINCT ?s WHERE { ?s typeOf State . ?c containedInPlace ?s . ?c name ?n }";
    expect(rowsWithin(query, { rows: 500 })).toBe(10);
    const cross = "SELECT DISTINCT ?s WHERE { ?s typeOf State . ?c typeOf City . ?d typeOf City }";
    expect(rowsWithin(cross, { rows: 200 })).toBe(10);
  });

  test("DISTINCT asks for one point of each series", () => {
    const query =
      "SELECT DISTINCT ?c WHERE { ?o variableMeasured Count_Person . ?o observationAbout ?c }";
    expect(rowsWithin(query, { rows: 2100, candidates: 2100 })).toBe(1000);
  });
});

describe("a query that takes too much is refused", () => {
  test.each([
    ["rows", "SELECT (COUNT(*) AS ?n) { ?a typeOf City . ?b typeOf City }", { rows: 100_000 }],
    ["candidates", "SELECT ?a { ?a containedInPlace ?b FILTER(?a = ?b) }", { candidates: 500 }],
    ["cells", "SELECT ?a ?b { ?a typeOf City . ?b typeOf City }", { cells: 100_000 }],
    ["cells", "SELECT DISTINCT ?a ?b { ?a typeOf City . ?b typeOf City }", { cells: 100_000 }],
    ["cells", "SELECT ?a ?b { ?a typeOf City . ?b typeOf City } ORDER BY ?a", { cells: 100_000 }],
    ["ids", "SELECT ?o { ?o dcid dc/o/x }", { candidates: 100_000 }],
    [
      "regular expressions",
      'SELECT ?c { ?c name ?n FILTER(regex(?n, "x{50}")) }',
      { candidates: 9000 },
    ],
  ])("%s", (_, query, limits) => {
    expect(() => rowsWithin(query, limits)).toThrow(LimitError);
  });

  test("a query of as many patterns as there may be is not", () => {
    const chain = Array.from({ length: 256 }, (_, at) => `?a${at} containedInPlace ?a${at + 1}`);
    expect(rowsWithin(`SELECT ?a0 WHERE { ${chain.join(" . ")} }`, {})).toBe(0);
    const star = Array.from({ length: 255 }, (_, at) => `?a name ?n${at}`);
    expect(rowsWithin(`SELECT ?a WHERE { ${star.join(" . ")} } LIMIT 5`, {})).toBe(5);
    const optional = star.map((pattern) => `OPTIONAL { ${pattern} }`).join(" ");
    expect(rowsWithin(`SELECT ?a { ?a typeOf City ${optional} } LIMIT 5`, {})).toBe(5);
  });
});
