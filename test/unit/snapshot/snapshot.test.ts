import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { SnapshotError, type SnapshotFault } from "../../../src/errors/errors.ts";
import { formatVersion } from "../../../src/snapshot/format.ts";
import { Snapshot } from "../../../src/snapshot/snapshot.ts";
import { BufferBytes } from "../../../src/snapshot/snapshot-bytes.ts";
import type { Column } from "../../../src/store/columns/column-source.ts";
import { type Crc32, slicingCrc32 } from "../../../src/store/columns/crc32.ts";
import { sized } from "../../property/runs.ts";
import { bytesOf, FakeFile, openFake, someColumns } from "./small-snapshot.ts";

const columns = someColumns();
const whole = bytesOf(columns);
const inMemory = (bytes: Uint8Array | ArrayBufferLike, check: Crc32 = crc32) =>
  new Snapshot(new BufferBytes(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)), check);

function errorOf(action: () => unknown): SnapshotError {
  try {
    action();
  } catch (error) {
    if (error instanceof SnapshotError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

/** A column by type and bytes: comparing long arrays element by element takes seconds. */
const told = (column: Column | undefined) =>
  column === undefined
    ? ""
    : `${column.constructor.name} ${createHash("sha1").update(column).digest("hex")}`;
const toldAll = [...columns.values()].map(told);
const allOf = (snapshot: Snapshot) =>
  [...columns.keys()].map((name) => told(snapshot.column(name)));

describe("a snapshot", () => {
  test("gives back columns and contents, from a file and from memory", () => {
    for (const snapshot of [openFake(whole)[0], inMemory(whole), inMemory(whole, slicingCrc32)]) {
      expect(allOf(snapshot)).toEqual(toldAll);
      expect(snapshot.contents).toEqual({ name: "small" });
      expect(snapshot.library).toBe("1.2.3");
      snapshot.verify();
    }
  });

  test("is used in place when it lies in memory, unless a column would lie askew", () => {
    const place = inMemory(whole).column("doubles");
    expect(place.buffer).toBe(whole.buffer);
    const askew = new Uint8Array(whole.length + 3).subarray(3);
    askew.set(whole);
    const snapshot = inMemory(askew);
    expect(snapshot.column("bytes").buffer).toBe(askew.buffer);
    expect(snapshot.column("doubles").buffer).not.toBe(askew.buffer);
    expect(allOf(snapshot)).toEqual(toldAll);
  });

  test("may lie in shared memory", () => {
    const shared = new SharedArrayBuffer(whole.length);
    new Uint8Array(shared).set(whole);
    const snapshot = inMemory(shared, slicingCrc32);
    expect(allOf(snapshot)).toEqual(toldAll);
    expect(snapshot.column("ids").buffer).toBe(shared);
  });

  test("is read section by section, and each section once", () => {
    const [snapshot, file] = openFake(whole);
    expect(file.readLength).toBeLessThan(4096);
    const opened = file.reads.length;
    snapshot.column("ids");
    snapshot.column("ids");
    // And the checksums of all 31 blocks.
    expect(file.reads.slice(opened).map(({ length }) => length)).toEqual([12, 124]);
    snapshot.column("bytes");
    expect(file.reads.at(-1)?.length).toBe(200_001);
  });

  test("reads only the blocks that are needed of lazy bytes", () => {
    const [snapshot, file] = openFake(whole);
    const lazy = snapshot.lazyRows("bytes");
    const expected = columns.get("bytes");
    const opened = file.reads.length;
    lazy.need(66_000, 66_001);
    lazy.need(65_536, 131_072);
    lazy.need(5, 5);
    const read = [8192, 124, 57_344];
    expect(file.reads.slice(opened).map(({ length }) => length)).toEqual(read);
    expect(told(lazy.rows.slice(65_536, 131_072))).toBe(told(expected?.slice(65_536, 131_072)));
    expect(lazy.isWhole).toBe(false);
    lazy.need(65_535, 131_073);
    // The last block comes with the others: much of the section was read already.
    expect(file.reads.slice(opened + 3).map(({ length }) => length)).toEqual([65_536, 68_929]);
    expect(lazy.isWhole).toBe(true);
    expect(told(lazy.rows)).toBe(told(expected));
    expect(told(snapshot.column("bytes"))).toBe(told(expected));
  });

  test("read as a whole lets go of its file", async () => {
    const [snapshot, file] = openFake(whole);
    await snapshot.readAll();
    await snapshot.readAll();
    expect(file.isClosed).toBe(true);
    expect(allOf(snapshot)).toEqual(toldAll);
    expect(snapshot.lazyRows("bytes").isWhole).toBe(true);
    snapshot.verify();
  });

  test("does not keep what it verifies", () => {
    const [snapshot, file] = openFake(whole);
    snapshot.verify();
    const verified = file.readLength;
    expect(verified).toBeGreaterThan(200_001);
    expect(allOf(snapshot)).toEqual(toldAll);
    expect(file.readLength).toBeGreaterThan(verified + 200_000);
  });

  test("without columns is one too", () => {
    const snapshot = inMemory(bytesOf(new Map(), 7));
    expect(snapshot.contents).toBe(7);
    expect(errorOf(() => snapshot.column("ids"))).toMatchObject({
      fault: "damaged",
      section: "ids",
    });
  });
});

describe("two snapshots over one file", () => {
  test("do not disturb each other", () => {
    const [first, file] = openFake(whole);
    const second = new Snapshot(file, crc32);
    first.lazyRows("bytes").need(0, 1);
    expect(told(second.column("bytes"))).toBe(told(columns.get("bytes")));
    expect(told(first.column("bytes"))).toBe(told(columns.get("bytes")));
    expect(first.column("bytes").buffer).not.toBe(second.column("bytes").buffer);
  });
});

const fewColumns = new Map<string, Column>([
  ["bytes", Uint8Array.from({ length: 70 }, (_, at) => at * 31)],
  ["none", new Uint32Array(0)],
  ["doubles", Float64Array.of(0.1, -0)],
]);
const few = bytesOf(fewColumns);

/** When a change is noticed: at open, at the first use of what it is in, or by `verify`. */
function noticed(bytes: Uint8Array, open: (bytes: Uint8Array) => Snapshot): string {
  const found = (action: () => unknown) => {
    try {
      action();
      return false;
    } catch (error) {
      if (error instanceof SnapshotError) return true;
      throw error;
    }
  };
  let snapshot: Snapshot | undefined;
  if (
    found(() => {
      snapshot = open(bytes);
    })
  ) {
    return "open";
  }
  const byVerify = found(() => snapshot?.verify());
  if (found(() => fewColumns.forEach((_, name) => void snapshot?.column(name)))) {
    return byVerify ? "use" : "use, but not by verify";
  }
  return byVerify ? "verify" : "never";
}

describe.each([
  ["file", (bytes: Uint8Array) => openFake(bytes)[0]],
  ["buffer", (bytes: Uint8Array) => inMemory(bytes)],
] as const)("of a snapshot in a %s", (_, open) => {
  test("every flipped bit is noticed: in the padding by verify, in sections at first use", () => {
    expect(noticed(few, open)).toBe("never");
    const counts = new Map<string, number>();
    // One bit of each byte, or each bit.
    const bits = sized(1, 8);
    for (let at = 0; at < few.length * bits; at++) {
      const bit = bits === 8 ? at : at * 8 + (at % 8);
      const flipped = few.slice();
      flipped[bit >>> 3]! ^= 1 << (bit & 7);
      const when = noticed(flipped, open);
      counts.set(when, (counts.get(when) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(["open", "use", "verify"]);
    expect(counts.get("use")).toBe((70 + 16 + 8) * bits);
  });

  test("every lost end is noticed at open, and so is a byte too many", () => {
    for (let length = 0; length < few.length; length++) {
      expect(noticed(few.slice(0, length), open)).toBe("open");
    }
    expect(noticed(Uint8Array.from([...few, 0]), open)).toBe("open");
  });
});

describe("what is wrong is reported", () => {
  const faults: [string, SnapshotFault, string, Uint8Array][] = [
    ["nothing", "foreign", "is empty", new Uint8Array(0)],
    ["another file", "foreign", "is not a snapshot", Buffer.from("subject_id,predicate\n")],
    ["another short file", "foreign", "is not a snapshot", Buffer.from("a")],
    ["the first bytes alone", "truncated", "ends in its first bytes", few.slice(0, 20)],
    ["a lost end", "truncated", "1 of its", few.slice(0, -1)],
    ["zeros as end", "truncated", "never written", changed(-16, 0, 0, 0, 0)],
    ["a bad header", "damaged", "its header is damaged", changed(50, 0xff)],
    [
      "the next version",
      "newer",
      `reads up to ${formatVersion}: update it`,
      changed(8, formatVersion + 1),
    ],
    ["the version before", "older", `reads ${formatVersion}: save it again`, changed(8, 4)],
  ];

  function changed(at: number, ...values: number[]): Uint8Array {
    const bytes = few.slice();
    bytes.set(values, at < 0 ? bytes.length + at : at);
    return bytes;
  }

  test.each(faults)("%s is %s", (_, fault, message, bytes) => {
    const error = errorOf(() => new Snapshot(new FakeFile(bytes), crc32));
    expect(error).toMatchObject({ fault, file: "fake.pocket", code: "SNAPSHOT" });
    expect(error.message).toContain(`fake.pocket: `);
    expect(error.message).toContain(message);
  });

  test("damage by section and offset", () => {
    const bytes = whole.slice();
    const at = 32 + 4096;
    bytes[at]! ^= 1;
    const error = errorOf(() => openFake(bytes)[0].verify());
    expect(error).toMatchObject({ fault: "damaged", section: "bytes" });
    expect(error.offset).toBeLessThanOrEqual(at);
    expect(at - (error.offset ?? 0)).toBeLessThan(8192);
    expect(error.message).toContain("section 'bytes' is damaged in the 8192 bytes from ");
  });

  test("a file that changes or is cut after it was opened", async () => {
    const [snapshot, file] = openFake(whole);
    snapshot.lazyRows("bytes").need(0, 1);
    file.bytes = whole.slice();
    file.bytes.fill(1, 4096);
    expect(errorOf(() => snapshot.column("bytes"))).toMatchObject({ fault: "damaged" });
    await expect(snapshot.readAll()).rejects.toThrow(SnapshotError);
    file.bytes = whole.slice(0, 4096);
    expect(errorOf(() => snapshot.column("bytes"))).toMatchObject({ fault: "truncated" });
    file.bytes = whole;
    expect(told(snapshot.column("bytes"))).toBe(told(columns.get("bytes")));
  });
});
