import { describe, expect, test } from "vitest";
import type { StoredObject } from "../../../src/parts/stored-pieces.ts";
import {
  isShared,
  namedPieces,
  piecesIn,
  piecesOf,
  spansIn,
} from "../../../src/parts/stored-pieces.ts";

test("pieces are named by what they are, wherever they lie", async () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, at) => at % 100);
  const [one, other, third, rest] = await piecesOf(bytes, [100, 150, 250, 300]);
  expect(one).toEqual({ hash: expect.stringMatching(/^[\da-f]{32}$/), bytes: 100 });
  expect(third).not.toEqual(one);
  expect(rest).toEqual({ ...rest, bytes: 50 });
  expect(other?.hash).not.toBe(rest?.hash);
  expect(await piecesOf(bytes.subarray(100), [100])).toEqual([one]);
});

describe("an object in pieces", () => {
  const hash = "0".repeat(32);
  const [own, old] = [
    { address: "b", bytes: 30 },
    { address: "a", bytes: 100 },
  ];
  const placed = [
    { pack: own, start: 0, bytes: 10, hash },
    { pack: old, start: 40, bytes: 20, hash },
    { pack: old, start: 60, bytes: 5, hash },
    { pack: own, start: 10, bytes: 20, hash },
  ];
  const stored = { address: "b", bytes: 55, tag: "t", ...namedPieces(placed) };

  test("is named and read back", () => {
    expect(stored.packs).toEqual([own, old]);
    expect(piecesIn(stored)).toEqual(placed);
    expect(isShared(stored)).toBe(true);
  });

  test("lies in one span where pieces follow each other", () => {
    expect(spansIn(stored)).toEqual([
      { pack: own, start: 0, from: 0, bytes: 10 },
      { pack: old, start: 40, from: 10, bytes: 25 },
      { pack: own, start: 10, from: 35, bytes: 20 },
    ]);
  });

  test("is one span where it was not divided", () => {
    const whole: StoredObject = { address: "a", bytes: 7, tag: "t" };
    expect(spansIn(whole)).toEqual([{ pack: whole, start: 0, from: 0, bytes: 7 }]);
    expect(isShared(whole)).toBe(false);
  });
});
