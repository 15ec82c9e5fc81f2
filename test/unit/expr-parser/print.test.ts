import { describe, expect, test } from "vitest";
import { ExpressionError } from "../../../src/errors/errors.ts";
import type { Arc, Relation } from "../../../src/expr-parser/ast.ts";
import { parseRelation } from "../../../src/expr-parser/parse-relation.ts";
import { printRelation } from "../../../src/expr-parser/print.ts";

const printed = (text: string): string => printRelation(parseRelation(text));

describe("printRelation", () => {
  test("leaves canonical texts as they are", () => {
    const texts = [
      "",
      "->",
      "<-",
      "->*",
      "->name",
      "->[name,latitude]",
      "<-typeOf{gender:Male,populationType:Person}",
      "<-containedInPlace+{typeOf:[City,County]}",
      "->[name,nameWithLanguage{$lang:[es,fr]}]",
      "->[name{$lang:es}]",
      "<-wikidataId->dcid",
      "->+",
      "->*+",
      "->[*]",
      "->[a+]",
      "->[[a]]",
      "->->",
      "<-[>]",
      "->>{k:v}",
      "->++",
      "->+a{k:v}",
      "<-[]->dcid",
      "->p{k:a-[]>b<[]-c}",
    ];
    expect(texts.map(printed)).toEqual(texts);
  });

  test("gives one text for the many ways to write a relation", () => {
    const rows = [
      [" - > na me ", "->name"],
      ["->[name]", "->name"],
      ["->[,a,,b]", "->[a,b]"],
      ["->[]", "->"],
      ["->p{}", "->p"],
      ["->p+foo", "->foo+"],
      ["->p{k:[v]}", "->p{k:v}"],
      ["->p{k:a,l:b,k:c}", "->p{k:[a,c],l:b}"],
      ["->p{k:a,b}", "->p{k:[a,b]}"],
    ];
    expect(rows.map(([text]) => printed(text!))).toEqual(rows.map(([, canonical]) => canonical));
  });

  test("does not look at the order of fields", () => {
    const arc: Arc = { filter: [], transitive: true, labels: { kind: "any" }, direction: "in" };
    expect(printRelation({ arcs: [arc] })).toBe("<-*+");
  });

  test("refuses a relation that no text says", () => {
    const arc: Arc = { direction: "out", labels: { kind: "none" }, transitive: false, filter: [] };
    const named = (name: string): Arc => ({
      ...arc,
      labels: { kind: "some", items: [{ name, filter: [] }] },
    });
    const filter = [{ key: "k", values: ["v"] }];
    const unsayable: Relation[] = [
      { arcs: [named("New York")] },
      { arcs: [named("")] },
      { arcs: [named("a->b")] },
      { arcs: [named("a->")] },
      { arcs: [{ ...arc, filter }] },
      { arcs: [{ ...arc, labels: { kind: "some", items: [] } }] },
      { arcs: [{ ...named("a+"), filter }] },
      { arcs: [{ ...named("p"), filter: [{ key: "k", values: ["a:b"] }] }] },
      { arcs: [{ ...named("p"), filter: [{ key: "k", values: [] }] }] },
      { arcs: [{ ...named("p"), filter: [...filter, ...filter] }] },
    ];
    for (const relation of unsayable) {
      expect(() => printRelation(relation)).toThrow(ExpressionError);
    }
    expect(() => printRelation(unsayable[0]!)).toThrow(
      "relation cannot be written: ->New York reads as another one",
    );
  });

  test("refuses the one kind of list that reads but cannot be put in order", () => {
    const relation = parseRelation("->[x{a:v,k:{,a:b},m:n},y]");
    expect(relation.arcs[0]?.labels).toMatchObject({ items: [{ name: "x" }, { name: "y" }] });
    expect(() => printRelation(relation)).toThrow(ExpressionError);
  });
});
