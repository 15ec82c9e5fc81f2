import { describe, expect, test } from "vitest";
import { isPlainNumber, numberOf } from "../../../src/stats/values.ts";

describe("isPlainNumber", () => {
  test.each([
    ["0"],
    ["7"],
    ["-7"],
    ["10"],
    ["0.5"],
    ["-0.5"],
    ["12.25"],
    ["0.000001"],
    ["1.000001"],
    ["999999999999999"],
    ["-999999999999.9"],
  ])("%s is printed as it is written", (text) => {
    expect(isPlainNumber(text)).toBe(true);
    expect(String(Number(text))).toBe(text);
  });

  test.each([
    [""],
    ["-"],
    ["."],
    ["-."],
    ["-0"],
    ["-0.0"],
    ["00"],
    ["007"],
    ["-07"],
    ["00.5"],
    [".5"],
    ["-.5"],
    ["5."],
    ["12.0"],
    ["1.10"],
    ["1.2.3"],
    ["1..2"],
    ["--1"],
    ["+1"],
    ["1-"],
    ["1e5"],
    ["1E5"],
    ["0x10"],
    ["1,234"],
    ["1_000"],
    [" 1"],
    ["1 "],
    ["1\n"],
    ["NaN"],
    ["Infinity"],
    ["٣"],
    ["0.0000001"],
    ["9007199254740993"],
    ["12345678901234567890"],
    ["0.1234567890123456"],
  ])("%j keeps its text", (text) => {
    expect(isPlainNumber(text)).toBe(false);
  });
});

describe("numberOf", () => {
  test.each([
    ["007", 7],
    ["1e5", 1e5],
    ["1E+5", 1e5],
    ["-0", -0],
    ["12.0", 12],
    ["+5", 5],
    [".5", 0.5],
    ["5.", 5],
    ["5.e1", 50],
    ["1e-7", 1e-7],
    ["100000000000000000000", 1e20],
    ["1e-400", 0],
  ])("%s is a number", (text, value) => {
    expect(numberOf(text)).toBe(value);
  });

  test.each([
    ["1,234"],
    ["NaN"],
    ["Infinity"],
    ["1e400"],
    [""],
    ["."],
    ["e5"],
    ["1e"],
    ["0x10"],
    ["1_000"],
    [" 5"],
    ["5\n"],
    ["٣"],
    ["--5"],
    ["1.2.3"],
  ])("%j is none", (text) => {
    expect(numberOf(text)).toBeNaN();
  });

  // A pattern that may share digits between two of its parts tries every way to do so.
  test("refuses a long text at once", { timeout: 2000 }, () => {
    expect(numberOf(`${"1".repeat(100_000)}x`)).toBeNaN();
    expect(numberOf(`1.${"1".repeat(100_000)}e`)).toBeNaN();
  });
});
