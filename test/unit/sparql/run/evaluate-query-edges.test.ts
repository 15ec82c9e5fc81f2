/** Queries at the edges: nothing, zero, one thing written in two ways, and cuts beyond the end. */

import { describe, expect, test } from "vitest";
import { worldOf } from "../../../oracle/small-world.ts";
import { answerOf } from "../answers.ts";

const world = worldOf([
  ["a", "size", "=1"],
  ["b", "size", "=1.0"],
  ["c", "size", "=2"],
  ["d", "size", "=0"],
  ["e", "size", "=x"],
  ["a", "kind", "K"],
  ["b", "kind", "K"],
  ["c", "kind", "L"],
  ["d", "kind", "M"],
  ["e", "kind", "M"],
  ["a", "near", "b"],
  ["c", "near", "=1"],
  ["\u{1F600}", "kind", "Z"],
  ["\uFFFD", "kind", "Z"],
]);
const answer = (query: string) => answerOf(world, query, "extended");

describe("cuts", () => {
  test("OFFSET and LIMIT count the rows that DISTINCT leaves, in order and without", () => {
    const kinds = "SELECT DISTINCT ?k { ?s kind ?k }";
    expect(answer(`${kinds} OFFSET 1`)).toEqual(["L", "M", "Z"]);
    expect(answer(`${kinds} LIMIT 2 OFFSET 1`)).toEqual(["L", "M"]);
    expect(answer(`${kinds} ORDER BY DESC(?k) LIMIT 2 OFFSET 1`)).toEqual(["M", "L"]);
    expect(answer(`${kinds} ORDER BY ?k OFFSET 3`)).toEqual(["Z"]);
  });

  test("LIMIT 0 is no limit, after an OFFSET too", () => {
    expect(answer("SELECT ?s { ?s kind ?k } ORDER BY ?s LIMIT 0 OFFSET 5")).toEqual([
      "\uFFFD",
      "\u{1F600}",
    ]);
  });

  test("OFFSET may be the number of rows, and more", () => {
    expect(answer("SELECT ?s { ?s kind ?k } OFFSET 6")).toHaveLength(1);
    for (const offset of [7, 8]) {
      expect(answer(`SELECT ?s { ?s kind ?k } LIMIT 2 OFFSET ${offset}`)).toEqual([]);
      expect(answer(`SELECT ?s { ?s kind ?k } ORDER BY ?s LIMIT 2 OFFSET ${offset}`)).toEqual([]);
    }
  });
});

describe("1 and 1.0", () => {
  test("are equal to a number, and as texts two", () => {
    expect(answer("SELECT ?s { ?s size ?n FILTER(?n = 1) }")).toEqual(["a", "b"]);
    expect(answer("SELECT ?s { ?s size ?n FILTER(?n = 1.0) }")).toEqual(["a", "b"]);
    expect(answer("SELECT ?s { ?s size ?n FILTER(?n = 1e0 && true) }")).toEqual(["a", "b"]);
    expect(answer("SELECT ?s { ?s size ?n FILTER(?n = 1 && false) }")).toEqual([]);
    expect(answer('SELECT ?s { ?s size ?n FILTER(?n = "1") }')).toEqual(["a"]);
    expect(answer("SELECT ?s { ?s size 1 }")).toEqual(["a"]);
  });

  test("are two values of GROUP BY and DISTINCT, and one where they are calculated with", () => {
    const where = "{ ?s size ?n ; kind K }";
    expect(answer(`SELECT ?n (COUNT(*) AS ?c) ${where} GROUP BY ?n ORDER BY ?n`)).toEqual([
      "1|1",
      "1.0|1",
    ]);
    expect(
      answer(`SELECT (COUNT(DISTINCT ?n) AS ?c) (COUNT(DISTINCT (?n + 0)) AS ?d) ${where}`),
    ).toEqual(["2|1"]);
  });
});

test("the least of equal values is the one that came first, and so is the greatest", () => {
  const query = "SELECT (MIN(?n) AS ?a) (MAX(?n) AS ?b) { ?s size ?n ; kind K }";
  expect(answer(query)).toEqual(["1|1"]);
});

test("calculated columns are ordered as numbers, stored ones as texts, selected or not", () => {
  expect(answer("SELECT ?s (?n * 5 AS ?x) { ?s size ?n ; kind ?k } ORDER BY DESC(?x) ?s")).toEqual([
    "c|10",
    "a|5",
    "b|5",
    "d|0",
    "e|-",
  ]);
  expect(answer("SELECT ?s { ?s size ?n } ORDER BY DESC(?n)")).toEqual(["e", "c", "b", "a", "d"]);
  expect(answer("SELECT DISTINCT * { ?s size ?n } ORDER BY DESC(?n) ?s LIMIT 2")).toEqual([
    "e|x",
    "c|2",
  ]);
  expect(answer("SELECT DISTINCT * { ?s size ?n } ORDER BY DESC(?s) LIMIT 2")).toEqual([
    "e|x",
    "d|0",
  ]);
  expect(
    answer("SELECT (COUNT(*) AS ?c) { ?s kind ?k } GROUP BY ?k ORDER BY DESC(?k) LIMIT 3"),
  ).toEqual(["2", "2", "1"]);
});

test("errors come first wherever they were met", () => {
  expect(answer("SELECT ?s (1 / (?n - 1) AS ?q) { ?s size ?n } ORDER BY ?q ?s")).toEqual([
    "a|-",
    "b|-",
    "e|-",
    "d|-1",
    "c|1",
  ]);
});

describe("DISTINCT", () => {
  test("looks at what a calculated column is made of", () => {
    expect(answer("SELECT DISTINCT (lcase(?k) AS ?x) { ?s kind ?k } ORDER BY ?x")).toEqual([
      ..."klmz",
    ]);
  });

  test("leaves no match out that is counted", () => {
    expect(answer("SELECT DISTINCT (COUNT(*) AS ?c) { ?s kind ?k }")).toEqual(["7"]);
    expect(answer("SELECT (COUNT(DISTINCT *) AS ?c) { ?s kind Z . ?t kind M }")).toEqual(["4"]);
    expect(answer("SELECT (COUNT(DISTINCT ?s) AS ?c) { ?s kind Z . ?t kind M }")).toEqual(["2"]);
  });
});

test("an error is not counted, and groups end at the LIMIT", () => {
  expect(answer("SELECT (COUNT(?n + 1) AS ?c) (COUNT(?n) AS ?d) { ?s size ?n }")).toEqual(["4|5"]);
  const groups = "SELECT ?k (COUNT(*) AS ?c) { ?s kind ?k } GROUP BY ?k";
  expect(answer(`${groups} LIMIT 2`)).toEqual(["K|2", "L|1"]);
  expect(answer(`${groups} LIMIT 2 OFFSET 1`)).toEqual(["L|1", "M|2"]);
});

test("stored values and aggregates are compared as numbers, a quoted text as a text", () => {
  const own = worldOf([
    ["a", "size", "=9"],
    ["a", "size", "=10"],
    ["a", "limit", "=10"],
  ]);
  const count = (rest: string) => answerOf(own, `SELECT ?s ${rest}`, "extended").length;
  expect(count("{ ?s size ?n ; limit ?m FILTER(?n < ?m) }")).toBe(1);
  expect(count('{ ?s size ?n FILTER(?n < "10") }')).toBe(0);
  expect(count('{ ?s size ?n FILTER("9" > ?n) }')).toBe(1);
  expect(count("{ ?s size ?n } GROUP BY ?s HAVING (MIN(?n) < MAX(?n))")).toBe(1);
  expect(count("{ ?s size ?n } GROUP BY ?s HAVING (MIN(?n) < ?s)")).toBe(1);
  expect(count('{ ?s size ?n } GROUP BY ?s HAVING (MIN(?n) < "10")')).toBe(0);
});

test("lists of constants count in groups of any depth", () => {
  expect(
    answer("SELECT ?s ?n { { ?s kind (K L) OPTIONAL { ?s size ?n ; size (1 2) } } } ORDER BY ?s"),
  ).toEqual(["a|1", "b|-", "c|2"]);
});

describe("what has no value", () => {
  test("is what is divided by zero, and fails every condition", () => {
    expect(answer("SELECT ?s { ?s size ?n FILTER(1 / ?n > 0) }")).toEqual(["a", "b", "c"]);
    expect(answer("SELECT ?s { ?s size ?n FILTER(!(1 / ?n > 0)) }")).toEqual([]);
    expect(answer("SELECT ?s { ?s size ?n FILTER(0 / ?n = 0 / ?n) }")).toEqual(["a", "b", "c"]);
  });

  test("is what is calculated from what is no number, or from nothing", () => {
    for (const sum of ["?n + 1", "1 + ?n", "-?n"]) {
      expect(answer(`SELECT (${sum} AS ?x) { e size ?n }`)).toEqual(["-"]);
      expect(answer(`SELECT ?s { ?s size ?n FILTER(!(${sum} > -9)) }`)).toEqual([]);
    }
    const where = "{ ?s size ?n OPTIONAL { ?s far ?m } }";
    const texts = ["str(?m)", "ucase(?m)", 'contains(?m, "u")', 'contains("undefined", ?m)'];
    for (const text of [...texts, 'regex(?m, "u")', "strlen(?m)", "?m = ?m", "?m < ?n"]) {
      expect(answer(`SELECT DISTINCT (${text} AS ?x) ${where}`), text).toEqual(["-"]);
    }
  });

  test("comes first, calculated or stored, and last where the order descends", () => {
    const quotients = "SELECT ?s (1 / ?n AS ?q) { ?s size ?n }";
    expect(answer(`${quotients} ORDER BY ?q ?s`)).toEqual(["d|-", "e|-", "c|0.5", "a|1", "b|1"]);
    expect(answer(`${quotients} ORDER BY DESC(?q) ?s`)).toEqual([
      "a|1",
      "b|1",
      "c|0.5",
      "d|-",
      "e|-",
    ]);
    const near = "SELECT ?s ?m { ?s size ?n OPTIONAL { ?s near ?m } }";
    expect(answer(`${near} ORDER BY ?m ?s`)).toEqual(["b|-", "d|-", "e|-", "c|1", "a|b"]);
    expect(answer(`${near} ORDER BY DESC(?m) ?s`)).toEqual(["a|b", "c|1", "b|-", "d|-", "e|-"]);
  });

  test("has no least and no greatest", () => {
    expect(
      answer(
        "SELECT (MIN(?n) AS ?a) (MAX(?n) AS ?b) (COUNT(?n) AS ?c) { ?s kind Z OPTIONAL { ?s size ?n } }",
      ),
    ).toEqual(["-|-|0"]);
  });
});

describe("nothing", () => {
  test("between braces is one match, and a branch of UNION too", () => {
    expect(answer("SELECT (COUNT(*) AS ?c) { }")).toEqual(["1"]);
    expect(answer("SELECT (COUNT(*) AS ?c) { { } UNION { } }")).toEqual(["2"]);
    expect(answer("SELECT ?s { { ?s kind K } UNION { } }")).toEqual(["a", "b", "-"]);
    expect(answer("SELECT ?s { ?s kind K OPTIONAL { } { } }")).toEqual(["a", "b"]);
  });

  test("is one group without GROUP BY and none with it, and HAVING may refuse it", () => {
    const where = "{ ?s kind ?k FILTER(?k = NONE) }";
    expect(answer(`SELECT (COUNT(*) AS ?c) ${where}`)).toEqual(["0"]);
    expect(answer(`SELECT ?k (COUNT(*) AS ?c) ${where} GROUP BY ?k`)).toEqual([]);
    expect(answer(`SELECT (COUNT(*) AS ?c) ${where} HAVING (COUNT(*) > 0)`)).toEqual([]);
    expect(answer("SELECT (1 AS ?x) { ?s kind ?k } HAVING (2 > 1)")).toEqual(["1"]);
    expect(answer("SELECT (1 AS ?x) { ?s kind ?k } HAVING (1 > 2)")).toEqual([]);
  });
});

test("nodes are ordered and compared by the bytes of their dcids", () => {
  const [low, high] = ["\uFFFD", "\u{1F600}"];
  expect(answer("SELECT ?s { ?s kind Z } ORDER BY ?s")).toEqual([low, high]);
  expect(answer("SELECT ?s { ?s kind Z } ORDER BY DESC(?s)")).toEqual([high, low]);
  expect(answer("SELECT (MIN(?s) AS ?a) (MAX(?s) AS ?b) { ?s kind Z }")).toEqual([
    `${low}|${high}`,
  ]);
  expect(answer(`SELECT ?s { ?s kind Z FILTER(?s > "${low}") }`)).toEqual([high]);
  expect(answer("SELECT (lcase(?s) AS ?x) { ?s kind Z } ORDER BY ?x")).toEqual([low, high]);
});
