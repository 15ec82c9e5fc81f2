/** How each format writes texts that its own signs could break. */
import { describe, expect, test } from "vitest";
import { chunked, csvCell, csvRow } from "../../../src/export/csv-text.ts";
import { Omissions } from "../../../src/export/exported-files.ts";
import { mcfNodeName, mcfProperty, mcfValue } from "../../../src/export/mcf-export.ts";
import { iri, literal } from "../../../src/export/rdf-export.ts";

describe("CSV", () => {
  test.each([
    ["plain", "plain"],
    ["", ""],
    ["a b", "a b"],
    ["a,b", '"a,b"'],
    ['a"b"', '"a""b"""'],
    ["a\nb", '"a\nb"'],
    ["a\rb", '"a\rb"'],
  ])("writes %j as %j", (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  test("ends a row with LF", () => {
    expect(csvRow(["a", "b,c", ""])).toBe('a,"b,c",\n');
  });
});

describe("pieces of a text", () => {
  const length = 1 << 16;

  test("are given when they have 65,536 characters, and what is left at the end", () => {
    const half = "x".repeat(length / 2);
    expect([...chunked([half, half, "y", half])]).toEqual([half + half, `y${half}`]);
  });

  test("are as long as their last line makes them, and not cut", () => {
    const [most, more] = ["x".repeat(length - 1), "yy"];
    expect([...chunked([most, more, "z"])]).toEqual([most + more, "z"]);
  });

  test("are never empty", () => {
    expect([...chunked([])]).toEqual([]);
    expect([...chunked(["x".repeat(length)])]).toHaveLength(1);
  });
});

describe("MCF", () => {
  test.each<[string, string, boolean, string | undefined]>([
    ["name", "California", false, '"California"'],
    ["name", 'say "so"', false, '"say \\"so\\""'],
    ["name", "", false, '""'],
    ["name", " padded ", false, '" padded "'],
    ["name", "two\nlines", false, undefined],
    ["name", "a\rb", false, undefined],
    ["name", "a\0b", false, undefined],
    ["name", "ends with \\", false, undefined],
    ["name", 'a\\"b', false, undefined],
    ["name", "a\\b", false, '"a\\b"'],
    ["containedInPlace", "geoId/06", true, "dcid:geoId/06"],
    ["containedInPlace", "", true, undefined],
    ["containedInPlace", " geoId/06", true, undefined],
    ["containedInPlace", "geoId/06 ", true, undefined],
    ["other", "a,b", true, undefined],
    ["other", 'a"b', true, undefined],
    ["other", "a\\b", true, undefined],
    ["typeOf", "Place", true, "dcid:Place"],
    ["typeOf", "a,b", true, '"dcid:a,b"'],
    ["typeOf", "Place", false, undefined],
    ["typeOf", "StatVarObservation", true, undefined],
    ["other", "StatVarObservation", true, "dcid:StatVarObservation"],
  ])("writes the value of %s, %j, a node: %s", (property, text, isNode, value) => {
    expect(mcfValue(property, text, isNode)).toBe(value);
  });

  test.each(["name", "a b", "nodes", "a#", "a/"])("has the property %j", (property) => {
    expect(mcfProperty(property)).toBe(true);
  });

  test.each([
    "",
    " name",
    "name ",
    "a:b",
    "a\nb",
    "a\rb",
    "a\0b",
    "Node",
    "Context",
    "dcid",
    "#a",
    "//a",
  ])("has no property %j", (property) => {
    expect(mcfProperty(property)).toBe(false);
  });

  test.each(["geoId/06", 'a"b', "a b"])("names the node %j", (dcid) => {
    expect(mcfNodeName(dcid)).toBe(`dcid:${dcid}`);
  });

  test.each(["", " a", "a ", "a,b", "a\nb", "a\rb", "a\0b"])("names no node %j", (dcid) => {
    expect(mcfNodeName(dcid)).toBeUndefined();
  });
});

describe("RDF", () => {
  test("percent-encodes what an IRI may not hold, with two digits", () => {
    expect(iri('a b<>"{}|^`\\%\n\u007f')).toBe(
      "<https://datacommons.org/browser/a%20b%3C%3E%22%7B%7D%7C%5E%60%5C%25%0A%7F>",
    );
    expect(iri("geoId/06é")).toBe("<https://datacommons.org/browser/geoId/06é>");
  });

  test("escapes what a literal may not hold, the usual ones in short", () => {
    expect(literal('"\\\n\r\t\b\f')).toBe('"\\"\\\\\\n\\r\\t\\b\\f"');
    expect(literal("\0\u001f\u007fé~ ")).toBe('"\\u0000\\u001F\\u007Fé~ "');
  });
});

describe("what was left out", () => {
  test("is counted by reason, in the order in which reasons came, with five examples", () => {
    const omissions = new Omissions();
    for (let at = 0; at < 7; at++) omissions.add("first", `row ${at}`);
    omissions.add("second", 'a "b"');
    omissions.add("first", "row 7");
    expect(omissions.list()).toEqual([
      {
        reason: "first",
        count: 8,
        examples: ['"row 0"', '"row 1"', '"row 2"', '"row 3"', '"row 4"'],
      },
      { reason: "second", count: 1, examples: ['"a \\"b\\""'] },
    ]);
  });

  test("is shown in 200 characters", () => {
    const omissions = new Omissions();
    omissions.add("long", "x".repeat(300));
    expect(omissions.list()[0]!.examples).toEqual([`"${"x".repeat(200)}"`]);
  });

  test("is not changed through its list", () => {
    const omissions = new Omissions();
    omissions.add("a", "b");
    (omissions.list()[0]!.examples as string[]).length = 0;
    expect(omissions.list()[0]!.examples).toEqual(['"b"']);
  });
});
