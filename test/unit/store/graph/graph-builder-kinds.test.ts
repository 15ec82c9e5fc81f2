import { describe, expect, test } from "vitest";
import { freezeKinds, KindTable } from "../../../../src/store/graph/graph-builder.ts";
import { noTerm } from "../../../../src/store/texts/dictionary.ts";

describe("a table of kinds", () => {
  test("numbers pairs in the order of their coming, and knows each again", () => {
    const table = new KindTable();
    const pairs = Array.from(
      { length: 500 },
      (_, at) => [at % 50, Math.floor(at / 50) - 1] as const,
    );
    for (const _ of "...") {
      expect(pairs.map(([predicate, provenance]) => table.kindOf(predicate, provenance))).toEqual([
        ...pairs.keys(),
      ]);
    }
    const { predicates, provenances } = table.take();
    expect(predicates.map((predicate, kind) => [predicate, provenances[kind]])).toEqual(pairs);
  });

  test("tells a pair from its reverse", () => {
    const table = new KindTable();
    expect([table.kindOf(1, 2), table.kindOf(2, 1), table.kindOf(1, 2)]).toEqual([0, 1, 0]);
  });
});

test("frozen kinds are numbered by rank, and no provenance is the first of them", () => {
  // Ranks turn the order of ids around.
  const ranks = Uint32Array.of(9, 7, 5, 3);
  const kinds = { predicates: [0, 3, 0, 3], provenances: [-1, 1, 2, -1] };
  const frozen = freezeKinds(kinds, ranks);
  expect([...frozen.predicateNodes]).toEqual([3, 9]);
  expect([...frozen.predicates]).toEqual([1, 0, 1, 0]);
  expect([...frozen.provenanceNodes]).toEqual([noTerm, 5, 7]);
  expect([...frozen.provenances]).toEqual([0, 2, 1, 0]);
});

test("kinds of several ids of one node are one number", () => {
  const ranks = Uint32Array.of(4, 4);
  const frozen = freezeKinds({ predicates: [0, 1], provenances: [1, 0] }, ranks);
  expect([...frozen.predicateNodes, ...frozen.predicates]).toEqual([4, 0, 0]);
  expect([...frozen.provenanceNodes, ...frozen.provenances]).toEqual([noTerm, 4, 1, 1]);
});
