import { expect, test } from "vitest";
import { laxValues, typeLaxValue } from "../../../../src/load/mcf/mcf-parser.ts";

test.each<[string, string[]]>([
  ["a, b,c ", ["a", "b", "c"]],
  ["", []],
  [" , ,", []],
  ["a,", ["a"]],
  ['"a, b", c', ["a, b!", "c"]],
  ['"a ""b"" c"', ['a "b" c!']],
  ['""', []],
  ['"""a"""', ["a!"]],
  ['"a"b, c', ["ab!", "c"]],
  ['"open, to the end', ["open, to the end!"]],
  ['   "a"', ["a!"]],
  ['a "b, c"', ['a "b', 'c"']],
  ['\t"a"', ["a"]],
  ['""""', ['"!']],
  ['""""""', ['""!']],
  ["a\\,b", ["a\\", "b"]],
])("%j holds the values of a row of CSV", (text, values) => {
  const found = laxValues(text).map(({ text: value, isQuoted }) =>
    isQuoted ? `${value}!` : value,
  );
  expect(found).toEqual(values);
});

test.each<[string, boolean, boolean, string, string]>([
  ["dcid:a", false, false, "reference", "a"],
  ["dcs:a", true, false, "reference", "a"],
  ["who:a", false, false, "reference", "a"],
  ["who:a", true, false, "text", "who:a"],
  ["l:a", false, false, "local", "a"],
  ["l:a", true, false, "text", "l:a"],
  ["a", false, true, "reference", "a"],
  ["[Years 10]", false, false, "text", "[Years 10]"],
  ["1.5", false, false, "number", "1.5"],
  ["true", false, false, "text", "true"],
])(
  "%j (quoted: %s, of a reference property: %s) is a %s",
  (text, isQuoted, isReference, kind, value) => {
    const typed = typeLaxValue({ text, isQuoted }, isReference, new Set(["who:"]));
    expect(typed).toEqual({ kind, text: value });
  },
);
