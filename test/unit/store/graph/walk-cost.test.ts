/** Walks choose the cheaper of two ways: what they look up is counted. */

import { afterEach, describe, expect, test, vi } from "vitest";

import { Bitmap } from "../../../../src/store/columns/id-sets.ts";
import type { Graph } from "../../../../src/store/graph/graph.ts";
import { closure, passes, type TermFilter } from "../../../../src/store/graph/walk.ts";
import { TypeLeads, walkMemory } from "../../../../src/store/graph/walk-memory.ts";
import { type TripleRow, worldOf } from "../../../oracle/small-world.ts";

const graphOf = (rows: readonly TripleRow[]): Graph => worldOf(rows).graph;
const many = (count: number, row: (at: number) => TripleRow): TripleRow[] =>
  Array.from({ length: count }, (_, at) => row(at));

const filterOf = (graph: Graph, key: string, values: readonly string[]): TermFilter => [
  {
    predicate: graph.predicateOf(key),
    values: new Set(values.map((text) => graph.dictionary.nodeOf(text)!)),
  },
];

const below = (graph: Graph, filter: TermFilter = []): string[] => {
  const root = graph.dictionary.nodeOf("root")!;
  const found = closure(graph, root, "in", graph.predicateOf("in")!, 10, filter);
  return Array.from(found, (term) => graph.dictionary.textOf(term));
};

afterEach(() => {
  vi.restoreAllMocks();
});

describe("what a walk reached", () => {
  /** Reached in the order z, a; `between` nodes have ids between theirs. */
  const apart = (between: number) =>
    graphOf([
      ["!", "in", "nothing"],
      ["z", "in", "root"],
      ["a", "in", "z"],
      ...many(between, (at) => [`m${at}`, "note", "=m"]),
    ]);
  const distance = ({ dictionary }: Graph) => dictionary.nodeOf("z")! - dictionary.nodeOf("a")!;

  test.each([
    ["read from the bitmap where it lies together", 33 * 32 - 1, 1],
    ["sorted where it lies further apart", 33 * 32, 0],
  ])("is %s", (_, wanted, drained) => {
    const graph = apart(wanted - distance(apart(1)) + 1);
    expect(distance(graph)).toBe(wanted);
    const drain = vi.spyOn(Bitmap.prototype, "drain");
    expect(below(graph)).toEqual(["a", "z"]);
    expect(drain).toHaveBeenCalledTimes(drained);
  });

  test("is neither sorted nor read when it came in order, from the first id on", () => {
    const graph = graphOf([
      ["!", "in", "root"],
      ["b", "in", "!"],
      ["c", "in", "!"],
    ]);
    expect(graph.dictionary.nodeOf("!")).toBe(0);
    const drain = vi.spyOn(Bitmap.prototype, "drain");
    const sort = vi.spyOn(Uint32Array.prototype, "sort");
    expect(below(graph)).toEqual(["!", "b", "c"]);
    expect([drain, sort].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });
});

describe("a test of one term", () => {
  test("looks up the values in the arcs where arcs are more, and goes along the arcs otherwise", () => {
    const graph = graphOf([
      ...many(30, (at) => ["a", "in", `n${at}`]),
      ...many(3, (at) => ["z", "in", `n${at}`]),
    ]);
    const has = vi.spyOn(graph, "has");
    const node = (name: string) => graph.dictionary.nodeOf(name)!;
    expect(passes(graph, node("a"), filterOf(graph, "in", ["z", "n7"]))).toBe(true);
    expect(passes(graph, node("a"), filterOf(graph, "in", ["z", "a"]))).toBe(false);
    expect(has).toHaveBeenCalledTimes(4);
    const five = ["n1", "n2", "n3", "n4", "n5"];
    expect(passes(graph, node("z"), filterOf(graph, "in", five))).toBe(true);
    expect(has).toHaveBeenCalledTimes(4);
  });
});

describe("a filter that nothing can pass", () => {
  const graph = graphOf([
    ["a", "in", "root"],
    ["a", "typeOf", "City"],
  ]);

  test.each([
    ["a predicate that no triple has", [{ predicate: undefined, values: new Set([0]) }]],
    ["a type that no node has", filterOf(graph, "typeOf", ["root"])],
  ])("of %s, costs no step", (_, filter) => {
    const rowsOf = vi.spyOn(graph.in, "rowsOf");
    expect(below(graph, filter)).toEqual([]);
    expect(rowsOf).not.toHaveBeenCalled();
  });
});

describe("a walk to nodes of a type", () => {
  test("does not enter nodes whose types lead to none, once it knows", () => {
    const graph = graphOf([
      ...many(1001, (at) => [`leaf${at}`, "in", "root"]),
      ...many(1001, (at) => [`leaf${at}`, "typeOf", "Leaf"]),
      ["paris", "in", "root"],
      ["paris", "typeOf", "City"],
    ]);
    const rowsOf = vi.spyOn(graph.in, "rowsOf");
    const cities = filterOf(graph, "typeOf", ["City"]);
    expect(below(graph, cities)).toEqual(["paris"]);
    expect(rowsOf.mock.calls.length).toBeGreaterThan(1000);
    rowsOf.mockClear();
    expect(below(graph, cities)).toEqual(["paris"]);
    expect(rowsOf).toHaveBeenCalledTimes(1);
  });

  test("goes on without knowing where there are too many kinds of pairs", () => {
    const numbers = [...Array(65).keys()];
    const graph = graphOf([
      ...numbers.flatMap((at): TripleRow[] => [
        [`s${at}`, "typeOf", `S${at}`],
        [`t${at}`, "typeOf", `T${at}`],
        ...numbers.map((to): TripleRow => [`s${at}`, "in", `t${to}`]),
      ]),
      ...many(1001, (at) => [`leaf${at}`, "in", "root"]),
      ["paris", "in", "leaf7"],
      ["paris", "typeOf", "City"],
    ]);
    expect(below(graph, filterOf(graph, "typeOf", ["City"]))).toEqual(["paris"]);
    expect(walkMemory(graph).leadsOf(graph.predicateOf("in")!)).toBeUndefined();
  });

  test("knows a pair of types that comes first, and the only one", () => {
    const graph = graphOf([
      ["a", "in", "b"],
      ["b", "typeOf", "City"],
    ]);
    const { dictionary } = graph;
    const [from, to] = ["a", "b"].map((name) => graph.typeSetOf(dictionary.nodeOf(name)!));
    expect([from, to, graph.typeSetCount]).toEqual([0, 1, 2]);
    const leads = TypeLeads.of(graph, graph.predicateOf("in")!)!;
    expect([...leads.leadingTo(Uint8Array.of(0, 1), "out")]).toEqual([1, 0]);
  });

  test("looks typeOf up once for a graph", () => {
    const graph = graphOf([
      ["a", "in", "root"],
      ["a", "typeOf", "City"],
    ]);
    const memory = walkMemory(graph);
    const predicateOf = vi.spyOn(graph, "predicateOf");
    expect(memory.typeOf).toBe(memory.typeOf);
    expect(predicateOf).toHaveBeenCalledTimes(1);
  });
});

describe("a walk with a filter", () => {
  /** Two nodes below the root, and so many red things. */
  const colored = (reds: number) =>
    graphOf([
      ["k0", "in", "root"],
      ["k1", "in", "root"],
      ["k1", "color", "red"],
      ["k0", "color", "none"],
      ["blue", "note", "=b"],
      ...many(reds - 1, (at) => [`thing${at}`, "color", "red"]),
      ...many(40, (at) => [`more${at}`, "note", "=m"]),
    ]);

  /** How many searches among arcs out, and among arcs in; without those of the walk itself. */
  const searches = (graph: Graph, values: readonly string[]) => {
    const filter = filterOf(graph, "color", values);
    const out = vi.spyOn(graph.out, "rowsOf");
    const into = vi.spyOn(graph.in, "rowsOf");
    expect(below(graph, filter)).toEqual(values.includes("red") ? ["k1"] : []);
    return [out.mock.calls.length, into.mock.calls.length - 3];
  };

  test("goes through all that have the values where that costs less than a search for each", () => {
    expect(searches(colored(30), ["red"])).toEqual([0, 1]);
    expect(searches(colored(29), ["red", "blue"])).toEqual([0, 2]);
  });

  test("searches for each where it would cost more, and stops going through them", () => {
    expect(searches(colored(32), ["red"])).toEqual([2, 1]);
    expect(searches(colored(32), ["red", "blue"])).toEqual([2, 1]);
  });

  test("searches for each where values are many, and finds what it would have found", () => {
    for (const count of [31, 32, 40]) {
      const values = ["red", ...many(count - 1, (at) => [`more${at}`, "", ""]).map(([one]) => one)];
      expect(searches(colored(2), values).slice(0, 1)).toEqual([2]);
    }
  });
});

describe("a walk tells how far it is", () => {
  const graph = graphOf([
    ...many(10_000, (at) => [`leaf${at}`, "in", "root"]),
    ...many(10_000, (at) => [`twig${at}`, "in", `leaf${at % 5000}`]),
    ["leaf1", "color", "red"],
  ]);
  const root = graph.dictionary.nodeOf("root")!;
  const inside = graph.predicateOf("in")!;
  const walk = (filter: TermFilter, work: (steps: number) => void) =>
    closure(graph, root, "in", inside, 10, filter, { work });

  test.each([
    ["along the arcs of one node and of many nodes", [], 41],
    ["while it looks at what it met", filterOf(graph, "color", ["red"]), 46],
  ] as const)("%s", (_, filter, times) => {
    const told: number[] = [];
    walk(filter, (steps) => told.push(steps));
    expect(told).toEqual(Array(times).fill(4096));
  });

  test("and can be ended there, and begun anew", () => {
    const stop = () => {
      throw new Error("enough");
    };
    expect(() => walk([], stop)).toThrow("enough");
    expect(walk([], () => {})).toHaveLength(20_000);
  });
});
