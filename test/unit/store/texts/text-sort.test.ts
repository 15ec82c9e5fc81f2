import { describe, expect, test } from "vitest";
import type { TextRegion } from "../../../../src/store/texts/text-arena.ts";
import { SortSpace } from "../../../../src/store/texts/text-buckets.ts";
import { sortTexts } from "../../../../src/store/texts/text-sort.ts";
import { TextTableBuilder } from "../../../../src/store/texts/text-table-builder.ts";
import { sized } from "../../../property/runs.ts";

function sorted(texts: readonly string[]): string[] {
  const builder = new TextTableBuilder();
  for (const text of texts) builder.add(text);
  const { table } = builder.freeze();
  return Array.from({ length: table.count }, (_, id) => table.textOf(id));
}

/** Texts in order, taken apart in a way that no sort is lucky with. */
const scrambled = (texts: readonly string[]) =>
  texts.map((_, at) => texts[(at * 7919) % texts.length]!);

const ofNumbers = (count: number, textOf: (at: number) => string) =>
  scrambled(Array.from({ length: count }, (_, at) => textOf(at)));

describe("sortTexts", () => {
  test("of no text and of one", () => {
    expect(sorted([])).toEqual([]);
    expect(sorted(["a"])).toEqual(["a"]);
    expect(sorted([""])).toEqual([""]);
    expect(sorted(["\0"])).toEqual(["\0"]);
    expect(sorted(["\0".repeat(13)])).toEqual(["\0".repeat(13)]);
  });

  test("follows what texts differ in, however far they agree", () => {
    const texts = Array.from({ length: 200 }, (_, at) => `${"same ".repeat(50)}${1000 + at}`);
    expect(sorted(scrambled(texts))).toEqual(texts);
  });

  test("puts a text before those that it begins, whatever follows it", () => {
    const texts = Array.from({ length: 60 }, (_, length) => "abcd".repeat(15).slice(0, length));
    expect(sorted(scrambled(texts))).toEqual(texts);
  });

  test("follows code points beyond U+FFFF, not UTF-16 units", () => {
    const texts = ["z", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}"];
    expect(sorted([...texts].reverse())).toEqual(texts);
  });

  // Sorting these by comparison would read billions of bytes.
  test("tells many texts of NUL bytes apart by length, at once", {
    timeout: 30_000,
  }, () => {
    const texts = Array.from({ length: sized(500, 1500) }, (_, length) => "\0".repeat(length));
    expect(sorted(scrambled(texts)).map(({ length }) => length)).toEqual([...texts.keys()]);
  });
});

/** An array that counts how often its elements are read and written. */
class Watched {
  reads = 0;
  writes = 0;
  readonly array: Uint32Array;

  constructor(array: Uint32Array) {
    this.array = new Proxy(array, {
      get: (_, key) => {
        const value: unknown = Reflect.get(array, key);
        if (typeof value === "number" && key !== "length") this.reads++;
        return typeof value === "function" ? value.bind(array) : value;
      },
      set: (_, key, value) => {
        this.writes++;
        return Reflect.set(array, key, value);
      },
    });
  }
}

/** The words of records with ids 0, 1, … */
function recordsOf(texts: readonly Buffer[]): Uint32Array {
  const words = [0];
  for (const [id, text] of texts.entries()) {
    const padded = Buffer.concat([text, Buffer.alloc(-text.length & 3)]);
    words.push(id, text.length);
    for (let at = 0; at < padded.length; at += 4) words.push(padded.readUInt32BE(at));
  }
  return Uint32Array.from(words);
}

/** Sorts texts, checks their order and counts the work that follows the sort into buckets. */
function workOf(given: readonly (string | Buffer)[]) {
  const texts = given.map((text) => Buffer.from(text));
  const words = recordsOf(texts);
  const arena = new Watched(words);
  let arrays: Watched[] = [];
  let largest = 0;
  class WatchedSpace extends SortSpace {
    override arrays(length: number): ReturnType<SortSpace["arrays"]> {
      largest = length;
      arrays = super.arrays(length).map((array) => new Watched(array));
      arena.reads = 0;
      return [arrays[0]!.array, arrays[1]!.array, arrays[2]!.array, arrays[3]!.array];
    }
  }
  const region: TextRegion = { words: arena.array, base: 0, start: 1, end: words.length };
  const found: number[] = [];
  const runs: number[] = [];
  sortTexts([region], texts.length, new WatchedSpace(), {
    addShort: (id, length) => {
      expect(texts[id]).toHaveLength(length);
      found.push(id);
    },
    addLong: (_, positions, count) => {
      runs.push(count);
      for (let at = 0; at < count; at++) found.push(words[positions[at]!]!);
    },
  });
  const expected = [...texts.keys()].sort((a, b) => Buffer.compare(texts[a]!, texts[b]!) || a - b);
  expect(found).toEqual(expected);
  const [order, spare, keys] = arrays;
  return {
    read: arena.reads / texts.length,
    moved: spare!.writes / texts.length,
    ordered: order!.writes / texts.length,
    keyed: keys!.writes / texts.length,
    runs,
    largest,
  };
}

const long = "same".repeat(100);
const longWords = 100;

// Several ways lead to the same order; the sort takes the one with the least work.
describe("the work of sortTexts", () => {
  test("reads no record of short texts, however many begin alike", () => {
    const texts = ofNumbers(200, (at) => `ab${String(at).padStart(10, "0")}`);
    expect(workOf(texts)).toMatchObject({ read: 0, largest: 200, runs: [] });
    expect(workOf(["same", ...ofNumbers(200, (at) => `same${at}`)])).toMatchObject({ read: 0 });
  });

  test("reads hardly any record where texts differ in their first bytes", () => {
    const early = (at: number) => `ab${1000 + at}${long}`;
    expect(workOf(ofNumbers(200, early)).read).toBeLessThan(0.1);
    expect(workOf(ofNumbers(50, early)).read).toBe(0);
    // Two halves, of which each agrees in two words.
    const halves = ofNumbers(200, (at) => `ab${at % 2}abcde${1000 + at}${long}`);
    expect(workOf(halves).read).toBeLessThan(0.1);
    // Of texts that begin alike in pairs, each is read beside the other alone.
    const pairs = ofNumbers(200, (at) => `${1000 + (at >> 1)}${"x".repeat(8)}${at}`);
    expect(workOf(pairs).read).toBeLessThan(7);
  });

  test("reads the words in which many texts agree once, and then each word once", () => {
    const texts = ofNumbers(200, (at) => `${long}${1000 + at}`);
    const { read, moved, keyed } = workOf(texts);
    expect(read).toBeLessThan(2 * longWords + 6);
    expect([moved, keyed]).toEqual([3, 6]);
    const differing = ofNumbers(200, (at) => `${long}${1000 + at}${long}`);
    expect(workOf(differing).read).toBeLessThan(2 * longWords + 12);
  });

  test.each(["same", "samesamesame"])("does so beside the short text %j, too", (short) => {
    const texts = [...ofNumbers(200, (at) => `${long}${1000 + at}`), short];
    const { read, moved, keyed } = workOf(texts);
    expect(read).toBeLessThan(2 * longWords + 6);
    expect(moved).toBeLessThan(5);
    expect(keyed).toBeLessThan(10);
  });

  test("takes a word after the other of fewer texts that agree", () => {
    const texts = ofNumbers(50, (at) => `${long}${1000 + at}`);
    const { read, keyed } = workOf(texts);
    expect(read).toBeLessThan(2 * longWords);
    expect(keyed).toBe(longWords + 2);
  });

  test("moves no text for a digit in which all agree", () => {
    const texts = ofNumbers(200, (at) => `abc${String.fromCharCode(20 + (at % 100))}`);
    const { moved, ordered, keyed } = workOf(texts);
    expect({ moved, ordered, keyed }).toEqual({ moved: 1, ordered: 2.5, keyed: 4 });
    // Sorted by two digits, they are back where they were.
    const two = ofNumbers(200, (at) => `ab${String.fromCharCode(65 + (at & 15), 65 + (at >> 4))}`);
    expect(workOf(two)).toMatchObject({ moved: 1, ordered: 2, keyed: 2 });
  });

  test("moves few texts where they lie", () => {
    expect(workOf(ofNumbers(24, (at) => `ab${1000 + at}`)).moved).toBe(0);
    expect(workOf(ofNumbers(25, (at) => `ab${1000 + at}`)).moved).toBeGreaterThan(0);
    // Groups of ten, one after another.
    const groups = ofNumbers(300, (at) => `a${100 + Math.floor(at / 10)}${1000 + at}`);
    expect(workOf(groups).moved).toBeLessThan(3);
  });

  test("looks once more at equal texts, and then leaves them", () => {
    const { read, keyed } = workOf(Array<string>(200).fill("equal".repeat(10)));
    expect(read).toBeLessThan(32);
    expect(keyed).toBeLessThan(8);
  });

  test("takes texts of NUL bytes by length as soon as all have ended", () => {
    // Four words are the same, and none has a fifth.
    const texts = ofNumbers(30, (at) => "\0".repeat(13 + (at % 4)));
    expect(workOf(texts).keyed).toBe(5);
    expect(workOf(texts).read).toBeLessThan(20);
  });

  test("does nothing with a text alone", () => {
    const texts = Array.from({ length: 100 }, (_, at) => Buffer.from([at, 1, 2]));
    expect(workOf(texts)).toMatchObject({ read: 0, moved: 0, keyed: 0, ordered: 1, largest: 1 });
  });

  test("hands on texts that are not short in runs, and none that are empty", () => {
    const texts = ["aa", "aab".repeat(9), "aac", "aad".repeat(9), "aae".repeat(9), "aaf", "ab"];
    expect(workOf(texts).runs).toEqual([1, 2]);
  });
});
