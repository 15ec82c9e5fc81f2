import { describe, expect, test } from "vitest";
import { LimitError, QueryError } from "../../../../src/errors/errors.ts";
import { type Dialect, tokensOf } from "../../../../src/sparql/compile/tokens.ts";

const read = (query: string, dialect: Dialect = "documented") =>
  tokensOf(query, dialect)
    .slice(0, -1)
    .map(({ kind, text }) => `${kind}:${text}`);

describe("words", () => {
  test("hold letters of any script, digits, _, :, / and hyphens", () => {
    expect(read("geoId/06 dcs:name Köln_2 dc/g/X-Y")).toEqual([
      "word:geoId/06",
      "word:dcs:name",
      "word:Köln_2",
      "word:dc/g/X-Y",
    ]);
  });

  test("are numbers and dates as they are written, negative ones too", () => {
    expect(read("5 5.5 -3 -0.25 2018-01 2018-08-22T12:00Z 06")).toEqual([
      "word:5",
      "word:5.5",
      "word:-3",
      "word:-0.25",
      "word:2018-01",
      "word:2018-08-22T12:00Z",
      "word:06",
    ]);
  });

  test("end before a dot that no digit of a fraction follows", () => {
    expect(read("geoId/06. 5. a.b")).toEqual([
      "word:geoId/06",
      "mark:.",
      "word:5",
      "mark:.",
      "word:a",
      "mark:.",
      "word:b",
    ]);
  });
});

describe("variables", () => {
  test("of the documented dialect may hold / and :", () => {
    expect(read("?dcid/test ?a:b ?_1")).toEqual([
      "variable:dcid/test",
      "variable:a:b",
      "variable:_1",
    ]);
  });

  test("of the extended dialect may not, and may begin with $", () => {
    expect(read("$a ?b/c", "extended")).toEqual(["variable:a", "variable:b", "mark:/", "word:c"]);
  });
});

describe("strings", () => {
  test("stand in either quotes and hold four escapes", () => {
    expect(read(String.raw`"a 'b' \" \\ \n" 'c "d" \''`)).toEqual([
      "string:a 'b' \" \\ \n",
      'string:c "d" \'',
    ]);
  });

  test.each([
    ["another escape", String.raw`"\t"`, "Illegal escape sequence at [1:2]"],
    ["a line break", '"a\nb"', "Unclosed string literal at [1:1]"],
    ["no end", ' "a', "Unclosed string literal at [1:2]"],
    ["an escape at the end", '"a\\', "Illegal escape sequence at [1:3]"],
    ["a carriage return", '"a\rb"', "Unclosed string literal at [1:1]"],
    ["a variable before", '?a"c"', "Missing whitespace before or after a string at [1:3]"],
    ["a variable behind", '"c"?a', "Missing whitespace before or after a string at [1:4]"],
    ["a word before", 'ab"c"', "Missing whitespace before or after a string at [1:3]"],
    ["a word behind", '"c"ab', "Missing whitespace before or after a string at [1:4]"],
    ["three quotes", '"""a"""', "Missing whitespace before or after a string at [1:3]"],
  ])("with %s are refused", (_, query, message) => {
    expect(() => read(query)).toThrow(QueryError);
    expect(() => read(query)).toThrow(message);
  });

  test("of the extended dialect know more escapes", () => {
    expect(read(String.raw`"\t\r\b\f \n\\\"\'"`, "extended")).toEqual(["string:\t\r\b\f \n\\\"'"]);
  });

  test("may stand next to marks, and variables next to words and each other", () => {
    expect(read(`("a","b")`)).toEqual(["mark:(", "string:a", "mark:,", "string:b", "mark:)"]);
    expect(read("?a?b")).toEqual(["variable:a", "variable:b"]);
    expect(read("a?b")).toEqual(["word:a", "variable:b"]);
  });
});

test("everything else is a mark of one or two characters", () => {
  expect(read("\u00a0 \f")).toEqual(["mark:\u00a0", "mark:\f"]);
  expect(read("{}().;,# && || != <= >= ^^ < > \u{1F600} \ud800")).toEqual(
    ["{", "}", "(", ")", ".", ";", ",", "#", "&&", "||", "!=", "<=", ">=", "^^", "<", ">"]
      .concat("\u{1F600}", "\ud800")
      .map((text) => `mark:${text}`),
  );
});

test("IRIs are what stands between angle brackets", () => {
  expect(read("<http://schema.org/> <> < a>")).toEqual([
    "iri:http://schema.org/",
    "iri:",
    "mark:<",
    "word:a",
    "mark:>",
  ]);
});

test("comments are known to the extended dialect only", () => {
  expect(read("a # b\nc", "extended")).toEqual(["word:a", "word:c"]);
  expect(read("a # b")).toEqual(["word:a", "mark:#", "word:b"]);
});

test("places are kept, and the last token is the end", () => {
  expect(tokensOf(" ?a\r\n'b' ", "documented")).toEqual([
    { kind: "variable", text: "a", start: 1, end: 3 },
    { kind: "string", text: "b", start: 5, end: 8 },
    { kind: "end", text: "", start: 9, end: 9 },
  ]);
});

test("there are at most 50,000", () => {
  expect(read("a ".repeat(50_000)).length).toBe(50_000);
  expect(() => read("a ".repeat(50_001))).toThrow(
    new LimitError("a query holds at most 50000 words and marks"),
  );
});
