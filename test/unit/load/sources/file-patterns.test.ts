import { expect, test } from "vitest";
import { leadsOutside, matchesPattern } from "../../../../src/load/sources/file-patterns.ts";

test.each([
  ["a.csv", "a.csv", true],
  ["a.csv", "*.csv", true],
  ["deep/down/a.csv", "*.csv", true],
  ["deep/down/a.csv", "deep/*.csv", false],
  ["deep/a.csv", "deep/*.csv", true],
  ["deep/down/a.csv", "deep/**/a.csv", true],
  ["deep/a.csv", "deep/**/a.csv", true],
  ["a.csv", "**/a.csv", true],
  ["deep/down/a.csv", "deep/**", true],
  ["ab.csv", "a?.csv", true],
  ["a.csv", "a?.csv", false],
  ["x.mcf", "*.{csv,mcf}", true],
  ["x.tmcf", "*.{csv,mcf}", false],
  ["a.csvx", "a.csv", false],
  ["a+b.csv", "a+b.csv", true],
  ["ääb.csv", "ä*b.csv", true],
  ["deep/xa.csv", "deep/**/a.csv", false],
  ["xdeep/a.csv", "**/deep/a.csv", false],
  ["x/deep/a.csv", "**/deep/a.csv", true],
  ["deep/a.csv", "**/deep/a.csv", true],
  ["deep/down/a.csv", "**/a.csv", true],
  ["deep/down/a.csv", "d*/a.csv", false],
  ["deep/down/a.csv", "deep?down/a.csv", false],
  ["deep/down/a.csv", "deep/d*n/a.csv", true],
  ["down/a.csv", "deep/**/a.csv", false],
  ["a.csv", "a.csv/**", false],
  ["a", "", false],
  ["\u{1F600}.csv", "?.csv", true],
])("%s by %s: %s", (path, pattern, is) => {
  expect(matchesPattern(path, pattern)).toBe(is);
});

test("braces stand for up to 64 patterns, and beyond that for themselves", () => {
  const name = "aaaaaa";
  expect(matchesPattern(name, "{a,b}".repeat(6))).toBe(true);
  expect(matchesPattern(`${name}a`, "{a,b}".repeat(7))).toBe(false);
  expect(matchesPattern("{a,b}".repeat(7), "{a,b}".repeat(7))).toBe(true);
});

test("takes no time for a pattern of many stars or braces", () => {
  expect(matchesPattern(`${"a".repeat(250)}b`, `${"*a".repeat(100)}c`)).toBe(false);
  expect(matchesPattern("x", "{a,b}".repeat(60))).toBe(false);
});

test.each([
  ["../a.csv", true],
  ["a/../../b", true],
  ["/etc/passwd", true],
  ["gs://bucket/a.csv", true],
  ["c:\\a.csv", true],
  ["a/..b/c.csv", false],
  ["**/a.csv", false],
])("%s leads outside: %s", (path, is) => {
  expect(leadsOutside(path)).toBe(is);
});
