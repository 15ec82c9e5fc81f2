import { describe, expect, test } from "vitest";
import { noId } from "../../../../src/load/statements/sink.ts";
import { columnsOf } from "../../../../src/snapshot/world-contents.ts";
import { Graph } from "../../../../src/store/graph/graph.ts";
import { closure, passes } from "../../../../src/store/graph/walk.ts";
import { walkMemory } from "../../../../src/store/graph/walk-memory.ts";
import { WorldBuilder } from "../../../../src/world/world.ts";
import { AskedRows } from "../../../oracle/asked-rows.ts";

/** Links `[subject, object]` over `in`; nodes in `typed` are towns; `n0` has the literal "end". */
function graphOf(links: readonly (readonly [string, string])[], typed: readonly string[]): Graph {
  const sink = new WorldBuilder();
  for (const [from, to] of links) sink.link(sink.node(from), sink.node("in"), sink.node(to), noId);
  for (const dcid of typed) {
    sink.link(sink.node(dcid), sink.node("typeOf"), sink.node("Town"), noId);
  }
  sink.attribute(sink.node("n0"), sink.node("in"), sink.literal("end"), noId);
  return sink.freeze().world.graph;
}

const reachedFrom = (
  graph: Graph,
  start: string,
  direction: "out" | "in",
  hopsMax: number,
  types: readonly string[] = [],
) => {
  const { dictionary } = graph;
  const filter = types.map((type) => ({
    predicate: graph.predicateOf("typeOf"),
    values: new Set([dictionary.nodeOf(type)!]),
  }));
  const from = dictionary.nodeOf(start) ?? dictionary.literalOf(start)!;
  const found = closure(graph, from, direction, graph.predicateOf("in")!, hopsMax, filter);
  return Array.from(found, (term) => dictionary.textOf(term));
};

describe("closure", () => {
  // n12 → n11 → … → n0 → "end"
  const chain = graphOf(
    Array.from({ length: 12 }, (_, at) => [`n${at + 1}`, `n${at}`]),
    ["n4", "n11"],
  );

  test("stops after the given hops", () => {
    const tenUp = ["n10", "n11", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9"];
    expect(reachedFrom(chain, "n12", "out", 10)).toEqual(tenUp);
    expect(reachedFrom(chain, "n12", "out", 1)).toEqual(["n11"]);
    expect(reachedFrom(chain, "n12", "out", 0)).toEqual([]);
    expect(reachedFrom(chain, "n0", "in", 2)).toEqual(["n1", "n2"]);
  });

  test("reaches literals and goes no further, and starts from one inwards", () => {
    expect(reachedFrom(chain, "n1", "out", 10)).toEqual(["n0", "end"]);
    expect(reachedFrom(chain, "end", "in", 2)).toEqual(["n0", "n1"]);
    expect(reachedFrom(chain, "end", "out", 10)).toEqual([]);
  });

  test("tests what is reached, not what lies between", () => {
    expect(reachedFrom(chain, "n12", "out", 10, ["Town"])).toEqual(["n11", "n4"]);
  });

  test("costs what it reaches, however many terms there are", () => {
    const dictionary = { termCount: 4_000_000, isNode: () => true };
    const vast = Object.create(chain, { dictionary: { value: dictionary } }) as Graph;
    const start = chain.dictionary.nodeOf("n12")!;
    const predicate = chain.predicateOf("in")!;
    const timeOf = (graph: Graph) => {
      const startedAt = performance.now();
      for (let times = 0; times < 10_000; times++) closure(graph, start, "out", predicate, 10);
      return performance.now() - startedAt;
    };
    expect(closure(vast, start, "out", predicate, 10)).toHaveLength(10);
    expect(timeOf(vast)).toBeLessThan(5 * timeOf(chain) + 200);
  });

  test("does not go through many values for a few terms", () => {
    const graph = graphOf([["a", "b"]], ["b"]);
    const values = new Set(Array.from({ length: 1000 }, (_, id) => id));
    values[Symbol.iterator] = () => {
      throw new Error("went through the values");
    };
    const filter = [{ predicate: graph.predicateOf("typeOf"), values }];
    const from = graph.dictionary.nodeOf("a")!;
    const found = closure(graph, from, "out", graph.predicateOf("in")!, 10, filter);
    expect([...found]).toEqual([graph.dictionary.nodeOf("b")]);
  });

  test("finds the same in a wide walk before and after it knows which types lead where", () => {
    const fan = Array.from({ length: 3000 }, (_, at) => `leaf${at}`);
    const links = fan.map((leaf) => [leaf, "root"] as const);
    const graph = graphOf([...links, ["deep", "leaf7"], ["town", "deep"]], ["town", "leaf9"]);
    for (let times = 0; times < 3; times++) {
      expect(reachedFrom(graph, "root", "in", 10, ["Town"])).toEqual(["leaf9", "town"]);
      expect(reachedFrom(graph, "root", "in", 2, ["Town"])).toEqual(["leaf9"]);
      expect(reachedFrom(graph, "root", "in", 1)).toHaveLength(fan.length);
      expect(reachedFrom(graph, "root", "in", 10)).toHaveLength(fan.length + 2);
    }
  });

  test("does without knowing which types lead where when there are too many kinds", () => {
    const sink = new WorldBuilder();
    const link = (from: string, predicate: string, to: string) =>
      sink.link(sink.node(from), sink.node(predicate), sink.node(to), noId);
    const numbers = [...Array(70).keys()];
    for (const from of numbers) {
      link(`s${from}`, "typeOf", `S${from}`);
      link(`t${from}`, "typeOf", `T${from}`);
      for (const to of numbers) link(`s${from}`, "in", `t${to}`);
    }
    const graph = sink.freeze().world.graph;
    expect(walkMemory(graph).leadsOf(graph.predicateOf("in")!)).toBeUndefined();
    expect(reachedFrom(graph, "s0", "out", 10, ["T3"])).toEqual(["t3"]);
  });

  test("holds its start only when a cycle leads back", () => {
    const cycle: [string, string][] = [
      ["a", "b"],
      ["b", "c"],
      ["c", "a"],
      ["c", "d"],
    ];
    const graph = graphOf(cycle, []);
    expect(reachedFrom(graph, "a", "out", 10)).toEqual(["a", "b", "c", "d"]);
    expect(reachedFrom(graph, "a", "out", 2)).toEqual(["b", "c"]);
    expect(reachedFrom(graph, "d", "in", 10)).toEqual(["a", "b", "c"]);
    expect(reachedFrom(graphOf([["a", "a"]], []), "a", "out", 1)).toEqual(["a"]);
  });
});

describe("passes", () => {
  const graph = graphOf([["a", "b"]], ["a"]);
  const { dictionary } = graph;
  const a = dictionary.nodeOf("a")!;
  const typed = {
    predicate: graph.predicateOf("typeOf"),
    values: new Set([dictionary.nodeOf("Town")!]),
  };
  const inside = { predicate: graph.predicateOf("in"), values: new Set([dictionary.nodeOf("b")!]) };

  test("asks for every key, and for one of its values", () => {
    expect(passes(graph, a, [typed, inside])).toBe(true);
    expect(passes(graph, dictionary.nodeOf("n0")!, [typed])).toBe(false);
    expect(passes(graph, a, [typed, { ...inside, values: new Set([a]) }])).toBe(false);
    expect(passes(graph, a, [{ ...inside, values: new Set([a, ...inside.values]) }])).toBe(true);
  });

  test("fits nothing without values or without such a predicate", () => {
    expect(passes(graph, a, [{ ...typed, values: new Set<number>() }])).toBe(false);
    expect(passes(graph, a, [{ ...typed, predicate: undefined }])).toBe(false);
  });

  test("takes no longer for many values than for one", () => {
    const values = new Set(Array.from({ length: 200_000 }, (_, at) => dictionary.termCount + at));
    const startedAt = performance.now();
    for (let times = 0; times < 2_000; times++) {
      expect(passes(graph, a, [{ ...typed, values }])).toBe(false);
    }
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  test("lets a literal through only an empty filter", () => {
    const end = dictionary.literalOf("end")!;
    expect(passes(graph, end, [])).toBe(true);
    expect(passes(graph, end, [typed])).toBe(false);
  });
});

test("a walk over nodes and literals asks for the types of the nodes alone", () => {
  const sink = new WorldBuilder();
  const [a, b] = [sink.node("a"), sink.node("zz")];
  sink.link(a, sink.node("in"), b, noId);
  sink.link(b, sink.node("typeOf"), sink.node("Town"), noId);
  sink.attribute(a, sink.node("in"), sink.literal("end"), noId);
  sink.attribute(b, sink.node("in"), sink.literal("end"), noId);
  const { graph, observations } = sink.freeze().world;
  const source = new AskedRows(columnsOf({ graph, observations }), false);
  const far = Graph.readFrom(source, graph.meta);
  expect(reachedFrom(far, "a", "out", 3, ["Town"])).toEqual(["zz"]);
  expect(reachedFrom(far, "zz", "out", 3, ["Town"])).toEqual([]);
});
