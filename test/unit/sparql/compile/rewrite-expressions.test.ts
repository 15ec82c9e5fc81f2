/** What stands in FILTER, in groups and after WHERE, word by word. */

import { describe, expect, test } from "vitest";
import { LimitError, QueryError } from "../../../../src/errors/errors.ts";
import { otherEngine } from "../../../../src/sparql/compile/pattern-rewriter.ts";
import { toStandard } from "../../../../src/sparql/compile/rewrite.ts";

const extended = (query: string) => toStandard(query, "extended").text;
/** What stands between the parentheses of a FILTER, in standard SPARQL. */
const filtered = (condition: string) =>
  extended(`SELECT ?a { ?a b ?c FILTER(${condition}) }`).slice(36, -4);
const reasonOf = (query: string): string => {
  try {
    extended(query);
  } catch (error) {
    expect(error).toBeInstanceOf(QueryError);
    return `${(error as QueryError).reason} @${(error as QueryError).offset}`;
  }
  return "accepted";
};
const listOf = (count: number, item: string) => Array.from({ length: count }, () => item).join(" ");

describe("in an expression", () => {
  test("numbers stay numbers, and what only begins as one is a constant", () => {
    expect(filtered("?c IN (1, -1.25, 10.75, 1e10, 1.5E-10, -2e5)")).toBe(
      "?c IN ( 1 , -1.25 , 10.75 , 1e10 , 1.5E-10 , -2e5 )",
    );
    expect(filtered("?c IN (2018-01, 1.5x, 1x5, 1e5x, 1e-, x1)")).toBe(
      "?c IN ( <dcid:2018-01> , <dcid:1.5x> , <dcid:1x5> , <dcid:1e5x> , <dcid:1e-> , <dcid:x1> )",
    );
  });

  test("true and false are no texts, and the words of other places are", () => {
    expect(filtered("true || FALSE")).toBe("TRUE || FALSE");
    expect(filtered("?c IN (asc, desc, limit)")).toBe(
      "?c IN ( <dcid:asc> , <dcid:desc> , <dcid:limit> )",
    );
    expect(filtered("?c IN (count, bound)")).toBe("?c IN ( <dcid:count> , <dcid:bound> )");
  });

  test("quoted texts keep quotes, backslashes and line breaks", () => {
    expect(filtered(String.raw`?c = "a\"b\\c\nd\re\tf" || ?c = 'g"'`)).toBe(
      '?c = "a\\"b\\\\c\\nd\\re\tf" || ?c = "g\\""',
    );
  });

  test("IRIs are constants, of known namespaces the dcids that they end in", () => {
    expect(filtered("?c = <http://schema.org/x> || ?c = <y>")).toBe(
      "?c = <dcid:x> || ?c = <dcid:y>",
    );
  });

  test("a function may stand without more parentheses, and nothing else may", () => {
    expect(extended('SELECT ?a { ?a b ?c FILTER regex(?c, "x") FILTER bound(?a) }')).toBe(
      'SELECT ?a { ?a <dcid:b> ?c FILTER regex ( ?c , "x" ) FILTER bound ( ?a ) }',
    );
    for (const [condition, offset] of [
      ['bound "("', 27],
      ["?c(1)", 27],
      ['"bound"(?c)', 27],
      ["bound", 27],
    ] as const) {
      const reason = reasonOf(`SELECT ?a { ?a b ?c FILTER ${condition} }`);
      expect(reason).toMatch(new RegExp(`^Syntax error: Expected "\\(" but got .* @${offset}$`));
    }
  });

  test("the name of an unknown function is cut", () => {
    expect(reasonOf(`SELECT ?a { ?a b ?c FILTER(${"f".repeat(200)}(?c)) }`)).toBe(
      `Unsupported: function ${"f".repeat(60)} @27`,
    );
  });
});

describe("groups", () => {
  test("join with UNION and OPTIONAL, and may end with a dot", () => {
    const query =
      "SELECT ?a { { ?a b c } UNION { ?a d e } . OPTIONAL { ?a f ?g . } . FILTER(?a) . ?a h i }";
    expect(extended(query)).toBe(
      "SELECT ?a { { ?a <dcid:b> <dcid:c> } UNION { ?a <dcid:d> <dcid:e> } . " +
        "OPTIONAL { ?a <dcid:f> ?g . } . FILTER ( ?a ) . ?a <dcid:h> <dcid:i> }",
    );
  });

  test("nest 32 deep, whatever opens them", () => {
    const nested = (opening: string, depth: number) =>
      `SELECT ?a { ?a b c ${listOf(depth, opening)} ?a b c ${listOf(depth, "}")} }`;
    for (const opening of ["{", "OPTIONAL {", "{ } UNION {"]) {
      expect(reasonOf(nested(opening, 32))).toBe("accepted");
      expect(reasonOf(nested(opening, 33))).toContain(
        "Unsupported: groups nested deeper than 32 @",
      );
    }
  });

  test("and conditions may be 256 in all", () => {
    const query = (count: number) => `SELECT ?a { ?a b ?c ${listOf(count, "FILTER(?c)")} { } }`;
    expect(reasonOf(query(255))).toBe("accepted");
    expect(() => extended(query(256))).toThrow(
      new LimitError("a query holds at most 256 groups and conditions"),
    );
  });
});

describe("in a pattern", () => {
  test("a semicolon may be the last thing", () => {
    expect(extended("SELECT ?a { ?a b ?c ; . ?a d ?e ; }")).toBe(
      "SELECT ?a { ?a <dcid:b> ?c ; . ?a <dcid:d> ?e ; }",
    );
  });

  test("quoted marks and keywords are constants", () => {
    expect(
      extended('SELECT ?a { ?a "a" ?b . ?a "" "[" . "FILTER" "!" "optional" . "[" "^" ?b }'),
    ).toBe(
      "SELECT ?a { ?a <dcid:a> ?b . ?a <dcid:> <dcid:[> . " +
        "<dcid:FILTER> <dcid:!> <dcid:optional> . <dcid:[> <dcid:%5E> ?b }",
    );
  });

  test("keywords of groups are constants where a pattern goes on", () => {
    expect(extended('SELECT ?a { union "p" x . optional graph "y" }')).toBe(
      "SELECT ?a { <dcid:union> <dcid:p> <dcid:x> . <dcid:optional> <dcid:graph> <dcid:y> }",
    );
    expect(reasonOf("SELECT ?a { select p x }")).toContain("Expected a variable but got");
    expect(reasonOf('SELECT ?a { filter "p" x }')).toContain('Expected "(" but got string');
  });

  test("the part that is missing is named", () => {
    expect(reasonOf("SELECT ?a { . }")).toBe('Syntax error: Expected a subject but got "." @12');
    expect(reasonOf("SELECT ?a { ?a , }")).toBe(
      'Syntax error: Expected a predicate but got "," @15',
    );
    expect(reasonOf("SELECT ?a { ?a b ; }")).toBe(
      'Syntax error: Expected an object but got ";" @17',
    );
  });

  test("a list may hold no variable, which is shown as it was written", () => {
    expect(reasonOf("SELECT ?a { ?a b (x ?n) }")).toBe(
      'Syntax error: Expected a constant but got variable "?n" @20',
    );
    expect(extended("SELECT ?a { ?a b (?n) }")).toBe("SELECT ?a { ?a <dcid:b> ?n }");
    expect(reasonOf("SELECT ?a { ?a b (?n@de) }")).toContain('Expected a constant but got "@"');
  });

  test("a language follows a text, and only a word is one", () => {
    expect(reasonOf('SELECT ?a { ?a b "x"@?c }')).toContain('but got "@"');
  });
});

describe("prefixes", () => {
  test("are named with a colon or without, which may be a part of the name", () => {
    expect(
      extended("PREFIX s <http://x/> PREFIX a:b: <http://y/> SELECT ?a { s:n a:b:c ?a }"),
    ).toBe("SELECT ?a { <dcid:http://x/n> <dcid:a:b:c> ?a }");
  });

  test("are known in lists", () => {
    expect(extended("PREFIX s: <http://x/> SELECT ?a { ?a b (s:m s:n) }")).toContain(
      "{ <dcid:http://x/m> <dcid:http://x/n> }",
    );
  });

  test("of no length belong to words that begin with a colon alone", () => {
    expect(extended("PREFIX : <http://x/> SELECT ?a { n :m ?a }")).toBe(
      "SELECT ?a { <dcid:n> <dcid:http://x/m> ?a }",
    );
  });

  test("take an IRI and a word", () => {
    expect(reasonOf("PREFIX s: x SELECT ?a { ?a b c }")).toContain(
      'Expected "<" but got identifier',
    );
    expect(reasonOf("BASE x SELECT ?a { ?a b c }")).toContain('Expected "<" but got identifier');
    expect(reasonOf("PREFIX <x> <y> SELECT ?a { ?a b c }")).toContain(
      'Expected a prefix but got "<x>"',
    );
  });

  test("a known namespace counts only where an IRI begins", () => {
    expect(extended("SELECT ?a { ?a <http://x/?u=http://schema.org/y> z }")).toContain(
      "<dcid:http://x/?u=http://schema.org/y>",
    );
  });
});

describe("after WHERE", () => {
  test("modifiers are standard SPARQL", () => {
    expect(
      extended(
        "SELECT ?a { ?a b ?c } group by ?a having (count(?c) > 1) having bound(?a) order by desc(?a) asc(?c) ?a limit 12 offset 5",
      ),
    ).toBe(
      "SELECT ?a { ?a <dcid:b> ?c } GROUP BY ?a HAVING ( count ( ?c ) > 1 ) HAVING bound ( ?a ) " +
        "ORDER BY DESC ( ?a ) ASC ( ?c ) ?a LIMIT 12 OFFSET 5",
    );
  });

  test("a quoted keyword is none", () => {
    expect(extended('SELECT ?a { ?a b ?c } ORDER BY "limit"')).toBe(
      'SELECT ?a { ?a <dcid:b> ?c } ORDER BY "limit"',
    );
  });

  test.each([
    ["DESCRIBE", otherEngine],
    ["construct", otherEngine],
    ["INSERT", "a world never changes"],
    ["DELETE", "a world never changes"],
  ])("%s is refused by name", (form, instead) => {
    const reason = `Unsupported: ${form.toUpperCase()}; ${instead} @0`;
    expect(reasonOf(`${form} { ?a b ?c }`)).toBe(reason);
  });
});
