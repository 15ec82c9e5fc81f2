import { expect, test } from "vitest";
import { isNothing } from "../../../../src/load/values/index.ts";

test.each(["", "-", "NA", "n/a", "#N/A", "None", "nil", "NULL", "<NA>", "NaN"])(
  "%j is nothing",
  (cell) => {
    expect(isNothing(cell)).toBe(true);
  },
);

test.each(["0", "--", "naan", "x"])("%j is something", (cell) => {
  expect(isNothing(cell)).toBe(false);
});
