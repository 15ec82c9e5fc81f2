import { describe, expect, test } from "vitest";
import {
  dcidOf,
  hasNamespace,
  isNumber,
  isReferenceProperty,
  looksLikeDcid,
  requireFewValues,
  splitValues,
  stripQuotes,
  trim,
  typeValue,
  withoutNamespace,
} from "../../../../src/load/values/mcf-value.ts";

describe("splitValues", () => {
  test.each([
    ["a single value", "a", ["a"]],
    ["blanks around values", " a , b\t,c ", ["a", "b", "c"]],
    ["blanks within values", "o ne, two", ["o ne", "two"]],
    ["trailing and doubled commas", "a,,b, ,", ["a", "b"]],
    ["a comma in quotes", '"a, b", c', ['"a, b"', "c"]],
    ["quotes in mid-token", 'x"a, b"y, c', ['x"a, b"y', "c"]],
    ["an unescaped pair of quotes inside", '"a "b" c"', ['"a "b" c"']],
    ["an escaped quote", '"a \\"b\\" c", d', ['"a "b" c"', "d"]],
    ["an escaped comma, whose backslash stays", "a\\,b,c", ["a\\,b", "c"]],
    ["other escapes, which stay", '"a\\nb\\:c\\\'d"', ['"a\\nb\\:c\\\'d"']],
    ["an escaped backslash before a quote", '"a\\\\", b', ['"a\\"', "b"]],
    ["empty quotes", '"", "x"', ['""', '"x"']],
    ["text after the closing quote", '"a".', ['"a".']],
    ["no-break spaces", "\u00a0a\u00a0, b", ["\u00a0a\u00a0", "b"]],
    ["nothing", " , ", []],
  ])("%s", (_name, text, values) => {
    expect(splitValues(text, ",")).toEqual(values);
  });

  test.each(['"a', 'a"b, c', '"a\\"', '"a" "'])("an open quote yields nothing: %s", (text) => {
    expect(splitValues(text, ",")).toBeUndefined();
  });

  test("other delimiters", () => {
    expect(splitValues('a\t"b\tc"', "\t")).toEqual(["a", '"b\tc"']);
  });
});

describe("typeValue", () => {
  test.each([
    ['"text"', "text", "text"],
    ['""', "text", ""],
    ['"dcid:x"', "text", "dcid:x"],
    ['"[1 2]"', "text", "[1 2]"],
    ['"open', "text", '"open'],
    ["[Years 10]", "complex", "[Years 10]"],
    ["dcid:geoId/06", "reference", "geoId/06"],
    ["dcs:City", "reference", "City"],
    ["schema:City", "reference", "City"],
    ["dcid: spaced", "reference", " spaced"],
    ["l:Name", "local", "Name"],
    ["who:Thing", "text", "who:Thing"],
    ["http://a.b/c", "text", "http://a.b/c"],
    ["10", "number", "10"],
    ["true", "number", "true"],
    ["FALSE", "number", "FALSE"],
    ["word", "text", "word"],
    ["2017-01-01", "text", "2017-01-01"],
  ])("%s", (piece, kind, text) => {
    expect(typeValue(piece, false)).toEqual({ kind, text });
  });

  test.each([
    ["City", "reference", "City"],
    ['"City"', "reference", "City"],
    ['"dcid:City"', "reference", "City"],
    ['"l:Name"', "local", "Name"],
    ['"[1 2 Years]"', "complex", "[1 2 Years]"],
    ["who:Thing", "reference", "who:Thing"],
    ["10", "reference", "10"],
  ])("on a reference property: %s", (piece, kind, text) => {
    expect(typeValue(piece, true)).toEqual({ kind, text });
  });

  test("declared prefixes are prefixes of a dcid", () => {
    expect(typeValue("who:Thing", false, new Set(["who:"]))).toEqual({
      kind: "reference",
      text: "Thing",
    });
  });

  test.each(["[Years 10", "["])("an open bracket is nothing: %s", (piece) => {
    expect(typeValue(piece, false)).toBeUndefined();
  });
});

describe("isNumber", () => {
  test.each([
    "1",
    "-1",
    "+1",
    "1.",
    ".5",
    "1e5",
    "1E-5",
    "1d",
    "1.5f",
    "NaN",
    "-Infinity",
    "0x1p3",
    "0x.8P-1",
    "18446744073709551615",
    ".25",
    "1e-12",
    "+0X1A.p+10f",
    "-0x.8fP12D",
    "0xa1.8Cp0",
  ])("%s is one", (text) => {
    expect(isNumber(text)).toBe(true);
  });

  test.each([
    "",
    ".",
    "e5",
    "1e",
    "0x1",
    "1,000",
    "1 2",
    "--1",
    "1x",
    "infinity",
    "1_0",
    "x0x1p3",
    "0x1p3x",
    "0x1p",
    "0x.p1",
    "0x1.g8p1",
    "0xg1p1",
    "0x1p3g",
    "1.5g",
  ])("'%s' is none", (text) => {
    expect(isNumber(text)).toBe(false);
  });

  test("a long run of digits is answered at once", () => {
    expect(isNumber(`${"1".repeat(1_000_000)}x`)).toBe(false);
  });
});

test("true and false are numbers to the official tool, and nothing that holds them is", () => {
  const kindOf = (text: string) => typeValue(text, false)?.kind;
  expect(["true", "FALSE", "xtrue", "truex", "false1", "untrue"].map(kindOf)).toEqual([
    "number",
    "number",
    "text",
    "text",
    "text",
    "text",
  ]);
});

test("quotes come off in pairs", () => {
  expect(['"a"', '""', '"', 'a"', '"a', "a"].map(stripQuotes)).toEqual([
    "a",
    "",
    '"',
    'a"',
    '"a',
    "a",
  ]);
  expect(typeValue('"', false)).toEqual({ kind: "text", text: '"' });
});

test("a declared prefix is all that stands before the first colon", () => {
  const prefixes = new Set(["who:"]);
  expect(dcidOf("who:a:b", prefixes)).toBe("a:b");
  for (const name of ["who", "whom:a", "a:who:b", ":a", ""]) {
    expect(dcidOf(name, prefixes)).toBeUndefined();
  }
});

test("a node has no more than four million values", () => {
  expect(() => requireFewValues(2 ** 22, "f", 3)).not.toThrow();
  expect(() => requireFewValues(2 ** 22 + 1, "f", 3)).toThrow(
    expect.objectContaining({ line: 3, message: "f:3: a node has more than 4194304 values" }),
  );
});

test("trim takes blanks and control characters of ASCII only", () => {
  expect(trim(" \t\u0001a b\r\n")).toBe("a b");
  expect(trim("\u00a0a\u2003")).toBe("\u00a0a\u2003");
  expect(trim("  ")).toBe("");
});

test.each([
  ["who:a", true, "a"],
  ["dcid:undata:v/X", true, "v/X"],
  [" who: a ", false, "a"],
  ["https://a.org/x:y", false, "https://a.org/x:y"],
  ["who:https://a.org", true, "https://a.org"],
  ["a/b:c", false, "a/b:c"],
  ["a", false, "a"],
])("%j has a prefix: %s; without all of them it is %j", (id, has, rest) => {
  expect([hasNamespace(id), withoutNamespace(id)]).toEqual([has, rest]);
});

test.each([
  ["geoId/06", true],
  ["dc/x_1", true],
  ["wikidataId/Q1:2", true],
  ["a/b/c", true],
  ["g/é", true],
  ["GeoId/06", false],
  ["1a/b", false],
  ["a-b/c", false],
  ["a/b c", false],
  ["a/b,c", false],
  ["a/", false],
  ["/a", false],
  ["x a/b", false],
  ["Earth", false],
])("%j looks like a dcid: %s", (text, looks) => {
  expect(looksLikeDcid(text)).toBe(looks);
});

test("the values of these properties are references, and of others only with a prefix", () => {
  const references =
    `typeOf subClassOf subPropertyOf rangeIncludes domainIncludes specializationOf memberOf location
    variableMeasured observationAbout observedNode containedInPlace containedIn populationType measuredProperty
    populationGroup constraintProperties measurementMethod measurementDenominator measurementQualifier statType unit
    observationProperties`.split(/\s+/);
  const others = ["name", "value", "observationDate", "scalingFactor", "url", "TypeOf", ""];
  expect([...references, ...others].filter(isReferenceProperty)).toEqual(references);
});

test.each([
  ["a\\", ["a\\"]],
  ['\\"a, b', ['"a', "b"]],
  ['a\\\\\\", b', ['a\\"', "b"]],
  ["a\\, b", ["a\\, b"]],
  ["\u0000a\u001f,\u007f", ["a", "\u007f"]],
])("%j is split into %j", (text, values) => {
  expect(splitValues(text, ",")).toEqual(values);
});
