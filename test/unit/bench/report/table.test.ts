import { expect, test } from "vitest";
import { duration, orDash, table, times } from "../../../../bench/report/table.ts";

test("durations have three digits and the unit that suits them", () => {
  const given = [12_345, 1, 0.5, 0.0012, 0.0000123, 123.4];
  expect(given.map(duration)).toEqual([
    "12.3 s",
    "1.00 ms",
    "500 µs",
    "1.20 µs",
    "12.3 ns",
    "123 ms",
  ]);
});

test("ratios have two digits, or all before the point", () => {
  expect([0.444, 5, 23.4, 99.7, 231.4].map(times)).toEqual([
    "0.44×",
    "5.0×",
    "23×",
    "100×",
    "231×",
  ]);
});

test("tables are straight: texts to the left, numbers to the right", () => {
  const rows = [
    ["q1", "9"],
    ["o2_expression", "1,000"],
  ];
  expect(table(["row", "n"], rows, 1).split("\n")).toEqual([
    "| row           |     n |",
    "| ------------- | ----: |",
    "| q1            |     9 |",
    "| o2_expression | 1,000 |",
  ]);
});

test("what is missing is a dash", () => {
  expect([orDash(undefined, duration), orDash(1, duration)]).toEqual(["–", "1.00 ms"]);
});
