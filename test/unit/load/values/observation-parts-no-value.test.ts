import { expect, test } from "vitest";
import { isNothing } from "../../../../src/load/values/observation-parts.ts";

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
