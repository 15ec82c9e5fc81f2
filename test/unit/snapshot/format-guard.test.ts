/**
 * What the columns of a world hold, in one number. When this fails, snapshots of before are read
 * wrongly: raise `formatVersion`, then write the new pair here.
 */
import { crc32 } from "node:zlib";
import { expect, test, vi } from "vitest";
import { formatVersion } from "../../../src/snapshot/format.ts";
import { columnsOf } from "../../../src/snapshot/world-contents.ts";
import { FrozenColumns } from "../../../src/store/columns/column-source.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../../oracle/small-world.ts";

const triples: TripleRow[] = [
  ["geoId/06", "typeOf", "State", "p/1"],
  ["geoId/06", "typeOf", "AdministrativeArea1", "p/2"],
  ["geoId/06", "name", "=California", "p/1"],
  ["geoId/06", "containedInPlace", "country/USA"],
  ["geoId/06085", "typeOf", "County", "p/1"],
  ["geoId/06085", "name", "=Santa Clara"],
  ["geoId/06085", "description", `=${"long ".repeat(60)}`],
  ["geoId/06085", "containedInPlace", "geoId/06", "p/1"],
  ["geoId/06085", "alias", "=Κομητεία \u{1d5d4}"],
];

const values = ["12", "-7", "300.25", "0.5", "1e30", "1e-7", "n/a", "007", "70000", "-2000000000"];
const observations: ObservationRow[] = values.flatMap((value, at): ObservationRow[] => [
  ["Count_Person", "geoId/06", `${2000 + at}`, `${at * 3}`, { importName: "a" }],
  ["Count_Person", "geoId/06", `${2000 + at}`, value, { importName: "b", unit: "Person" }],
  ["Mean_Age", `geoId/0608${at}`, `2020-0${(at % 9) + 1}`, value, { importName: "a" }],
]);

test("columns hold what this version of the format says", () => {
  const columns = columnsOf(worldOf(triples, observations));
  let checksum = 0;
  for (const [name, column] of columns) {
    checksum = crc32(`${name} ${column.constructor.name} ${column.length} `, checksum);
    const { buffer, byteOffset, byteLength } = column;
    checksum = crc32(new Uint8Array(buffer, byteOffset, byteLength), checksum);
  }
  expect(columns.size).toBeGreaterThan(30);
  expect({ formatVersion, checksum }).toEqual({ formatVersion: 8, checksum: 3444629182 });
});

test("every column that a freeze makes is written", () => {
  const keep = vi.spyOn(FrozenColumns.prototype, "keep");
  const world = worldOf(triples, observations);
  const { calls, contexts } = keep.mock;
  // Other tables of texts are frozen on the way, each into columns of its own.
  const own = contexts[calls.findIndex(([name]) => name === "graph.names")];
  const made = new Set(calls.map(([name]) => name).filter((_, at) => contexts[at] === own));
  keep.mockRestore();
  expect([...columnsOf(world).keys()].sort()).toEqual([...made].sort());
});
