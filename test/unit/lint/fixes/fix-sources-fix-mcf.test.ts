import { expect, test } from "vitest";
import { fixedMcf } from "../../../../src/lint/fixes/fix-sources.ts";
import type { Cure } from "../../../../src/load/bytes/diagnostics.ts";

const value = (property: string, from: string, to: string): Cure => ({
  of: "value",
  property,
  from,
  to,
});

test.each([
  ["Node: DCID:a\r\ntypeOf: Dcs:City\r\n", "Node: dcid:a\ntypeOf: dcs:City\n"],
  ["location: Schema:a, dcid:b,SCHEMA:c", "location: schema:a, dcid:b,schema:c"],
  ["near: DCID:a", "near: dcid:a"],
  ["a\rb\n\r\n", "a\rb\n\n"],
])("line ends and prefixes: %j", (text, fixed) => {
  expect(fixedMcf(text, [])).toBe(fixed);
});

test.each([
  'name: "DCID:a"',
  "name: DCID: a",
  "note: Schema:Org",
  "# typeOf: DCID:a",
  'name: "DCID:a, DCID:b',
  'name: "a\\", DCID:b"',
  "DCID:a",
  "name DCID:a",
  " // a: DCID:b",
])("what is a text, a comment or unclear stays: %s", (line) => {
  expect(fixedMcf(line, [value("name", "a", "b")])).toBe(line);
});

test("a value of the property is replaced, whatever stands around it", () => {
  const cures = [value("typeOf", "Ctiy", "City"), value("value", "1,234", "1234")];
  const text =
    'typeOf: dcs:Ctiy\ntypeOf: "Ctiy",  Ctiy , dcid:Ctiys\nname: "Ctiy"\nvalue: "1,234"\nvalues: 1';
  expect(fixedMcf(text, cures)).toBe(
    'typeOf: dcs:City\ntypeOf: "City",  City , dcid:Ctiys\nname: "Ctiy"\nvalue: "1234"\nvalues: 1',
  );
});

test("a property is replaced as a whole, and its values stay", () => {
  const cure: Cure = { of: "property", property: "nmae", from: "nmae", to: "name" };
  expect(fixedMcf("  nmae : nmae\nnmaes: x\nname: nmae", [cure])).toBe(
    "  name : nmae\nnmaes: x\nname: nmae",
  );
});

test.each([
  "near: x/DCID:a",
  "near: DCID:a b",
  "location: Schema:a b",
  "note: x Dcs:a",
  'name: "a"b"',
])("what only holds a prefix is none: %s", (line) => {
  expect(fixedMcf(line, [])).toBe(line);
});

test("a cure of a value is none of a property, and takes a value with its prefix, too", () => {
  expect(fixedMcf("unit: unit", [value("unit", "Unit", "x")])).toBe("unit: unit");
  expect(fixedMcf("unit: unit", [value("name", "unit", "x")])).toBe("unit: unit");
  expect(fixedMcf("typeOf: dcs:Ctiy", [value("typeOf", "dcs:Ctiy", "City")])).toBe(
    "typeOf: dcs:City",
  );
});

test("commas that part one number as thousands are taken out", () => {
  const cures = [value("value", "1,010", "1010")];
  expect(fixedMcf("value: 1,010\nname: 1,010\nvalue: 1,010,5", cures)).toBe(
    "value: 1010\nname: 1,010\nvalue: 1,010,5",
  );
});
