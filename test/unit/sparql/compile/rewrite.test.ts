import { describe, expect, test } from "vitest";
import { LimitError, QueryError } from "../../../../src/errors/errors.ts";
import { otherEngine } from "../../../../src/sparql/compile/pattern-rewriter.ts";
import { toStandard } from "../../../../src/sparql/compile/rewrite.ts";
import { constantIri, constantOf } from "../../../../src/sparql/compile/standard-text.ts";
import type { Dialect } from "../../../../src/sparql/compile/tokens.ts";

const standard = (query: string, dialect: Dialect = "documented") =>
  toStandard(query, dialect).text;
const reasonOf = (query: string, dialect: Dialect = "documented"): string => {
  try {
    standard(query, dialect);
  } catch (error) {
    if (error instanceof QueryError) return `${error.reason} @${error.offset}`;
    return String(error);
  }
  return "accepted";
};

describe("the documented dialect becomes standard SPARQL", () => {
  test("bare and quoted constants become IRIs", () => {
    expect(standard(`SELECT ?n WHERE{ ?s typeOf State . "geoId/06" 'name' ?n . }`)).toBe(
      "SELECT ?n WHERE { ?s <dcid:typeOf> <dcid:State> . <dcid:geoId/06> <dcid:name> ?n . }",
    );
  });

  test("a list in parentheses becomes VALUES", () => {
    expect(standard('SELECT ?a WHERE { ?a dcid (geoId/06 "San Jose, CA") . ?a name ?n }')).toBe(
      "SELECT ?a WHERE { ?a <dcid:dcid> ?__0 " +
        "VALUES ?__0 { <dcid:geoId/06> <dcid:San%20Jose,%20CA> } . ?a <dcid:name> ?n }",
    );
  });

  test("one thing in parentheses is that thing", () => {
    expect(standard("SELECT ?n WHERE { ?a name (?n) . ?a dcid (x) }")).toBe(
      "SELECT ?n WHERE { ?a <dcid:name> ?n . ?a <dcid:dcid> <dcid:x> }",
    );
  });

  test("BASE and PREFIX lines are read and ignored", () => {
    const prologue = "BASE <http://schema.org/> PREFIX dcs: <https://x/> PREFIX a <b> ";
    expect(standard(`${prologue}SELECT ?a WHERE { ?a dcs:name ?b }`)).toBe(
      "SELECT ?a WHERE { ?a <dcid:dcs:name> ?b }",
    );
  });

  test("keywords are known in any case, ORDER BY and LIMIT follow", () => {
    expect(standard("select distinct ?a where { ?a b ?c } order by asc (?a) limit 25")).toBe(
      "SELECT DISTINCT ?a WHERE { ?a <dcid:b> ?c } ORDER BY ASC ( ?a ) LIMIT 25",
    );
    expect(standard("SELECT ?a WHERE { ?a b ?c } ORDER BY ?c")).toContain("} ORDER BY ?c");
  });

  test("variables that standard SPARQL has not get other names", () => {
    const query = "SELECT ?dcid/test ?__0 ?ä WHERE { ?dcid/test p ?__0 . ?ä p x }";
    const { text, writtenNames } = toStandard(query, "documented");
    expect(text).toBe(
      "SELECT ?__0 ?__1 ?__2 WHERE { ?__0 <dcid:p> ?__1 . ?__2 <dcid:p> <dcid:x> }",
    );
    expect([...writtenNames]).toEqual([
      ["__0", "dcid/test"],
      ["__1", "__0"],
      ["__2", "ä"],
    ]);
  });

  test("words of other dialects may be constants", () => {
    expect(standard("SELECT ?a WHERE { ?a isoCode OR . ?a b true . union graph values }")).toBe(
      "SELECT ?a WHERE { ?a <dcid:isoCode> <dcid:OR> . ?a <dcid:b> <dcid:true> . " +
        "<dcid:union> <dcid:graph> <dcid:values> }",
    );
  });
});

describe("what would silently mean something else is an error", () => {
  test.each([
    [
      "a forgotten dot",
      "SELECT ?a WHERE { ?a name ?n ?a b ?c }",
      'Expected "." or "}" but got',
      29,
    ],
    [
      "two objects",
      "SELECT ?a WHERE { ?a name x y }",
      'Expected "." or "}" but got identifier "y"',
      28,
    ],
    ["a comma", "SELECT ?a WHERE { ?a name ?n , ?m }", 'Expected "." or "}" but got ","', 29],
    ["a semicolon", "SELECT ?a WHERE { ?a name ?n ; b ?c }", 'Expected "." or "}" but got ";"', 29],
    ["a comment", "SELECT ?a WHERE { ?a name ?n . # no\n }", 'but got "#"', 31],
    ["a variable in a list", "SELECT ?a WHERE { ?a name (x ?n) }", "Expected a constant", 29],
    ["a list within a list", "SELECT ?a WHERE { ?a name (x (y)) }", "Expected a constant", 29],
    ["an empty list", "SELECT ?a WHERE { ?a name () }", "Expected a constant", 27],
    ["FILTER at the end", "SELECT ?a WHERE { ?a b ?c . FILTER(?c) }", "Unsupported: FILTER", 28],
    ["FILTER without a dot", "SELECT ?a WHERE { ?a b ?c FILTER(?c) }", "Unsupported: FILTER", 26],
    ["OPTIONAL", "SELECT ?a WHERE { OPTIONAL { ?a b ?c } }", "Unsupported: OPTIONAL", 18],
    ["UNION", "SELECT ?a WHERE { ?a b ?c } UNION { ?a b ?d }", "Expected end of script", 28],
    ["a group", "SELECT ?a WHERE { { ?a b ?c } }", "Unsupported: groups within WHERE", 18],
    ["a path", "SELECT ?a WHERE { ?a b+ ?c }", "Unsupported: property paths", 22],
    ["an IRI", "SELECT ?a WHERE { ?a <b> ?c }", "Expected a bare or quoted constant", 21],
    ["SELECT *", "SELECT * WHERE { ?a b ?c }", "Unsupported: SELECT *", 7],
    ["no variable", "SELECT WHERE { ?a b ?c }", "SELECT list must not be empty", 7],
    ["an aggregate", "SELECT (COUNT(?a) AS ?n) WHERE { ?a b ?c }", "expressions in SELECT", 7],
    ["no WHERE", "SELECT ?a { ?a b ?c }", "Expected keyword WHERE", 10],
    ["text behind LIMIT", "SELECT ?a WHERE { ?a b ?c } LIMIT 5 x", "Expected end of script", 36],
    ["OFFSET", "SELECT ?a WHERE { ?a b ?c } LIMIT 5 OFFSET 3", "Unsupported: OFFSET", 36],
    ["HAVING", "SELECT ?a WHERE { ?a b ?c } HAVING (?a)", "Unsupported: HAVING", 28],
    ["VALUES", "SELECT ?a WHERE { ?a b ?c } VALUES ?a { x }", "Unsupported: VALUES", 28],
    ["a number to order by", "SELECT ?a WHERE { ?a b ?c } ORDER BY 1", "Expected a variable", 37],
    [
      "a text to order by",
      "SELECT ?a WHERE { ?a b ?c } ORDER BY ASC(x)",
      "Expected a variable",
      41,
    ],
    ["a quoted LIMIT", 'SELECT ?a WHERE { ?a b ?c } LIMIT "5"', "Expected an integer", 34],
    ["a bracket", "SELECT ?a WHERE { [] b ?a }", 'Expected a subject but got "["', 18],
    ["a quoted keyword", 'SELECT ?a "WHERE" { ?a b ?c }', "Expected keyword WHERE", 10],
    ["ORDER BY late", "SELECT ?a WHERE { ?a b ?c } LIMIT 5 ORDER BY ?a", "after LIMIT", 36],
    ["two keys", "SELECT ?a WHERE { ?a b ?c } ORDER BY ?a ?c", "several keys of ORDER BY", 40],
    ["DESC ?a", "SELECT ?a WHERE { ?a b ?c } ORDER BY DESC ?a", 'Expected "("', 42],
    ["GROUP BY", "SELECT ?a WHERE { ?a b ?c } GROUP BY ?a", "Unsupported: GROUP", 28],
    ["a negative LIMIT", "SELECT ?a WHERE { ?a b ?c } LIMIT -1", "Expected an integer", 34],
    ["a broken LIMIT", "SELECT ?a WHERE { ?a b ?c } LIMIT 1.5", "Expected an integer", 34],
    ["FROM", "SELECT ?a FROM <x> WHERE { ?a b ?c }", "Unsupported: FROM", 10],
    ["another form", "ASK WHERE { ?a b ?c }", "Unsupported: ASK", 0],
    ["nothing", "", "Expected keyword SELECT but got end of script", 0],
    ["no end", "SELECT ?a WHERE { ?a b ?c", 'Expected "." or "}" but got end of script', 25],
    ["an open list", "SELECT ?a WHERE { ?a b (c", "Expected a constant but got end", 25],
    ["no object", "SELECT ?a WHERE { ?a b }", 'Expected an object but got "}"', 23],
    ["no predicate", "SELECT ?a WHERE { ?a . }", 'Expected a predicate but got "."', 21],
    ["a character", "SELECT ?a WHERE { ?a b c%d }", 'Expected "." or "}" but got "%"', 24],
  ])("%s", (_, query, reason, offset) => {
    expect(reasonOf(query)).toContain(reason);
    expect(reasonOf(query)).toMatch(new RegExp(`@${offset}$`));
  });

  test("several types are the documented error of their own", () => {
    const messageOf = (query: string) => {
      try {
        standard(query);
      } catch (error) {
        expect(error).toMatchObject({ code: "REQUEST" });
        return (error as Error).message;
      }
      return "";
    };
    expect(
      messageOf(
        "SELECT ?a WHERE { ?o typeOf StatisticalPopulation ?o typeOf StatVarObservation . }",
      ),
    ).toBe(
      "Node should be string, got [StatisticalPopulation ?o typeOf StatVarObservation] of type []string",
    );
    expect(messageOf('SELECT ?a WHERE { ?a typeOf (State "County") . ?a b ?c }')).toBe(
      "Node should be string, got [State County] of type []string",
    );
    const long = messageOf(`SELECT ?a WHERE { ?a typeOf ${"Type ".repeat(10_000)} }`);
    expect(long.length).toBeLessThan(1100);
    const short = messageOf(`SELECT ?a WHERE { ?a typeOf ${"T ".repeat(150)} }`);
    expect(short).toContain(`[${"T ".repeat(99)}T] of`);
  });

  test("more patterns than can be nested are a limit", () => {
    const patterns = (count: number) =>
      `SELECT ?a WHERE { ${Array.from({ length: count }, () => "?a b ?c").join(" . ")} }`;
    expect(reasonOf(patterns(256))).toBe("accepted");
    expect(() => standard(patterns(257))).toThrow(
      new LimitError("a query holds at most 256 patterns"),
    );
  });
});

describe("the extended dialect", () => {
  const extended = (query: string) => standard(query, "extended");

  test("keeps what standard SPARQL is and writes constants as IRIs", () => {
    expect(
      extended(
        'SELECT * { ?a b ?c ; d ?e , "f" OPTIONAL { ?a g (h i) } FILTER(?c > 5 && ?e IN (x, "y")) }',
      ),
    ).toBe(
      "SELECT * { ?a <dcid:b> ?c ; <dcid:d> ?e , <dcid:f> OPTIONAL { ?a <dcid:g> ?__0 " +
        "VALUES ?__0 { <dcid:h> <dcid:i> } } " +
        'FILTER ( ?c > 5 && ?e IN ( <dcid:x> , "y" ) ) }',
    );
  });

  test("expands prefixes, and takes known namespaces for dcids", () => {
    const prologue =
      "PREFIX s: <http://schema.org/> PREFIX : <https://datacommons.org/browser/geoId/> ";
    expect(
      extended(`${prologue}SELECT ?n { :06 s:name ?n . <http://schema.org/x> <http://y> other:z }`),
    ).toBe(
      "SELECT ?n { <dcid:geoId/06> <dcid:name> ?n . <dcid:x> <dcid:http://y> <dcid:other:z> }",
    );
  });

  test("knows a, languages and types of texts", () => {
    expect(extended('SELECT ?a { ?a a State ; name "Kalifornien"@de , "5"^^<x> }')).toBe(
      "SELECT ?a { ?a <dcid:typeOf> <dcid:State> ; <dcid:name> <dcid:Kalifornien@de> , <dcid:5> }",
    );
  });

  test("allows several types, any of which will do", () => {
    expect(extended("SELECT ?a { ?a typeOf (State County) }")).toContain("VALUES ?__0");
  });

  test.each([
    [`GRAPH; ${otherEngine}`, "SELECT ?a { GRAPH <g> { ?a d ?e } }", 12],
    [`SERVICE; ${otherEngine}`, "SELECT ?a { SERVICE <g> { ?a d ?e } }", 12],
    [
      "SELECT beside other parts of a group; give it braces of its own",
      "SELECT ?a { ?a b ?c . SELECT ?a { ?a b ?c } }",
      22,
    ],
    [
      "EXISTS outside of WHERE; write BIND(EXISTS { … } AS ?name) within it",
      "SELECT (EXISTS { ?a b ?c } AS ?d) { ?a b ?c }",
      8,
    ],
    ["blank nodes; name a variable instead", "SELECT ?a { ?a b [ c ?d ] }", 17],
    ["blank nodes; name a variable instead", "SELECT ?a { [] b ?a }", 12],
    ["function IRI", "SELECT ?a { ?a b ?c FILTER(IRI(?c)) }", 27],
    ["function xsd:integer", "SELECT ?a { ?a b ?c FILTER(xsd:integer(?c) > 1) }", 27],
    ["REDUCED; write DISTINCT, or neither", "SELECT REDUCED ?a { ?a b ?c }", 7],
    [`FROM; ${otherEngine}`, "SELECT ?a FROM <x> { ?a b ?c }", 10],
    [`CONSTRUCT; ${otherEngine}`, "CONSTRUCT { ?a b ?c } WHERE { ?a b ?c }", 0],
    [`paths nested deeper than 32`, `SELECT ?a { ?a ${"(".repeat(40)} }`, 47],
    ["groups nested deeper than 32", `SELECT ?a ${"{ ".repeat(40)}`, 76],
    ["parentheses nested deeper than 100", `SELECT ?a { FILTER${"(".repeat(200)} }`, 118],
  ])("refuses %s", (what, query, offset) => {
    expect(reasonOf(query, "extended")).toBe(`Unsupported: ${what} @${offset}`);
  });

  test.each([
    ["FILTER ?c", "SELECT ?a { ?a b ?c FILTER ?c }", 'Expected "("'],
    ["a stray mark", "SELECT ?a { ?a b ?c FILTER(?c & 1) }", "Expected an expression"],
    ["an open bracket", "SELECT ?a { ?a b ?c FILTER((?c) }", "Expected an expression"],
    ["the end", "SELECT ?a { ?a b ?c FILTER(", 'Expected ")"'],
    ["text instead of WHERE", "SELECT ?a 5 { ?a b ?c }", "Expected a variable"],
    ["a forgotten dot", "SELECT ?a { ?a b ?c ?d e ?f }", 'Expected "."'],
  ])("names the place of %s", (_, query, reason) => {
    expect(reasonOf(query, "extended")).toContain(reason);
  });
});

describe("the extended dialect writes", () => {
  const extended = (query: string) => standard(query, "extended");

  test("ASK, MINUS, BIND and EXISTS as they are", () => {
    expect(extended("ASK { ?a b c }")).toBe("ASK { ?a <dcid:b> <dcid:c> }");
    expect(
      extended(
        "SELECT ?a { ?a b ?c MINUS { ?a d ?e } BIND(?c + 1 AS ?f) FILTER NOT EXISTS { ?a g h } }",
      ),
    ).toBe(
      "SELECT ?a { ?a <dcid:b> ?c MINUS { ?a <dcid:d> ?e } BIND ( ?c + 1 AS ?f ) " +
        "FILTER NOT EXISTS { ?a <dcid:g> <dcid:h> } }",
    );
  });

  test("constants of VALUES as IRIs, wherever VALUES stands", () => {
    expect(
      extended('SELECT ?a { VALUES ?a { x "y z" } ?a b ?c } VALUES (?a ?c) { (x UNDEF) }'),
    ).toBe(
      "SELECT ?a { VALUES ?a { <dcid:x> <dcid:y%20z> } ?a <dcid:b> ?c } " +
        "VALUES ( ?a ?c ) { ( <dcid:x> UNDEF ) }",
    );
  });

  test("the steps of a path one by one, though a word may hold several", () => {
    expect(
      extended("SELECT ?a { ?a b/c/ (d|^a)* ?e . ?a !(b|^c) ?f . ?a b? ?g . ?a ^b/c+ ?h }"),
    ).toBe(
      "SELECT ?a { ?a <dcid:b> / <dcid:c> / ( <dcid:d> | ^ <dcid:typeOf> ) * ?e . " +
        "?a ! ( <dcid:b> | ^ <dcid:c> ) ?f . ?a <dcid:b> ? ?g . ?a ^ <dcid:b> / <dcid:c> + ?h }",
    );
  });

  test("a query within a group, with modifiers of its own", () => {
    expect(
      extended("SELECT ?a { { SELECT ?a (COUNT(?c) AS ?n) { ?a b ?c } GROUP BY ?a LIMIT 3 } }"),
    ).toBe(
      "SELECT ?a { { SELECT ?a ( COUNT ( ?c ) AS ?n ) { ?a <dcid:b> ?c } GROUP BY ?a LIMIT 3 } }",
    );
  });
});

test("constants survive the way into IRIs and back", () => {
  for (const text of [
    "a b",
    '<>"{}|^`\\%',
    "\n\t\u0000\u00a0",
    "50%25",
    "",
    "ä\u{1F600}",
    "dcid:x",
  ]) {
    const iri = constantIri(text);
    expect(iri).toMatch(/^<[^<>"{}|^`\\\s]*>$/);
    expect(constantOf(iri.slice(1, -1))).toBe(text);
  }
  expect(constantOf("http://x/%20")).toBe("http://x/%20");
});

test("places of the standard text lead back to the query", () => {
  const query = "SELECT  ?a\nWHERE {?a b ?c}";
  const out = toStandard(query, "documented");
  for (const [piece, written] of [
    ["WHERE", "WHERE"],
    ["<dcid:b>", "b ?c"],
    ["?c", "?c"],
  ] as const) {
    expect(out.originOf(out.text.indexOf(piece))).toBe(query.indexOf(written));
  }
  expect(out.originOf(1000)).toBe(query.indexOf("}"));
});

test("the place of a variable is its first one in each part of the query", () => {
  const query = "SELECT ?name_1 ?b ?name_1 WHERE { ?b c ?name_1 . ?name_1 d ?b } ORDER BY ?b";
  const out = toStandard(query, "documented");
  expect(out.text).toContain("?name_1");
  expect(out.placeOf("name_1", "select")).toBe(7);
  expect(out.placeOf("name_1", "where")).toBe(39);
  expect(out.placeOf("name_1", "modifiers")).toBe(0);
  expect(out.placeOf("b", "modifiers")).toBe(query.length - 2);
});
