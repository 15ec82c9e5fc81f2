import { expect, test } from "vitest";
import { hashBytes, hashEnd, hashStart, hashWord } from "../../../../src/store/texts/utf8.ts";

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65])(
  "the hash of %i bytes is that of their words, of which zeros fill the last",
  (length) => {
    const text = Buffer.from(Array.from({ length }, (_, at) => (at * 89 + 200) & 255));
    const padded = Buffer.concat([text, Buffer.alloc(3)]);
    let hash = hashStart(length);
    for (let at = 0; at < length; at += 4) hash = hashWord(hash, padded.readInt32BE(at));
    const expected = hashEnd(hash);
    expect(hashBytes(text, 0, length)).toBe(expected);
    // Wherever it lies, and whatever stands around it.
    const within = Buffer.concat([Buffer.alloc(5, 7), text, Buffer.alloc(5, 255)]);
    expect(hashBytes(within, 5, 5 + length)).toBe(expected);
  },
);

test("every byte and the length count", () => {
  const hashes = new Set<number>();
  for (const length of [1, 2, 3, 4, 16, 32, 64]) {
    for (let at = -1; at < length; at++) {
      const text = new Uint8Array(length);
      if (at >= 0) text[at] = 1;
      hashes.add(hashBytes(text, 0, length));
    }
  }
  expect(hashes.size).toBe(7 + 1 + 2 + 3 + 4 + 16 + 32 + 64);
});
