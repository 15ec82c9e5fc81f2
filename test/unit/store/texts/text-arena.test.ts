import { describe, expect, test } from "vitest";
import { LimitError } from "../../../../src/errors/errors.ts";
import {
  arenaChunkBits,
  chunksOf,
  regionsOfAll,
  TextArena,
} from "../../../../src/store/texts/text-arena.ts";

const chunkWords = 2 ** arenaChunkBits;
const tooMany = new LimitError("a dictionary holds at most 17179869184 bytes of text");

// Words are compared one by one: vitest would look through whole chunks.
describe("TextArena", () => {
  test("keeps what was written when its first chunk grows", () => {
    const arena = new TextArena();
    const sizes = [arena.tail.length];
    for (const size of [4096 - 9 - 2, 4096 - 9 - 2 + 1, 65_536 - 9 - 2, 65_536 - 9 - 1]) {
      arena.used = 9;
      arena.tail[8] = 7;
      arena.reserve(size);
      sizes.push(arena.tail.length);
      expect([arena.tail[8], arena.used, arena.base]).toEqual([7, 9, 0]);
      expect(arena.chunks.length === 1 && arena.chunks[0] === arena.tail).toBe(true);
    }
    expect(sizes).toEqual([4096, 4096, 65_536, 65_536, 1_048_576]);
  });

  test("begins a chunk behind a full one, whose words stay where they are", () => {
    const arena = new TextArena();
    arena.reserve(chunkWords - 1 - 2);
    const first = arena.tail;
    expect(first.length).toBe(chunkWords);
    arena.used = chunkWords - 3;
    arena.reserve(1);
    expect(arena.tail === first).toBe(true);
    arena.reserve(2);
    expect(arena.tail === first).toBe(false);
    expect([arena.base, arena.used, arena.tail.length]).toEqual([chunkWords, 0, chunkWords]);
    arena.used = chunkWords;
    arena.reserve(1);
    expect([arena.base, arena.used]).toEqual([2 * chunkWords, 0]);
    arena.used = 5;
    expect(arena.chunks[0] === first).toBe(true);
    expect(arena.chunks[2] === arena.tail).toBe(true);
    expect(arena.regions().map(({ base, start, end }) => [base, start, end])).toEqual([
      [0, 1, chunkWords - 3],
      [chunkWords, 0, chunkWords],
      [2 * chunkWords, 0, 5],
    ]);
  });

  test("gives a record longer than a chunk neighbouring ones, which are one array", () => {
    const arena = new TextArena();
    arena.used = 9;
    arena.reserve(2 * chunkWords - 2);
    expect([arena.tail.length, arena.base]).toEqual([2 * chunkWords, chunkWords]);
    expect(arena.chunks).toHaveLength(3);
    arena.tail[chunkWords] = 3;
    expect(arena.chunks[1]![chunkWords]).toBe(3);
    expect(arena.chunks[2]![0]).toBe(3);
    const regions = arena.regions();
    expect(regions.map(({ end }) => end)).toEqual([9, 0]);
    expect(chunksOf(regions)).toHaveLength(3);
    expect(chunksOf(regions)[2]![0]).toBe(3);
    expect(chunksOf(regions).map((chunk) => chunk.length)).toEqual([
      4096,
      2 * chunkWords,
      chunkWords,
    ]);
    // The next one begins behind both.
    arena.used = 2 * chunkWords;
    arena.reserve(0);
    expect(arena.base).toBe(3 * chunkWords);
  });

  test("has chunks for 16 GiB, and refuses one more", () => {
    const arena = new TextArena();
    arena.used = 4096;
    while (arena.chunks.length < 511) arena.chunks.push(arena.tail);
    arena.reserve(chunkWords - 2);
    expect(arena.chunks).toHaveLength(512);
    arena.used = chunkWords;
    expect(() => arena.reserve(0)).toThrow(tooMany);
    expect(arena.chunks).toHaveLength(512);
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

  test("lie one behind the other, whole chunks apart", () => {
    const all = regionsOfAll([
      [region(0, 4096)],
      [region(0, chunkWords), region(chunkWords, 2 * chunkWords)],
      [region(0, 4096)],
    ]);
    expect(all.map(({ base, start }) => [base / chunkWords, start])).toEqual([
      [0, 1],
      [1, 1],
      [2, 0],
      [4, 1],
    ]);
  });

  test("have as many words as positions reach", () => {
    const most = [region(0, 500 * chunkWords)];
    expect(regionsOfAll([most, [region(0, 12 * chunkWords)]])).toHaveLength(2);
    expect(() => regionsOfAll([most, [region(0, 12 * chunkWords + 1)]])).toThrow(tooMany);
  });
});
