import { describe, expect, test } from "vitest";
import { QueryError } from "../../../../src/errors/errors.ts";
import { querySparql } from "../../../../src/sparql/run/evaluate.ts";
import { worldOf } from "../../../oracle/small-world.ts";
import { answerOf } from "../answers.ts";

const world = worldOf(
  [
    ["geoId/06", "typeOf", "State"],
    ["geoId/06", "name", "=California"],
    ["geoId/06", "population", "=39538223"],
    ["geoId/06", "capital", "geoId/0664000"],
    ["geoId/10", "typeOf", "State"],
    ["geoId/10", "name", "=Delaware"],
    ["geoId/10", "population", "=989948"],
    ["geoId/10001", "typeOf", "County"],
    ["geoId/10001", "name", "=Kent County"],
    ["geoId/10001", "population", "=181851"],
    ["geoId/10001", "containedInPlace", "geoId/10"],
    ["geoId/0664000", "name", "=Sacramento"],
    ["wd/1", "population", "=unknown"],
    ["wd/1", "name", "=1000"],
    ["wd/1", "isEmpty", "=true"],
  ],
  [
    ["Count_Person", "geoId/06", "2019", "39", { unit: "Person" }],
    ["Count_Person", "geoId/06", "2020", "40", {}],
    ["Count_Person", "geoId/10", "2020", "9", {}],
    ["Count_Person", "geoId/10", "2021", "10", {}],
  ],
);
const answer = (query: string) => answerOf(world, query, "extended");
const names = (condition: string) =>
  answer(`SELECT ?n { ?a name ?n ; population ?p FILTER(${condition}) } ORDER BY ?n`);
const refusal = (query: string) => {
  try {
    answer(query);
  } catch (error) {
    expect(error).toBeInstanceOf(QueryError);
    return (error as QueryError).reason;
  }
  return "accepted";
};

describe("FILTER", () => {
  test.each([
    ["?n = California", ["California"]],
    ['?n = "California"', ["California"]],
    ["?a = geoId/10", ["Delaware"]],
    ["?n != California && ?n != Delaware", ["1000", "Kent County"]],
    ['?n > "D"', ["Delaware", "Kent County"]],
    ['?n >= "Delaware" && ?n <= "Delaware"', ["Delaware"]],
    ["?p > 200000", ["California", "Delaware"]],
    ["?p < 200000", ["Kent County"]],
    ["?p = 989948.0", ["Delaware"]],
    ["?p != 989948", ["California", "Kent County"]],
    ["200000 < ?p || ?n = 1000", ["1000", "California", "Delaware"]],
    ["!(?p > 200000)", ["Kent County"]],
    ["?p / 1000 + 1 > 900 && ?p * 2 < 2000000", ["Delaware"]],
    ["?p - 181850 = 1", ["Kent County"]],
    ["-?p < -1000000", ["California"]],
    ["+?p > 1000000", ["California"]],
    ["?p / 0 = 1", []],
    ['?n IN ("Delaware", California)', ["California", "Delaware"]],
    ['?n NOT IN ("Delaware", California)', ["1000", "Kent County"]],
    ["?p IN (989948, 1)", ["Delaware"]],
    ['regex(?n, "^[ck].*[ay]$", "i")', ["California", "Kent County"]],
    ['contains(?n, "el")', ["Delaware"]],
    ['strstarts(?n, "K") || strends(?n, "nia")', ["California", "Kent County"]],
    ['lcase(?n) = "delaware" || ucase(?n) = "KENT COUNTY"', ["Delaware", "Kent County"]],
    ["strlen(?n) = 8", ["Delaware"]],
    ['str(?a) = "geoId/06"', ["California"]],
    ["?n", ["1000", "California", "Delaware", "Kent County"]],
    ["true", ["1000", "California", "Delaware", "Kent County"]],
    ["0", []],
    ['""', []],
  ])("%s", (condition, expected) => {
    expect(names(condition)).toEqual(expected);
  });

  test("compares two stored values as numbers where both spell one, else as texts", () => {
    const query = (operator: string) =>
      `SELECT ?a ?b { ?a population ?p . ?b name ?q FILTER(?p ${operator} ?q && ?b = wd/1) } ORDER BY ?a`;
    expect(answer(query(">"))).toEqual([
      "geoId/06|wd/1",
      "geoId/10|wd/1",
      "geoId/10001|wd/1",
      "wd/1|wd/1",
    ]);
    expect(answer(query("="))).toEqual([]);
  });

  test("an error makes it fail, unless the other side decides", () => {
    expect(names("?p > 0")).toEqual(["California", "Delaware", "Kent County"]);
    expect(names("!(?p > 0)")).toEqual([]);
    expect(names("?p > 0 || ?n = 1000").length).toBe(4);
    expect(names("?n = 1000 || ?p > 0").length).toBe(4);
    expect(names("!(?p > 0 && ?n = California)")).toEqual(["1000", "Delaware", "Kent County"]);
  });

  test("bound tells what OPTIONAL found", () => {
    const query = (condition: string) =>
      `SELECT ?n { ?a typeOf State . ?a name ?n OPTIONAL { ?a capital ?c } FILTER(${condition}) }`;
    expect(answer(query("bound(?c)"))).toEqual(["California"]);
    expect(answer(query("!bound(?c)"))).toEqual(["Delaware"]);
  });
});

describe("groups", () => {
  test("OPTIONAL keeps what it does not find, conditions of its own included", () => {
    expect(
      answer(
        "SELECT ?n ?m { ?a typeOf State ; name ?n OPTIONAL { ?a capital ?c . ?c name ?m } } ORDER BY ?n",
      ),
    ).toEqual(["California|Sacramento", "Delaware|-"]);
    expect(
      answer(
        "SELECT ?n ?p { ?a typeOf State ; name ?n OPTIONAL { ?a population ?p FILTER(?p < 1000000 && ?n = Delaware) } } ORDER BY ?n",
      ),
    ).toEqual(["California|-", "Delaware|989948"]);
  });

  test("what follows OPTIONAL joins with what it found, or finds it", () => {
    expect(
      answer("SELECT ?a ?c ?n { ?a typeOf State OPTIONAL { ?a capital ?c } ?c name ?n }").sort(),
    ).toEqual(
      [
        "geoId/06|geoId/0664000|Sacramento",
        "geoId/10|geoId/06|California",
        "geoId/10|geoId/0664000|Sacramento",
        "geoId/10|geoId/10|Delaware",
        "geoId/10|geoId/10001|Kent County",
        "geoId/10|wd/1|1000",
      ].sort(),
    );
  });

  test("UNION adds up its branches", () => {
    expect(
      answer(
        "SELECT ?n { { ?a typeOf State } UNION { ?a typeOf County } UNION { ?a typeOf State } ?a name ?n } ORDER BY ?n",
      ),
    ).toEqual(["California", "California", "Delaware", "Delaware", "Kent County"]);
  });

  test("an OPTIONAL in a branch of UNION does not see what follows, however few rows that has", () => {
    const branches = "{ ?a typeOf State OPTIONAL { ?a capital ?c } } UNION { ?a typeOf County }";
    const rows = ["geoId/10001|geoId/10", "geoId/10|geoId/10"];
    expect(answer(`SELECT ?a ?c { ${branches} ?c name Delaware }`).sort()).toEqual(rows);
  });

  test("a group of its own joins", () => {
    expect(answer("SELECT ?n { { ?a typeOf County } { ?a name ?n . } }")).toEqual(["Kent County"]);
    expect(answer("SELECT ?n { ?a name ?n { } OPTIONAL { } } LIMIT 1").length).toBe(1);
  });

  test("an observation may be described in several of them", () => {
    expect(
      answer(
        "SELECT ?d ?u { ?o variableMeasured Count_Person ; observationAbout geoId/06 ; observationDate ?d OPTIONAL { ?o unit ?u } } ORDER BY ?d",
      ),
    ).toEqual(["2019|Person", "2020|-"]);
    expect(
      answer(
        "SELECT ?v { { ?o observationAbout geoId/06 } UNION { ?o observationAbout geoId/10 } ?o value ?v } ORDER BY ?v",
      ),
    ).toEqual(["9", "10", "39", "40"]);
  });

  test.each([
    ["FILTER", "SELECT ?a { ?a name ?n { ?a typeOf ?t FILTER(?n = x) } }"],
    ["OPTIONAL", "SELECT ?a { ?a capital ?c { ?a typeOf ?t OPTIONAL { ?c name ?n } } }"],
    ["FILTER", "SELECT ?a { ?n p ?a { ?a q ?b OPTIONAL { ?a r ?n } FILTER(?n = x) } }"],
  ])("%s may not look at what only the outside binds", (what, query) => {
    const expected =
      what === "FILTER" ? /^Unsupported: (FILTER|OPTIONAL)/ : /^Unsupported: OPTIONAL/;
    expect(refusal(query)).toMatch(expected);
    expect(refusal(query)).toContain("which its group does not bind");
  });
});

describe("predicates as variables", () => {
  test("match whatever side is known", () => {
    expect(answer("SELECT ?p ?v { geoId/10001 ?p ?v } ORDER BY ?p")).toEqual([
      "containedInPlace|geoId/10",
      "name|Kent County",
      "population|181851",
      "typeOf|County",
    ]);
    expect(answer("SELECT ?a ?p { ?a ?p geoId/10 }")).toEqual(["geoId/10001|containedInPlace"]);
    expect(answer("SELECT DISTINCT ?p { ?a ?p ?b } ORDER BY ?p").length).toBe(6);
    expect(answer("SELECT ?p { DNE ?p ?b }")).toEqual([]);
    expect(answer("SELECT ?p { ?b ?p DNE }")).toEqual([]);
  });

  test("join with nodes", () => {
    const properties = worldOf([
      ["name", "typeOf", "Property"],
      ["x", "name", "=X"],
      ["x", "typeOf", "Y"],
    ]);
    const query = "SELECT ?a ?p ?v { ?p typeOf Property . ?a ?p ?v }";
    expect(answerOf(properties, query, "extended")).toEqual(["x|name|X"]);
    expect(answerOf(properties, "SELECT ?p { x name ?p . ?a ?p ?v }", "extended")).toEqual([]);
  });
});

describe("aggregates", () => {
  test("over everything", () => {
    expect(
      answer(
        "SELECT (COUNT(*) AS ?all) (COUNT(DISTINCT ?e) AS ?places) (SUM(?v) AS ?s) (MIN(?v) AS ?least) (MAX(?v) AS ?most) (AVG(?v) AS ?mean) { ?o observationAbout ?e ; value ?v }",
      ),
    ).toEqual(["4|2|98|9|40|24.5"]);
  });

  test("over nothing", () => {
    expect(
      answer(
        "SELECT (COUNT(*) AS ?n) (SUM(?v) AS ?s) (AVG(?v) AS ?m) (MAX(?v) AS ?x) { ?a nothing ?v }",
      ),
    ).toEqual(["0|0|0|-"]);
    expect(answer("SELECT ?a (COUNT(*) AS ?n) { ?a nothing ?v } GROUP BY ?a")).toEqual([]);
  });

  test("by group, with HAVING, ordered as numbers", () => {
    expect(
      answer(
        "SELECT ?t (COUNT(?a) AS ?n) { ?a typeOf ?t } GROUP BY ?t HAVING (COUNT(?a) > 0) ORDER BY DESC(?n)",
      ),
    ).toEqual(["State|2", "County|1"]);
    expect(
      answer(
        "SELECT ?e (MAX(?v) AS ?m) { ?o observationAbout ?e ; value ?v } GROUP BY ?e ORDER BY ?m",
      ),
    ).toEqual(["geoId/10|10", "geoId/06|40"]);
    expect(answer("SELECT ?e { ?o observationAbout ?e } GROUP BY ?e ORDER BY DESC(?e)")).toEqual([
      "geoId/10",
      "geoId/06",
    ]);
  });

  test("what is not a number has no sum, but a place in the order", () => {
    expect(
      answer(
        "SELECT (SUM(?p) AS ?s) (AVG(?p) AS ?m) (MIN(?p) AS ?a) (MAX(?p) AS ?b) { ?x population ?p }",
      ),
    ).toEqual(["-|-|181851|unknown"]);
  });

  test("count only what is bound, and rows whatever they hold", () => {
    expect(
      answer(
        "SELECT (COUNT(?c) AS ?some) (COUNT(*) AS ?all) (COUNT(DISTINCT *) AS ?each) { ?a typeOf State OPTIONAL { ?a capital ?c } }",
      ),
    ).toEqual(["1|2|2"]);
    expect(
      answer(
        "SELECT (SUM(DISTINCT ?x) AS ?s) { { ?a capital ?b } UNION { ?a capital ?b } ?a population ?x }",
      ),
    ).toEqual(["39538223"]);
  });

  test("may be part of expressions, as may plain columns", () => {
    expect(answer("SELECT (COUNT(*) * 2 AS ?n) { ?a typeOf State }")).toEqual(["4"]);
    expect(answer("SELECT (lcase(?n) AS ?m) { ?a typeOf State ; name ?n } ORDER BY ?m")).toEqual([
      "california",
      "delaware",
    ]);
  });

  test.each([
    ["SELECT ?a (COUNT(?n) AS ?c) { ?a name ?n }", "ungrouped"],
    ["SELECT ?t (?n AS ?m) { ?a typeOf ?t ; name ?n } GROUP BY ?t", "ungrouped"],
    ["SELECT (COUNT(?n) AS ?a) { ?a name ?n }", "?a is bound already"],
    ["SELECT (COUNT(?n) AS ?c) (COUNT(?a) AS ?c) { ?a name ?n }", "same name|bound already"],
    ["SELECT ?t { ?a typeOf ?t } GROUP BY ?t ORDER BY ?a", "neither grouped nor aggregated"],
    ["SELECT ?t { ?a typeOf ?t } GROUP BY (lcase(?t) AS ?u)", "GROUP BY an expression|ungrouped"],
    ["SELECT ?t { ?a typeOf ?t } GROUP BY ?t ORDER BY COUNT(?a)", "ORDER BY an expression"],
    ["SELECT ?t { ?a typeOf ?t FILTER(COUNT(?a) > 1) }", "COUNT here|Unexpected"],
    ["SELECT (COUNT(?zz) AS ?n) { ?a typeOf ?t }", "Unrecognized name: zz"],
    ["SELECT ?t { ?a typeOf ?t FILTER(?zz > 1) }", "Unrecognized name: zz"],
    ["SELECT ?t { ?a typeOf ?t FILTER(regex(?t, ?a)) }", "not a constant"],
    ['SELECT ?t { ?a typeOf ?t FILTER(regex(?t, "(")) }', "missing closing"],
    [`SELECT ?t { ?a typeOf ?t FILTER(regex(?t, "${"a".repeat(1001)}")) }`, "1000 characters"],
    ["SELECT DISTINCT ?t { ?a typeOf ?t } ORDER BY ?a", "DISTINCT with ORDER BY"],
  ])("%s is refused", (query, reason) => {
    expect(refusal(query)).toMatch(new RegExp(reason.replaceAll("?", "\\?")));
  });
});

describe("solution modifiers", () => {
  test("several keys, OFFSET, and a key that is not selected", () => {
    expect(answer("SELECT ?n { ?a typeOf ?t ; name ?n } ORDER BY DESC(?t) ?n OFFSET 1")).toEqual([
      "Delaware",
      "Kent County",
    ]);
    expect(
      answer("SELECT ?n { ?a typeOf ?t ; name ?n } ORDER BY ?t DESC(?n) LIMIT 2 OFFSET 1"),
    ).toEqual(["Delaware", "California"]);
    expect(answer("SELECT ?a { ?a typeOf State } OFFSET 5")).toEqual([]);
  });

  test("SELECT * is every variable of the patterns, in their order", () => {
    const query = "SELECT * { ?b containedInPlace ?a . ?b dcid (geoId/10001 x) } ORDER BY ?a";
    expect(querySparql(world, query, { dialect: "extended" })).toEqual({
      header: ["?b", "?a"],
      rows: [{ cells: [{ value: "geoId/10001" }, { value: "geoId/10" }] }],
    });
  });

  test("syntax errors of sparqljs are reported with their place", () => {
    expect(refusal("SELECT ?a { ?a name ?n FILTER(?n = ) }")).toBe(
      "Syntax error: Unexpected word or mark",
    );
    expect(refusal("SELECT ?a { ?a name ?n } LIMIT")).toBe(
      "Syntax error: Unexpected end of script",
    );
    expect(() => answer("SELECT ?a {\n ?a name ?n FILTER(?n = ) }")).toThrow("at [2:25]");
  });

  test("expressions that nest too deep are refused", () => {
    const long = (count: number) =>
      `SELECT ?a { ?a name ?n FILTER(${Array.from({ length: count }, () => "?n != x").join(" && ")}) }`;
    expect(refusal(long(900))).toBe("accepted");
    expect(refusal(long(1200))).toBe("Unsupported: expressions deeper than 1000");
  });
});

describe("ORDER BY the value of an observation", () => {
  const many = worldOf(
    [["o/stored", "value", "=7"]],
    ["9", "10", "-2", "1e1", "n/a", "0.5", "100"].map((value, at) => [
      "Count",
      `e/${at}`,
      "2020",
      value,
    ]),
  );
  const query = (rest: string) =>
    `SELECT ?v WHERE { ?o variableMeasured Count . ?o observationAbout ?e . ?o value ?v } ${rest}`;

  test("sorts numbers by size, and texts after them", () => {
    const ascending = ["-2", "0.5", "9", "10", "1e1", "100", "n/a"];
    expect(answerOf(many, query("ORDER BY ?v ?e"), "extended")).toEqual(ascending);
    const descending = ["n/a", "100", "10", "1e1", "9", "0.5", "-2"];
    expect(answerOf(many, query("ORDER BY DESC(?v) ?e"), "extended")).toEqual(descending);
    expect(answerOf(many, query("ORDER BY DESC(?v) LIMIT 2 OFFSET 1"), "extended")).toEqual(
      descending.slice(1, 3),
    );
  });

  test("does so for values that are not selected, and distinct ones", () => {
    const entities = query("ORDER BY ?v LIMIT 2").replace("SELECT ?v", "SELECT ?e");
    expect(answerOf(many, entities, "extended")).toEqual(["e/2", "e/5"]);
    const distinct = query("ORDER BY ?v LIMIT 3").replace("SELECT", "SELECT DISTINCT");
    expect(answerOf(many, distinct, "extended")).toEqual(["-2", "0.5", "9"]);
  });

  test("sorts texts in the documented dialect, as the real service does", () => {
    expect(answerOf(many, query("ORDER BY ?v"), "documented")).toEqual([
      "-2",
      "0.5",
      "10",
      "100",
      "1e1",
      "9",
      "n/a",
    ]);
  });

  test("leaves other variables as they are", () => {
    const names =
      "SELECT ?e WHERE { ?o variableMeasured Count . ?o observationAbout ?e } ORDER BY ?e LIMIT 1";
    expect(answerOf(many, names, "extended")).toEqual(["e/0"]);
    expect(answer("SELECT ?p { ?a population ?p } ORDER BY ?p")).toEqual([
      "181851",
      "39538223",
      "989948",
      "unknown",
    ]);
  });
});
