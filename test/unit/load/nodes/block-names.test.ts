import { describe, expect, test } from "vitest";
import { FileLog } from "../../../../src/load/bytes/diagnostics.ts";
import {
  ambiguous,
  hasLocalNames,
  identityOf,
  LocalNames,
  placedBlocks,
} from "../../../../src/load/nodes/block-names.ts";
import type { NodeBlock, PropertyValue } from "../../../../src/load/values/mcf-value.ts";
import { FindingTexts } from "../finding-texts.ts";

type Said = readonly (readonly [
  property: string,
  text: string,
  kind?: PropertyValue["kind"],
  line?: number,
])[];

const blockOf = (name: string, said: Said): NodeBlock => ({
  name,
  line: 1,
  values: said.map(([property, text, kind = "text", line], at) => {
    return { property, kind, text, line: line ?? at + 2 };
  }),
});
const prefixes = new Set(["who:"]);

describe("LocalNames", () => {
  test("grows beyond one map", () => {
    const names = new LocalNames(3);
    for (let index = 0; index < 10; index++)
      expect(names.add(`n${index}`, `d${index}`)).toBe(undefined);
    expect(Array.from({ length: 10 }, (_, index) => names.dcidOf(`n${index}`))).toEqual(
      Array.from({ length: 10 }, (_, index) => `d${index}`),
    );
    expect(names.dcidOf("n10")).toBeUndefined();
  });

  test("tells the dcid before, and two dcids are none", () => {
    const names = new LocalNames(1);
    names.add("__proto__", "a");
    names.add("x", "b");
    expect(names.add("__proto__", "a")).toBe("a");
    expect(names.add("__proto__", "c")).toBe("a");
    expect(names.dcidOf("__proto__")).toBe(ambiguous);
    expect(names.add("__proto__", "a")).toBe(ambiguous);
    expect(names.dcidOf("x")).toBe("b");
    names.clear();
    expect(names.dcidOf("x")).toBeUndefined();
  });
});

describe("the dcid of a block", () => {
  const identify = (name: string, said: Said) => {
    const log = new FindingTexts();
    const source = { log: new FileLog(log, "f"), provenance: 0, prefixes };
    return [identityOf(blockOf(name, said), source), ...log.texts];
  };
  const second = (name: string, kept: string, dropped: string, line: number) =>
    `error Sanity_MultipleDcidValues f:${line} node '${name}' has two dcids; it is loaded as '${kept}' and not as '${dropped}'`;
  const none = (text: string, line = 2) =>
    `error Sanity_MissingOrEmpty_dcid f:${line} '${text}' is not a dcid: node 'X'`;

  test.each<[name: string, said: Said, expected: readonly (string | undefined)[]]>([
    ["dcid:a", [], ["a"]],
    ["who:a", [], ["a"]],
    ["X", [], [undefined]],
    ["dcid:", [], [undefined]],
    ["dcid:a", [["name", "b"]], ["a"]],
    ["X", [["dcid", "b"]], ["b"]],
    ["X", [["dcid", "b", "reference"]], ["b"]],
    ["X", [["dcid", "5", "number"]], ["5"]],
    ["dcid:a", [["dcid", "b"]], ["b"]],
    ["X", [["dcid", ""]], [undefined, none("")]],
    ["X", [["dcid", "l:b", "local"]], [undefined, none("l:b")]],
    [
      "X",
      [
        ["dcid", "[b]", "complex"],
        ["dcid", "c"],
      ],
      ["c", none("[b]")],
    ],
    [
      "X",
      [
        ["dcid", "b"],
        ["dcid", "b"],
      ],
      ["b"],
    ],
    [
      "X",
      [
        ["dcid", "b"],
        ["dcid", "c"],
      ],
      ["b", second("X", "b", "c", 3)],
    ],
    [
      "dcid:a",
      [
        ["dcid", "b"],
        ["dcid", "c"],
      ],
      ["c", second("dcid:a", "c", "b", 2)],
    ],
    // Both on one line.
    [
      "dcid:a",
      [
        ["dcid", "b"],
        ["dcid", "c", "text", 2],
      ],
      ["b", second("dcid:a", "b", "c", 2)],
    ],
    [
      "dcid:a",
      [
        ["dcid", "b"],
        ["dcid", "c"],
        ["dcid", "b"],
      ],
      ["b", second("dcid:a", "c", "b", 2), second("dcid:a", "b", "c", 3)],
    ],
  ])("%s with %j", (name, said, expected) => {
    expect(identify(name, said)).toEqual(expected);
  });
});

const observation = ["typeOf", "StatVarObservation", "reference"] as const;
test.each<[name: string, said: Said, needs: boolean]>([
  ["dcid:a", [], false],
  ["who:a", [], false],
  ["dcid:", [], true],
  ["X", [["dcid", "a"]], true],
  ["X", [], true],
  ["X", [observation], false],
  ["X", [observation, ["dcid", "a"]], true],
  [
    "dcid:a",
    [
      ["name", "x"],
      ["near", "X", "local"],
    ],
    true,
  ],
  ["X", [observation, ["observationAbout", "Y", "local"], ["value", "1"]], true],
  ["X", [["about", "StatVarObservation", "reference"]], true],
])("the block %s with %j gives or needs a local name: %s", (name, said, needs) => {
  const source = { log: new FileLog(new FindingTexts(), "f"), provenance: 0, prefixes };
  expect(hasLocalNames(blockOf(name, said), source)).toBe(needs);
});

test("blocks of a chunk get the lines of their file", () => {
  const block = blockOf("X", [["name", "x"]]);
  expect(placedBlocks([block], 10)).toEqual([
    { ...block, line: 11, values: [{ ...block.values[0], line: 12 }] },
  ]);
});
