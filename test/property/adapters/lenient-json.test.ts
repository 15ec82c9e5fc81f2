import fc from "fast-check";
import { expect, test } from "vitest";
import { readLenientJson } from "../../../src/adapters/edge/request-text.ts";
import { anyCharacter } from "../any-character.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(300);

/** JSON text in any layout, with every way to write a character. */
const jsonText = fc
  .tuple(fc.json({ stringUnit: anyCharacter }), fc.constantFrom("", " ", "\t", "\n  "))
  .map(([json, indent]) => JSON.stringify(JSON.parse(json), null, indent));

/** Text made of what the reader looks at, so that it gets far before it fails. */
const nearlyJson = fc
  .array(
    fc.constantFrom(
      ..."{}[]:,'\"\\ \n\t-+.019eEuxabtrufalsn$_é\ud800",
      "\\u00e9",
      "true",
      "null",
      '"a":',
      "a:",
      "\\\n",
      "1e5",
      "\u2028",
    ),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.join(""));

test("agrees with JSON.parse on everything that JSON.parse takes", () => {
  fc.assert(
    fc.property(fc.oneof(jsonText, nearlyJson), (text) => {
      let strict: unknown;
      try {
        strict = JSON.parse(text);
      } catch {
        return;
      }
      expect(JSON.stringify(readLenientJson(text))).toBe(JSON.stringify(strict));
    }),
    { numRuns },
  );
});

test("agrees on numbers to the last bit", () => {
  const spelling = fc
    .tuple(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.nat(20))
    .chain(([number, digits]) =>
      fc.constantFrom(JSON.stringify(number), number.toExponential(digits), number.toFixed(digits)),
    );
  fc.assert(
    fc.property(spelling, (text) => {
      expect(readLenientJson(text)).toBe(JSON.parse(text));
    }),
    { numRuns },
  );
});

test("answers any text with a value or a CommonsError", () => {
  fc.assert(
    fc.property(fc.oneof(nearlyJson, fc.string({ unit: anyCharacter })), (text) => {
      try {
        expect(readLenientJson(text)).not.toBe(undefined);
      } catch (error) {
        expect(error).toMatchObject({ code: "REQUEST" });
        expect((error as Error).message).toMatch(/\n *\^$/);
      }
    }),
    { numRuns },
  );
});

test("takes time in proportion to the text", () => {
  const hostile: ((size: number) => string)[] = [
    (size) => `'${"\\q".repeat(size)}'`,
    (size) => `'${"x".repeat(size)}`,
    (size) => `[${"1,".repeat(size)}]`,
    (size) => `[${"'',".repeat(size)}`,
    (size) => " ".repeat(size),
    (size) => "\\\r".repeat(size),
    (size) => "1".repeat(size),
    (size) => "-".repeat(size),
    (size) => `{${"a:{},".repeat(size)}`,
    (size) => `{${"a".repeat(size)}`,
  ];
  for (const make of hostile) {
    const text = make(100_000);
    const start = performance.now();
    try {
      readLenientJson(text);
    } catch (error) {
      expect(error).toMatchObject({ code: "REQUEST" });
    }
    // A quadratic reader would need many seconds.
    expect(performance.now() - start).toBeLessThan(1_000);
  }
});
