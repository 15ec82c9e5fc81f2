import { describe, expect, test } from "vitest";
import { KnownCells, KnownFacets, LastNode } from "../../../../src/load/records/known-cells.ts";
import { CountingSink } from "../recording-sink.ts";

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
