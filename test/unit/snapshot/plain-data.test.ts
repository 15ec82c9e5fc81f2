import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodePlain, encodePlain } from "../../../src/snapshot/plain-data.ts";

const roundTrip = (value: unknown) => decodePlain(encodePlain(value));

const long = "x".repeat(300);
const texts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("\ud800", `${long}\udfff`, `\ufeff${long}`, "\ufeff", "__proto__", "\0", ""),
);

describe("plain data", () => {
  test("come back as they were", () => {
    const leaf = fc.oneof(fc.double(), fc.maxSafeInteger(), fc.boolean(), texts, fc.uint8Array());
    const field = fc.constantFrom("name", "count", "type");
    const { plain } = fc.letrec((tie) => ({
      plain: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.constant(undefined),
        fc.array(tie("plain"), { maxLength: 4 }),
        fc.dictionary(field, tie("plain"), { noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(plain, (value) => {
        expect(roundTrip(value)).toStrictEqual(value);
      }),
    );
  });

  test.each([-0, 0, 2 ** 53, Number.POSITIVE_INFINITY, Number.NaN, 1e-7])(
    "%d is exact",
    (number) => {
      expect(roundTrip(number)).toBe(number);
    },
  );

  test("take as many bytes whatever the numbers are", () => {
    const lengths = [0, 1, 300, 2 ** 40, -0.5].map((offset) => encodePlain({ offset }).length);
    expect(new Set(lengths).size).toBe(1);
  });

  test("are read from shared memory too", () => {
    const bytes = encodePlain({ text: long });
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    expect(decodePlain(shared)).toEqual({ text: long });
  });

  test("are not made of anything else", () => {
    expect(() => decodePlain(Uint8Array.of(0xc1))).toThrow();
    expect(() => decodePlain(new Uint8Array(0))).toThrow();
  });
});
