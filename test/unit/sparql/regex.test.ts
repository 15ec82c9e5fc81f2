import { describe, expect, test } from "vitest";
import { LinearRegex, RegexSyntaxError } from "../../../src/sparql/regex.ts";

const matches = (pattern: string, text: string, flags = "") =>
  new LinearRegex(pattern, flags).test(text);

test.each([
  ["", "", true],
  ["a", "bab", true],
  ["a", "bbb", false],
  ["^a", "ba", false],
  ["a$", "ab", false],
  ["^$", "", true],
  ["a.c", "a\u{1F600}c", true],
  ["a.c", "a\nc", false],
  ["ab*c", "ac", true],
  ["ab+c", "ac", false],
  ["ab?c", "abbc", false],
  ["^(ab|cd)+$", "abcdab", true],
  ["^(ab|cd)+$", "abc", false],
  ["^a{2,3}$", "aaa", true],
  ["^a{2,3}$", "aaaa", false],
  ["^a{2}$", "aa", true],
  ["^a{2,}$", "aaaaa", true],
  ["^(?:a|)b$", "b", true],
  ["[a-c0-9_-]+$", "x-7_b", true],
  ["^[^a-c]$", "b", false],
  ["^[]a]$", "]", true],
  ["^\\d\\D\\w\\W\\s\\S$", "1x_- y", true],
  ["\\bb\\b", "a b c", true],
  ["\\bb\\b", "abc", false],
  ["a\\Bb", "ab", true],
  ["^\\.\\*\\(\\[$", ".*([", true],
  ["^\\t\\n$", "\t\n", true],
  ["a*?b", "aab", true],
  ["^(a*)*$", "aaa", true],
  ["^((a|b)*c)*$", "abcbc", true],
  ["x*", "", true],
])("%s in %j: %s", (pattern, text, expected) => {
  expect(matches(pattern, text)).toBe(expected);
});

describe("flags", () => {
  test("i ignores case, of ranges and literals", () => {
    expect(matches("^[A-C]Ä$", "bä", "i")).toBe(true);
    expect(matches("^[a-c]É$", "Bé", "i")).toBe(true);
    expect(matches("^B$", "b")).toBe(false);
  });

  test("s lets the dot match line breaks, m lets anchors", () => {
    expect(matches("a.c", "a\nc", "s")).toBe(true);
    expect(matches("^b$", "a\nb\nc", "m")).toBe(true);
    expect(matches("^b$", "a\nb\nc")).toBe(false);
  });
});

test.each([
  ["(", "unmatched ("],
  [")", "unmatched )"],
  ["[a", "unmatched ["],
  ["a**", "nothing to repeat"],
  ["*", "nothing to repeat"],
  ["a{", "{ without a count"],
  ["a{1000}", "repetitions"],
  ["(?=a)", "(?"],
  ["(a)\\1", "\\1"],
  ["\\", "\\ at the end"],
  ["[z-a]", "class range"],
  ["((a{50}){50}){50}", "too long"],
  ["(".repeat(100), "nest too deep"],
])("%s is refused", (pattern, reason) => {
  expect(() => new LinearRegex(pattern, "")).toThrow(RegexSyntaxError);
  expect(() => new LinearRegex(pattern, "")).toThrow(reason);
});

test("other flags are refused", () => {
  expect(() => new LinearRegex("a", "g")).toThrow(RegexSyntaxError);
});

test("patterns that make others backtrack for ever take time in proportion to the text", () => {
  const regex = new LinearRegex("^(([a-z])+.)+[A-Z]([a-z])+$", "");
  const stepsFor = (length: number) => {
    expect(regex.test("a".repeat(length))).toBe(false);
    return regex.stepsOfLastTest;
  };
  expect(stepsFor(2000)).toBeLessThan(2.1 * stepsFor(1000));
});
