/** ASK, BIND, VALUES, EXISTS, MINUS, paths and subqueries, with observations and within limits. */

import { describe, expect, test } from "vitest";
import { Governor } from "../../../../src/options/governor.ts";
import { querySparql } from "../../../../src/sparql/run/evaluate.ts";
import { worldOf } from "../../../oracle/small-world.ts";

const world = worldOf(
  [
    ["geoId/06", "typeOf", "State"],
    ["geoId/06", "name", "=California"],
    ["geoId/06", "containedInPlace", "country/USA"],
    ["geoId/06075", "typeOf", "County"],
    ["geoId/06075", "name", "=San Francisco County"],
    ["geoId/06075", "containedInPlace", "geoId/06"],
    ["geoId/06001", "typeOf", "County"],
    ["geoId/06001", "containedInPlace", "geoId/06"],
    ["country/USA", "typeOf", "Country"],
    ["country/USA", "containedInPlace", "Earth"],
    // A literal with the text of a node.
    ["geoId/06001", "parentCode", "=geoId/06"],
  ],
  [
    ["Count_Person", "geoId/06075", "2020", "100", {}],
    ["Count_Person", "geoId/06075", "2021", "90", {}],
    ["Count_Person", "geoId/06001", "2020", "7", {}],
    ["Count_Person", "geoId/06", "2020", "500", {}],
  ],
);

function rowsOf(query: string): string[] {
  const { rows = [] } = querySparql(world, query, { dialect: "extended" });
  return rows.map(({ cells }) => cells.map(({ value = "" }) => value).join(" | ")).sort();
}

test("DISTINCT waits for a variable that a branch of UNION leaves unbound", () => {
  const branches = "{ ?s typeOf State } UNION { ?s typeOf State ; containedInPlace ?in }";
  const query = `SELECT DISTINCT ?in { ${branches} ?s containedInPlace ?in }`;
  expect(rowsOf(query)).toEqual(["country/USA"]);
  expect(rowsOf(query.replace(branches, `{ SELECT ?s ?in { ${branches} } }`))).toEqual([
    "country/USA",
  ]);
});

describe("ASK", () => {
  test("answers one row, whether there is a match", () => {
    expect(querySparql(world, "ASK { ?s typeOf State }", { dialect: "extended" })).toEqual({
      header: ["?ask"],
      rows: [{ cells: [{ value: "true" }] }],
    });
    expect(rowsOf("ASK WHERE { ?s typeOf City }")).toEqual(["false"]);
  });
});

describe("VALUES", () => {
  test("a constant is the node or the text that the patterns find, once", () => {
    const named = "VALUES ?s { geoId/06 } ?s name ?n";
    expect(rowsOf(`SELECT ?s ?n { ${named} }`)).toEqual(["geoId/06 | California"]);
    expect(rowsOf('SELECT ?c { ?c parentCode ?p VALUES ?p { "geoId/06" } }')).toEqual([
      "geoId/06001",
    ]);
    expect(rowsOf("SELECT ?s { VALUES ?s { geoId/06 nothing } }")).toEqual(["geoId/06", "nothing"]);
  });

  test("a constant at the end of a path within a path is one term, too", () => {
    const values = "VALUES ?p { country/USA }";
    expect(rowsOf(`SELECT ?c { ?c ((containedInPlace)?)? ?p ${values} }`)).toEqual([
      "country/USA",
      "geoId/06",
    ]);
  });

  test("stands after WHERE, too, but not after groups", () => {
    expect(rowsOf("SELECT ?s { ?s typeOf ?t } VALUES ?t { State Country }")).toEqual([
      "country/USA",
      "geoId/06",
    ]);
    const grouped = "SELECT ?t (COUNT(?s) AS ?n) { ?s typeOf ?t } GROUP BY ?t VALUES ?t { State }";
    expect(() => rowsOf(grouped)).toThrow("VALUES after groups; write it within WHERE");
  });

  test("joins with values and dates of observations", () => {
    const query =
      "SELECT ?e { ?o observationAbout ?e ; observationDate ?d ; value ?v VALUES (?d ?v)";
    expect(rowsOf(`${query} { (2020 7) (2021 90) (2021 7) } }`)).toEqual([
      "geoId/06001",
      "geoId/06075",
    ]);
  });
});

describe("BIND", () => {
  test("names what is calculated, also from values of observations", () => {
    const query = `SELECT ?e ?double { ?o observationAbout ?e ; observationDate "2020" ; value ?v
      BIND(?v * 2 AS ?double) FILTER(?double > 20) } ORDER BY DESC(?double)`;
    const { rows = [] } = querySparql(world, query, { dialect: "extended" });
    expect(rows.map(({ cells }) => cells[1]?.value)).toEqual(["1000", "200"]);
  });

  test("of an EXISTS looks at what stands before it alone", () => {
    const query =
      "SELECT ?v ?n { ?s typeOf State BIND(EXISTS { ?n typeOf County } AS ?v) ?s name ?n }";
    expect(rowsOf(query)).toEqual(["true | California"]);
  });

  test("leaves the variable unset after an error", () => {
    expect(rowsOf("SELECT ?x { geoId/06 name ?n BIND(?n + 1 AS ?x) }")).toEqual([""]);
  });

  test("refuses a variable that is bound already, and one from outside", () => {
    expect(() => rowsOf("SELECT ?s { ?s name ?n BIND(?n AS ?s) }")).toThrow("is already bound");
    expect(() => rowsOf("SELECT ?s { ?s name ?n { ?s typeOf ?t BIND(?n AS ?x) } }")).toThrow(
      "BIND uses ?n, which its group does not bind",
    );
  });
});

describe("EXISTS, NOT EXISTS and MINUS", () => {
  test("refuse a BIND to a variable of the row that they are asked for", () => {
    const given = "SELECT ?s { ?s typeOf State ; name ?n FILTER";
    for (const inner of ["BIND(?m AS ?n)", 'BIND("x" AS ?n)', "FILTER EXISTS { BIND(?m AS ?n) }"]) {
      const query = `${given} NOT EXISTS { ?c name ?m ${inner} } }`;
      expect(() => rowsOf(query)).toThrow("?n is bound already");
    }
    expect(rowsOf(`${given} EXISTS { ?c name ?m BIND(?m AS ?x) } }`)).toEqual(["geoId/06"]);
    expect(rowsOf(`${given} NOT EXISTS { VALUES ?n { "x" } } }`)).toEqual(["geoId/06"]);
  });

  test("look for observations as well as for triples", () => {
    const with2021 = "?o observationAbout ?s ; observationDate 2021";
    expect(rowsOf(`SELECT ?s { ?s typeOf County FILTER EXISTS { ${with2021} } }`)).toEqual([
      "geoId/06075",
    ]);
    expect(rowsOf(`SELECT ?s { ?s typeOf County FILTER NOT EXISTS { ${with2021} } }`)).toEqual([
      "geoId/06001",
    ]);
    expect(rowsOf(`SELECT ?s { ?s typeOf County MINUS { ${with2021} } }`)).toEqual(["geoId/06001"]);
    expect(rowsOf("SELECT ?s ?e { ?s typeOf County BIND(EXISTS { ?s name ?n } AS ?e) }")).toEqual([
      "geoId/06001 | false",
      "geoId/06075 | true",
    ]);
  });

  test("MINUS without a common variable takes nothing away, and an uncertain one is refused", () => {
    expect(rowsOf("SELECT ?s { ?s typeOf State MINUS { ?x typeOf County } }")).toEqual([
      "geoId/06",
    ]);
    expect(() =>
      rowsOf("SELECT ?s { ?s typeOf State OPTIONAL { ?s name ?n } MINUS { ?x name ?n } }"),
    ).toThrow("MINUS by ?n, which may be unbound; write FILTER NOT EXISTS");
    expect(() =>
      rowsOf("SELECT ?s { ?s typeOf State FILTER EXISTS { ?c name ?n MINUS { ?s name ?m } } }"),
    ).toThrow("MINUS by ?s, which may be unbound; write FILTER NOT EXISTS");
    for (const inner of [
      "SELECT ?s { ?c name ?m FILTER EXISTS { ?s name ?m } }",
      "SELECT (COUNT(?c) AS ?s) { ?c name ?m }",
    ]) {
      const query = `SELECT ?s { ?s typeOf State FILTER EXISTS { ?x name ?n { ${inner} } } }`;
      expect(() => rowsOf(query)).toThrow("a subquery in EXISTS uses ?s, which its group does not");
    }
    for (const inner of ["geoId/06 name ?x", "geoId/06 typeOf State"]) {
      const query = `SELECT ?s { ?s typeOf State FILTER EXISTS { ?s name ?n MINUS { ${inner} } } }`;
      expect(() => rowsOf(query)).toThrow("MINUS by no variable in EXISTS");
    }
  });

  test.each([
    [
      "EXISTS in a branch of UNION",
      "{ ?s typeOf State BIND(EXISTS { ?d typeOf County } AS ?e) } UNION { ?s typeOf Country }",
      ["country/USA |  | Earth", "geoId/06 | true | country/USA"],
    ],
    [
      "EXISTS in an OPTIONAL",
      "?s typeOf State OPTIONAL { ?s name ?e FILTER EXISTS { ?d typeOf County } }",
      ["geoId/06 | California | country/USA"],
    ],
    [
      "MINUS in a group",
      "{ ?s typeOf ?e MINUS { ?s containedInPlace ?x . ?d typeOf Country } }",
      [],
    ],
  ])("%s does not see what follows", (_, first, rows) => {
    expect(rowsOf(`SELECT ?s ?e ?d { ${first} ?s containedInPlace ?d }`)).toEqual(rows);
  });
});

describe("paths", () => {
  test("repeat steps, go back, and begin at observations", () => {
    expect(rowsOf("SELECT ?p { geoId/06075 containedInPlace+ ?p }")).toEqual([
      "Earth",
      "country/USA",
      "geoId/06",
    ]);
    expect(rowsOf("SELECT ?s { ?s containedInPlace* country/USA }")).toHaveLength(4);
    expect(rowsOf("SELECT ?c { country/USA ^containedInPlace/^containedInPlace ?c }")).toEqual([
      "geoId/06001",
      "geoId/06075",
    ]);
    const total = "?o observationAbout/containedInPlace geoId/06 ; observationDate 2020 ; value ?v";
    expect(rowsOf(`SELECT (SUM(?v) AS ?sum) { ${total} }`)).toEqual(["107"]);
  });

  test("lead from several constants as well", () => {
    expect(rowsOf("SELECT ?s { ?s ^containedInPlace (geoId/06075 country/USA) }")).toEqual([
      "Earth",
      "geoId/06",
    ]);
  });

  test("stop at the limits of a request", () => {
    const chain = Array.from({ length: 30_000 }, (_, at): [string, string, string] => [
      `n${at}`,
      "next",
      `n${at + 1}`,
    ]);
    const long = worldOf(chain, []);
    const governor = () => new Governor({ maxMemoryBytes: 200_000 });
    const query = "SELECT ?s { n0 next+ ?s }";
    expect(() => querySparql(long, query, { dialect: "extended" }, governor())).toThrow("memory");
    const { rows = [] } = querySparql(long, query, { dialect: "extended" });
    expect(rows).toHaveLength(30_000);
  });
});

describe("a query within a query", () => {
  test("has rows, groups and variables of its own", () => {
    const latest =
      "{ SELECT ?e (MAX(?d) AS ?last) { ?o observationAbout ?e ; observationDate ?d } GROUP BY ?e }";
    expect(
      rowsOf(
        `SELECT ?e ?v { ${latest} ?p observationAbout ?e ; observationDate ?last ; value ?v }`,
      ),
    ).toEqual(["geoId/06 | 500", "geoId/06001 | 7", "geoId/06075 | 90"]);
    expect(rowsOf("SELECT * { ?s typeOf County { SELECT ?s { ?s name ?n } } }")).toEqual([
      "geoId/06075",
    ]);
    expect(
      rowsOf("SELECT ?s { { SELECT ?s { ?s typeOf County } ORDER BY DESC(?s) LIMIT 1 } }"),
    ).toEqual(["geoId/06075"]);
  });

  test("keeps a node and a text apart that look the same", () => {
    const inner =
      "{ SELECT DISTINCT ?p { { ?c parentCode ?p } UNION { ?c containedInPlace ?p } } }";
    expect(rowsOf(`SELECT ?p ?n { ${inner} ?p name ?n }`)).toEqual(["geoId/06 | California"]);
    expect(rowsOf(`SELECT ?c { ${inner} ?c parentCode ?p }`)).toEqual(["geoId/06001"]);
  });

  test("orders what it calculates as numbers, outside of it, too", () => {
    const inner = "{ SELECT ?e ?v { ?o observationAbout ?e ; observationDate 2020 ; value ?v } }";
    const { rows = [] } = querySparql(world, `SELECT ?v { ${inner} } ORDER BY ?v`, {
      dialect: "extended",
    });
    expect(rows.map(({ cells }) => cells[0]?.value)).toEqual(["7", "100", "500"]);
  });
});
