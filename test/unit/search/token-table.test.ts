import { describe, expect, test } from "vitest";
import { TokenTable, tableVersion } from "../../../src/search/token-table.ts";

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

function checked(body: Uint8Array): number {
  let check = 0x811c9dc5;
  for (const word of new Uint32Array(body.buffer, 0, body.length / 4)) {
    check = Math.imul(check ^ word, 0x01000193);
  }
  return check >>> 0;
}

function tableBytes(version = tableVersion): Uint8Array {
  let text = pieces.map((piece) => `${piece}\n`).join("");
  while (text.length % 4 !== 0) text += "\n";
  const rows = pieces.length;
  const body = new Uint8Array(rows * 8 + text.length);
  new Float32Array(body.buffer, 0, rows).fill(1 / 128);
  new Int8Array(body.buffer, rows * 4, rows * 4).set(vectors.flat());
  body.set(new TextEncoder().encode(text), rows * 8);
  const bytes = new Uint8Array(24 + body.length);
  bytes.set(new TextEncoder().encode("PCMT"));
  const view = new DataView(bytes.buffer);
  for (const [at, value] of [version, rows, 4, text.length, checked(body)].entries()) {
    view.setUint32(4 + 4 * at, value, true);
  }
  bytes.set(body, 24);
  return bytes;
}

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
  });

  test("cuts texts of ASCII as it cuts all others", () => {
    for (let code = 0; code < 128; code++) {
      const text = `sun${String.fromCharCode(code)}rain`;
      expect(meant(`${text} 太`), JSON.stringify(text)).toEqual(meant(text));
    }
  });

  test("has no meaning of what it has no pieces for", () => {
    for (const text of ["", " ", "moon", "sunx", "太阳", "\ud800", "s".repeat(101)]) {
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
