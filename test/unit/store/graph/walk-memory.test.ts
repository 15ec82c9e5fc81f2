/** Which types lead to which: as a snapshot has it, and as it is found. */

import { describe, expect, test } from "vitest";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import { storedColumnsOf } from "../../../../src/snapshot/stored-columns.ts";
import { columnsOf, contentsOf, worldFrom } from "../../../../src/snapshot/world-contents.ts";
import { FrozenColumns } from "../../../../src/store/columns/column-source.ts";
import type { Graph } from "../../../../src/store/graph/graph.ts";
import { leadNames, leadPairsMax } from "../../../../src/store/graph/type-sets.ts";
import { closure } from "../../../../src/store/graph/walk.ts";
import { TypeLeads } from "../../../../src/store/graph/walk-memory.ts";
import { infoOf, type World } from "../../../../src/world/world.ts";
import { type TripleRow, worldOf } from "../../../oracle/small-world.ts";

/** A world over columns that a snapshot has, or over those that are given. */
function reopened(world: World, columns = storedColumnsOf(world)): Graph {
  const source = new FrozenColumns();
  for (const [name, column] of columns) source.keep(name, column);
  const asked = Object.assign(source, { has: (name: string) => columns.has(name) });
  const contents = contentsOf(world, infoOf(world, new DiagnosticLog().summary()));
  return worldFrom(asked, structuredClone(contents), undefined).world.graph;
}

const triples: TripleRow[] = [
  ["usa", "typeOf", "Country"],
  ...["a", "b"].flatMap((state): TripleRow[] => [
    [state, "typeOf", "State"],
    [state, "in", "usa"],
    [state, "note", "=text"],
    ...Array.from({ length: 3 }, (_, at): TripleRow[] => [
      [`${state}${at}`, "typeOf", "County"],
      [`${state}${at}`, "in", state],
      [`${state}${at}x`, "typeOf", "City"],
      [`${state}${at}x`, "in", `${state}${at}`],
    ]).flat(),
  ]),
];
const world = worldOf(triples, []);

describe("leads of a snapshot", () => {
  const graph = reopened(world);

  test("are those that are found in the arcs, of every predicate", () => {
    for (const predicate of graph.predicates.keys()) {
      const [stored, found] = [graph, world.graph].map((of) => TypeLeads.of(of, predicate));
      expect(stored).toEqual(found);
    }
    expect(graph.leads!.pairsOf(graph.predicateOf("in")!)).toHaveLength(3);
    expect(graph.leads!.pairsOf(graph.predicateOf("note")!)).toEqual([]);
    expect(world.graph.leads).toBeUndefined();
  });

  test("keep a walk from what cannot lead to the wanted types, from its first step on", () => {
    const [usa, wanted] = [graph.dictionary.nodeOf("usa")!, graph.dictionary.nodeOf("County")!];
    const filter = [{ predicate: graph.predicateOf("typeOf"), values: new Set([wanted]) }];
    const reached = closure(graph, usa, "in", graph.predicateOf("in")!, 9, filter);
    const dcids = Array.from(reached, (node) => graph.dictionary.textOf(node));
    expect(dcids).toEqual(["a0", "a1", "a2", "b0", "b1", "b2"]);
  });

  test("are believed: a walk goes by them", () => {
    const columns = new Map(storedColumnsOf(world));
    const objects = columns.get(leadNames.objects)!;
    // As if everything led to what has no type.
    columns.set(leadNames.objects, objects.slice().fill(0));
    const forged = reopened(world, columns);
    const values = new Set([forged.dictionary.nodeOf("County")!]);
    const filter = [{ predicate: forged.predicateOf("typeOf"), values }];
    const usa = forged.dictionary.nodeOf("usa")!;
    expect(closure(forged, usa, "in", forged.predicateOf("in")!, 9, filter)).toHaveLength(0);
  });

  test("are no columns of a world in memory", () => {
    const [stored, own] = [storedColumnsOf(world), columnsOf(world)];
    const others = [...stored.keys()].filter((name) => !own.has(name));
    expect(others).toEqual(expect.arrayContaining(Object.values(leadNames)));
    expect(others.every((name) => name.startsWith("far."))).toBe(true);
  });
});

test("of ends of too many kinds nothing is kept", () => {
  // Each node has a type of its own, and leads to the next one.
  const many = Array.from({ length: leadPairsMax + 2 }, (_, at): TripleRow[] => [
    [`n${at}`, "typeOf", `T${at}`],
    [`n${at}`, "next", `n${at + 1}`],
  ]).flat();
  for (const [rows, pairs] of [
    [many, 0],
    [many.slice(0, -4), leadPairsMax],
  ] as const) {
    const graph = reopened(worldOf(rows, []));
    const next = graph.predicateOf("next")!;
    expect(graph.leads!.pairsOf(next)).toHaveLength(pairs);
    expect(TypeLeads.of(graph, next) === undefined).toBe(pairs === 0);
  }
});
