import { describe, expect, test } from "vitest";
import { TokenTable } from "../../../src/search/token-table.ts";
import { tokenBytes } from "../../oracle/search/token-bytes.ts";

const pieces = ["sun", "##ny", "rain", "##s", "s", ",", "e"];
/** Four dimensions; each piece points its own way. */
const vectors = [
  [127, 0, 0, 0],
  [0, 127, 0, 0],
  [0, 0, 127, 0],
  [0, 0, 0, 127],
  [127, 127, 0, 0],
  [0, 0, 0, 0],
  [-127, 0, 0, 0],
];

const tableBytes = (version?: number) =>
  tokenBytes(
    pieces.map((piece, at) => [piece, vectors[at]!, 1 / 128]),
    version,
  );

const table = TokenTable.of(tableBytes()) as TokenTable;
const meant = (text: string) => {
  const pieces = table.piecesOf(text);
  const sum = table.sum(pieces);
  const length = Math.hypot(...sum) || 1;
  return pieces.length > 0
    ? [...sum].map((one) => Math.round((one / length) * 100) / 100)
    : undefined;
};

describe("a table of word pieces", () => {
  test("cuts words into the longest pieces, and adds up what they mean", () => {
    expect(meant("sun")).toEqual([1, 0, 0, 0]);
    expect(meant("Sunny")).toEqual([0.71, 0.71, 0, 0]);
    expect(meant("rains")).toEqual([0, 0, 0.71, 0.71]);
    expect(meant("rain s")).toEqual([0.58, 0.58, 0.58, 0]);
    expect(meant("sun,rain")).toEqual(meant("rain SUN"));
  });

  test("knows words without their accents", () => {
    expect(meant("Sùn")).toEqual(meant("sun"));
    expect(meant("é")).toEqual(meant("e"));
  });

  test("cuts texts of ASCII as it cuts all others", () => {
    for (let code = 0; code < 128; code++) {
      const text = `sun${String.fromCharCode(code)}rain`;
      expect(meant(`${text} 太`), JSON.stringify(text)).toEqual(meant(text));
    }
  });

  test.each([
    ["sun", "SUN", 1],
    ["sun", "rain", 0],
    ["sun", "e", -1],
    ["sun", "sunny", 0.71],
    ["sun s", "sunny", 0.95],
    ["rain sun", "s", 0.5],
    ["sun", "moon", 0],
    ["", "sun", 0],
    ["sun e", "sun", 0],
  ])("'%s' and '%s' are as near as the sums of their pieces: %d", (one, other, cosine) => {
    expect(table.cosine(one, other)).toBeCloseTo(cosine, 2);
  });

  test("has no meaning of what it has no pieces for", () => {
    // The last byte of 乥 is that of e.
    for (const text of ["", " ", "moon", "sunx", "太阳", "乥", "\ud800", "s".repeat(101)]) {
      expect(meant(text)).toBeUndefined();
    }
    expect(meant("sun moon")).toEqual([1, 0, 0, 0]);
    expect(meant("sun e")).toEqual([0, 0, 0, 0]);
  });

  test("knows whole words", () => {
    expect(["sun", "rain", "sunny", "ny", "##ny", "e"].map((word) => table.has(word))).toEqual([
      true,
      true,
      false,
      false,
      true,
      true,
    ]);
  });

  test("is read wherever its bytes begin", () => {
    const shifted = new Uint8Array(tableBytes().length + 1);
    shifted.set(tableBytes(), 1);
    expect(TokenTable.of(shifted.subarray(1))).toBeInstanceOf(TokenTable);
  });

  test("is refused when it is damaged, cut, of another version or none", () => {
    const bytes = tableBytes();
    for (let at = 8; at < bytes.length; at++) {
      const damaged = bytes.slice();
      damaged[at]! ^= 4;
      expect(TokenTable.of(damaged), `byte ${at}`).toBe("it is damaged");
    }
    expect(TokenTable.of(bytes.subarray(0, -4))).toBe("it is damaged");
    expect(TokenTable.of(tableBytes(7))).toBe("its version is 7, not 1");
    for (const none of [new Uint8Array(), bytes.subarray(0, 20), new Uint8Array(40)]) {
      expect(TokenTable.of(none)).toBe("it is no such table");
    }
  });
});
