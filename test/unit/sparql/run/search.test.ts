import { describe, expect, test } from "vitest";
import { QueryTerms, unbound } from "../../../../src/sparql/run/search.ts";
import { worldOf } from "../../../oracle/small-world.ts";

const world = worldOf(
  [
    ["b", "p", "=b"],
    ["a", "p", "=c"],
    ["a", "p", "="],
    ["a", "p", "=7"],
  ],
  [
    ["v", "a", "2020", "7"],
    ["v", "a", "2021", "8.5"],
  ],
);
const { dictionary } = world.graph;

/** Terms of a new query, and what it was charged. */
function newTerms() {
  const charged = { bytes: 0, steps: 0 };
  const terms = new QueryTerms(world, {
    work: (steps) => {
      charged.steps += steps;
    },
    bytes: (count) => {
      charged.bytes += count;
    },
  });
  return { terms, charged };
}

describe("the terms of a query", () => {
  test("are nodes and literals of the dictionary, points, values, and texts of its own", () => {
    const { terms } = newTerms();
    const { pointBase, valueBase } = terms;
    expect([terms.nodeCount, terms.termCount]).toEqual([dictionary.nodeCount, pointBase]);
    expect(valueBase - pointBase).toBe(2);
    const own = terms.literalOf("not stored");
    const ids = [pointBase - 1, pointBase, valueBase - 1, valueBase, own, unbound];
    expect(ids.map((id) => terms.isPoint(id))).toEqual([false, true, true, false, false, false]);
    expect(
      [unbound, dictionary.nodeOf("a")!, pointBase - 1, own].map((id) => terms.textOf(id)),
    ).toEqual(["", "a", dictionary.textOf(pointBase - 1), "not stored"]);
    expect([valueBase, valueBase + 1].map((id) => terms.textOf(id))).toEqual(["7", "8.5"]);
    expect(terms.textOf(pointBase)).toMatch(/^dc\/o\//);
  });

  test("tell a node from a literal, and know a text of their own again", () => {
    const { terms } = newTerms();
    expect(terms.nodeOf("b")).toBe(dictionary.nodeOf("b"));
    expect(terms.literalOf("b")).toBe(dictionary.literalOf("b"));
    const [node, literal] = [terms.nodeOf("x"), terms.literalOf("x")];
    expect(node).not.toBe(literal);
    expect([terms.nodeOf("x"), terms.literalOf("x")]).toEqual([node, literal]);
  });

  test("of several constants ascend", () => {
    const { terms } = newTerms();
    const found = terms.constants(["c", "b", "x", "a"]);
    const expected = [
      dictionary.nodeOf("a")!,
      dictionary.nodeOf("b")!,
      dictionary.literalOf("b")!,
      dictionary.literalOf("c")!,
    ];
    expect([...found]).toEqual(expected);
  });

  test("are printed as one where their texts are one", () => {
    const { terms } = newTerms();
    const b = dictionary.nodeOf("b")!;
    for (const _ of "..") {
      expect([b, dictionary.literalOf("b")!].map((id) => terms.printedAs(id))).toEqual([b, b]);
      expect(terms.printedAs(dictionary.literalOf("")!)).toBe(unbound);
      expect(terms.printedAs(unbound)).toBe(unbound);
      const seven = dictionary.literalOf("7")!;
      expect([seven, terms.valueBase].map((id) => terms.printedAs(id))).toEqual([seven, seven]);
      const own = terms.nodeOf("x");
      expect(terms.printedAs(own)).toBe(terms.printedAs(terms.literalOf("x")));
    }
    const [first, last] = [0, terms.nodeCount - 1];
    expect([first, last].map((id) => terms.printedAs(id))).toEqual([first, last]);
    expect(terms.printedAs(terms.nodeCount)).toBe(unbound);
  });

  test("are ordered by the texts that they print, nothing first", () => {
    const { terms } = newTerms();
    const texts = ["b", "a", "c"].map((text) => terms.literalOf(text));
    const nodes = ["b", "a"].map((text) => dictionary.nodeOf(text)!);
    const ids = [
      ...texts,
      ...nodes,
      terms.literalOf("aa"),
      terms.valueBase + 1,
      terms.valueBase,
      unbound,
    ];
    const sorted = ids.toSorted((a, b) => terms.compare(a, b));
    expect(sorted.map((id) => terms.textOf(id))).toEqual([
      ...["", "7", "8.5", "a", "a"],
      ...["aa", "b", "b", "c"],
    ]);
    expect(terms.compare(0, 0)).toBe(0);
    expect(terms.compare(unbound, 0)).toBeLessThan(0);
    expect(terms.compare(0, unbound)).toBeGreaterThan(0);
    expect(terms.compare(unbound, dictionary.literalOf("")!)).toBe(0);
    expect(terms.compare(dictionary.nodeOf("b")!, dictionary.literalOf("b")!)).toBe(0);
    const last = terms.termCount - 1;
    expect(terms.compare(last, terms.literalOf("zz"))).toBeLessThan(0);
    expect(terms.compare(terms.pointBase, dictionary.nodeOf("a")!)).toBeGreaterThan(0);
  });

  test("cost the memory of their texts, once", () => {
    const { terms, charged } = newTerms();
    terms.nodeOf("a");
    expect(charged.bytes).toBe(0);
    const long = "x".repeat(1000);
    for (const _ of "...") terms.literalOf(long);
    expect(charged.bytes).toBeGreaterThan(1000);
    expect(charged.bytes).toBeLessThan(1200);
    const before = charged.bytes;
    for (const _ of "...") terms.printedAs(terms.literalOf(long));
    expect(charged.bytes - before).toBeGreaterThan(1000);
    expect(charged.bytes - before).toBeLessThan(1200);
    const { bytes } = charged;
    for (const _ of "...") terms.printedAs(dictionary.literalOf("c")!);
    expect(charged.bytes - bytes).toBeGreaterThan(100);
    expect(charged.bytes - bytes).toBeLessThan(150);
  });

  test("cost the work of hashing where they are ids of observations", () => {
    const { terms, charged } = newTerms();
    terms.textOf(terms.valueBase);
    expect(charged.steps).toBe(0);
    terms.textOf(terms.pointBase);
    expect(charged.steps).toBeGreaterThan(10);
  });

  test("are light below a thousand texts that had to be remembered", () => {
    const { terms } = newTerms();
    for (let at = 0; at < 998; at++) terms.nodeOf(`x${at}`);
    terms.printedAs(terms.valueBase);
    expect(terms.isLight).toBe(true);
    terms.nodeOf("x998");
    expect(terms.isLight).toBe(false);
  });
});
