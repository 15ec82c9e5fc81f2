/** Pages of Parquet that say what cannot be: the package that reads them would never end, or fill memory. */
import { snappyCompress } from "hyparquet-writer/src/snappy.js";
import { describe, expect, test } from "vitest";
import { unpackSnappy } from "../../../../src/load/sheets/byte-walk.ts";
import { requireSoundEnd } from "../../../../src/load/sheets/parquet-pages.ts";
import { check, first, ints, type Rest, second, sized, three, thrift } from "./parquet-bytes.ts";

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

/** The lengths 2, 1, 1. */
const lengths = [128, 1, 4, 3, 4, 1, 1, 0, 0, 0, 0b10, 0, 0, 0];
const packed = (bytes: readonly number[]) => [...snappyCompress(Uint8Array.from(bytes))];
const bytesOf = (...parts: readonly (readonly number[])[]) => parts.flat();

/** A page of a column in which each row has a value. */
const whole = (rest: readonly number[], encoding = 0) =>
  bytesOf(thrift({ 1: 0, ...sized(rest), 5: { 1: 3, 2: encoding, 3: 3, 4: 3 } }), rest);

test.each<[what: string, page: readonly number[], ...rest: Rest]>([
  ["truths in runs", first(three, [2, 0, 0, 0, 6, 1], 3), "BOOLEAN"],
  ["lengths before texts", first(three, [...lengths, 97, 98, 99, 100], 6), "BYTE_ARRAY"],
  ["a row without a value, in runs", first([2, 0, 4, 1], ints.slice(4))],
  ["no value at all", first([6, 0], [])],
  [
    "differences of more than 32 bits",
    first(three, [128, 1, 4, 3, ...Array<number>(9).fill(254), 1, 2, 0, 0, 0, 0], 5),
  ],
  ["differences in several parts", first(three, [8, 1, 3, 2, 2, 3, 0b01_010_001, 0, 0], 5)],
  ["numbers of a dictionary with nine bits", first(three, [9, 6, 1, 1], 8)],
  ["numbers of a dictionary without width", first(three, [0], 2)],
  ["more packed numbers than rows", first([129, 2, ...Array<number>(128).fill(255)], ints)],
  ["values in each row", whole(ints), "INT32", {}, "REQUIRED"],
  [
    "lists in one row",
    bytesOf(
      thrift({
        1: 0,
        ...sized([2, 0, 0, 0, 6, 0, 2, 0, 0, 0, 6, 1, ...ints]),
        5: { 1: 3, 2: 0, 3: 3, 4: 3 },
      }),
      [2, 0, 0, 0, 6, 0, 2, 0, 0, 0, 6, 1],
      ints,
    ),
    "INT32",
    { rows: 1 },
    "REPEATED",
  ],
  [
    "a dictionary before them",
    bytesOf(
      thrift({ 1: 2, ...sized([5, 0, 0, 0]), 7: { 1: 1, 2: 0 } }),
      [5, 0, 0, 0],
      first(three, [1, 6, 0], 2),
    ),
  ],
  [
    "two pages",
    bytesOf(
      thrift({ 1: 0, ...sized([2, 0, 0, 0, 2, 1, 0, 0, 0, 0]), 5: { 1: 1, 2: 0, 3: 3, 4: 3 } }),
      [2, 0, 0, 0, 2, 1, 0, 0, 0, 0],
      thrift({ 1: 0, ...sized([2, 0, 0, 0, 4, 0]), 5: { 1: 2, 2: 0, 3: 3, 4: 3 } }),
      [2, 0, 0, 0, 4, 0],
    ),
  ],
  [
    "values that are compressed",
    bytesOf(
      thrift({
        1: 0,
        2: 18,
        3: packed([2, 0, 0, 0, ...three, ...ints]).length,
        5: { 1: 3, 2: 0, 3: 3, 4: 3 },
      }),
      packed([2, 0, 0, 0, ...three, ...ints]),
    ),
    "INT32",
    { codec: "SNAPPY" },
  ],
  [
    "values that are compressed after levels that are not",
    bytesOf(
      thrift({
        1: 3,
        2: 14,
        3: 2 + packed(ints).length,
        8: { 1: 3, 2: 0, 3: 3, 4: 0, 5: 2, 6: 0, 7: 1 },
      }),
      three,
      packed(ints),
    ),
    "INT32",
    { codec: "SNAPPY" },
  ],
  [
    "values that say themselves that they are not compressed",
    second([...three, ...ints], {}),
    "INT32",
    { codec: "SNAPPY" },
  ],
])("a column with %s is sound", (_, page, ...rest) => {
  expect(() => check(page, ...rest)).not.toThrow();
});

type Forged = [how: string, problem: string, bytes: readonly number[], ...rest: Rest];

const forged: Forged[] = [
  [
    "no length of its levels",
    "a page says no size",
    bytesOf(
      thrift({ 1: 3, ...sized([...three, ...ints]), 8: { 1: 3, 2: 0, 3: 3, 4: 0 } }),
      three,
      ints,
    ),
  ],
  [
    "levels longer than the page",
    "a size is beyond its end",
    second([...three, ...ints], { 5: 200 }),
  ],
  [
    "fewer values than empty cells",
    "a page says two numbers of empty cells",
    second([...three, ...ints], { 2: 4 }),
  ],
  [
    "other empty cells than its levels",
    "a page says two numbers of empty cells",
    second([4, 1, 2, 0, ...ints], { 5: 4 }),
  ],
  ["values below 0", "a page says no size", second([...three, ...ints], { 1: -3 })],
  [
    "more values than the group has rows",
    "it has more values than it says",
    second([8, 1, ...ints], { 1: 4 }),
  ],
  [
    "a size below 0",
    "a page says no size",
    thrift({ 1: 0, 2: 5, 3: -5, 5: { 1: 3, 2: 0, 3: 3, 4: 3 } }),
  ],
  ["no size", "a page says no size", [...thrift({ 1: 0, 5: { 1: 3, 2: 0, 3: 3, 4: 3 } }), 1, 2, 3]],
  ["no header", "a page has no header", [...thrift({ 1: 0, 2: 0, 3: 0 }), 1, 2, 3]],
  ["an endless run of levels", "a run is too long", first([254, 255, 255, 255, 15, 1], ints)],
  [
    "an endless run of numbers",
    "a run is too long",
    first(three, [1, 254, 255, 255, 255, 15, 0], 8),
  ],
  [
    "an endless run of numbers without width",
    "a run is too long",
    first(three, [0, 255, 255, 255, 255, 15], 8),
  ],
  ["numbers of 200 bits", "a page has numbers of no width", first(three, [200, 6, 0], 8)],
  [
    "differences in no blocks",
    "a page has blocks of no size",
    first(three, [0, 4, 3, 2, 2, 0, 0, 0, 0], 5),
  ],
  [
    "differences in blocks of no parts",
    "a page has blocks of no size",
    first(three, [128, 1, 0, 3, 2, 2, 0, 0, 0, 0], 5),
  ],
  [
    "a number of endless bytes",
    "a number is too long",
    first(three, [128, 1, 4, 3, ...Array<number>(999).fill(128)], 5),
  ],
  [
    "more entries in a dictionary than bytes",
    "a page has more values than bytes",
    [...thrift({ 1: 2, 2: 1, 3: 1, 7: { 1: 0x7fff_ffff, 2: 0 } }), 0],
  ],
  ["an index instead of values", "a page is of an unknown kind", thrift({ 1: 1, 2: 0, 3: 0 })],
  [
    "a page in which two numbers of levels stand",
    "a page says two numbers of empty cells",
    second([2, 0, 4, 1, ...ints], { 5: 4 }),
  ],
  ["runs of numbers", "a page has runs of no numbers", first(three, [2, 0, 0, 0, 6, 1], 3)],
  [
    "a dictionary of truths",
    "a page has numbers of no width",
    first(three, [1, 6, 1], 8),
    "BOOLEAN",
  ],
  ["numbers of 33 bits", "a page has numbers of no width", first(three, [33, 6, 0, 0, 0, 0, 0], 8)],
  [
    "a text of a length below 0",
    "a text has a length below 0",
    first(three, [128, 1, 4, 3, 1, 0, 0, 0, 0, 0], 6),
  ],
  [
    "a length of more than 32 bits",
    "a length is no length",
    first(three, [128, 1, 4, 3, 254, 255, 255, 255, 63, 0, 0, 0, 0, 0], 6),
  ],
  [
    "texts that are longer than the page",
    "a size is beyond its end",
    first(three, [...lengths, 97, 98, 99], 6),
  ],
  [
    "blocks of parts of no eight numbers",
    "a page has blocks of no size",
    first(three, [12, 2, 3, 2, 2, 0, 0], 5),
  ],
  ["blocks of no numbers", "a page has blocks of no size", first(three, [0, 1, 3, 2, 2, 0], 5)],
  ["packed numbers that are not there", "a size is beyond its end", first(three, [8, 3, 0], 8)],
  [
    "packed numbers, many more than rows",
    "a run is too long",
    first(three, [1, 255, 2, ...Array<number>(255).fill(0)], 8),
  ],
  [
    "differences that are not there",
    "it ends too early",
    first(three, [128, 1, 4, 3, 2, 2, 1, 0, 0, 0], 5),
  ],
  [
    "a part of another size",
    "a page has another size than it says",
    bytesOf(thrift({ 1: 0, 2: 19, 3: 18, 5: { 1: 3, 2: 0, 3: 3, 4: 3 } }), [
      2,
      0,
      0,
      0,
      ...three,
      ...ints,
    ]),
  ],
  [
    "a compressed part of another size",
    "it says two sizes",
    bytesOf(
      thrift({
        1: 0,
        2: 19,
        3: packed([2, 0, 0, 0, ...three, ...ints]).length,
        5: { 1: 3, 2: 0, 3: 3, 4: 3 },
      }),
      packed([2, 0, 0, 0, ...three, ...ints]),
    ),
    "INT32",
    { codec: "SNAPPY" },
  ],
  [
    "no description",
    "it has a column that it does not describe",
    first(three, ints),
    "INT32",
    { name: "b" },
  ],
  [
    "fewer values than rows",
    "a column is shorter than others",
    first(three, ints),
    "INT32",
    { rows: 4 },
  ],
  ["a page that is cut off", "it ends too early", first(three, ints).slice(0, 3)],
  ["values that are cut off", "a size is beyond its end", first(three, ints).slice(0, -1)],
];

describe("a column is refused with", () => {
  test.each<Forged>(forged)("%s: %s", (_, problem, bytes, ...rest) => {
    expect(() => check(bytes, ...rest)).toThrow(new Error(problem));
  });

  test("structures in structures without end", () => {
    const deep = [...Array<number>(50_000).fill(0x1c)];
    expect(() => requireSoundEnd(Uint8Array.from(deep))).toThrow("too deep");
    const lists = [0x19, ...Array<number>(50_000).fill(0x19)];
    expect(() => requireSoundEnd(Uint8Array.from(lists))).toThrow("deeper");
  });

  test.each<[how: string, problem: string, bytes: number[]]>([
    ["an unknown kind of value", "a kind of value is unknown", [0x1d, 0]],
    ["a list of an unknown kind", "a kind of value is unknown", [0x19, 0x1d, 0, 0]],
    [
      "a list that is longer than its file",
      "a list is longer or deeper than it can be",
      [0x19, 0x45, 0, 0, 0],
    ],
    [
      "a long list that is longer than its file",
      "a list is longer or deeper than it can be",
      [0x19, 0xf5, 4, 0, 0, 0],
    ],
    ["a text that is longer than its file", "a size is beyond its end", [0x18, 4, 97, 98, 99]],
    ["no end", "it ends too early", [0x15, 2]],
  ])("%s in its description", (_, problem, bytes) => {
    expect(() => requireSoundEnd(Uint8Array.from(bytes))).toThrow(new Error(problem));
  });

  test("nothing, if its description has values of each kind", () => {
    const kinds = [
      0x11,
      0x12,
      0x13,
      200,
      0x14,
      3,
      0x15,
      4,
      0x16,
      ...Array<number>(9).fill(255),
      1,
      0x17,
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      8,
    ];
    const lists = [
      0x18, 2, 97, 98, 0x19, 0x05, 0x19, 0x25, 1, 2, 0x19, 0x22, 1, 2, 0x19, 0x11, 1, 0x19, 0xf5, 2,
      1, 2,
    ];
    const inner = [0x1c, 0x15, 2, 0, 0x05, 20, 2, 0x19, 0x1c, 0x15, 2, 0];
    expect(() => requireSoundEnd(Uint8Array.from([...kinds, ...lists, ...inner, 0]))).not.toThrow();
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
});
