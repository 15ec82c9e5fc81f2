/** Filters of walks: types, other keys, several of them; and what walks leave behind. */

import { describe, expect, test } from "vitest";
import type { Graph } from "../../../../src/store/graph/graph.ts";
import { closure, passes, type TermFilter, termTest } from "../../../../src/store/graph/walk.ts";
import { TypeLeads, walkMemory } from "../../../../src/store/graph/walk-memory.ts";
import { type TripleRow, worldOf } from "../../../oracle/small-world.ts";

const graphOf = (rows: readonly TripleRow[]): Graph => worldOf(rows).graph;

/** A filter by dcids; values that begin with `=` are literals. */
function filterOf(graph: Graph, keys: Readonly<Record<string, readonly string[]>>): TermFilter {
  const { dictionary } = graph;
  return Object.entries(keys).map(([key, values]) => ({
    predicate: graph.predicateOf(key),
    values: new Set(
      values.flatMap(
        (text) =>
          (text.startsWith("=") ? dictionary.literalOf(text.slice(1)) : dictionary.nodeOf(text)) ??
          [],
      ),
    ),
  }));
}

function reached(graph: Graph, keys: Readonly<Record<string, readonly string[]>>): string[] {
  const from = graph.dictionary.nodeOf("root")!;
  const found = closure(graph, from, "in", graph.predicateOf("in")!, 10, filterOf(graph, keys));
  return Array.from(found, (term) => graph.dictionary.textOf(term));
}

/** Forty leaves below the root: every second red, every third a City, every fifth also a Port. */
function leaves(): TripleRow[] {
  return Array.from({ length: 40 }, (_, at): TripleRow[] => {
    const leaf = `leaf${String(at).padStart(2, "0")}`;
    return [
      [leaf, "in", "root"],
      [leaf, "color", at % 2 === 0 ? "red" : "blue"],
      [leaf, "note", at % 7 === 0 ? "=seven" : "=other"],
      ...(at % 3 === 0 ? [[leaf, "typeOf", "City"] as const] : []),
      ...(at % 5 === 0 ? [[leaf, "typeOf", "Port"] as const] : []),
    ];
  }).flat();
}

const names = (is: (at: number) => boolean) =>
  [...Array(40).keys()].filter(is).map((at) => `leaf${String(at).padStart(2, "0")}`);

describe("a walk with filters", () => {
  test("finds what has one of the values of every key", () => {
    const graph = graphOf(leaves());
    expect(reached(graph, {})).toEqual(names(() => true));
    expect(reached(graph, { color: ["red"] })).toEqual(names((at) => at % 2 === 0));
    expect(reached(graph, { color: ["red", "blue"] })).toHaveLength(40);
    expect(reached(graph, { note: ["=seven"] })).toEqual(names((at) => at % 7 === 0));
    expect(reached(graph, { color: ["red"], note: ["=seven"] })).toEqual(
      names((at) => at % 14 === 0),
    );
    expect(reached(graph, { color: ["green"] })).toEqual([]);
    expect(reached(graph, { color: [] })).toEqual([]);
  });

  test("finds what has one of the types, and another key's value", () => {
    const graph = graphOf(leaves());
    expect(reached(graph, { typeOf: ["City"] })).toEqual(names((at) => at % 3 === 0));
    expect(reached(graph, { typeOf: ["City", "Port"] })).toEqual(
      names((at) => at % 3 === 0 || at % 5 === 0),
    );
    expect(reached(graph, { typeOf: ["Port"], color: ["red"] })).toEqual(
      names((at) => at % 10 === 0),
    );
    expect(reached(graph, { typeOf: ["root"] })).toEqual([]);
    // More values than there are sets of types.
    const many = ["City", ...names(() => true)];
    expect(reached(graph, { typeOf: many })).toEqual(names((at) => at % 3 === 0));
  });

  test("finds what passes two tests of types", () => {
    const graph = graphOf(leaves());
    const filter = [
      ...filterOf(graph, { typeOf: ["City"] }),
      ...filterOf(graph, { typeOf: ["Port"] }),
    ];
    const from = graph.dictionary.nodeOf("root")!;
    const found = closure(graph, from, "in", graph.predicateOf("in")!, 1, filter);
    expect(Array.from(found, (term) => graph.dictionary.textOf(term))).toEqual(
      names((at) => at % 15 === 0),
    );
  });

  test("finds nothing by a key that no triple has, alone or with others", () => {
    const graph = graphOf(leaves());
    expect(reached(graph, { nothing: ["red"] })).toEqual([]);
    expect(reached(graph, { nothing: ["red"], typeOf: ["City"] })).toEqual([]);
    expect(reached(graph, { color: ["red"], nothing: ["red"] })).toEqual([]);
    // Where nothing is typed, types are such a key.
    const untyped = graphOf([["a", "in", "root"]]);
    expect(reached(untyped, { typeOf: ["a"] })).toEqual([]);
    expect(reached(untyped, { nothing: ["a"], typeOf: ["a"] })).toEqual([]);
  });

  test("finds the same whether values or terms are more", () => {
    const rows = leaves();
    for (let at = 0; at < 1000; at++)
      rows.push([`other${at}`, "color", at % 2 === 0 ? "red" : "gray"]);
    const graph = graphOf(rows);
    const values = ["blue", ...Array.from({ length: 700 }, (_, at) => `other${at}`)];
    expect(reached(graph, { color: values })).toEqual(names((at) => at % 2 === 1));
    expect(reached(graph, { color: ["red"] })).toEqual(names((at) => at % 2 === 0));
    expect(reached(graph, { color: ["gray", "blue"] })).toEqual(names((at) => at % 2 === 1));
  });

  test("leaves out literals that it reaches", () => {
    const graph = graphOf([
      ["root", "in", "=text"],
      ["root", "in", "a"],
      ["a", "color", "red"],
      ["a", "typeOf", "City"],
    ]);
    const out = (keys: Readonly<Record<string, readonly string[]>>) =>
      Array.from(
        closure(
          graph,
          graph.dictionary.nodeOf("root")!,
          "out",
          graph.predicateOf("in")!,
          9,
          filterOf(graph, keys),
        ),
        (term) => graph.dictionary.textOf(term),
      );
    expect(out({})).toEqual(["a", "text"]);
    expect(out({ color: ["red"] })).toEqual(["a"]);
    expect(out({ typeOf: ["City"] })).toEqual(["a"]);
    const many = Array.from({ length: 100 }, (_, at) => at);
    const color = { predicate: graph.predicateOf("color"), values: new Set(many) };
    const from = graph.dictionary.nodeOf("root")!;
    expect(closure(graph, from, "out", graph.predicateOf("in")!, 9, [color])).toHaveLength(1);
  });
});

test("what passes a filter comes in the order of ids, whatever the order of its arrival", () => {
  const rows: TripleRow[] = [["z", "in", "root"]];
  for (let at = 0; at < 40; at++) {
    const leaf = `leaf${String(at).padStart(2, "0")}`;
    rows.push([leaf, "in", at % 2 === 0 ? "z" : "root"]);
    rows.push([leaf, "color", at % 3 === 0 ? "red" : "blue"]);
  }
  rows.push(["z", "color", "blue"]);
  const graph = graphOf(rows);
  expect(reached(graph, { color: ["red"] })).toEqual(names((at) => at % 3 === 0));
  expect(reached(graph, { color: ["blue"] })).toEqual([...names((at) => at % 3 !== 0), "z"]);
  expect(reached(graph, {})).toEqual([...names(() => true), "z"]);
});

describe("what a walk gives", () => {
  test("ascends, whether it came so or not, near each other or far apart", () => {
    for (const between of [0, 2200]) {
      const filler = Array.from(
        { length: between },
        (_, at): TripleRow => [`m${at}`, "note", "=m"],
      );
      const graph = graphOf([
        ["z", "in", "root"],
        ["b", "in", "z"],
        ["a", "in", "b"],
        ["y", "in", "a"],
        ...filler,
      ]);
      for (const _ of "...") expect(reached(graph, {})).toEqual(["a", "b", "y", "z"]);
      const { dictionary } = graph;
      const filter = filterOf(graph, { in: ["z", "b"] });
      const found = closure(
        graph,
        dictionary.nodeOf("root")!,
        "in",
        graph.predicateOf("in")!,
        10,
        filter,
      );
      expect(Array.from(found, (term) => dictionary.textOf(term))).toEqual(["a", "b"]);
    }
  });

  test("leaves the memory that it borrowed as empty as it was", () => {
    const graph = graphOf([...leaves(), ["z", "in", "leaf39"], ["a", "in", "z"]]);
    const memory = walkMemory(graph);
    const lent = [memory.borrow(), memory.borrow()];
    for (const bitmap of lent) memory.giveBack(bitmap);
    reached(graph, {});
    reached(graph, { color: ["red"] });
    reached(graph, { typeOf: ["City"] });
    const again = [memory.borrow(), memory.borrow()];
    expect(again.every((bitmap) => lent.includes(bitmap))).toBe(true);
    for (let term = 0; term < graph.dictionary.termCount; term++) {
      expect(again.some((bitmap) => bitmap.has(term))).toBe(false);
    }
  });
});

test("a test of terms says what passes, for nodes and literals", () => {
  const graph = graphOf(leaves());
  const { dictionary } = graph;
  const passing = (filter: TermFilter) => {
    const test = termTest(graph, filter)!;
    const terms = [...Array(dictionary.termCount).keys()].filter(test);
    expect(terms).toEqual(
      [...Array(dictionary.termCount).keys()].filter((term) => passes(graph, term, filter)),
    );
    return terms.map((term) => dictionary.textOf(term));
  };
  expect(termTest(graph, [])).toBeUndefined();
  expect(passing(filterOf(graph, { typeOf: ["Port"] }))).toEqual(names((at) => at % 5 === 0));
  expect(passing(filterOf(graph, { color: ["red"] }))).toEqual(names((at) => at % 2 === 0));
  expect(passing(filterOf(graph, { typeOf: ["Port"], color: ["red"] }))).toEqual(
    names((at) => at % 10 === 0),
  );
  expect(passing(filterOf(graph, { nothing: ["red"] }))).toEqual([]);
});

test("a node of many arcs passes by one of few values, and by no other", () => {
  const graph = graphOf(Array.from({ length: 30 }, (_, at): TripleRow => ["a", "in", `n${at}`]));
  const a = graph.dictionary.nodeOf("a")!;
  expect(passes(graph, a, filterOf(graph, { in: ["n17", "a"] }))).toBe(true);
  expect(passes(graph, a, filterOf(graph, { in: ["a", "in"] }))).toBe(false);
});

describe("which types lead to which", () => {
  /** Two kinds of leaves below a branch, whose kind leads to the root's; an island beside them. */
  const graph = graphOf([
    ["root", "typeOf", "Root"],
    ["branch", "typeOf", "Branch"],
    ["branch", "in", "root"],
    ["red", "typeOf", "Red"],
    ["red", "in", "branch"],
    ["blue", "typeOf", "Blue"],
    ["blue", "in", "branch"],
    ["blue2", "typeOf", "Blue"],
    ["blue2", "in", "island"],
    ["island", "typeOf", "Island"],
    ["island", "near", "root"],
    ["root", "in", "=text"],
    ["bare", "in", "branch"],
    ["branch", "near", "island"],
  ]);
  const { dictionary } = graph;
  const leads = TypeLeads.of(graph, graph.predicateOf("in")!)!;
  const names = ["root", "branch", "red", "blue", "island", "bare"];
  const setOf = (name: string) => graph.typeSetOf(dictionary.nodeOf(name)!);
  const leadingTo = (wanted: string, direction: "out" | "in") => {
    const sets = new Uint8Array(graph.typeSetCount);
    sets[setOf(wanted)] = 1;
    const leading = leads.leadingTo(sets, direction);
    return names.filter((name) => leading[setOf(name)] === 1);
  };

  test("is nothing where nothing is wanted", () => {
    const none = new Uint8Array(graph.typeSetCount);
    expect([...leads.leadingTo(none, "in"), ...leads.leadingTo(none, "out")]).not.toContain(1);
  });

  test.each([
    ["root", "out", ["branch", "red", "blue", "bare"]],
    ["branch", "out", ["red", "blue", "bare"]],
    ["island", "out", ["blue"]],
    ["red", "out", []],
    ["red", "in", ["root", "branch"]],
    ["blue", "in", ["root", "branch", "island"]],
    ["branch", "in", ["root"]],
    ["root", "in", []],
  ] as const)("to %s, %swards", (wanted, direction, leading) => {
    expect(leadingTo(wanted, direction)).toEqual(leading);
  });

  test("is not told of more than 4096 pairs", () => {
    const numbers = [...Array(64).keys()];
    const square = [
      ...numbers.map((at): TripleRow => [`s${at}`, "typeOf", `S${at}`]),
      ...numbers.map((at): TripleRow => [`t${at}`, "typeOf", `T${at}`]),
      ...numbers.flatMap((from) => numbers.map((to): TripleRow => [`s${from}`, "in", `t${to}`])),
    ];
    const most = graphOf(square);
    expect(TypeLeads.of(most, most.predicateOf("in")!)).toBeDefined();
    const more = graphOf([...square, ["t0", "in", "s0"]]);
    expect(TypeLeads.of(more, more.predicateOf("in")!)).toBeUndefined();
  });

  test("is found out once, when a walk enters more than a thousand nodes", () => {
    for (const [count, isKnown] of [
      [1000, false],
      [1001, true],
    ] as const) {
      const fan = Array.from({ length: count }, (_, at): TripleRow => [`leaf${at}`, "in", "root"]);
      const graph = graphOf([...fan, ["leaf5", "typeOf", "City"]]);
      expect(reached(graph, { typeOf: ["City"] })).toEqual(["leaf5"]);
      const memory = walkMemory(graph);
      const predicate = graph.predicateOf("in")!;
      expect(memory.hasLeads(predicate)).toBe(isKnown);
      expect(memory.leadsOf(predicate)).toBe(memory.leadsOf(predicate));
      expect(memory.leadsOf(predicate)).toBeDefined();
      expect(reached(graph, { typeOf: ["City"] })).toEqual(["leaf5"]);
    }
  });
});
