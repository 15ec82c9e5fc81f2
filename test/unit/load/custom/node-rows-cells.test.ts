import { expect, test } from "vitest";
import { periodOf } from "../../../../src/load/custom/node-rows.ts";

test.each([
  ["11/08/2023 8:50:00 PM", "day", "2023-11-08"],
  ["31/12/2023", "day", "2023-12-31"],
  ["2023-1-5", "month", "2023-01"],
  ["2023-01-05T10:00:00Z", "day", "2023-01-05"],
  ["20230105", "day", "2023-01-05"],
  ["2023", "year", "2023"],
  ["2023", "month", undefined],
  ["Nov 8, 2023", "day", "2023-11-08"],
  ["8 November 2023", "day", "2023-11-08"],
  ["March 2020", "month", "2020-03"],
  ["Nov 8, 2023 8:50 PM", "day", "2023-11-08"],
  ["8.11.2023", "day", "2023-11-08"],
  ["2023Q3", "year", "2023"],
  ["2023Q3", "month", undefined],
  ["Marvel 2020", "month", undefined],
  ["2023-13-01", "year", undefined],
  ["32/13/2023", "year", undefined],
  ["someday", "year", undefined],
] as const)("%s by the %s: %s", (date, period, expected) => {
  expect(periodOf(date, period)).toBe(expected);
});
