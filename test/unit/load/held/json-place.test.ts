/** Values in a JSON document, by the way to them. */
import { describe, expect, test } from "vitest";
import { JsonPlace } from "../../../../src/load/held/json-place.ts";
import { parseJson } from "../../../../src/load/values/json-text.ts";

const placeIn = (text: string) => new JsonPlace(parseJson(text, "a.json"), "a.json", "");

/** The result, or why there is none. */
function answer(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

/** Each reading of a value, in the order of the table below. */
const readings: Readonly<Record<string, (place: JsonPlace) => unknown>> = {
  items: (place) => place.items().map((item) => String(item.cell())),
  item: (place) => place.item(1)?.cell()?.toString(),
  entries: (place) => place.entries().map(([key, value]) => `${key}=${value.cell()}`),
  length: (place) => place.length,
  isList: (place) => place.isList,
  isObject: (place) => place.isObject,
  text: (place) => place.text(),
  count: (place) => place.count(),
  cell: (place) => place.cell()?.toString(),
  label: (place) => place.label(),
  at: (place) => place.at("b")?.cell()?.toString(),
  need: (place) => String(place.need("b").cell()),
};

const refused = {
  items: "a.json:1: / is no list",
  item: undefined,
  entries: "a.json:1: / is no object",
  length: "a.json:1: / is no list",
  isList: false,
  isObject: false,
  text: "a.json:1: / is no text",
  count: "a.json:1: / is no whole number",
  cell: "a.json:1: / is no text and no number",
  label: undefined,
  at: undefined,
  need: 'a.json:1: / has no "b"',
};

test.each<[value: string, expected: object]>([
  ["[1, 2.50]", { items: ["1", "2.50"], item: "2.50", length: 2, isList: true }],
  ["[]", { items: [], length: 0, isList: true }],
  [
    '{"a": "x", "b": true}',
    { entries: ["a=x", "b=true"], isObject: true, label: "x", at: "true", need: "true" },
  ],
  ['{"b": null}', { entries: ["b=null"], isObject: true }],
  ['{"a": "x", "a": "y"}', { entries: "a.json:1: / has a key twice", isObject: true, label: "x" }],
  ['"x"', { text: "x", cell: "x", label: "x" }],
  ["12", { count: 12, cell: "12" }],
  ["999999999999999", { count: 999_999_999_999_999, cell: "999999999999999" }],
  ["1000000000000000", { cell: "1000000000000000" }],
  ["-1", { cell: "-1" }],
  ["1.0", { cell: "1.0" }],
  ['"1"', { text: "1", cell: "1", label: "1" }],
  ["false", { cell: "false" }],
  ["null", { cell: undefined }],
])("what %s is read as", (value, expected) => {
  const found = Object.entries(readings).map(([name, read]) => [
    name,
    answer(() => read(placeIn(value))),
  ]);
  expect(Object.fromEntries(found)).toEqual({ ...refused, ...expected });
});

test.each<[value: string, label: string | undefined]>([
  ['{"de": "Eins", "en": "One", "fr": "Un"}', "One"],
  ['{"de": "Eins", "fr": "Un"}', "Eins"],
  ['{"de": 1, "en": null, "fr": "Un"}', "Un"],
  ['{"en": {"a": "b"}}', undefined],
  ["{}", undefined],
])("the label %s is %s", (value, label) => {
  expect(placeIn(value).label()).toBe(label);
});

test("numbers are cells without quotes, and texts that look like them are texts", () => {
  const [number, text] = placeIn('[1e3, "1e3"]').items();
  expect([typeof number?.cell(), typeof text?.cell()]).toEqual(["object", "string"]);
});

describe("a failure names the line and the way", () => {
  const whole = placeIn('{"a": [\n{"b": {\n"c": 1}}\n]}');
  test.each<[way: string, place: () => JsonPlace | undefined]>([
    ["a.json:1: / fails", () => whole],
    ["a.json:1: /a fails", () => whole.at("a")],
    ["a.json:2: /a/0 fails", () => whole.need("a").item(0)],
    ["a.json:2: /a/0/b fails", () => whole.need("a").items()[0]?.at("b")],
    ["a.json:3: /a/0/b/c fails", () => whole.need("a").items()[0]?.need("b").entries()[0]?.[1]],
  ])("%s", (message, place) => {
    expect(answer(() => place()?.fail("fails"))).toBe(message);
  });
});
