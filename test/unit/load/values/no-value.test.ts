import { expect, test } from "vitest";
import { isNothing, saysNoValue } from "../../../../src/load/values/no-value.ts";

test.each([
  "",
  "-",
  "NA",
  "n/a",
  "#N/A",
  "None",
  "nil",
  "NULL",
  "<NA>",
  "NaN",
  "-nan",
  "#N/A N/A",
  "#NA",
  "1.#IND",
  "-1.#ind",
  "1.#QNAN",
  "-1.#QNAN",
])("%j is nothing", (cell) => {
  expect(isNothing(cell)).toBe(true);
});

test.each(["0", "--", "naan", "x", "nan.", "#n/a n/a.", "none of these"])(
  "%j is something",
  (cell) => {
    expect(isNothing(cell)).toBe(false);
  },
);

test.each(["-", "NaN", " .. ", "x", "N", ":", "(NM)", "n.a.", "...."])(
  "%j below a heading of values says that there is none",
  (cell) => {
    expect(saysNoValue(cell)).toBe(true);
  },
);

test.each(["", " ", "0", "-1", "xx", "(1)", "n1", "none of these"])(
  "%j does not say that there is no value",
  (cell) => {
    expect(saysNoValue(cell)).toBe(false);
  },
);
