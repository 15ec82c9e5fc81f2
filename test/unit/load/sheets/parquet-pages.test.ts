/** Pages of Parquet that say what cannot be: the package that reads them would never end, or fill memory. */
import type { ColumnMetaData, Encoding } from "hyparquet";
import { snappyCompress } from "hyparquet-writer/src/snappy.js";
import { describe, expect, test } from "vitest";
import { unpackSnappy } from "../../../../src/load/sheets/byte-walk.ts";
import { requireSoundEnd, requireSoundPages } from "../../../../src/load/sheets/parquet-pages.ts";

interface Members {
  readonly [id: number]: number | Members;
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return [...bytes, left];
    bytes.push((left % 128) + 128);
  }
}

/** Numbers and structures in Thrift's compact form. */
function thrift(members: Members): number[] {
  const bytes = Object.entries(members).flatMap(([id, value]) => {
    const isNumber = typeof value === "number";
    const head = [isNumber ? 5 : 12, ...varint(Number(id) * 2)];
    return [
      ...head,
      ...(isNumber ? varint(value >= 0 ? value * 2 : -value * 2 - 1) : thrift(value)),
    ];
  });
  return [...bytes, 0];
}

/** Pages of a column of three rows, of which some may be empty. */
function check(bytes: readonly number[], type: "BYTE_ARRAY" | "INT32" = "INT32") {
  const rows = 3;
  const element = { name: "a", repetition_type: "OPTIONAL" } as const;
  const leaf = { element, children: [], count: 1, path: ["a"] };
  const tree = { element: { name: "root" }, children: [leaf], count: 2, path: [] };
  const meta = {
    type,
    codec: "UNCOMPRESSED" as const,
    encodings: [] as Encoding[],
    path_in_schema: ["a"],
    num_values: BigInt(rows),
    total_uncompressed_size: 1n,
    total_compressed_size: 1n,
    data_page_offset: 4n,
  } satisfies ColumnMetaData;
  const sizes = { rows, tree, compressors: {} };
  requireSoundPages(Uint8Array.from(bytes), meta, sizes);
}

const sized = (page: readonly number[]) => ({ 2: page.length, 3: page.length });

/** A page of the second version. */
function second(page: readonly number[], own: Members): number[] {
  const whole = { 1: 3, 2: 0, 3: 3, 4: 0, 5: 2, 6: 0, 7: 0, ...own };
  return [...thrift({ 1: 3, ...sized(page), 8: whole }), ...page];
}

/** One of the first version: `levels` say which rows have a value. */
function first(levels: readonly number[], rest: readonly number[], encoding = 0): number[] {
  const page = [levels.length, 0, 0, 0, ...levels, ...rest];
  return [...thrift({ 1: 0, ...sized(page), 5: { 1: 3, 2: encoding, 3: 3, 4: 3 } }), ...page];
}

const three = [6, 1];
const ints = Array<number>(12).fill(0);

test("pages that are what they say are sound", () => {
  const sound = (bytes: number[], type?: "BYTE_ARRAY") =>
    expect(() => check(bytes, type)).not.toThrow();
  sound(second([...three, ...ints], {}));
  sound(first(three, ints));
  // Two numbers of three are there, packed by bits.
  sound(first([3, 0b101], ints.slice(4)));
  sound(first(three, [1, 3, 0b010], 8));
  sound(first(three, [128, 1, 4, 3, 2, 2, 0, 0, 0, 0], 5));
  // Texts `ab`, `ac`, `ad`: shared 0, 1, 1, then their own lengths 2, 1, 1.
  const shared = [128, 1, 4, 3, 0, 0, 1, 0, 0, 0, 0b11, 0, 0, 0];
  const own = [128, 1, 4, 3, 4, 1, 1, 0, 0, 0, 0b10, 0, 0, 0];
  sound(first(three, [...shared, ...own, 97, 98, 99, 100], 7), "BYTE_ARRAY");
});

const forged: Readonly<Record<string, () => number[]>> = {
  "no length of its levels": () => {
    const page = [...three, ...ints];
    return [...thrift({ 1: 3, ...sized(page), 8: { 1: 3, 2: 0, 3: 3, 4: 0 } }), ...page];
  },
  "levels longer than the page": () => second([...three, ...ints], { 5: 200 }),
  "fewer values than empty cells": () => second([...three, ...ints], { 2: 4 }),
  "other empty cells than its levels": () => second([4, 1, 2, 0, ...ints], { 5: 4 }),
  "values below 0": () => second([...three, ...ints], { 1: -3 }),
  "more values than the group has rows": () => second([8, 1, ...ints], { 1: 4 }),
  "a size below 0": () => thrift({ 1: 0, 2: 5, 3: -5, 5: { 1: 3, 2: 0, 3: 3, 4: 3 } }),
  "no size": () => [...thrift({ 1: 0, 5: { 1: 3, 2: 0, 3: 3, 4: 3 } }), 1, 2, 3],
  "no header": () => [...thrift({ 1: 0, 2: 0, 3: 0 }), 1, 2, 3],
  "an endless run of levels": () => first([254, 255, 255, 255, 15, 1], ints),
  "an endless run of numbers": () => first(three, [1, 254, 255, 255, 255, 15, 0], 8),
  "an endless run of numbers without width": () => first(three, [0, 255, 255, 255, 255, 15], 8),
  "numbers of 200 bits": () => first(three, [200, 6, 0], 8),
  "differences in no blocks": () => first(three, [0, 4, 3, 2, 2, 0, 0, 0, 0], 5),
  "differences in blocks of no parts": () => first(three, [128, 1, 0, 3, 2, 2, 0, 0, 0, 0], 5),
  "a number of endless bytes": () =>
    first(three, [128, 1, 4, 3, ...Array<number>(999).fill(128)], 5),
  "more entries in a dictionary than bytes": () => [
    ...thrift({ 1: 2, 2: 1, 3: 1, 7: { 1: 0x7fff_ffff, 2: 0 } }),
    0,
  ],
  "an index instead of values": () => thrift({ 1: 1, 2: 0, 3: 0 }),
};

describe("a column is refused with", () => {
  test.each(Object.entries(forged))("%s", (_, made) => {
    expect(() => check(made())).toThrow(Error);
  });

  test("structures in structures without end", () => {
    const deep = [...Array<number>(50_000).fill(0x1c)];
    expect(() => requireSoundEnd(Uint8Array.from(deep))).toThrow("too deep");
    const lists = [0x19, ...Array<number>(50_000).fill(0x19)];
    expect(() => requireSoundEnd(Uint8Array.from(lists))).toThrow("deeper");
  });

  test("texts that share more than the text before has", () => {
    const shared = [128, 1, 4, 3, 0, 198, 1, 0, 0, 0, 0];
    const own = [128, 1, 4, 3, 2, 0, 0, 0, 0, 0];
    const page = first(three, [...shared, ...own, 97, 98, 99], 7);
    expect(() => check(page, "BYTE_ARRAY")).toThrow("begins with more");
  });
});

describe("Snappy", () => {
  test("gives back what was compressed", () => {
    const text = Array.from({ length: 9_000 }, (_, at) => `${at % 7} and ${at * 7919}`).join(",");
    const input = new TextEncoder().encode(`${"a".repeat(70_000)}${text}`);
    const packed = snappyCompress(input);
    expect(unpackSnappy(packed, input.length)).toEqual(input);
  });

  test.each<[how: string, length: number, bytes: number[]]>([
    ["a text of a length below 0", 3, [3, 0xfc, 255, 255, 255, 255, 97]],
    ["what repeats more than there is", 5, [5, 0, 97, 0x01, 2]],
    ["what repeats itself from 0 back", 5, [5, 0, 97, 0x01, 0]],
    ["what is longer than it says", 1, [1, 4, 97, 98]],
    ["what is shorter than it says", 9, [9, 4, 97, 98]],
    ["another size", 3, [2, 4, 97, 98, 99]],
  ])("refuses %s", (_, length, bytes) => {
    expect(() => unpackSnappy(Uint8Array.from(bytes), length)).toThrow(Error);
  });
});
