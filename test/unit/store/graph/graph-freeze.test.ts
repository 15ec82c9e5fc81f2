/** Graphs frozen in shares, from several builders: the same as from one list of triples. */

import { describe, expect, test } from "vitest";
import { FrozenColumns } from "../../../../src/store/columns/column-source.ts";
import { makeArcs } from "../../../../src/store/graph/arc-columns.ts";
import type { Graph } from "../../../../src/store/graph/graph.ts";
import { GraphBuilder } from "../../../../src/store/graph/graph-builder.ts";
import {
  doShares,
  freezingGraph,
  reversing,
  type Share,
} from "../../../../src/store/graph/graph-freeze.ts";
import { type Dictionary, noTerm } from "../../../../src/store/texts/dictionary.ts";

/** Subject, predicate, object and provenance as final ids; no provenance is negative. */
type Triple = readonly [number, number, number, number];

const nodeCount = 41;
const termCount = 61;
const [name, typeOf, note] = [7, 11, 5];
/** Objects that are literals. */
const literals = [41, 44, 45, 46, 50, 51, 52, 53, 58, 59, 60];

const dictionary = {
  nodeCount,
  termCount,
  textOf: (id: number) => (id === name ? "name" : id === typeOf ? "typeOf" : `n${id}`),
  meta: { nodeCount, literalCount: termCount - nodeCount },
} as unknown as Dictionary;

/** Collects the parts whose turn is its own, under ids that mean something else in each builder. */
function collect(
  parts: readonly (readonly Triple[])[],
  isOwn: (part: number) => boolean,
  at: number,
) {
  const by = [1, 3, 7][at]!;
  const nodeOf = (node: number) => ((node + nodeCount - at) * by) % nodeCount;
  const literalOf = (literal: number) => ((literals.indexOf(literal) + at) * by) % literals.length;
  const builder = new GraphBuilder();
  for (const [number, part] of parts.entries()) {
    if (!isOwn(number)) continue;
    builder.begin(number);
    for (const [subject, predicate, object, from] of part) {
      const provenance = from < 0 ? -1 : nodeOf(from);
      const ends = [nodeOf(subject), nodeOf(predicate)] as const;
      if (object < nodeCount) builder.addLink(...ends, nodeOf(object), provenance);
      else builder.addAttribute(...ends, literalOf(object), provenance);
    }
  }
  const nodes = new Uint32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) nodes[nodeOf(node)] = node;
  const ranks = new Uint32Array(literals.length);
  for (const literal of literals) ranks[literalOf(literal)] = literal - nodeCount;
  return { triples: builder.take(), nodes, literals: ranks };
}

/** The graph, and the shares that it was made in: they are done in reverse. */
function frozen(
  parts: readonly (readonly Triple[])[],
  builders: number,
  threads: number,
): { graph: Graph; shares: Share[] } {
  const collected = Array.from({ length: builders }, (_, at) =>
    collect(parts, (part) => (part + Math.floor(part / 5)) % builders === at, at),
  );
  const ranks = {
    nodes: Uint32Array.from(collected.flatMap(({ nodes }) => [...nodes])),
    literals: Uint32Array.from(collected.flatMap(({ literals }) => [...literals])),
  };
  const rows = collected.map(({ triples }, at) => ({
    triples,
    firstNode: at * nodeCount,
    firstLiteral: at * literals.length,
  }));
  const context = { dictionary, ranks, frozen: new FrozenColumns(), shares: [], threads };
  const freezing = freezingGraph(rows, context);
  const shares: Share[] = [];
  for (let step = freezing.next(); ; ) {
    if (step.done === true) return { graph: step.value, shares };
    shares.push(...step.value.shares);
    const answers = doShares(step.value.shares.toReversed()).toReversed();
    step.value.beside?.();
    step = freezing.next(answers);
  }
}

const compare = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((one, key) => one !== b[key]);
  return at < 0 ? 0 : a[at]! - b[at]!;
};
const distinct = (rows: readonly Triple[]): Triple[] =>
  rows.toSorted(compare).filter((row, at, all) => at === 0 || compare(all[at - 1]!, row) !== 0);

function triplesOf(graph: Graph): Triple[] {
  const { predicates, terms, provenances } = graph.out;
  return Array.from(terms, (term, row) => {
    const provenance = graph.provenances[provenances[row]!]!;
    const from = provenance === noTerm ? -1 : provenance;
    return [graph.subjectOf(row), graph.predicates[predicates[row]!]!, term, from];
  });
}

/** Parts of ten triples; subjects go on from one part to a later one. */
const given: Triple[] = Array.from({ length: 240 }, (_, at): Triple => {
  const mixed = Math.imul(at + 1, 0x9e37_79b1) >>> 8;
  const predicate = [name, name, typeOf, note][mixed & 3]!;
  const object = mixed & 16 ? literals[(mixed >>> 5) % literals.length]! : (mixed >>> 5) % 29;
  return [
    Math.floor(at / 30) * 5 + ((mixed >>> 12) % 4),
    predicate,
    object,
    ((mixed >>> 14) % 4) - 1,
  ];
});
const parts = Array.from({ length: 24 }, (_, part) => given.slice(part * 10, part * 10 + 10));

describe.each([
  [1, 1],
  [3, 3],
  [2, 5],
])("what %i builders collected, frozen in shares for %i threads", (builders, threads) => {
  const triples = distinct(given);

  test("is the sorted list of its triples, from both ends", () => {
    const { graph } = frozen(parts, builders, threads);
    expect(triplesOf(graph)).toEqual(triples);
    const inwards = triples.toSorted((a, b) =>
      compare([a[2], a[1], a[0], a[3]], [b[2], b[1], b[0], b[3]]),
    );
    expect([...graph.in.terms]).toEqual(inwards.map(([subject]) => subject));
    for (const object of new Set(triples.map((triple) => triple[2]))) {
      const before = inwards.filter((triple) => triple[2] < object).length;
      const own = inwards.filter((triple) => triple[2] === object).length;
      expect(graph.in.rows(object)).toEqual({ start: before, end: before + own });
    }
    expect(graph.tripleCount).toBe(triples.length);
    expect(graph.subjectCount).toBe(new Set(triples.map(([subject]) => subject)).size);
  });

  test("has the names that came first, and the sets of types", () => {
    const { graph } = frozen(parts, builders, threads);
    for (let node = 0; node < nodeCount; node++) {
      const own = given.filter(([subject]) => subject === node);
      const first = own.find((triple) => triple[1] === name && triple[2] >= nodeCount);
      expect(graph.nameOf(node)).toBe(first?.[2] ?? noTerm);
      const types = own.filter((triple) => triple[1] === typeOf).map((triple) => triple[2]);
      expect(graph.typesOfSet(graph.typeSetOf(node))).toEqual(
        [...new Set(types)].sort((a, b) => a - b),
      );
    }
  });

  test("was sorted by shares of about the same size, which hold each subject once", () => {
    const { shares } = frozen(parts, builders, threads);
    const sorts = shares.filter((share) => share.kind === "rows");
    expect(sorts.map(({ first }) => first)).toEqual([
      0,
      ...sorts.map(({ last }) => last).slice(0, -1),
    ]);
    expect(sorts).toHaveLength(threads);
    expect(sorts.at(-1)!.last).toBe(nodeCount);
    const rowsBefore = (node: number) => given.filter(([subject]) => subject < node).length;
    const largest = Math.max(...given.map(([node]) => rowsBefore(node + 1) - rowsBefore(node)));
    for (const { first, last } of sorts) {
      const rows = rowsBefore(last) - rowsBefore(first);
      expect(Math.abs(rows - given.length / threads)).toBeLessThanOrEqual(largest);
    }
  });
});

describe("arcs in are made by shares of neighbouring blocks", () => {
  test.each([
    ["one thread", [5, 1, 4], 1, [[0, 3, 0]]],
    [
      "two, of which the first has its half at once",
      [5, 1, 4],
      2,
      [
        [0, 1, 0],
        [1, 2, 5],
      ],
    ],
    [
      "two, of which the first needs two blocks",
      [2, 3, 5],
      2,
      [
        [0, 2, 0],
        [2, 1, 5],
      ],
    ],
    ["two, where the last block has most rows", [0, 3, 7], 2, [[0, 3, 0]]],
    [
      "three, where the second has too few for a share",
      [5, 1, 4],
      3,
      [
        [0, 1, 0],
        [1, 2, 5],
      ],
    ],
    [
      "more than there are blocks",
      [5, 1, 4],
      10,
      [
        [0, 1, 0],
        [1, 1, 5],
        [2, 1, 6],
      ],
    ],
    [
      "one thread, where the last blocks are empty",
      [5, 0, 0],
      1,
      [
        [0, 1, 0],
        [1, 2, 5],
      ],
    ],
    [
      "two, where there are no rows",
      [0, 0, 0],
      2,
      [
        [0, 1, 0],
        [1, 1, 0],
        [2, 1, 0],
      ],
    ],
  ])("for %s", (_, rowsOfBlocks, threads, wanted) => {
    const terms = rowsOfBlocks.flatMap((rows, block) =>
      Array.from({ length: rows }, (_row, at) => block * 0x1_0000 + at * 1000),
    );
    // The last block is whole: a term more would begin another one.
    const termsOfAll = rowsOfBlocks.length * 0x1_0000;
    const columns = new FrozenColumns();
    const out = makeArcs(columns, "out", 1, terms.length, 1, 1);
    out.terms.set(terms.toReversed());
    const into = makeArcs(columns, "in", termsOfAll, terms.length, 1, 1);
    const { shares } = reversing(out, into, threads);
    expect(shares.map(({ first, counts, start }) => [first, counts.length, start])).toEqual(wanted);
    expect(shares.flatMap(({ counts }) => [...counts])).toEqual(rowsOfBlocks);
    expect(shares.every((share) => share.out === out && share.into === into)).toBe(true);
  });
});

test("names follow the order of the parts where a builder goes on with the subject of its last one", () => {
  const own = [[1, note, 2, -1] as const];
  const [early, late] = [[1, name, 60, -1] as const, [1, name, 41, -1] as const];
  expect(frozen([own, [early], [late]], 2, 1).graph.nameOf(1)).toBe(60);
  expect(frozen([[late], own, [early]], 2, 1).graph.nameOf(1)).toBe(41);
});

describe("rows that are there twice", () => {
  /** Columns before and after the repeated rows were dropped, and whether they lie at one place. */
  function places(repeated: number) {
    const rows = Array.from({ length: 16 }, (_, at): Triple => [at, note, at, -1]);
    const { graph, shares } = frozen([[...rows, ...rows.slice(0, repeated)]], 1, 2);
    const [sort] = shares.filter((share) => share.kind === "rows");
    expect(graph.tripleCount).toBe(16);
    const [before, after] = [sort!.arcs.terms, graph.out.terms];
    const isSamePlace = before.buffer === after.buffer && before.byteOffset === after.byteOffset;
    return { before, after, isSamePlace };
  }

  test("leave the columns as they are where there are none", () => {
    const { before, after } = places(0);
    expect(after).toBe(before);
  });

  test("are cut off where they are few, and are worth a copy where they are many", () => {
    expect([1, 2, 3, 16].map((repeated) => places(repeated).isSamePlace)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
