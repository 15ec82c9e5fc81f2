import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { slicingCrc32 } from "../../../../src/snapshot/layout/crc32.ts";

describe("CRC-32", () => {
  test("of nine digits is the one that everybody prints", () => {
    expect(slicingCrc32(Buffer.from("123456789"))).toBe(0xcbf43926);
  });

  test("is zlib's, wherever the bytes begin", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), fc.nat(9), (bytes, skipped) => {
        const part = bytes.subarray(skipped);
        expect(slicingCrc32(part)).toBe(crc32(part));
      }),
    );
  });
});
