import { describe, expect, test } from "vitest";
import { LimitError } from "../../../../src/errors/errors.ts";
import {
  arenaSlabBits,
  regionsOfAll,
  slabsOf,
  TextArena,
} from "../../../../src/store/texts/text-arena.ts";

const slabWords = 2 ** arenaSlabBits;
const tooMany = new LimitError("a dictionary holds at most 17179869184 bytes of text");

// Words are compared one by one: vitest would look through whole slabs.
describe("TextArena", () => {
  test("keeps what was written when its first slab grows", () => {
    const arena = new TextArena();
    const sizes = [arena.tail.length];
    for (const size of [4096 - 9 - 2, 4096 - 9 - 2 + 1, 65_536 - 9 - 2, 65_536 - 9 - 1]) {
      arena.used = 9;
      arena.tail[8] = 7;
      arena.reserve(size);
      sizes.push(arena.tail.length);
      expect([arena.tail[8], arena.used, arena.base]).toEqual([7, 9, 0]);
      expect(arena.slabs.length === 1 && arena.slabs[0] === arena.tail).toBe(true);
    }
    expect(sizes).toEqual([4096, 4096, 65_536, 65_536, 1_048_576]);
  });

  test("begins a slab after a full one, whose words stay where they are", () => {
    const arena = new TextArena();
    arena.reserve(slabWords - 1 - 2);
    const first = arena.tail;
    expect(first.length).toBe(slabWords);
    arena.used = slabWords - 3;
    arena.reserve(1);
    expect(arena.tail === first).toBe(true);
    arena.reserve(2);
    expect(arena.tail === first).toBe(false);
    expect([arena.base, arena.used, arena.tail.length]).toEqual([slabWords, 0, slabWords]);
    arena.used = slabWords;
    arena.reserve(1);
    expect([arena.base, arena.used]).toEqual([2 * slabWords, 0]);
    arena.used = 5;
    expect(arena.slabs[0] === first).toBe(true);
    expect(arena.slabs[2] === arena.tail).toBe(true);
    expect(arena.regions().map(({ base, start, end }) => [base, start, end])).toEqual([
      [0, 1, slabWords - 3],
      [slabWords, 0, slabWords],
      [2 * slabWords, 0, 5],
    ]);
  });

  test("gives a record longer than a slab neighbouring ones, which are one array", () => {
    const arena = new TextArena();
    arena.used = 9;
    arena.reserve(2 * slabWords - 2);
    expect([arena.tail.length, arena.base]).toEqual([2 * slabWords, slabWords]);
    expect(arena.slabs).toHaveLength(3);
    arena.tail[slabWords] = 3;
    expect(arena.slabs[1]![slabWords]).toBe(3);
    expect(arena.slabs[2]![0]).toBe(3);
    const regions = arena.regions();
    expect(regions.map(({ end }) => end)).toEqual([9, 0]);
    expect(slabsOf(regions)).toHaveLength(3);
    expect(slabsOf(regions)[2]![0]).toBe(3);
    expect(slabsOf(regions).map((slab) => slab.length)).toEqual([4096, 2 * slabWords, slabWords]);
    // The next one begins after both.
    arena.used = 2 * slabWords;
    arena.reserve(0);
    expect(arena.base).toBe(3 * slabWords);
  });

  test("has slabs for 16 GiB, and refuses one more", () => {
    const arena = new TextArena();
    arena.used = 4096;
    while (arena.slabs.length < 511) arena.slabs.push(arena.tail);
    arena.reserve(slabWords - 2);
    expect(arena.slabs).toHaveLength(512);
    arena.used = slabWords;
    expect(() => arena.reserve(0)).toThrow(tooMany);
    expect(arena.slabs).toHaveLength(512);
  });
});

describe("regions of several arenas", () => {
  /** Only the number of words counts. */
  const region = (base: number, words: number) => ({
    words: { length: words } as Uint32Array,
    base,
    start: base === 0 ? 1 : 0,
    end: 5,
  });

  test("lie one after the other, whole slabs apart", () => {
    const all = regionsOfAll([
      [region(0, 4096)],
      [region(0, slabWords), region(slabWords, 2 * slabWords)],
      [region(0, 4096)],
    ]);
    expect(all.map(({ base, start }) => [base / slabWords, start])).toEqual([
      [0, 1],
      [1, 1],
      [2, 0],
      [4, 1],
    ]);
  });

  test("have as many words as positions reach", () => {
    const most = [region(0, 500 * slabWords)];
    expect(regionsOfAll([most, [region(0, 12 * slabWords)]])).toHaveLength(2);
    expect(() => regionsOfAll([most, [region(0, 12 * slabWords + 1)]])).toThrow(tooMany);
  });
});
