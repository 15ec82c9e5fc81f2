import { expect, test } from "vitest";
import { SnapshotError } from "../../../src/errors/errors.ts";
import { DiagnosticLog } from "../../../src/load/index.ts";
import { columnsOf, contentsOf } from "../../../src/snapshot/index.ts";
import { handleOf, SharedColumns } from "../../../src/snapshot/share.ts";
import { worldFrom } from "../../../src/snapshot/world-contents.ts";
import { infoOf } from "../../../src/world/index.ts";
import { worldOf } from "../../oracle/small-world.ts";

const world = worldOf([["a", "typeOf", "City"]], [["v", "a", "2020", "1", {}]]);
const contents = structuredClone(contentsOf(world, infoOf(world, new DiagnosticLog().summary())));
const source = new SharedColumns(handleOf(columnsOf(world), contents));

test("a world is made again from its columns, and nobody can change what is known of it", () => {
  const again = worldFrom(source, contents, undefined);
  expect(again.info).toEqual(contents.info);
  expect(again.world.graph.meta).toEqual(world.graph.meta);
  expect(again.world.observations.textOf(0)).toBe("1");
  const parts = [again.world, again.info, again.info.diagnostics, again.info.diagnostics.levels];
  expect(parts.every((part) => Object.isFrozen(part))).toBe(true);
  expect(again.world.observations.facets.every((facet) => Object.isFrozen(facet))).toBe(true);
});

test("what describes no world is refused", () => {
  for (const other of [null, undefined, "world", {}, { ...contents, more: 1 }]) {
    expect(() => worldFrom(source, other, "a.pocket")).toThrow(
      new SnapshotError(
        "damaged",
        "holds something else than a world: save it again from the data",
        {
          file: "a.pocket",
        },
      ),
    );
  }
});
