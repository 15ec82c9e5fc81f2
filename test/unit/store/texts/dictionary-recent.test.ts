import { describe, expect, test } from "vitest";
import { RecentIds, RecentTexts } from "../../../../src/store/texts/dictionary.ts";

describe("RecentTexts", () => {
  test("gives back what came last to a slot", () => {
    const recents = new RecentTexts(10);
    expect(recents.get(0)).toBeUndefined();
    recents.set(3, "three");
    recents.set(2, "two");
    expect([2, 3].map((term) => recents.get(term))).toEqual(["two", "three"]);
    recents.set(3 + 64, "other");
    expect([2, 3, 3 + 64].map((term) => recents.get(term))).toEqual(["two", undefined, "other"]);
  });

  test("soon has two texts of one slot that are asked for by turns", () => {
    const recents = new RecentTexts(10);
    let missed = 0;
    for (let turn = 0; turn < 100; turn++) {
      const term = 5 + 64 * (turn % 2);
      if (recents.get(term) === undefined) {
        recents.set(term, `${term}`);
        missed += 1;
      } else expect(recents.get(term)).toBe(`${term}`);
    }
    expect(missed).toBeLessThan(20);
  });

  test("tells the empty text from no text", () => {
    const recents = new RecentTexts(10);
    recents.set(0, "");
    expect(recents.get(0)).toBe("");
    expect(recents.get(1)).toBeUndefined();
  });

  test("takes numbers of terms that do not fit 31 bits", () => {
    const recents = new RecentTexts(0xffff_fff0);
    recents.set(0xffff_ff00, "far");
    expect(recents.get(0xffff_ff00)).toBe("far");
  });

  test("leaves texts of more than 64 characters out", () => {
    const recents = new RecentTexts(10);
    recents.set(1, "x".repeat(65));
    expect(recents.get(1)).toBeUndefined();
    recents.set(1, "x".repeat(64));
    expect(recents.get(1)).toBe("x".repeat(64));
  });

  test.each([
    [64, 64],
    [65, 128],
    [128, 128],
    [1 << 16, 1 << 16],
    [(1 << 16) + 1, 1 << 16],
  ])("has for %i terms %i slots", (count, slots) => {
    const recents = new RecentTexts(count);
    recents.set(0, "first");
    recents.set(slots - 1, "last");
    expect([recents.get(0), recents.get(slots - 1)]).toEqual(["first", "last"]);
    recents.set(slots, "next");
    expect([recents.get(0), recents.get(slots)]).toEqual([undefined, "next"]);
  });
});

describe("RecentIds", () => {
  /** Asks for a text, and remembers it when it is missed for the second time. */
  function ask(recents: RecentIds, text: string, term: number): number {
    const found = recents.get(text);
    if (found < 0 && recents.isWanted()) recents.set(text, term);
    return found;
  }

  test("remembers a text that was missed twice", () => {
    const recents = new RecentIds(1000);
    expect([1, 2, 3].map(() => ask(recents, "geoId/06085", 7))).toEqual([-1, -1, 7]);
  });

  test("remembers two texts of a pair that are asked for by turns", () => {
    // There are 32 pairs of slots: some of these texts share one.
    const texts = Array.from({ length: 40 }, (_, at) => `geoId/060${10 + at}`);
    const found = texts.flatMap((one, at) =>
      texts.slice(at + 1).map((other) => {
        const recents = new RecentIds(1);
        for (let round = 0; round < 2; round++) [one, other].map((text) => ask(recents, text, 1));
        return [one, other].map((text) => ask(recents, text, 1));
      }),
    );
    expect(found).toEqual(found.map(() => [1, 1]));
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 10])(
    "keeps three texts that differ in the character %i before their end alone",
    (place) => {
      const recents = new RecentIds(1000);
      const texts = ["1", "2", "5"].map(
        (character) => `${"x".repeat(20 - place)}${character}${"x".repeat(place - 1)}`,
      );
      for (const [term, text] of texts.entries()) {
        ask(recents, text, term);
        ask(recents, text, term);
      }
      expect(texts.map((text) => recents.get(text))).toEqual([0, 1, 2]);
    },
  );

  test("leaves texts of more than 64 characters out", () => {
    const recents = new RecentIds(10);
    for (const [length, found] of [
      [64, 3],
      [65, -1],
    ] as const) {
      const text = "x".repeat(length);
      expect([1, 2, 3].map(() => ask(recents, text, 3))).toEqual([-1, -1, found]);
    }
  });

  test("keeps two texts of one pair of slots, and of three the last two", () => {
    // In the least table every other of 64 texts shares its slots with another.
    const texts = Array.from({ length: 300 }, (_, at) => `dc/${at}`);
    const recents = new RecentIds(1);
    for (const [term, text] of texts.entries()) for (const _ of "..") ask(recents, text, term);
    const found = texts.map((text) => recents.get(text));
    expect(found.filter((term) => term >= 0).length).toBeGreaterThan(32);
    expect(found.filter((term, at) => term >= 0 && term !== at)).toEqual([]);
  });

  test("does not take the texts of its hash for each other", () => {
    // Only characters differ that the hash does not look at.
    const [one, other] = ["AA-1234567890-1234567", "BB-1234567890-1234567"];
    const recents = new RecentIds(100);
    for (const _ of "..") ask(recents, one, 1);
    expect(recents.get(one)).toBe(1);
    expect(recents.get(other)).toBe(-1);
    for (const _ of "..") ask(recents, other, 2);
    expect([one, other].map((text) => recents.get(text))).toEqual([1, 2]);
    // Neither in the first slot of the pair nor in the second.
    expect(recents.get("CC-1234567890-1234567")).toBe(-1);
  });

  test("tells the empty text from no text", () => {
    const recents = new RecentIds(100);
    expect(recents.get("")).toBe(-1);
    for (const _ of "..") ask(recents, "", 4);
    expect(recents.get("")).toBe(4);
  });
});
