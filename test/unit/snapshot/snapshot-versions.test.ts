/**
 * Files of older versions of the format. Version 2: checksums of all blocks in the header, blocks of
 * 64 KiB. Version 3: most checksums in a section, all blocks of 16 KiB, those of that section among them.
 */

import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { DiagnosticLog } from "../../../src/load/index.ts";
import { encodeHeader } from "../../../src/snapshot/header-writer.ts";
import { columnsOf, contentsOf, Snapshot, worldFrom } from "../../../src/snapshot/index.ts";
import { elementTypeOf } from "../../../src/snapshot/layout/elements.ts";
import {
  aligned,
  endBytes,
  endMarkOf,
  preludeBytes,
  preludeOf,
} from "../../../src/snapshot/layout/format.ts";
import type { SectionEntry } from "../../../src/snapshot/layout/header.ts";
import type { Column } from "../../../src/store/index.ts";
import { infoOf } from "../../../src/world/index.ts";
import { worldOf } from "../../oracle/small-world.ts";
import { FakeFile, openFake, someColumns } from "./small-snapshot.ts";

function bytesOf({ buffer, byteOffset, byteLength }: Column): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function checksOf(bytes: Uint8Array, blockBytes: number): Uint32Array {
  const blocks = Math.ceil(bytes.length / blockBytes);
  return Uint32Array.from({ length: blocks }, (_, at) =>
    crc32(bytes.subarray(at * blockBytes, (at + 1) * blockBytes)),
  );
}

type Columns = ReadonlyMap<string, Column>;
type ToBytes = (columns: Columns, contents: unknown) => Uint8Array;

/** A file as version 2 of the format had it. */
const version2: ToBytes = (columns, contents) =>
  fileOf(2, columns, contents, 1 << 16, columns.size);

/** As version 3 had it: the checksums of two sections are in the header. */
const version3: ToBytes = (columns, contents) => {
  const [near, far] = [[...columns].slice(0, 2), [...columns].slice(2)];
  const checksums = far.flatMap(([, column]) => [...checksOf(bytesOf(column), 1 << 14)]);
  const apart: [string, Column] = ["checksums", Uint32Array.from(checksums)];
  return fileOf(3, new Map([...near, apart, ...far]), contents, 1 << 14, near.length + 1);
};

/** @param inHeader so many of the first sections have their checksums there */
function fileOf(
  version: number,
  columns: Columns,
  contents: unknown,
  blockBytes: number,
  inHeader: number,
): Uint8Array {
  const about = { library: "0.1.0", blockBytes, contents };
  const sections = [...columns].map(([name, column], at): SectionEntry => {
    const checked = at < inHeader ? bytesOf(column) : new Uint8Array();
    const [type, checks] = [elementTypeOf(column), checksOf(checked, blockBytes)];
    return { name, type, offset: 0, byteLength: column.byteLength, checks };
  });
  let end = preludeBytes + encodeHeader({ ...about, sections }).length;
  const placed = sections.map((section) => {
    const offset = aligned(end);
    end = offset + section.byteLength;
    return { ...section, offset };
  });
  const header = encodeHeader({ ...about, sections: placed });
  const bytes = new Uint8Array(aligned(end) + endBytes);
  const numbers = { headerBytes: header.length, headerCheck: crc32(header) };
  bytes.set(preludeOf({ ...numbers, fileBytes: bytes.length }, crc32));
  new DataView(bytes.buffer).setUint32(8, version, true);
  new DataView(bytes.buffer).setUint32(28, crc32(bytes.subarray(0, 28)), true);
  bytes.set(header, preludeBytes);
  for (const [at, column] of [...columns.values()].entries()) {
    bytes.set(bytesOf(column), placed[at]!.offset);
  }
  bytes.set(endMarkOf(bytes.length), bytes.length - endBytes);
  return bytes;
}

describe.each([
  ["2", version2],
  ["3", version3],
] as const)("a file of version %s", (_, toBytes) => {
  test("gives its columns back", () => {
    const columns = someColumns();
    const [snapshot] = openFake(toBytes(columns, { name: "small" }));
    expect(snapshot.contents).toEqual({ name: "small" });
    for (const [name, column] of columns) {
      const read = snapshot.column(name);
      expect(elementTypeOf(read)).toBe(elementTypeOf(column));
      expect(Buffer.compare(bytesOf(read), bytesOf(column))).toBe(0);
    }
    snapshot.verify();
  });

  test("with a world is verified, and answers", () => {
    const world = worldOf(
      [
        ["geoId/06", "typeOf", "State"],
        ["geoId/06", "name", "=California"],
      ],
      [["Count_Person", "geoId/06", "2020", "39"]],
    );
    const bytes = toBytes(
      columnsOf(world),
      contentsOf(world, infoOf(world, new DiagnosticLog().summary())),
    );
    const snapshot = new Snapshot(new FakeFile(bytes), crc32);
    snapshot.verify({ structure: true });
    const { graph, observations } = worldFrom(snapshot, snapshot.contents, undefined).world;
    const node = graph.dictionary.nodeOf("geoId/06")!;
    expect(graph.dictionary.textOf(graph.nameOf(node))).toBe("California");
    const variable = graph.dictionary.nodeOf("Count_Person")!;
    expect(observations.historyOf(observations.seriesOf(variable, node).start)).toEqual([
      ["2020", 39],
    ]);
  });

  test("with a damaged block is refused", () => {
    const bytes = toBytes(someColumns(), {});
    bytes[bytes.indexOf(31) + 3]! ^= 1;
    expect(() => openFake(bytes)[0].verify()).toThrow("is damaged");
  });
});
