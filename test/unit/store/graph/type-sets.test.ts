import { describe, expect, test } from "vitest";
import { FrozenColumns } from "../../../../src/store/columns/column-source.ts";
import { freezeTypeSets, TypeSets } from "../../../../src/store/graph/type-sets.ts";

const typeOf = 1;

/** Sets of nodes with these types, each ascending. Others stand before and after `typeOf`. */
function typeSetsOf(typesOfNodes: readonly (readonly number[])[]): TypeSets {
  const rows = typesOfNodes.map((types) => [
    [0, 7],
    ...types.map((type) => [typeOf, type]),
    [2, 7],
  ]);
  const offsets = new Uint32Array(rows.length + 1);
  for (const [node, { length }] of rows.entries()) offsets[node + 1] = offsets[node]! + length;
  const columns = new FrozenColumns();
  const out = {
    offsets,
    predicates: Uint8Array.from(rows.flat(), ([predicate]) => predicate!),
    terms: Uint32Array.from(rows.flat(), ([, term]) => term!),
  };
  freezeTypeSets(out, typeOf, columns);
  return TypeSets.readFrom(columns);
}

const typesOfAll = (sets: TypeSets) => Array.from(sets.sets, (set) => [...sets.typesOf(set)]);

describe("sets of types", () => {
  test("are numbered as they appear, none first, and each is there once", () => {
    const nodes = [[], [5], [5, 6], [6], [5], [5, 6], [6], []];
    const sets = typeSetsOf(nodes);
    expect([...sets.sets]).toEqual([0, 1, 2, 3, 1, 2, 3, 0]);
    expect(typesOfAll(sets)).toEqual(nodes);
    expect(sets.count).toBe(4);
  });

  test("hold a type once that several provenances give", () => {
    const sets = typeSetsOf([[5, 5], [5], [5, 5, 6, 6], [5, 6]]);
    expect([...sets.sets]).toEqual([1, 1, 2, 2]);
    expect(typesOfAll(sets)).toEqual([[5], [5], [5, 6], [5, 6]]);
  });

  test("are told apart, however many there are and however alike", () => {
    // Types that agree in their low bits, in sets that begin alike, and as many again in turn.
    const types = Array.from({ length: 40 }, (_, at) => at * 1024 + 3);
    const nodes = types.flatMap((type, at) => [
      [type],
      ...types.slice(at + 1).map((other) => [type, other]),
    ]);
    const sets = typeSetsOf([...nodes, ...nodes.toReversed()]);
    expect(typesOfAll(sets)).toEqual([...nodes, ...nodes.toReversed()]);
    expect(sets.count).toBe(nodes.length + 1);
    expect([...sets.sets.subarray(0, nodes.length)]).toEqual([...nodes.keys()].map((at) => at + 1));
  });

  test("are told from those that begin alike", () => {
    for (let type = 1; type <= 20; type++) {
      const others = Array.from({ length: 25 }, (_, at) => [type, 100 + at]);
      expect(typeSetsOf([...others, [type], [100]]).count).toBe(1 + 25 + 2);
    }
  });

  test.each([
    [255, 1],
    [256, 2],
  ])("%i of them besides none take columns of %i bytes", (count, bytes) => {
    const sets = typeSetsOf(Array.from({ length: count }, (_, type) => [type]));
    expect(sets.sets.BYTES_PER_ELEMENT).toBe(bytes);
    expect(sets.sets[count - 1]).toBe(count);
    expect(sets.count).toBe(count + 1);
  });

  test("are handed out as one list that nobody can change", () => {
    const sets = typeSetsOf([[5, 6]]);
    expect(sets.typesOf(1)).toBe(sets.typesOf(1));
    expect(() => (sets.typesOf(1) as number[]).push(7)).toThrow(TypeError);
  });
});
