import { expect, test } from "vitest";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import { storedColumnsOf } from "../../../../src/snapshot/stored-columns.ts";
import { contentsOf, worldFrom } from "../../../../src/snapshot/world-contents.ts";
import { FrozenColumns } from "../../../../src/store/columns/column-source.ts";
import { nameKeyOf } from "../../../../src/store/graph/name-keys.ts";
import { SearchColumns } from "../../../../src/store/graph/search-columns.ts";
import { infoOf } from "../../../../src/world/world.ts";
import { type TripleRow, worldOf } from "../../../oracle/small-world.ts";

const count = 1500;
const world = worldOf(
  Array.from({ length: count }, (_, at): TripleRow[] => [
    [`p/${at}`, at % 3 === 0 ? "isoCode" : "name", `=Town ${at}`],
    [`p/${at}`, "code", `=${at}`],
  ]).flat(),
);
const columns = storedColumnsOf(world);

function reopened() {
  const source = new FrozenColumns();
  for (const [name, column] of columns) source.keep(name, column);
  const contents = contentsOf(world, infoOf(world, new DiagnosticLog().summary()));
  const has = (name: string) => columns.has(name);
  return worldFrom(Object.assign(source, { has }), structuredClone(contents), "f").world.graph;
}

test("each literal that names is found by its key, and few others", () => {
  const { dictionary } = world.graph;
  const search = SearchColumns.of(reopened());
  let others = 0;
  for (let at = 0; at < count; at++) {
    const found = search?.literalsOf(nameKeyOf(`Town ${at}`)) ?? [];
    expect(found).toContain(dictionary.literalOf(`Town ${at}`));
    others += found.length - 1;
  }
  expect(others).toBeLessThan(count / 50);
  expect(search?.literalsOf("12")).toEqual([]);
});

test("literals that name lie in buckets, 128 at most on average", () => {
  expect(columns.get("far.search.rows")).toHaveLength(count);
  const starts = columns.get("far.search.starts")!;
  expect([starts.length, starts[0], starts.at(-1)]).toEqual([17, 0, count]);
});

test("a world that was loaded has none", () => {
  expect(SearchColumns.of(world.graph)).toBeUndefined();
});
