import { describe, expect, test } from "vitest";
import { ExpressionError } from "../../../src/errors/errors.ts";
import { parseLinkedRelation, parseRelation } from "../../../src/expr-parser/parse-relation.ts";

type Row = readonly [text: string, offset: number, message: string];

function refusal(read: (text: string) => unknown, text: string): Row {
  try {
    read(text);
  } catch (error) {
    if (error instanceof ExpressionError) return [text, error.offset, error.message];
    throw error;
  }
  return [text, Number.NaN, "no error"];
}

function expectRefuses(rows: readonly Row[], read: (text: string) => unknown = parseRelation) {
  expect(rows.map(([text]) => refusal(read, text))).toEqual(rows);
}

const arrow = (piece: string) => `arc string should start with arrow (-> or <-) but got ${piece}`;
const alternating = (text: string) =>
  `invalid expression string: ${text}, expected alternating arrows and properties (e.g., ->name)`;
const bracket = (body: string) => `invalid list string: ${body}, missing closing bracket ']'`;
const name = (body: string) =>
  `invalid property expression: ${body}, missing property name before filter`;
const enclosing = (filter: string) =>
  `invalid filter string: ${filter}, expected enclosing '{' and '}'`;
const format = (filter: string) =>
  `invalid filter string: ${filter}, expected key:value format (e.g., {typeOf:City})`;
const start = (filter: string) =>
  `invalid filter string: ${filter}, filter must start with a key:value pair (e.g., {typeOf:City})`;
const subject = (text: string) =>
  `invalid expression string: ${text}, expected subject DCID followed by arrow and property (e.g., geoId/06->name)`;

describe("the errors (behaviour: expressions 3), each with its place in the text as written", () => {
  test("no arrow", () => {
    expectRefuses([
      ["name", 0, arrow("name")],
      [" n ame", 1, arrow("name")],
      ["name->", 0, arrow("name")],
      ["[a,b]", 0, arrow("[a,b]")],
      ["<->", 0, arrow("<")],
      ["->-> name ->", 5, arrow("name")],
      ["->a->->b{<-c->", 7, arrow("b{")],
    ]);
  });

  test("an odd number of pieces, before anything else", () => {
    expectRefuses([
      ["->name->", 6, alternating("->name->")],
      ["->->name", 4, alternating("->->name")],
      ["name->x", 6, alternating("name->x")],
      ["-> name -> ", 8, alternating("-> name -> ")],
      ["->a{b->", 5, alternating("->a{b->")],
      ["->[a<-", 4, alternating("->[a<-")],
    ]);
  });

  test("a list that is not closed", () => {
    expectRefuses([
      ["->[a, b", 2, bracket("[a,b")],
      ["->[", 2, bracket("[")],
      ["->[a,b]{k:v}", 2, bracket("[a,b]{k:v}")],
      ["<-[a,b]+", 2, bracket("[a,b]+")],
      ["->[{k:v}", 2, bracket("[{k:v}")],
      ["->a -> [b", 7, bracket("[b")],
    ]);
  });

  test("a filter without a property", () => {
    expectRefuses([
      ["->{typeOf:City}", 2, name("{typeOf:City}")],
      ["->{}", 2, name("{}")],
      ["->{", 2, name("{")],
      ["->[a, {k : v}, b]", 6, name("{k:v}")],
      ["->[a,{]", 5, name("{")],
      ["->+{typeOf:City}", 3, name("+{typeOf:City}")],
    ]);
  });

  test("a filter that is not closed, or has text after it", () => {
    expectRefuses([
      ["->p{a : b", 3, enclosing("{a:b")],
      ["->p{", 3, enclosing("{")],
      ["->p{a:b}+", 3, enclosing("{a:b}+")],
      ["->p+{a:b}c", 4, enclosing("{a:b}c")],
      ["->p{a:b]", 3, enclosing("{a:b]")],
      ["->p{a:b->c}", 3, enclosing("{a:b")],
      ["->[a{k:v,b]", 4, enclosing("{k:v,b")],
      ["->[a{k:v}b,c]", 4, enclosing("{k:v}b")],
      ["->[a{k:v}+]", 4, enclosing("{k:v}+")],
    ]);
  });

  test("a key without a value, a value without a key, or two colons", () => {
    expectRefuses([
      ["->p{k:}", 4, format("{k:}")],
      ["->p{:v}", 4, format("{:v}")],
      ["->p{k:v:w}", 4, format("{k:v:w}")],
      ["->p{:}", 4, format("{:}")],
      ["->p{k:[]}", 4, format("{k:[]}")],
      ["->p{k:[,v]}", 4, format("{k:[,v]}")],
      ["<-url{k:v, url: https://x.org}", 11, format("{k:v,url:https://x.org}")],
      ["->[a{k:v},b{l:}]", 12, format("{l:}")],
      ["->p{a:b}{c:d}", 4, format("{a:b}{c:d}")],
    ]);
  });

  test("a filter that begins with a value", () => {
    expectRefuses([
      ["<-name{dcid}", 7, start("{dcid}")],
      ["->p{, [ v ],k:v}", 6, start("{,[v],k:v}")],
      ["->[p{v}]", 5, start("{v}")],
    ]);
  });

  test("an entity expression without a subject or an arc", () => {
    expectRefuses(
      [
        ["", 0, subject("")],
        ["  ", 2, subject("  ")],
        ["geoId/06", 0, subject("geoId/06")],
        ["->", 0, subject("->")],
        ["->name", 2, subject("->name")],
        ["geoId/06 <-", 9, subject("geoId/06 <-")],
        ["geoId/06->name->", 14, subject("geoId/06->name->")],
      ],
      parseLinkedRelation,
    );
  });

  test("the errors of arcs, in an entity expression too", () => {
    expectRefuses(
      [
        ["X<-[a", 3, bracket("[a")],
        ["X<-{k:v}", 3, name("{k:v}")],
        ["X<-p{k}", 5, start("{k}")],
        ["->X->", 2, arrow("X")],
      ],
      parseLinkedRelation,
    );
  });

  test("the first error of several", () => {
    expectRefuses([
      ["->a{b}->[c", 4, start("{b}")],
      ["->p{k:,l}", 4, format("{k:,l}")],
      ["->[{a},b{]", 3, name("{a}")],
    ]);
  });

  test("counts UTF-16 units", () => {
    expectRefuses([
      ["->😀{k}", 5, start("{k}")],
      ["->\ud800 {k}", 5, start("{k}")],
    ]);
  });
});
