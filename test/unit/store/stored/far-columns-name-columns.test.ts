/** Names in the order of nodes: what a snapshot has of them, and who reads them. */

import { describe, expect, test } from "vitest";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import { storedColumnsOf } from "../../../../src/snapshot/stored-columns.ts";
import { columnsOf, contentsOf, worldFrom } from "../../../../src/snapshot/world-contents.ts";
import { type Column, FrozenColumns } from "../../../../src/store/columns/column-source.ts";
import type { Graph } from "../../../../src/store/graph/graph.ts";
import { TextTable } from "../../../../src/store/texts/text-table.ts";
import { infoOf, type World } from "../../../../src/world/world.ts";
import { type TripleRow, worldOf } from "../../../oracle/small-world.ts";

const names = ["b", "a", "", "é\u{1f600}", "x".repeat(254), "y".repeat(255), "z".repeat(300)];
const triples: TripleRow[] = Array.from({ length: 60 }, (_, at): TripleRow[] => {
  const node = `n${String(at).padStart(2, "0")}`;
  const name = names[at % 11];
  const type: TripleRow = [node, "typeOf", "City"];
  return name === undefined ? [type] : [type, [node, "name", `=${name}`]];
}).flat();
const world = worldOf(triples, []);

/** A world over columns, near or far, and the names of the columns that were read. */
function reopened(of: World, columns: ReadonlyMap<string, Column>, isFar: boolean) {
  const source = new FrozenColumns();
  for (const [name, column] of columns) source.keep(name, column);
  const read = new Set<string>();
  const lazyRows = (name: string) => {
    read.add(name);
    return FrozenColumns.prototype.lazyRows.call(source, name);
  };
  const has = (name: string) => columns.has(name);
  const asked = Object.assign(source, { isFar, has, lazyRows });
  const contents = contentsOf(of, infoOf(of, new DiagnosticLog().summary()));
  const { graph } = worldFrom(asked, structuredClone(contents), undefined).world;
  return { graph, read };
}

const namesOf = (graph: Graph) =>
  Array.from({ length: graph.dictionary.nodeCount }, (_, node) => graph.nameTextOf(node));

describe("names in the order of nodes", () => {
  const columns = storedColumnsOf(world);

  test("are the names of the nodes, as texts", () => {
    const source = new FrozenColumns();
    for (const [name, column] of columns) source.keep(name, column);
    const { nodeCount } = world.graph.dictionary;
    const table = TextTable.readFrom(source, "far.names", nodeCount);
    const texts = Array.from({ length: nodeCount }, (_, node) => table.textOf(node));
    expect(texts).toEqual(namesOf(world.graph).map((name) => name ?? ""));
    expect(new Set(texts)).toEqual(new Set(names));
  });

  test("are read from afar alone, and say what the literals say", () => {
    for (const isFar of [false, true]) {
      const { graph, read } = reopened(world, columns, isFar);
      expect(namesOf(graph)).toEqual(namesOf(world.graph));
      expect(read.has("far.names.lengths")).toBe(isFar);
    }
  });

  test("are missed by nobody where a snapshot has none", () => {
    const { graph } = reopened(world, columnsOf(world), true);
    expect(namesOf(graph)).toEqual(namesOf(world.graph));
  });

  test("of a world without names are empty", () => {
    const nameless = worldOf([["a", "typeOf", "City"]], []);
    const stored = storedColumnsOf(nameless);
    expect(stored.get("far.names.bytes")).toHaveLength(0);
    const found = namesOf(reopened(nameless, stored, true).graph);
    expect(new Set(found)).toEqual(new Set([undefined]));
  });
});
