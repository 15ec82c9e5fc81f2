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
/** What a copy of a number becomes. */
const become = (value: Uint64, change: (copy: Uint64) => Uint64): bigint =>
  bigOf(change(new Uint64(0, 0).set(value)));

describe("numbers of 64 bits", () => {
  test("are added, multiplied and compared bit by bit as whole numbers", () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(become(a, (copy) => copy.add(b))).toBe(wrapped(bigOf(a) + bigOf(b)));
        expect(become(a, (copy) => copy.multiply(b))).toBe(wrapped(bigOf(a) * bigOf(b)));
        expect(become(a, (copy) => copy.xor(b))).toBe(bigOf(a) ^ bigOf(b));
      }),
      runs(1000),
    );
  });

  test("are added to small numbers, and set to them", () => {
    fc.assert(
      fc.property(number, fc.nat(), (value, small) => {
        const sum = wrapped(bigOf(value) + BigInt(small));
        expect(become(value, (copy) => copy.addSmall(small))).toBe(sum);
        expect(become(value, (copy) => copy.setSmall(small))).toBe(BigInt(small));
      }),
      runs(500),
    );
  });

  test("are rotated by any number of bits", () => {
    fc.assert(
      fc.property(number, fc.integer({ min: 1, max: 63 }), (value, count) => {
        const [big, by] = [bigOf(value), BigInt(count)];
        const rotated = wrapped((big >> by) | (big << (64n - by)));
        expect(become(value, (copy) => copy.rotate(count))).toBe(rotated);
      }),
      runs(1000),
    );
  });

  test("are rotated by half of their bits", () => {
    expect(new Uint64(1, 2).rotate(32)).toEqual(new Uint64(2, 1));
  });

  test("are mixed with their upper bits", () => {
    fc.assert(
      fc.property(number, (value) => {
        expect(become(value, (copy) => copy.mix())).toBe(bigOf(value) ^ (bigOf(value) >> 47n));
      }),
      runs(500),
    );
  });

  test("are read and added with the least significant byte first", () => {
    const view = new DataView(Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7, 0xff).buffer);
    expect(bigOf(new Uint64(0, 0).read(view, 1))).toBe(0xff07_0605_0403_0201n);
    expect(bigOf(new Uint64(0, 1).addAt(view, 1))).toBe(0xff07_0605_0403_0202n);
  });
});
