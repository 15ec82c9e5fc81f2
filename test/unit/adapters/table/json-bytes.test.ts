import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fragment, isIndexKey, JsonBytes } from "../../../../src/adapters/table/json-bytes.ts";

const written = (write: (out: JsonBytes) => void): string => {
  const out = new JsonBytes();
  write(out);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(out.finish());
};

describe("prints as JSON.stringify does", () => {
  test.each([
    0,
    -0,
    1,
    -1,
    9,
    10,
    99,
    100,
    4294967295,
    4294967296,
    -4294967296,
    2 ** 53,
    1e21,
    1e-7,
    0.1,
    0.5,
    -0.5,
    0.05,
    0.001,
    0.0001,
    0.00001,
    1.05,
    12.5,
    86.12,
    399999.9999,
    400000.5,
    0.1 + 0.2,
    1 / 3,
    5e-324,
    1.7976931348623157e308,
  ])("%d", (value) => {
    expect(written((out) => out.number(value))).toBe(JSON.stringify(value));
  });

  test("any number", () => {
    const decimals = fc
      .tuple(fc.integer({ min: -5e9, max: 5e9 }), fc.integer({ min: 0, max: 7 }))
      .map(([digits, places]) => digits / 10 ** places);
    const any = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.oneof(decimals, any), (value) => {
        expect(written((out) => out.number(value))).toBe(JSON.stringify(value));
      }),
      { numRuns: 2000 },
    );
  });

  test.each(["", 'a"b', "\\", "\u0000", "größer", "\ud800", "\u{1F600}", "x".repeat(100_000)])(
    "a text (%#)",
    (text) => {
      expect(written((out) => out.string(text))).toBe(JSON.stringify(text));
    },
  );
});

test("a text may grow beyond any buffer, and the next one begins empty", () => {
  const part = fragment("x".repeat(999));
  const long = written((out) => {
    for (let at = 0; at < 10_000; at++) out.add(part);
  });
  expect(long).toBe("x".repeat(9_990_000));
  expect(written((out) => out.add(fragment("[]")))).toBe("[]");
});

test("index keys are those that objects list first", () => {
  for (const key of ["0", "7", "12", "012", "-1", "1e3", "", "x", "4294967294", "4294967295"]) {
    expect([key, isIndexKey(key)]).toEqual([key, Object.keys({ z: 1, [key]: 2 })[0] === key]);
  }
});
