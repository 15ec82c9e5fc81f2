import { describe, expect, test } from "vitest";
import {
  FacetSlots,
  KnownCells,
  KnownFacets,
  knownDates,
  knownTexts,
  LastNode,
} from "../../../../src/load/records/known-cells.ts";
import { CountingSink, RecordingSink } from "../recording-sink.ts";

/** The same bytes, and how many of them were read so far. */
function counted(text: string): { bytes: Uint8Array; reads: () => number } {
  let reads = 0;
  const bytes = new Proxy(new TextEncoder().encode(text), {
    get: (target, key) => {
      reads += 1;
      return Reflect.get(target, key) as unknown;
    },
  });
  return { bytes, reads: () => reads };
}

test("a cell that follows as it did the last time is compared, not looked up", () => {
  const known = new KnownCells((text) => text);
  const texts = ["first", "second", "third", "third", "fourth"];
  const readAll = () =>
    texts.map((text) => {
      const { bytes, reads } = counted(text);
      expect(known.of(bytes, 0, text.length)).toBe(text);
      return reads();
    });
  for (const text of texts) known.of(Buffer.from(text), 0, text.length);
  readAll();
  // After `third` comes one and the other.
  const [first, second, third, again, fourth] = readAll();
  expect([first, second, third]).toEqual([5, 6, 5]);
  expect(again).toBeGreaterThan(5);
  expect(fourth).toBeGreaterThan(6);
});

describe("the last node", () => {
  /** How often a sink was asked for these dcids. */
  function lookups(...dcids: readonly string[]): number {
    const sink = new CountingSink();
    const last = new LastNode(sink);
    for (const [at, dcid] of dcids.entries()) {
      const bytes = new TextEncoder().encode(`${"x".repeat(at)}${dcid}y`);
      expect(last.of(bytes, at, bytes.length - 1)).toBe(sink.lookups);
    }
    return sink.lookups;
  }
  const long = "l".repeat(256);

  test.each([
    ["the same", ["geoId/06", "geoId/06", "geoId/06"], 1],
    ["the same of 256 bytes", [long, long], 1],
    ["longer ones", [`${long}l`, `${long}l`], 2],
    ["one after a longer one", ["a", `${long}l`, "a"], 3],
    ["another begin, another end", ["aba", "bba", "bbb"], 3],
    ["more or less of it", ["ab", "a", "ab"], 3],
    ["one and the other", ["a", "b", "a"], 3],
  ])("is not asked for again: %s", (_name, dcids, count) => {
    expect(lookups(...dcids)).toBe(count);
  });
});

test("a facet is made once for its key, until there are too many", () => {
  const known = new KnownFacets();
  let made = 0;
  const of = (key: string) => known.of(key, () => ++made);
  expect([of("a"), of("b"), of("a")]).toEqual([1, 2, 1]);
  for (let at = 0; at < 99_998; at++) of(`${at}`);
  expect([of("a"), of("b"), made]).toEqual([1, 2, 100_000]);
  expect([of("more"), of("a"), of("a")]).toEqual([100_001, 100_002, 100_002]);
});

describe("a cell is understood once", () => {
  /** How often a text is understood, of cells that come one after the other. */
  function readings(...texts: readonly string[]): number {
    let count = 0;
    const known = new KnownCells((text) => {
      count += 1;
      return text;
    });
    const bytes = Buffer.from(texts.join(""));
    let end = 0;
    const found = texts.map((text) => {
      const start = end;
      end += Buffer.byteLength(text);
      return known.of(bytes, start, end);
    });
    // `expect` takes long for thousands.
    expect(found.findIndex((text, at) => text !== texts[at])).toBe(-1);
    return count;
  }
  const many = Array.from({ length: 700 }, (_, at) => `cell ${(at * 7919) % 700} of many`);

  test.each<[string, string[], number]>([
    ["the same again", ["a", "a", "a"], 1],
    ["one and the other", ["a", "b", "a", "b", "b", "a"], 2],
    ["an empty one", ["", "a", "", ""], 2],
    ["some that begin alike, or end alike", ["abcd", "abcde", "bcde", "abcd", "bcde", "abcde"], 3],
    ["letters of several bytes", ["Größe", "Grösse", "😀", "Größe", "😀"], 3],
    ["256 bytes", ["x".repeat(256), "x".repeat(256), "a", "x".repeat(256)], 2],
    ["more bytes, each time anew", ["x".repeat(257), "x".repeat(257)], 2],
    ["hundreds, in any order", [...many, ...many.toReversed(), ...many], 700],
  ])("%s", (_name, texts, count) => {
    expect(readings(...texts)).toBe(count);
  });
});

test("texts that are equal are one object", () => {
  const texts = knownTexts();
  const bytes = Buffer.from("abcabd");
  const [first, second, third] = [
    texts.of(bytes, 0, 3),
    texts.of(bytes, 3, 6),
    texts.of(bytes, 0, 3),
  ];
  expect([first, second]).toEqual([{ text: "abc" }, { text: "abd" }]);
  expect(third).toBe(first);
});

test("dates are numbered, but for those of which there is something to report", () => {
  const sink = new RecordingSink();
  const dates = knownDates(sink);
  const of = (text: string) => dates.of(Buffer.from(text), 0, text.length);
  expect(["2020", "2020-01", "soon", "2020", "2020-1", ""].map(of)).toEqual([
    ...[0, 1, undefined, 0, undefined, undefined],
  ]);
  expect([sink.date("2020"), sink.date("2020-01"), sink.date("new")]).toEqual([0, 1, 2]);
});

test("a facet is found by the texts of its parts, and made once", () => {
  const made: string[][] = [];
  const slots = new FacetSlots(2, (texts) => made.push([...texts]) - 1);
  const [a, b] = [{ text: "a" }, { text: "b" }];
  const steps: number[] = [];
  const find = (first: { text: string } | undefined, second: { text: string } | undefined) => {
    slots.set(0, first);
    slots.set(1, second);
    const wasLast = slots.isLast;
    steps.push(slots.find());
    expect([slots.last, slots.isLast]).toEqual([steps.at(-1), true]);
    return wasLast;
  };
  const wereLast = [
    ...[find(undefined, undefined), find(a, undefined), find(a, undefined), find(a, b)],
    ...[find(b, a), find(a, b), find({ text: "a" }, b), find(undefined, undefined)],
  ];
  expect(wereLast).toEqual([false, false, true, false, false, false, false, false]);
  expect(steps).toEqual([0, 1, 1, 2, 3, 2, 2, 0]);
  expect(made).toEqual([
    ["", ""],
    ["a", ""],
    ["a", "b"],
    ["b", "a"],
  ]);
});
