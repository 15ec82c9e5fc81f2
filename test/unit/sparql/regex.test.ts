import { describe, expect, test } from "vitest";
import { Regex, RegexError } from "../../../src/sparql/regex.ts";

const matches = (pattern: string, text: string, flags = "") => new Regex(pattern, flags).test(text);

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
  ["(", "missing closing )"],
  [")", "unexpected )"],
  ["[a", "missing closing ]"],
  ["a**", "invalid nested repetition"],
  ["*", "missing argument to repetition"],
  ["a{1001}", "invalid repeat count"],
  ["(?=a)", "unsupported Perl syntax"],
  ["(a)\\1", "invalid escape"],
  ["\\", "trailing backslash"],
  ["[z-a]", "invalid character class range"],
  ["((a{50}){50}){50}", "invalid repeat count"],
  ["(?:a?){1000}b{1000}", "too long"],
])("%s is refused", (pattern, reason) => {
  expect(() => new Regex(pattern, "")).toThrow(RegexError);
  expect(() => new Regex(pattern, "")).toThrow(reason);
  // Without the library's own words around it.
  expect(() => new Regex(pattern, "")).not.toThrow("error parsing");
});

test("groups that nest too deep are refused", () => {
  const nested = "(".repeat(1001) + ")".repeat(1001);
  expect(() => new Regex(nested, "")).toThrow("nests too deeply");
});

test("other flags are refused", () => {
  expect(() => new Regex("a", "ig")).toThrow(new RegexError('unknown flag "g"'));
});

test("half of a surrogate pair is a character", () => {
  expect(matches("^.$", "\ud800")).toBe(true);
  expect(matches("\ud800", "a\ud800")).toBe(true);
});

// A backtracking engine would not come to an end on any of these.
test.each(["^(([a-z])+.)+[A-Z]([a-z])+$", "^(a+)+$", "(a|aa)+$", "(?:a?){500}a{500}[b]"])(
  "%s ends",
  (pattern) => {
    expect(matches(pattern, `${"a".repeat(2000)}!`)).toBe(false);
  },
);

test("work is in proportion to the text, and to a pattern that has many states", () => {
  const text = "ab".repeat(50);
  const [simple, hostile] = [new Regex("^a.*b$", ""), new Regex("a[ab]{200}[cd]", "")];
  expect(simple.workOn(text)).toBeLessThan(3 * text.length);
  expect(hostile.workOn(text)).toBeGreaterThan(200 * text.length);
  expect(hostile.workOn(text + text)).toBeGreaterThan(1.9 * hostile.workOn(text));
});

test("work is more from 17 steps on, never nothing, and 2000 steps are the most", () => {
  const steps = (letters: number) => new Regex("a".repeat(letters), "").workOn("");
  expect([14, 15].map(steps)).toEqual([2, 34]);
  expect(matches("(?:ab){999}", "ab".repeat(999))).toBe(true);
  expect(() => new Regex("(?:ab){999}a", "")).toThrow(new RegexError("it is too long"));
});
