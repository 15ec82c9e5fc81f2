import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePlain, printPlain } from "../../../../src/snapshot/layout/plain-data.ts";
import { anyCharacter } from "../../../property/any-character.ts";

const roundTrip = (value: unknown) => parsePlain(printPlain(value));

const texts = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(
    "\ud800",
    "\udfff\ud800",
    "\ufeff",
    "__proto__",
    "\0",
    "",
    '{"$":"undefined"}',
    "$",
  ),
);

describe("plain data", () => {
  test("come back as they were", () => {
    const leaf = fc.oneof(fc.double(), fc.maxSafeInteger(), fc.boolean(), texts);
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

  test.each([-0, 0, 2 ** 53, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, 1e-7])(
    "%d is exact",
    (number) => {
      expect(roundTrip(number)).toBe(number);
      expect(roundTrip({ count: [number] })).toStrictEqual({ count: [number] });
    },
  );

  test("that JSON does not have are marked, and nothing else is", () => {
    const value = [1, null, undefined, -0, { none: undefined, text: "a" }];
    const text = '[1,null,{"$":"undefined"},{"$":"-0"},{"none":{"$":"undefined"},"text":"a"}]';
    expect(printPlain(value)).toBe(text);
    expect(roundTrip(value)).toStrictEqual(value);
    expect(roundTrip(null)).toBeNull();
  });

  test("are well-formed texts", () => {
    expect(printPlain(["\ud800"]).isWellFormed()).toBe(true);
  });
});
