/** Pages of Parquet at their limits: the last number that may be, and the first that may not. */
import { snappyCompress } from "hyparquet-writer/src/snappy.js";
import { expect, test } from "vitest";
import { requireSoundEnd } from "../../../../src/load/sheets/parquet-pages.ts";
import { check, first, ints, type Rest, three, thrift, varint } from "./parquet-bytes.ts";

function problemOf(bytes: readonly number[], ...rest: Rest): string {
  try {
    check(bytes, ...rest);
    return "sound";
  } catch (error) {
    return (error as Error).message;
  }
}

const snappy = (bytes: readonly number[]) => [...snappyCompress(Uint8Array.from(bytes))];
const packed = snappy(ints);
const isSnappy = { codec: "SNAPPY" } as const;

/** A page of the second version whose values say in one way or another whether they are compressed. */
const saying = (isPacked: object, rest: readonly number[], size = 14) => [
  ...thrift({
    1: 3,
    2: size,
    3: 2 + rest.length,
    8: { 1: 3, 2: 0, 3: 3, 4: 0, 5: 2, 6: 0, ...isPacked },
  }),
  ...three,
  ...rest,
];

/** A dictionary of so many values in two bytes. */
const dictionary = (values: number) => [
  ...thrift({ 1: 2, 2: 2, 3: 2, 7: { 1: values, 2: 0 } }),
  ...[0, 0],
  ...first(three, ints),
];

/** A header with another size, and nothing else. */
const ofSize = (size: number) => thrift({ 1: 0, 2: size, 3: 0, 5: { 1: 3, 2: 0, 3: 3, 4: 3 } });

/** The lengths that differ by nothing: the first one, and the steps to the second and all others. */
const even = (length: number, step: number) => [
  ...[128, 1, 1, 3, length * 2, step * 2, 0],
  ...Array<number>(6).fill(0),
];

test.each<[what: string, problem: string, bytes: readonly number[], ...rest: Rest]>([
  ["compressed values, by a truth", "sound", saying({ 7: true }, packed), "INT32", isSnappy],
  ["compressed values, by no word", "sound", saying({}, packed), "INT32", isSnappy],
  ["plain values, by a falsehood", "sound", saying({ 7: false }, ints), "INT32", isSnappy],
  [
    "compressed values that are none",
    "it says two sizes",
    saying({ 7: true }, ints),
    "INT32",
    isSnappy,
  ],
  [
    "plain values of another size",
    "a page has another size than it says",
    saying({ 7: true }, ints, 15),
  ],
  [
    "values in a form that nobody knows",
    "a page has another size than it says",
    saying({ 7: true }, packed),
    "INT32",
    { codec: "GZIP" },
  ],
  ["a dictionary of eight values a byte", "sound", dictionary(16)],
  ["a dictionary of more", "a page has more values than bytes", dictionary(17)],
  ["a dictionary of fewer than none", "a page says no size", dictionary(-1)],
  ["the greatest size", "it expands too much", ofSize(0x7fff_ffff)],
  ["a greater size", "a page says no size", ofSize(0x8000_0000)],
  ["the size 0", "it ends too early", ofSize(0)],
  [
    "a part for a size",
    "a page says no size",
    thrift({ 1: 0, 2: { 1: 1 }, 3: 0, 5: { 1: 3, 2: 0, 3: 3, 4: 3 } }),
  ],
  ["a number for a header", "a page has no header", thrift({ 1: 0, 2: 0, 3: 0, 5: 3 })],
  ["no kind", "a page is of an unknown kind", thrift({ 2: 0, 3: 0 })],
  ...[2, 3, 5, 6, 7, 8].map((encoding): [string, string, readonly number[]] => [
    `no value in the encoding ${encoding}`,
    "sound",
    first([6, 0], [], encoding),
  ]),
  [
    "truths in runs that are too long",
    "a run is too long",
    first(three, [2, 0, 0, 0, 8, 1], 3),
    "BOOLEAN",
  ],
  [
    "truths in fewer runs than there are",
    "it ends too early",
    first(three, [2, 0, 0, 0, 4, 1], 3),
    "BOOLEAN",
  ],
  ["packed truths", "sound", first(three, [2, 0, 0, 0, 3, 7], 3), "BOOLEAN"],
  [
    "packed truths that are not there",
    "a size is beyond its end",
    first(three, [1, 0, 0, 0, 3], 3),
    "BOOLEAN",
  ],
  ["numbers of a dictionary without numbers", "it ends too early", first(three, [1], 8)],
  [
    "numbers of 200 bits in the first form",
    "a page has numbers of no width",
    first(three, [200, 6, 0], 2),
  ],
  ["numbers of 32 bits", "sound", first(three, [32, 6, 1, 0, 0, 0], 8)],
  ["runs of which the second is too long", "a run is too long", first(three, [1, 4, 1, 4, 1], 8)],
  ["levels of which the second run is too long", "a run is too long", first([4, 1, 4, 1], ints)],
  [
    "1024 packed numbers more than rows",
    "sound",
    first([129, 2, ...Array<number>(128).fill(255)], ints),
  ],
  [
    "1032 packed numbers, of which three are rows",
    "a run is too long",
    first([131, 2, ...Array<number>(129).fill(255)], ints),
  ],
  ["lengths of no steps", "sound", first(three, [...even(1, 0), 97, 98, 99], 6), "BYTE_ARRAY"],
  ["lengths that grow", "sound", first(three, [...even(0, 1), 97, 98, 99], 6), "BYTE_ARRAY"],
  [
    "lengths that fall below 0",
    "a text has a length below 0",
    first(three, [128, 1, 1, 3, 2, 3, 0, 0, 0], 6),
    "BYTE_ARRAY",
  ],
  [
    "the greatest length",
    "a size is beyond its end",
    first(three, [128, 1, 1, 3, 254, 255, 255, 255, 15, 0, 0], 6),
    "BYTE_ARRAY",
  ],
  [
    "a greater length",
    "a length is no length",
    first(three, [128, 1, 1, 3, 128, 128, 128, 128, 16, 0, 0], 6),
    "BYTE_ARRAY",
  ],
])("a column with %s: %s", (_, problem, bytes, ...rest) => {
  expect(problemOf(bytes, ...rest)).toBe(problem);
});

/** A million letters. */
const letters = 2 ** 20 - 1;

/** Texts that are all like the first, which has a million letters: what each shares, and has of its own. */
function sameTexts(count: number): number[] {
  const start = (first: readonly number[], step: readonly number[]) => [
    ...[8, 1, ...varint(count), ...first, ...step, 20],
  ];
  const rest = Array.from({ length: Math.ceil((count - 9) / 8) }, () => [0, 0]).flat();
  const shared = [...start([0], [0]), 255, 255, 15, ...Array<number>(17).fill(0), ...rest];
  const own = [...start(varint(letters * 2), varint(letters * 2 - 1)), 0, 0, 240];
  const page = [...shared, ...own, ...Array<number>(17).fill(255), ...rest];
  return [...page, ...Array<number>(letters).fill(97)];
}

test.each([
  [200, "sound"],
  [300, "it expands too much"],
])("%d texts of a million letters that are all the same: %s", (count, problem) => {
  const page = sameTexts(count);
  const own = { 1: count, 2: 7, 3: 3, 4: 3 };
  const bytes = [...thrift({ 1: 0, 2: page.length, 3: page.length, 5: own }), ...page];
  expect(problemOf(bytes, "BYTE_ARRAY", { rows: count, values: count }, "REQUIRED")).toBe(problem);
});

test.each<[what: string, problem: string, bytes: number[]]>([
  ["truths in a list", "sound", [0x19, 0x22, 0x0d, 0x0d, 0]],
  ["a falsehood in a list", "sound", [0x19, 0x11, 0x0d, 0]],
  ["as many numbers in a list as bytes", "sound", [0x19, 0x25, 1, 2, 0]],
  ["one byte less", "it ends too early", [0x19, 0x25, 1, 2]],
  ["a list of lists", "sound", [0x19, 0x29, 0x13, 200, 0x13, 200, 0]],
  ["a list of fifteen in the long form", "sound", [0x19, 0xf3, 3, 1, 2, 3, 0]],
  ["a list of fourteen in the short form", "sound", [0x19, 0xe3, ...Array<number>(14).fill(1), 0]],
  ["a long number of ten bytes", "sound", [0x16, ...Array<number>(9).fill(128), 0, 0]],
  [
    "a long number of eleven bytes",
    "a number is too long",
    [0x16, ...Array<number>(10).fill(128), 0, 0],
  ],
  [
    "a short number of six bytes",
    "a number is too long",
    [0x15, ...Array<number>(5).fill(128), 0, 0],
  ],
  ["a fraction that is cut off", "a size is beyond its end", [0x17, 1, 2, 3, 4, 5, 6, 7]],
  ["a text that is cut off", "a size is beyond its end", [0x18, 2, 97]],
  ["a place of two bytes", "sound", [0x05, 200, 1, 2, 0]],
  [
    "structures twenty deep",
    "sound",
    [...Array<number>(20).fill(0x1c), ...Array<number>(21).fill(0)],
  ],
  [
    "structures deeper",
    "it is too deep",
    [...Array<number>(21).fill(0x1c), ...Array<number>(22).fill(0)],
  ],
  ["lists twenty deep", "sound", [0x19, ...Array<number>(20).fill(0x19), 0x13, 7, 0]],
  [
    "lists deeper",
    "a list is longer or deeper than it can be",
    [0x19, ...Array<number>(21).fill(0x19), 0x13, 7, 0],
  ],
  [
    "structures within lists, which count as deep",
    "it is too deep",
    [...Array.from({ length: 11 }, () => [0x19, 0x1c]).flat(), ...Array<number>(13).fill(0)],
  ],
])("a description with %s: %s", (_, problem, bytes) => {
  const read = () => requireSoundEnd(Uint8Array.from(bytes));
  if (problem === "sound") expect(read).not.toThrow();
  else expect(read).toThrow(new Error(problem));
});
