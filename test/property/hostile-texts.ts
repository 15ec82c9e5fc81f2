import fc from "fast-check";

const prefix = "dc/g/a long prefix that very many identifiers share/";

/** Texts on which byte order, objects as maps or zero-ended strings go wrong. */
export const hostileTexts: readonly string[] = [
  "",
  "\0",
  "\0\0",
  "a",
  "a\0",
  "a\0\0\0\0",
  "a\0b",
  "ab",
  "__proto__",
  "constructor",
  "é",
  "\uffff",
  "\ue000",
  "\u{10000}",
  "\u{10ffff}",
  prefix,
  `${prefix}1`,
  `${prefix}1\0`,
  `${prefix}10`,
  `${prefix}2`,
  "012",
  "0123",
  "01234",
];

/** Some of them, in any order. */
export const someHostileTexts = (count: number): fc.Arbitrary<string[]> =>
  fc.shuffledSubarray([...hostileTexts], { minLength: count, maxLength: count });
