import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  aligned,
  elementTypeOf,
  endMarkOf,
  formatVersion,
  isElementType,
  isEndMark,
  isSnapshot,
  preludeOf,
  readPrelude,
  requireLittleEndian,
  tagOfPrelude,
} from "../../../src/snapshot/format.ts";
import { slicingCrc32 } from "../../../src/store/columns/crc32.ts";

const prelude = { headerBytes: 70_000, fileBytes: 2 ** 40 + 16, headerCheck: 0xffff_fffe };
const bytes = preludeOf(prelude, crc32);

const reads = `this version of pocket-commons reads ${formatVersion}`;

/** The bytes with another version, and the checksum that goes with it. */
function withVersion(version: number): Uint8Array {
  const other = bytes.slice();
  const view = new DataView(other.buffer);
  view.setUint32(8, version, true);
  view.setUint32(28, crc32(other.subarray(0, 28)), true);
  return other;
}

describe("the first bytes of a snapshot", () => {
  test("come back as they were", () => {
    expect(readPrelude(bytes, crc32, undefined)).toEqual(prelude);
  });

  test("have a tag by which other contents are told apart", () => {
    expect(tagOfPrelude({ headerBytes: 9, fileBytes: 255, headerCheck: 16 })).toBe("ff-10");
  });

  test("begin with eight bytes that no text has", () => {
    expect(isSnapshot(bytes)).toBe(true);
    expect(isSnapshot(bytes.subarray(0, 8))).toBe(true);
    expect(isSnapshot(bytes.subarray(0, 7))).toBe(false);
    expect(isSnapshot(Buffer.from("name,value\n"))).toBe(false);
  });

  test.each([
    ["foreign", "is empty, not a snapshot", new Uint8Array(0)],
    ["foreign", "is not a snapshot", Buffer.from("name")],
    ["foreign", "is not a snapshot: it is a web page", Buffer.from("\n<!DOCTYPE html>")],
    ["foreign", "is not a snapshot: it is a web page", Buffer.from("\ufeff<html>")],
    ["truncated", "ends in its first bytes: save it again from the data", bytes.subarray(0, 31)],
    [
      "newer",
      `format version ${formatVersion + 1}, and this version of pocket-commons reads up to ` +
        `${formatVersion}: update it, or save it again from the data`,
      withVersion(formatVersion + 1),
    ],
    ["older", `format version 0, and ${reads}: save it again from the data`, withVersion(0)],
    [
      "older",
      `format version ${formatVersion - 1}, and ${reads}: save it again from the data`,
      withVersion(formatVersion - 1),
    ],
    [
      "damaged",
      "its first bytes are damaged: save it again from the data",
      bytes.with(12, bytes[12]! ^ 1),
    ],
  ])("are %s: %s", (fault, message, some) => {
    expect(() => readPrelude(some, crc32, "a.pocket")).toThrow(
      expect.objectContaining({
        fault,
        file: "a.pocket",
        offset: 0,
        message: expect.stringContaining(`a.pocket: ${message}`),
      }),
    );
  });
});

test("a snapshot ends with a mark and its length", () => {
  const end = endMarkOf(2 ** 40);
  expect(end).toHaveLength(16);
  expect(isEndMark(end, 2 ** 40)).toBe(true);
  expect(isEndMark(end, 2 ** 40 + 1)).toBe(false);
  expect(isEndMark(end.subarray(0, 15), 2 ** 40)).toBe(false);
  expect(isEndMark(new Uint8Array([...end, 0]), 2 ** 40)).toBe(false);
});

test("sections begin at multiples of 64", () => {
  expect([0, 1, 64, 65].map(aligned)).toEqual([0, 64, 64, 128]);
});

test("a machine with the other order of bytes reads no snapshots", () => {
  expect(() => requireLittleEndian(1)).not.toThrow();
  expect(() => requireLittleEndian(0)).toThrow(
    expect.objectContaining({
      fault: "unreadable",
      message: expect.stringContaining("this machine is big-endian"),
    }),
  );
});

test("elements have a type of this list", () => {
  expect(isElementType("u8")).toBe(true);
  for (const other of [["u8"], "u64", "toString", undefined]) {
    expect(isElementType(other)).toBe(false);
  }
  expect(elementTypeOf(new Int16Array(1))).toBe("i16");
  expect(() => elementTypeOf(new BigInt64Array(1) as never)).toThrow(
    "a column is a typed array of a known type",
  );
});

describe("CRC-32", () => {
  test("of nine digits is the one that everybody prints", () => {
    expect(slicingCrc32(Buffer.from("123456789"))).toBe(0xcbf43926);
  });

  test("is zlib's, wherever the bytes begin", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), fc.nat(9), (bytes, skipped) => {
        const part = bytes.subarray(skipped);
        expect(slicingCrc32(part)).toBe(crc32(part));
      }),
    );
  });
});
