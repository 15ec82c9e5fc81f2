/** Faults of a snapshot by their place: a section that lacks, bytes between sections, a header. */

import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { SnapshotError } from "../../../src/errors/errors.ts";
import { endMarkOf, preludeBytes, preludeOf } from "../../../src/snapshot/format.ts";
import { Snapshot } from "../../../src/snapshot/snapshot.ts";
import type { Column } from "../../../src/store/columns/column-source.ts";
import { bytesOf, FakeFile, openFake } from "./small-snapshot.ts";

const again = "save it again from the data";
const columns = new Map<string, Column>([
  ["first", Uint8Array.from({ length: 70 }, (_, at) => at + 1)],
  ["second", Uint8Array.of(1, 2, 3)],
]);
const good = bytesOf(columns);

function errorOf(action: () => unknown): SnapshotError {
  try {
    action();
  } catch (error) {
    if (error instanceof SnapshotError) return error;
    throw error;
  }
  throw new Error("nothing is wrong");
}

/** Where the sections lie, from what is read of them. */
function placeOf(name: string): { readonly start: number; readonly end: number } {
  const [snapshot, file] = openFake(good);
  file.reads.length = 0;
  snapshot.column(name);
  const { position, length } = file.reads[0]!;
  return { start: position, end: position + length };
}

test("a section that is not there is named, with its file", () => {
  const [snapshot] = openFake(good);
  for (const read of ["column", "lazyRows"] as const) {
    expect(errorOf(() => snapshot[read]("third"))).toMatchObject({
      message: `fake.pocket: has no section 'third': ${again}`,
      fault: "damaged",
      section: "third",
      file: "fake.pocket",
    });
  }
  expect(snapshot.file).toBe("fake.pocket");
});

describe("bytes between sections", () => {
  const sums = placeOf("checksums");
  const [first, second] = [placeOf("first"), placeOf("second")];
  const headerEnd = preludeBytes + new DataView(good.buffer).getUint32(12, true);

  test.each([
    ["behind the header", headerEnd, sums.start],
    ["behind the checksums", sums.end, first.start],
    ["behind the first section", first.end, second.start],
    ["behind the last section", second.end, Math.ceil(second.end / 64) * 64],
  ])("%s are zeros", async (_, start, end) => {
    expect(end).toBeGreaterThan(start);
    for (const at of [start, end - 1]) {
      const bytes = good.slice();
      bytes[at] = 1;
      const told = {
        message: `fake.pocket: has bytes where none belong, at ${start}: ${again}`,
        fault: "damaged",
        file: "fake.pocket",
        offset: start,
      };
      expect(errorOf(() => openFake(bytes)[0].verify())).toMatchObject(told);
      await expect(openFake(bytes)[0].readAll()).rejects.toMatchObject(told);
    }
  });
});

describe("a beginning that cannot be true", () => {
  const view = new DataView(good.buffer);
  const prelude = {
    headerBytes: view.getUint32(12, true),
    fileBytes: good.length,
    headerCheck: view.getUint32(24, true),
  };
  const forged = (part: Partial<typeof prelude>, length = good.length) => {
    const bytes = new Uint8Array(length);
    bytes.set(good.subarray(0, length));
    bytes.set(preludeOf({ ...prelude, ...part }, crc32));
    bytes.set(endMarkOf(length), length - 16);
    return errorOf(() => new Snapshot(new FakeFile(bytes), crc32));
  };

  test("with a header that reaches into the end, or beyond it", () => {
    const most = good.length - preludeBytes - 16;
    expect(forged({ headerBytes: most })).toMatchObject({
      message: `fake.pocket: its header is damaged: ${again}`,
      offset: preludeBytes,
    });
    for (const headerBytes of [most + 1, good.length, 2 ** 32 - 1]) {
      expect(forged({ headerBytes })).toMatchObject({
        message: `fake.pocket: is ${good.length} bytes long, not ${good.length}: ${again}`,
        fault: "damaged",
        offset: good.length,
      });
    }
  });

  test("with another checksum of the header", () => {
    expect(forged({ headerCheck: prelude.headerCheck ^ 1 })).toMatchObject({
      message: `fake.pocket: its header is damaged: ${again}`,
      fault: "damaged",
      offset: preludeBytes,
      file: "fake.pocket",
    });
  });

  test("with another length of the file", () => {
    expect(forged({}, good.length + 64)).toMatchObject({
      message: `fake.pocket: is ${good.length + 64} bytes long, not ${good.length}: ${again}`,
      offset: good.length,
    });
    expect(forged({}, good.length - 64)).toMatchObject({
      message: `fake.pocket: 64 of its ${good.length} bytes are missing: copy it once more, or ${again}`,
      fault: "truncated",
      offset: good.length - 64,
    });
  });

  test("with an end of another file", () => {
    const bytes = good.slice();
    bytes.set(endMarkOf(good.length + 1), good.length - 16);
    expect(errorOf(() => new Snapshot(new FakeFile(bytes), crc32))).toMatchObject({
      message: `fake.pocket: its end was never written or is damaged: ${again}`,
      fault: "truncated",
      offset: good.length - 16,
    });
  });
});
