/** Snapshots made by hand, and bytes that are read as those of a file are. */

import { crc32 } from "node:zlib";
import { SnapshotError } from "../../../src/errors/errors.ts";
import { imageOf } from "../../../src/snapshot/image.ts";
import { Snapshot } from "../../../src/snapshot/snapshot.ts";
import type { MemoryPlace, SnapshotBytes } from "../../../src/snapshot/snapshot-bytes.ts";
import type { Column } from "../../../src/store/columns/column-source.ts";
import type { Crc32 } from "../../../src/store/columns/crc32.ts";

/** Columns of every type, one of them with several blocks, one empty. */
export function someColumns(): Map<string, Column> {
  return new Map<string, Column>([
    ["bytes", Uint8Array.from({ length: 200_001 }, (_, at) => at * 31)],
    ["shorts", Uint16Array.of(1, 0xffff)],
    ["ids", Uint32Array.of(1, 2, 0xffff_ffff)],
    ["none", new Uint32Array(0)],
    ["i8", Int8Array.of(-1, 127)],
    ["i16", Int16Array.of(-1, 0x7fff)],
    ["i32", Int32Array.of(-1)],
    ["doubles", Float64Array.of(0.1, -0, Number.NaN, Number.POSITIVE_INFINITY)],
  ]);
}

export function bytesOf(
  columns: ReadonlyMap<string, Column>,
  contents: unknown = { name: "small" },
): Uint8Array {
  const image = imageOf(columns, { library: "1.2.3", contents }, crc32);
  const bytes = Buffer.concat([...image.chunks()]);
  if (bytes.length !== image.byteLength)
    throw new Error("an image has another length than it says");
  return new Uint8Array(bytes);
}

/** Reads copies, as from a file, and remembers what was read. */
export class FakeFile implements SnapshotBytes {
  readonly file = "fake.pocket";
  readonly isForeign = false;
  readonly reads: { readonly position: number; readonly length: number }[] = [];
  bytes: Uint8Array;
  isClosed = false;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get byteLength(): number {
    return this.bytes.length;
  }

  get readLength(): number {
    return this.reads.reduce((sum, { length }) => sum + length, 0);
  }

  read(target: Uint8Array, position: number): void {
    if (this.isClosed) throw new Error("closed");
    if (position + target.length > this.bytes.length) {
      throw new SnapshotError("truncated", "was shortened", { file: this.file });
    }
    this.reads.push({ position, length: target.length });
    target.set(this.bytes.subarray(position, position + target.length));
  }

  async ready(): Promise<void> {}

  inPlace(_position: number): MemoryPlace | undefined {
    return undefined;
  }

  close(): void {
    this.isClosed = true;
  }
}

export function openFake(bytes: Uint8Array, check: Crc32 = crc32): [Snapshot, FakeFile] {
  const file = new FakeFile(bytes);
  return [new Snapshot(file, check), file];
}
