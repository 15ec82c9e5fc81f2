import { describe, expect, test, vi } from "vitest";
import { QueryError } from "../../../../src/errors/errors.ts";
import { Governor } from "../../../../src/options/governor.ts";
import { querySparql } from "../../../../src/sparql/run/evaluate.ts";
import { worldOf } from "../../../oracle/small-world.ts";
import { answerOf } from "../answers.ts";

const world = worldOf([
  ["geoId/06", "typeOf", "State", "dc/base/A"],
  ["geoId/06", "typeOf", "State", "dc/base/B"],
  ["geoId/06", "name", "=California", "dc/base/A"],
  ["geoId/06", "name", "=California", "dc/base/B"],
  ["geoId/06", "containedInPlace", "country/USA"],
  ["geoId/10", "typeOf", "State"],
  ["geoId/10", "typeOf", "AdministrativeArea1"],
  ["geoId/10", "name", "=Delaware"],
  ["geoId/10", "containedInPlace", "country/USA"],
  ["geoId/10001", "typeOf", "County"],
  ["geoId/10001", "name", "=Kent County"],
  ["geoId/10001", "containedInPlace", "geoId/10"],
  ["country/ALA", "typeOf", "Country"],
  ["country/ALA", "name", "=Åland Islands"],
  ["country/USA", "typeOf", "Country"],
  ["country/USA", "name", "=United States"],
  ["wd/1", "typeOf", "Species"],
  ["wd/1", "name", "=x Silene"],
  ["wd/2", "typeOf", "Species"],
  ["wd/2", "name", "=x Silene"],
  ["wd/3", "typeOf", "Species"],
  ["wd/3", "name", "=Zebra"],
  ["wd/3", "twin", "wd/3"],
  ["wd/3", "sameAs", "=wd/1"],
  ["wd/2", "sameAs", "wd/1"],
  ["wd/1", "empty", "="],
  ["wd/4", "dc/g/X-Y", "=-5"],
]);
const answer = (query: string) => answerOf(world, query);

describe("an answer", () => {
  test("has the header of SELECT, and no rows where nothing matches", () => {
    const query = 'SELECT ?name ?dcid WHERE { ?a name ?name . ?a dcid ("DNE") . ?a dcid ?dcid }';
    expect(querySparql(world, query)).toEqual({ header: ["?name", "?dcid"] });
  });

  test("has cells of texts", () => {
    const query = "SELECT ?name ?state WHERE { ?state name ?name . ?state dcid geoId/06 }";
    expect(querySparql(world, query)).toEqual({
      header: ["?name", "?state"],
      rows: [{ cells: [{ value: "California" }, { value: "geoId/06" }] }],
    });
  });

  test("prints an empty text as an empty cell", () => {
    const { rows } = querySparql(world, "SELECT ?e WHERE { ?a empty ?e }");
    expect(rows).toEqual([{ cells: [{}] }]);
  });

  test("names variables as they were written", () => {
    const query = "SELECT ?dcid/test WHERE { ?dcid/test sameAs ?x }";
    expect(querySparql(world, query).header).toEqual(["?dcid/test"]);
  });
});

describe("matching", () => {
  test("a triple of two provenances is one match", () => {
    expect(answer("SELECT ?n WHERE { ?s typeOf State . ?s name ?n }").sort()).toEqual([
      "California",
      "Delaware",
    ]);
  });

  test("keeps equal rows without DISTINCT and removes them with it", () => {
    const where = "WHERE { ?s typeOf Species . ?s name ?n } ORDER BY DESC(?n)";
    expect(answer(`SELECT ?n ${where}`)).toEqual(["x Silene", "x Silene", "Zebra"]);
    expect(answer(`SELECT DISTINCT ?n ${where}`)).toEqual(["x Silene", "Zebra"]);
  });

  test("DISTINCT is about what is printed", () => {
    expect(answer("SELECT ?x WHERE { ?a sameAs ?x }")).toEqual(["wd/1", "wd/1"]);
    expect(answer("SELECT DISTINCT ?x WHERE { ?a sameAs ?x }")).toEqual(["wd/1"]);
  });

  test("a constant is a node or a literal with exactly that text", () => {
    expect(answer("SELECT ?a WHERE { ?a sameAs wd/1 } ORDER BY ?a")).toEqual(["wd/2", "wd/3"]);
    expect(answer('SELECT ?a WHERE { ?a sameAs "wd/1" } ORDER BY ?a')).toEqual(["wd/2", "wd/3"]);
    expect(answer("SELECT ?a WHERE { ?a name california }")).toEqual([]);
  });

  test("a variable that is shared joins nodes with nodes only", () => {
    expect(answer("SELECT ?a WHERE { ?a sameAs ?b . ?b typeOf Species }")).toEqual(["wd/2"]);
  });

  test("a variable as property is a property of that name: there are no wildcards", () => {
    expect(querySparql(world, "SELECT ?s WHERE { ?s ?p ?o }")).toEqual({ header: ["?s"] });
    expect(() => querySparql(world, "SELECT ?p WHERE { ?s ?p ?o }")).toThrow(QueryError);
    const odd = worldOf([["a", "?p", "b"]]);
    expect(answerOf(odd, "SELECT ?s WHERE { ?s ?p ?o }")).toEqual(["a"]);
  });

  test("a subject may be constant", () => {
    expect(answer("SELECT ?n WHERE { geoId/10 name ?n }")).toEqual(["Delaware"]);
    expect(answer("SELECT ?n WHERE { geoId/99 name ?n }")).toEqual([]);
    expect(answer("SELECT ?n WHERE { geoId/10 typeOf State . geoId/06 name ?n }")).toEqual([
      "California",
    ]);
  });

  test("a bare constant may hold a hyphen and be a negative number", () => {
    expect(answer("SELECT ?a WHERE { ?a dc/g/X-Y -5 }")).toEqual(["wd/4"]);
  });

  test("one variable may be subject and object", () => {
    expect(answer("SELECT ?a WHERE { ?a twin ?a }")).toEqual(["wd/3"]);
    expect(answer("SELECT ?a WHERE { ?a sameAs ?a }")).toEqual([]);
  });

  test("a list means any of its constants, each counted once", () => {
    expect(answer('SELECT ?s WHERE { ?s name ("Delaware" Zebra "Delaware") }').sort()).toEqual([
      "geoId/10",
      "wd/3",
    ]);
    const types =
      "SELECT ?t WHERE { geoId/10 typeOf ?t . geoId/10 containedInPlace (country/USA x) }";
    expect(answer(types)).toEqual(["AdministrativeArea1", "State"]);
  });

  test("a longer list works from either side", () => {
    const names = '("a" "b" "c" "d" "California" "Delaware" "e")';
    expect(answer(`SELECT ?s WHERE { ?s name ${names} }`).sort()).toEqual(["geoId/06", "geoId/10"]);
    expect(answer(`SELECT ?s WHERE { ?s typeOf Country . ?s name ${names} }`)).toEqual([]);
    expect(answer(`SELECT ?s WHERE { ?s dcid geoId/06 . ?s name ${names} }`)).toEqual(["geoId/06"]);
  });
});

describe("dcid", () => {
  test("fixes a node", () => {
    expect(answer("SELECT ?a ?b WHERE { ?a dcid geoId/06 . ?a dcid ?b }")).toEqual([
      "geoId/06|geoId/06",
    ]);
  });

  test("gives a node a second name, in either direction", () => {
    const where = "WHERE { ?a dcid ?d . ?d typeOf County . ?a name ?n }";
    expect(answer(`SELECT ?a ?d ?n ${where}`)).toEqual(["geoId/10001|geoId/10001|Kent County"]);
  });

  test("is known of constants too", () => {
    expect(answer("SELECT ?d WHERE { geoId/06 dcid ?d }")).toEqual(["geoId/06"]);
    expect(answer("SELECT ?d WHERE { ?d twin ?d . geoId/06 dcid geoId/06 }")).toEqual(["wd/3"]);
    expect(answer("SELECT ?d WHERE { ?d twin ?d . geoId/06 dcid geoId/10 }")).toEqual([]);
    expect(answer("SELECT ?d WHERE { ?d twin ?d . DNE dcid DNE }")).toEqual([]);
  });

  test("of a literal there is none", () => {
    expect(answer("SELECT ?d WHERE { wd/3 sameAs ?x . ?x dcid ?d }")).toEqual([]);
    expect(answer("SELECT ?d WHERE { wd/2 sameAs ?x . ?x dcid ?d }")).toEqual(["wd/1"]);
  });

  test("alone means every node", () => {
    const all = answer("SELECT DISTINCT ?a WHERE { ?a dcid ?b }");
    expect(all).toContain("containedInPlace");
    expect(all).toContain("dc/base/B");
    expect(answer("SELECT ?a WHERE { ?a dcid ?a } LIMIT 3").length).toBe(3);
  });
});

describe("typeOf", () => {
  test("matches the types that are stored", () => {
    expect(answer("SELECT ?t WHERE { geoId/10 typeOf ?t } ORDER BY ?t")).toEqual([
      "AdministrativeArea1",
      "State",
    ]);
    expect(answer("SELECT ?s WHERE { ?s typeOf AdministrativeArea1 }")).toEqual(["geoId/10"]);
  });

  test("Place means any place, each once", () => {
    const all = ["country/ALA", "country/USA", "geoId/06", "geoId/10", "geoId/10001"];
    expect(answer("SELECT ?s WHERE { ?s typeOf Place } ORDER BY ?s")).toEqual(all);
    expect(answer("SELECT ?s WHERE { ?s typeOf Place . ?s dcid geoId/10 }")).toEqual(["geoId/10"]);
    expect(answer("SELECT ?s WHERE { ?s typeOf Place . ?s dcid wd/1 }")).toEqual([]);
  });

  test("several of one variable must all match", () => {
    expect(answer("SELECT ?s WHERE { ?s typeOf State . ?s typeOf AdministrativeArea1 }")).toEqual([
      "geoId/10",
    ]);
  });

  test("subType is an old spelling of it", () => {
    expect(answer("SELECT ?s WHERE { ?s typeOf Place . ?s subType County }")).toEqual([
      "geoId/10001",
    ]);
  });
});

test("where data have a property subType, that is meant", () => {
  const own = worldOf([
    ["a", "typeOf", "X"],
    ["b", "subType", "X"],
  ]);
  expect(answerOf(own, "SELECT ?s WHERE { ?s subType X }")).toEqual(["b"]);
});

describe("ORDER BY and LIMIT", () => {
  test("compare printed texts by their UTF-8 bytes", () => {
    const countries = "SELECT ?n WHERE { ?c typeOf Country . ?c name ?n } ORDER BY";
    expect(answer(`${countries} DESC(?n)`)).toEqual(["Åland Islands", "United States"]);
    expect(answer(`${countries} ?n LIMIT 1`)).toEqual(["United States"]);
  });

  test("put what is beyond U+FFFF last, nodes and literals alike", () => {
    const own = worldOf([
      ["s", "p", "=\u{1F600}"],
      ["s", "p", "=\uFFFD"],
      ["s", "p", "\u{1F601}"],
      ["s", "p", "\uFFFC"],
    ]);
    expect(answerOf(own, "SELECT ?x WHERE { ?s p ?x } ORDER BY ?x")).toEqual([
      "\uFFFC",
      "\uFFFD",
      "\u{1F600}",
      "\u{1F601}",
    ]);
  });

  test("cut after ordering, and keep the order of matches in ties", () => {
    const species = "SELECT ?s ?n WHERE { ?s typeOf Species . ?s name ?n } ORDER BY";
    expect(answer(`${species} DESC(?n) LIMIT 2`)).toEqual(["wd/1|x Silene", "wd/2|x Silene"]);
    expect(answer(`${species} ASC(?n) LIMIT 2`)).toEqual(["wd/3|Zebra", "wd/1|x Silene"]);
  });

  test("LIMIT 0 is no limit", () => {
    expect(answer("SELECT ?s WHERE { ?s typeOf Species } LIMIT 0").length).toBe(3);
  });
});

describe("errors", () => {
  const messageOf = (query: string) => {
    try {
      querySparql(world, query);
    } catch (error) {
      expect(error).toBeInstanceOf(QueryError);
      return (error as QueryError).message;
    }
    return "";
  };

  test("are worded as the real back end's, with line and column", () => {
    expect(messageOf("SELECT ?a\nWHERE {\r\n?a name ?n , ?m }")).toBe(
      'googleapi: Error 400: Syntax error: Expected "." or "}" but got "," at [3:12], invalidQuery',
    );
  });

  test("name selected variables that no pattern has", () => {
    expect(messageOf("SELECT ?n ?obsDate WHERE { ?a name ?n }")).toBe(
      "googleapi: Error 400: Unrecognized name: obsDate at [1:11], invalidQuery",
    );
  });

  test("name a variable of ORDER BY that is not selected", () => {
    expect(messageOf("SELECT ?n WHERE { ?a name ?n } ORDER BY ?a")).toBe(
      "googleapi: Error 400: Unrecognized name: a at [1:41], invalidQuery",
    );
    expect(messageOf("SELECT ?n WHERE { ?a name ?n } ORDER BY ?b/c")).toContain("name: b/c at");
  });

  test("name a column that is selected twice", () => {
    expect(messageOf("SELECT ?n ?n WHERE { ?a name ?n }")).toContain("same name (?n)");
  });
});

test("a query may name what objects inherit", () => {
  const own = worldOf([["__proto__", "constructor", "=toString"]]);
  expect(answerOf(own, "SELECT ?__proto__ WHERE { ?__proto__ constructor toString }")).toEqual([
    "__proto__",
  ]);
});

test("an empty world answers", () => {
  const empty = worldOf([]);
  expect(querySparql(empty, "SELECT ?a WHERE { ?a typeOf State }")).toEqual({ header: ["?a"] });
  expect(querySparql(empty, "SELECT ?a WHERE { ?a dcid ?b }")).toEqual({ header: ["?a"] });
  const observed = "SELECT ?v WHERE { ?o typeOf StatVarObservation . ?o value ?v }";
  expect(querySparql(empty, observed)).toEqual({ header: ["?v"] });
});

test("the time that it takes to read a long query is of the deadline", () => {
  const nothing = worldOf([]);
  const columns = Array.from({ length: 500 }, (_, at) => `(COUNT(*) AS ?x${at})`).join(" ");
  const query = `SELECT ${columns} { ?a typeOf City }`;
  let reading = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (reading += 1000));
  const ask = (timeout: number) =>
    querySparql(nothing, query, { dialect: "extended" }, new Governor({ timeout }));
  expect(() => ask(500)).toThrow("takes longer than 500 ms");
  expect(ask(100_000).rows).toHaveLength(1);
  vi.restoreAllMocks();
});
