/** Arithmetic of 64 bits in two halves is that of BigInt. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Uint64 } from "../../../src/ids/fingerprint.ts";
import { runs } from "../runs.ts";

const half = fc.oneof(
  fc.integer({ min: 0, max: 0xffff_ffff }),
  fc.constantFrom(0, 1, 0xffff, 0x1_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff),
);
const number = fc.tuple(half, half).map(([high, low]) => new Uint64(high, low));

const bigOf = ({ high, low }: Uint64): bigint => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
const wrapped = (value: bigint): bigint => BigInt.asUintN(64, value);

describe("numbers of 64 bits", () => {
  test("are added, multiplied and compared bit by bit as whole numbers", () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(bigOf(a.plus(b))).toBe(wrapped(bigOf(a) + bigOf(b)));
        expect(bigOf(a.times(b))).toBe(wrapped(bigOf(a) * bigOf(b)));
        expect(bigOf(a.xor(b))).toBe(bigOf(a) ^ bigOf(b));
      }),
      runs(1000),
    );
  });

  test("are rotated by any number of bits", () => {
    fc.assert(
      fc.property(number, fc.integer({ min: 1, max: 63 }), (value, count) => {
        const [big, by] = [bigOf(value), BigInt(count)];
        expect(bigOf(value.rotated(count))).toBe(wrapped((big >> by) | (big << (64n - by))));
      }),
      runs(1000),
    );
  });

  test("are rotated by half of their bits", () => {
    expect(new Uint64(1, 2).rotated(32)).toEqual(new Uint64(2, 1));
  });

  test("are shifted by half of their bits or more", () => {
    fc.assert(
      fc.property(number, fc.integer({ min: 32, max: 63 }), (value, count) => {
        expect(bigOf(value.shifted(count))).toBe(bigOf(value) >> BigInt(count));
      }),
      runs(500),
    );
  });

  test("are read with the least significant byte first", () => {
    const view = new DataView(Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7, 0xff).buffer);
    expect(bigOf(Uint64.at(view, 1))).toBe(0xff07_0605_0403_0201n);
  });
});
