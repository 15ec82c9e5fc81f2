import { expect, test } from "vitest";
import { decodeQueryText, splitQuery } from "../../../../src/adapters/edge/query-string.ts";

test("splits at ampersands and at the first equals sign", () => {
  expect(splitQuery("?a=1&b=x=y&a=")).toEqual([
    ["a", "1"],
    ["b", "x=y"],
    ["a", ""],
  ]);
});

test.each(["", "?", "?a", "?&&", "?=x&a"])("%j says nothing", (query) => {
  expect(splitQuery(query)).toEqual([]);
});

test.each([
  ["plain", "plain"],
  ["%C3%85land%2c", "Åland,"],
  ["San+Jose", "San Jose"],
  ["->[name,+latitude]", "->[name, latitude]"],
  ["a%2Bb", "a+b"],
  ["<-containedInPlace+{typeOf:City}", "<-containedInPlace+{typeOf:City}"],
  ["%3C-containedInPlace+%7btypeOf:City%7d", "<-containedInPlace+{typeOf:City}"],
  ["<-subClassOf+", "<-subClassOf+"],
  ["%3C-containedInPlace+%7BtypeOf%3ACity%7D", "<-containedInPlace {typeOf:City}"],
  ["%3C-containedInPlace+%2B+%7B+typeOf+%3A+City+%7D", "<-containedInPlace + { typeOf : City }"],
  ["%3C-subClassOf+%2B+", "<-subClassOf + "],
])("%s means %s", (encoded, text) => {
  expect(decodeQueryText(encoded)).toBe(text);
});

test.each(["%", "%a", "%g0", "100%", "%E2%82", "%C0%80"])("%s is malformed", (encoded) => {
  expect(() => decodeQueryText(encoded)).toThrow("Invalid request URI");
});
