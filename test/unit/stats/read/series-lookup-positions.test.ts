import { describe, expect, test } from "vitest";
import { NodePositions } from "../../../../src/stats/read/series-lookup.ts";
import { FrozenColumns } from "../../../../src/store/columns/column-source.ts";
import { AskedRows } from "../../../oracle/asked-rows.ts";

describe("places of nodes", () => {
  test.each([[0], [1], [31], [32], [33], [64], [1000]])("among %i nodes", (nodeCount) => {
    const all = [...Array(nodeCount).keys()];
    for (const keeps of [1, 2, 3, 33]) {
      const kept = all.filter((node) => node % keeps === 0 || node === nodeCount - 1);
      const twice = Uint32Array.from([...kept, ...kept].reverse());
      const { positions, list } = NodePositions.of(twice, nodeCount, new FrozenColumns(), "x");
      expect([...list]).toEqual(kept);
      expect(all.map((node) => positions.positionOf(node))).toEqual(
        all.map((node) => kept.indexOf(node)),
      );
    }
  });

  test("are asked for by the word, and never after the last one", () => {
    const columns = new FrozenColumns();
    NodePositions.of(Uint32Array.of(3, 40), 64, columns, "x");
    const names = ["x.bits", "x.before"];
    const source = new AskedRows(new Map(names.map((name) => [name, columns.column(name)])), true);
    const positions = NodePositions.readFrom(source, "x", 64);
    expect([3, 4, 40, 63, 64, 96].map((node) => positions.positionOf(node))).toEqual([
      0, -1, 1, -1, -1, -1,
    ]);
  });

  test("that are beyond all are none", () => {
    const { positions } = NodePositions.of(Uint32Array.of(3), 4, new FrozenColumns(), "x");
    for (const node of [4, 31, 32, 1000, 0xffff_fffe, 0xffff_ffff]) {
      expect(positions.positionOf(node)).toBe(-1);
    }
    const none = NodePositions.of(new Uint32Array(0), 0, new FrozenColumns(), "x").positions;
    expect(none.positionOf(0)).toBe(-1);
  });
});
