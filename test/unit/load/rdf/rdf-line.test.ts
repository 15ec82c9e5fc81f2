import { describe, expect, test } from "vitest";
import { parseRdfLine } from "../../../../src/load/rdf/rdf-line.ts";

const dc = (name: string): string => `<https://datacommons.org/browser/${name}>`;

describe("a line", () => {
  test.each([
    [
      `${dc("geoId/06")} ${dc("name")} "California"@en .`,
      ["geoId/06", "name", "literal California", ""],
    ],
    [
      "<dcid:a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Place> <dcid:p> . # so",
      ["a", "typeOf", "node Place", "p"],
    ],
    [
      `${dc("a%20b%25")} ${dc("p")} "1"^^<http://www.w3.org/2001/XMLSchema#integer>.`,
      ["a b%", "p", "literal 1", ""],
    ],
    ['<dcid:a><dcid:p>"\\u00e9\\t\\U0001F600\\"".', ["a", "p", 'literal é\t😀"', ""]],
    [
      "<dcid:a> <dcid:p> <https://example.org/x%20y> .",
      ["a", "p", "node https://example.org/x%20y", ""],
    ],
    ["<dcid:a> <dcid:p> _:b1 .", ["a", "p", "blank b1", ""]],
  ])("%s", (line, [subject, predicate, object, graph]) => {
    const statement = parseRdfLine(line);
    expect(statement?.subject.text).toBe(subject);
    expect(statement?.predicate).toBe(predicate);
    expect(`${statement?.object.kind} ${statement?.object.text}`).toBe(object);
    expect(statement?.graph).toBe(graph);
  });

  test.each([
    "<dcid:a> <dcid:p> <dcid:b>",
    "<dcid:a> _:p <dcid:b> .",
    '"a" <dcid:p> <dcid:b> .',
    '<dcid:a> <dcid:p> "open .',
    '<dcid:a> <dcid:p> "\\q" .',
    '<dcid:a> <dcid:p> "\\UFFFFFFFF" .',
    `${dc("%zz")} <dcid:p> <dcid:b> .`,
    "<dcid:a> <dcid:p> <dcid:b> <dcid:g> <dcid:h> .",
  ])("no statement: %s", (line) => {
    expect(parseRdfLine(line)).toBeUndefined();
  });

  test("a long one that fails does so at once", () => {
    const started = performance.now();
    expect(parseRdfLine(`<dcid:a> <dcid:p> "${"\\\\".repeat(200_000)}`)).toBeUndefined();
    expect(parseRdfLine(`<dcid:a> ${" ".repeat(200_000)}x`)).toBeUndefined();
    expect(parseRdfLine(`<dcid:${"\\u0041".repeat(50_000)} <dcid:p> x`)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

const node = (text: string) => ({ kind: "node", text });
const blank = (text: string) => ({ kind: "blank", text });
const literal = (text: string) => ({ kind: "literal", text });
const of = (subject: object, predicate: string, object: object, graph = "") => ({
  subject,
  predicate,
  object,
  graph,
});

test.each<[line: string, statement: object | undefined]>([
  ["_:a.b-c<dcid:p>_:d .", of(blank("a.b-c"), "p", blank("d"))],
  ["_:a <dcid:p> _:b.", of(blank("a"), "p", blank("b"))],
  ['\t<a>\t<b>\t"c"\t<d>\t.\t# x', of(node("a"), "b", literal("c"), "d")],
  ["<> <> <> <> .", of(node(""), "", node(""))],
  ['<a> <b> "\\t\\b\\n\\r\\f\\"\\\'\\\\" .', of(node("a"), "b", literal("\t\b\n\r\f\"'\\"))],
  ['<a> <b> "\\u00E9\\U0001f600" .', of(node("a"), "b", literal("\u00e9\u{1f600}"))],
  ["<\\u0061> <\\U00000062> <c\\u0064e> .", of(node("a"), "b", node("cde"))],
  ['<a> <b> "c"@en-GB .', of(node("a"), "b", literal("c"))],
  ['<a> <b> "" .', of(node("a"), "b", literal(""))],
  [
    "<http://datacommons.org/browser/a%2Fb> <http://schema.org/c> <https://schema.org/d%20e> <dcid:%C3%A9> .",
    of(node("a/b"), "c", node("d e"), "\u00e9"),
  ],
  ["<x:a%20b> <b> <c> .", of(node("x:a%20b"), "b", node("c"))],
  [
    "<a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <c> .",
    of(node("a"), "typeOf", node("c")),
  ],
  ["<a b> <b> <c> .", undefined],
  ['<a"b> <b> <c> .', undefined],
  ["<a{b> <b> <c> .", undefined],
  ["<a\\q> <b> <c> .", undefined],
  ["<a\\u00e> <b> <c> .", undefined],
  ["<a> <b> <c> . x", undefined],
  ["x <a> <b> <c> .", undefined],
  ["_: <b> <c> .", undefined],
  ['<a> <b> "c"@ .', undefined],
  ['<a> <b> "c"^^<d e> .', undefined],
  ['<a> <b> "c"d" .', undefined],
  ['<a> <b> "c\rd" .', undefined],
  ['<a> <b> "\\uD8" .', undefined],
  ["<a> <b> <dcid:%E0> .", undefined],
  ["<a> <b> <c> _:g .", undefined],
  ['<a> <b> <c> "g" .', undefined],
  ["", undefined],
])("the line %j is this statement", (line, statement) => {
  expect(parseRdfLine(line)).toEqual(statement);
});
