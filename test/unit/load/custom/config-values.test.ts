import { describe, expect, test } from "vitest";
import {
  type ConfigKind,
  ConfigValues,
  entryTable,
  entryText,
  entryTexts,
  isSet,
} from "../../../../src/load/custom/config-values.ts";
import { parseJson } from "../../../../src/load/values/json-text.ts";

const nodeOf = (text: string) => parseJson(text, "config.json");

/** The keys of an object that are read, and the findings about the others. */
function known(text: string, kinds: Readonly<Record<string, ConfigKind>>) {
  const values = new ConfigValues();
  const entries = values.known(nodeOf(text), kinds, "the place");
  return { keys: [...entries.keys()], told: told(values) };
}

const told = ({ findings }: ConfigValues) =>
  findings.map(({ level, counter, line, message }) => `${level} ${counter}:${line} ${message()}`);

/** The entry `key` of an object. */
const entryIn = (text: string) => new ConfigValues().entries(nodeOf(text), "the place")[0];

describe("what stands under a key of each kind", () => {
  const expected: Readonly<Record<Exclude<ConfigKind, "any">, string>> = {
    text: "a text",
    scalar: "a text or a number",
    texts: "a list of texts",
    table: "an object of texts or numbers by name",
    flag: "true or false",
    object: "an object",
  };
  const kinds: readonly ConfigKind[] = [
    "text",
    "scalar",
    "texts",
    "table",
    "flag",
    "object",
    "any",
  ];

  test.each<[value: string, fitting: readonly ConfigKind[]]>([
    ['"x"', ["text", "scalar", "any"]],
    ['""', ["text", "scalar", "any"]],
    ['"True"', ["text", "scalar", "flag", "any"]],
    ['"false"', ["text", "scalar", "flag", "any"]],
    ['"true "', ["text", "scalar", "any"]],
    ['" false"', ["text", "scalar", "any"]],
    ["1.50", ["scalar", "any"]],
    ["true", ["flag", "any"]],
    ["false", ["flag", "any"]],
    ["[]", ["texts", "any"]],
    ['["a", "b"]', ["texts", "any"]],
    ['["a", 1]', ["any"]],
    ["[[]]", ["any"]],
    ["{}", ["table", "object", "any"]],
    ['{"a": "b", "c": 1}', ["table", "object", "any"]],
    ['{"a": "b", "": "c"}', ["object", "any"]],
    ['{"a": "b", "c": true}', ["object", "any"]],
    ['{"a": []}', ["object", "any"]],
  ])("%s", (value, fitting) => {
    for (const kind of kinds) {
      const found = known(`{\n"key":\n${value}}`, { key: kind });
      const isFitting = fitting.includes(kind);
      expect([kind, found.keys]).toEqual([kind, isFitting ? ["key"] : []]);
      const wrong =
        kind === "any"
          ? []
          : [`error Config_BadValue:3 expected ${expected[kind]} as 'key' of the place`];
      expect(found.told).toEqual(isFitting ? [] : wrong);
    }
  });

  test.each(["text", "scalar", "texts", "table", "flag", "object"] as const)(
    "may be null, which says nothing: %s",
    (kind) => {
      expect(known('{"key": null}', { key: kind })).toEqual({ keys: [], told: [] });
    },
  );
});

describe("entries of an object", () => {
  test("under keys that are not known are reported, with the key that is meant", () => {
    const kinds = { format: "text", provenance: "text" } as const;
    const names = "is not read; keys are format, provenance";
    expect(known('{"format": "x",\n"provenence": "y",\n"toString": "z"}', kinds)).toEqual({
      keys: ["format"],
      told: [
        `warning Config_UnknownKey:2 the key 'provenence' of the place ${names}; is 'provenance' meant?`,
        `warning Config_UnknownKey:3 the key 'toString' of the place ${names}`,
      ],
    });
  });

  test("with one key are reported, and the last one is read where the first stood", () => {
    const values = new ConfigValues();
    const entries = values.entries(nodeOf('{"a": 1,\n"b": 2,\n"a": 3}'), "the place");
    expect(entries.map((entry) => `${entry.key}:${entry.line} ${entryText(entry)}`)).toEqual([
      "a:3 3",
      "b:2 2",
    ]);
    expect(told(values)).toEqual([
      "error Config_DoubledKey:3 the key 'a' of the place is there twice; the last one is read",
    ]);
  });

  test.each(["[]", '"a"', "null"])("are none of %s, which is reported", (text) => {
    const values = new ConfigValues();
    expect(values.entries(nodeOf(`\n${text}`), "the place")).toEqual([]);
    expect(told(values)).toEqual(["error Config_BadValue:2 expected an object as the place"]);
  });
});

describe("more than 20,000 values", () => {
  const values = new ConfigValues();
  const item = { kind: "null", line: 1 } as const;
  const itemsOf = (count: number) =>
    values.items({ kind: "list", line: 7, items: Array(count).fill(item) }, "the list").length;
  const entriesOf = (count: number) => {
    const entries = Array.from({ length: count }, (_, at) => {
      return { key: `k${at}`, line: 1, value: item };
    });
    return values.entries({ kind: "object", line: 8, entries }, "the object").length;
  };

  test("of a list or of an object are cut and reported", () => {
    expect([itemsOf(20_000), entriesOf(20_000)]).toEqual([20_000, 20_000]);
    expect(told(values)).toEqual([]);
    expect([itemsOf(20_001), entriesOf(20_002)]).toEqual([20_000, 20_000]);
    expect(told(values)).toEqual([
      "error Config_BadValue:7 the list has 20001 entries; the first 20000 are read",
      "error Config_BadValue:8 the object has 20002 entries; the first 20000 are read",
    ]);
  });

  test("are never asked of what is no list", () => {
    expect(new ConfigValues().items(nodeOf('{"a": 1}'), "the list")).toEqual([]);
  });
});

test.each([
  ['{"key": "a"}', { text: "a", texts: [], table: [], set: false }],
  ['{"key": 1.50}', { text: "1.50", texts: [], table: [], set: false }],
  ['{"key": ["a", 1, "b"]}', { text: "", texts: ["a", "b"], table: [], set: false }],
  [
    '{"key": {"b": 2, "a": "x", "c": []}}',
    { text: "", texts: [], table: ["b=2", "a=x", "c="], set: false },
  ],
  ['{"key": true}', { text: "", texts: [], table: [], set: true }],
  ['{"key": false}', { text: "", texts: [], table: [], set: false }],
  ['{"key": "TRUE"}', { text: "TRUE", texts: [], table: [], set: true }],
  ['{"key": "False"}', { text: "False", texts: [], table: [], set: false }],
  ['{"key": "untrue"}', { text: "untrue", texts: [], table: [], set: false }],
  ["{}", { text: "", texts: [], table: [], set: false }],
])("an entry is read as a text, as texts, as a table and as a flag: %s", (text, expected) => {
  const entry = entryIn(text);
  expect({
    text: entryText(entry),
    texts: entryTexts(entry),
    table: Array.from(entryTable(entry), ([key, value]) => `${key}=${value}`),
    set: isSet(entry),
  }).toEqual(expected);
});
