/** Parts of a query that are joined, each in the place where another order would answer wrongly. */

import { describe, expect, test } from "vitest";
import { worldOf } from "../../../oracle/small-world.ts";
import { answerOf } from "../answers.ts";

const cities = ["a", "b", "c", "d"];
const world = worldOf(
  [
    ...cities.map((city) => [city, "typeOf", "City"] as const),
    ["a", "name", "=Ada"],
    ["c", "name", "=Cee"],
    ["a", "twin", "c"],
    ["b", "twin", "c"],
    ["d", "twin", "d"],
    ["hub", "near", "x"],
    ["hub", "near", "b"],
    ["hub", "near", "c"],
    ["hub", "rare", "y"],
    ["hub", "rare", "z"],
    ["ten", "size", "=10"],
    ["two", "size", "=2"],
    ...[..."ghijklmn"].map((node) => [node, "size", `=${node}`] as const),
    ["day", "is", "=2021"],
    ["m1", "leads", "=text"],
    ["m2", "leads", "b"],
    ["k1", "kind", "Place"],
    ["k2", "kind", "City"],
  ],
  [
    ["Pop", "a", "2020", "1"],
    ["Pop", "a", "2021", "10"],
    ["Pop", "b", "2020", "1"],
    ["Pop", "b", "2021", "3"],
    ["Area", "c", "2020", "2"],
  ],
);
const answer = (query: string) => answerOf(world, query, "extended").sort();

describe("conditions", () => {
  test.each([
    ["?c typeOf City OPTIONAL { ?c twin ?t } FILTER(?c = a || ?t = c)", ["a", "b"]],
    ["?c typeOf City OPTIONAL { ?c twin ?t } FILTER(?c = c)", ["c"]],
    ["?c typeOf City OPTIONAL { ?c twin ?t } FILTER(!bound(?t))", ["c"]],
    ['?c typeOf City OPTIONAL { ?c name ?n FILTER(?n = "Ada") } FILTER(bound(?n))', ["a"]],
    [
      '?c typeOf City OPTIONAL { ?c twin ?t } OPTIONAL { ?c name ?n } FILTER(?t = c && ?n = "Ada")',
      ["a"],
    ],
    ['{ ?c typeOf City . ?c name ?n } FILTER(?n = "Ada")', ["a"]],
    ["{ ?c name ?n } UNION { ?c twin ?n } FILTER(?n = c)", ["a", "b"]],
    ['{ ?c name ?n } UNION { ?c twin ?n } ?c typeOf City FILTER(?n = "Cee" || ?n = d)', ["c", "d"]],
    ["?c name ?n OPTIONAL { ?x twin ?t . ?t name ?n } FILTER(?c = a || ?t = c)", ["a", "c", "c"]],
  ])("wait for all that can bind their variables: %s", (where, cells) => {
    expect(answer(`SELECT ?c { ${where} }`)).toEqual(cells);
  });
});

describe("what follows an optional part", () => {
  test("joins with what that found, and otherwise with anything", () => {
    const where = "?c typeOf City OPTIONAL { ?c twin ?t }";
    expect(answer(`SELECT ?c ?t { ${where} ?t name ?n }`)).toEqual(["a|c", "b|c", "c|a", "c|c"]);
    expect(answer(`SELECT ?c ?t { ${where} ?c name ?n }`)).toEqual(["a|c", "c|-"]);
  });
});

describe("a dcid", () => {
  test("that a variable is bound to before is compared, and the search goes on", () => {
    expect(answer("SELECT ?c { hub near ?c . ?c dcid (b c q r s) }")).toEqual(["b", "c"]);
    expect(answer("SELECT ?c { ?c dcid (b c q r s) . hub near ?c }")).toEqual(["b", "c"]);
    expect(answer("SELECT ?c ?d { hub near ?c . ?c dcid ?d }")).toEqual(["b|b", "c|c", "x|x"]);
    expect(answer("SELECT ?c { ?c twin ?d . ?c dcid ?d }")).toEqual(["d"]);
    expect(answer("SELECT ?n { a name ?n . ?n dcid ?d }")).toEqual([]);
  });

  test("of anything is one of each node and each observation, again for each other match", () => {
    const nodes = world.graph.dictionary.nodeCount;
    const points = world.observations.pointCount;
    expect(points).toBe(5);
    const count = "SELECT (COUNT(?v) AS ?n)";
    expect(answer(`${count} { ?v dcid ?d }`)).toEqual([String(nodes + points)]);
    expect(answer(`${count} { hub rare ?r . ?v dcid ?d }`)).toEqual([String(2 * (nodes + points))]);
    for (const where of ["?v dcid ?d", "hub rare ?r . ?v dcid ?d"]) {
      expect(answer(`SELECT ?d { ${where} } LIMIT ${nodes + 2}`)).toHaveLength(nodes + 2);
    }
    const pairs = answer("SELECT ?v ?d { ?v dcid ?d }").map((row) => row.split("|"));
    expect(pairs.filter(([one, other]) => one !== other)).toEqual([]);
  });

  test("of an observation names it, among those of nodes and for each other match", () => {
    const ids = answer('SELECT ?o { ?o variableMeasured Pop . ?o observationDate "2021" }');
    expect(ids).toHaveLength(2);
    const [one, other] = ids;
    const withValue = (dcids: string) =>
      `?o dcid (${dcids}) . ?o typeOf StatVarObservation . ?o value ?v`;
    expect(answer(`SELECT ?v { ${withValue(`"${one}" "${other}" a`)} }`)).toEqual(["10", "3"]);
    expect(answer(`SELECT ?v ?r { hub rare ?r . ${withValue(`"${one}" b`)} }`)).toHaveLength(2);
    expect(answer(`SELECT ?o { ?o dcid ("${one}" a b) }`)).toEqual(["a", "b", one!].sort());
    expect(answer(`SELECT ?o { ?o dcid ("${one}" a b) } LIMIT 1`)).toHaveLength(1);
  });

  test("of constants says whether there is such a node", () => {
    expect(answer("SELECT ?n { a dcid a . a name ?n }")).toEqual(["Ada"]);
    expect(answer("SELECT ?n { a dcid (q a) . a name ?n }")).toEqual(["Ada"]);
    expect(answer("SELECT ?n { a dcid b . a name ?n }")).toEqual([]);
    expect(answer("SELECT ?n { q dcid q . a name ?n }")).toEqual([]);
  });
});

describe("what was bound before", () => {
  test.each([
    ["?o variableMeasured Pop . ?o value ?v . ?x size ?v", ["ten"]],
    ["?m leads ?n . ?n twin ?x", ["c"]],
    ["hub near ?c . ?o observationAbout ?c . ?o value ?x", ["1", "2", "3"]],
    ["day is ?d . ?o observationDate ?d . ?o observationAbout ?x", ["a", "b"]],
    ["?x kind Place", ["k1"]],
  ])("joins, if it can be there, and else the search goes on: %s", (where, cells) => {
    expect(answer(`SELECT ?x { ${where} }`)).toEqual(cells);
  });

  test("may be one of several constants, in any order", () => {
    const about = "?o observationAbout (c b a) . ?o variableMeasured (Pop Area)";
    expect(answer(`SELECT ?v { ${about} . ?o value ?v }`)).toEqual(["1", "1", "10", "2", "3"]);
    expect(answer(`SELECT ?d { ${about} . ?o value ("3" "1") . ?o observationDate ?d }`)).toEqual([
      "2020",
      "2020",
      "2021",
    ]);
    expect(
      answer(`SELECT ?v { ${about} . ?o observationDate ("2021" "2019") . ?o value ?v }`),
    ).toEqual(["10", "3"]);
  });
});

describe("DISTINCT", () => {
  test("leaves out no match that another pattern needs", () => {
    const about = "?o observationAbout ?c . ?o value ?v";
    expect(answer(`SELECT DISTINCT ?c { ${about} . ?s size ?v }`)).toEqual(["a", "c"]);
    expect(answer(`SELECT DISTINCT ?s { ${about} . ?s size ?v }`)).toEqual(["ten", "two"]);
    expect(answer(`SELECT DISTINCT ?c { ${about} . FILTER(?v = 3) }`)).toEqual(["b"]);
    expect(answer(`SELECT DISTINCT ?c { ${about} }`)).toEqual(["a", "b", "c"]);
    expect(answer("SELECT DISTINCT ?p { hub ?p ?o }")).toEqual(["near", "rare"]);
  });

  test("may need nothing of a part but that it matches", () => {
    expect(answer("SELECT DISTINCT ?n { ?c name ?n . ?h near ?x . ?h rare ?r }")).toEqual([
      "Ada",
      "Cee",
    ]);
    expect(answer("SELECT DISTINCT ?n { ?c name ?n . ?h near ?x . ?x rare ?r }")).toEqual([]);
  });
});

test("nodes and literals are ordered by their texts alone", () => {
  const mixed = worldOf([
    ["s", "has", "b"],
    ["s", "has", "=a"],
    ["s", "has", "=c"],
  ]);
  const ordered = (direction: string) =>
    answerOf(mixed, `SELECT ?o { s has ?o } ORDER BY ${direction}(?o)`, "extended");
  expect(ordered("ASC")).toEqual(["a", "b", "c"]);
  expect(ordered("DESC")).toEqual(["c", "b", "a"]);
});

test("values that are calculated are told apart where each counts once", () => {
  const query = "SELECT (COUNT(DISTINCT (?v * 2)) AS ?n) { ?o observationAbout ?c . ?o value ?v }";
  expect(answer(query)).toEqual(["4"]);
});

describe("predicates as variables", () => {
  test("ask for no more than LIMIT", () => {
    for (const where of ["hub ?p ?o", "?o ?p c", "?s ?p ?o"]) {
      expect(answer(`SELECT ?o { ${where} } LIMIT 1`)).toHaveLength(1);
    }
  });

  test("join with what is known of either end, and of the predicate", () => {
    expect(answer("SELECT ?p ?o { hub ?p ?o }")).toEqual([
      "near|b",
      "near|c",
      "near|x",
      "rare|y",
      "rare|z",
    ]);
    expect(answer("SELECT ?s ?p { ?s ?p c }")).toEqual(["a|twin", "b|twin", "hub|near"]);
    expect(answer("SELECT ?p ?n { hub near ?c . ?c ?p ?n . ?c name ?n }")).toEqual(["name|Cee"]);
    expect(answer("SELECT ?s { ?s ?p ?o . ?p dcid leads }")).toEqual(["m1", "m2"]);
    expect(answer("SELECT ?s { ?s ?p ?o . ?p dcid (a name) }")).toEqual(["a", "c"]);
    expect(answer("SELECT ?x { a name ?n . ?n ?p ?x }")).toEqual([]);
    expect(answer("SELECT ?p { ?s ?p ?o }")).toHaveLength(world.graph.tripleCount);
    expect(
      answer("SELECT ?p ?o { ?o variableMeasured Area . ?o value ?v . ?s ?p ?v }"),
    ).toHaveLength(1);
  });
});
