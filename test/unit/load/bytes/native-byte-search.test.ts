import { expect, test } from "vitest";
import { bareEnd, lowStop, quoteEnd, repeats } from "../../../../src/load/bytes/native.ts";

/** Bytes beside those that are searched for, in text and outside of it. */
const others = [0x01, 0x09, 0x0b, 0x21, 0x23, 0x2b, 0x2d, 0x61, 0x7f, 0x80, 0xac, 0xa2, 0xff];

/** Some bytes after two others, and before seven that the search looks at as well. */
function framed(bytes: readonly number[]): { bytes: Uint8Array; view: DataView } {
  const all = Uint8Array.from([0x2c, 0x22, ...bytes, ...new Array(7).fill(0x0a)]);
  return { bytes: all, view: new DataView(all.buffer) };
}

test.each([
  [
    "byte with a mark",
    [0x2c, 0x0a],
    (bytes: Uint8Array, view: DataView, start: number) => {
      const stops = new Uint8Array(256).fill(1, 0x2c, 0x2d).fill(1, 0x0a, 0x0b);
      return lowStop(bytes, view, start, stops);
    },
  ],
  ["comma, line feed or quote", [0x2c, 0x0a, 0x22], bareEnd],
  [
    "quote or line feed",
    [0x22, 0x0a],
    (_bytes: Uint8Array, view: DataView, start: number) => quoteEnd(view, start),
  ],
])("the next %s is found at any place behind any bytes", (_name, wanted, find) => {
  const passed = [...others, 0x2c, 0x22].filter((byte) => !wanted.includes(byte));
  const wrong: unknown[] = [];
  for (const end of wanted) {
    for (const [at, byte] of passed.entries()) {
      for (let length = 0; length < 11; length++) {
        const next = passed[(at + 1) % passed.length]!;
        const before = Array.from({ length }, (_, place) => (place % 3 === 2 ? next : byte));
        const { bytes, view } = framed([...before, end, byte]);
        const found = find(bytes, view, 2);
        if (found !== 2 + length) wrong.push({ end, byte, length, found });
      }
    }
  }
  expect(wrong).toEqual([]);
});

test("bytes repeat others when all of them do", () => {
  const wrong: unknown[] = [];
  for (let length = 0; length < 21; length++) {
    const some = Array.from({ length }, (_, at) => 0x61 + at);
    for (let differing = -1; differing < length; differing++) {
      const other = some.map((byte, at) => (at === differing ? byte ^ 0x02 : byte));
      // What follows differs in any case.
      const { view } = framed([...some, 0x2c, ...other, 0x0a]);
      const found = repeats(view, 2 + length + 1, 2 + 2 * length + 1, 2);
      if (found !== differing < 0) wrong.push({ length, differing, found });
    }
  }
  expect(wrong).toEqual([]);
});
