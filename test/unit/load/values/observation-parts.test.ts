/** Parts of an observation: what is missing, doubled or slipped, with the whole finding. */
import { describe, expect, test } from "vitest";
import type { NodeBlock, PropertyValue } from "../../../../src/load/values/mcf-value.ts";
import {
  isFurtherProperty,
  isObservation,
  missingProperties,
  observationHint,
  observationParts,
  partCount,
  reportTypeless,
  requiredCount,
  slipAs,
  slotOf,
} from "../../../../src/load/values/observation-parts.ts";
import { logged } from "./findings.ts";

type Line = readonly [line: number, property: string, text: string, kind?: PropertyValue["kind"]];

const lineOf = ([line, property, text, kind = "text"]: Line): PropertyValue => ({
  line,
  property,
  text,
  kind,
});
const blockOf = (lines: readonly Line[], empty?: NodeBlock["empty"]): NodeBlock => ({
  name: "o",
  line: 1,
  values: lines.map(lineOf),
  ...(empty === undefined ? {} : { empty }),
});

const type: Line = [2, "typeOf", "StatVarObservation", "reference"];
const variable: Line = [3, "variableMeasured", "V", "reference"];
const about: Line = [4, "observationAbout", "E", "reference"];
const date: Line = [5, "observationDate", "2020"];
const value: Line = [6, "value", "7", "number"];
const whole = [type, variable, about, date, value];

function partsOf(lines: readonly Line[], empty?: NodeBlock["empty"]) {
  const { found, log } = logged();
  const parts = observationParts(blockOf(lines, empty), log, "dc/o/1");
  return { parts, found };
}

const none = undefined;
/** Parts that only some observations have. */
const rest = Array<undefined>(partCount - requiredCount).fill(none);

describe("parts of an observation", () => {
  test("are its required ones, then what its facet says, then entities and what is further", () => {
    const unit: Line = [7, "unit", "Ton", "reference"];
    const more: Line = [8, "eiaSeriesId", "S"];
    const unread: readonly Line[] = [
      [9, "dcid", "x"],
      [10, "keyString", "k"],
    ];
    const slots = [variable, about, date, value].map(lineOf);
    const inUnit: (PropertyValue | undefined)[] = [...rest];
    inUnit[slotOf("unit")! - requiredCount] = lineOf(unit);
    expect(partsOf([more, ...whole.toReversed(), unit, ...unread])).toEqual({
      parts: {
        values: [...slots, ...inUnit],
        properties: [],
        further: [lineOf(more)],
        dcid: "dc/o/1",
      },
      found: [],
    });
  });

  test("by several properties are in the order of their bytes", () => {
    const lines: readonly Line[] = [
      [4, "observationProperties", "to", "reference"],
      [4, "observationProperties", "from", "reference"],
      [4, "observationProperties", "to", "reference"],
      [5, "from", "A"],
      [6, "to", "B"],
    ];
    const { parts, found } = partsOf([type, variable, date, value, ...lines]);
    expect(found).toEqual([]);
    expect(parts).toEqual({
      values: [
        lineOf(variable),
        none,
        lineOf(date),
        lineOf(value),
        ...rest,
        lineOf(lines[3]!),
        lineOf(lines[4]!),
      ],
      properties: ["from", "to"],
      further: [],
      dcid: "dc/o/1",
    });
  });

  test("by observationAbout alone are as without its name", () => {
    const named: Line = [7, "observationProperties", "observationAbout", "reference"];
    expect(partsOf([...whole, named])).toEqual(partsOf(whole));
  });

  test("that are there twice alike are one", () => {
    expect(partsOf([...whole, [7, "variableMeasured", "V", "reference"]])).toEqual(partsOf(whole));
    expect(partsOf([...whole, [7, "value", "7", "number"]])).toEqual(partsOf(whole));
  });
});

describe("no observation is what", () => {
  const missing = (property: string, level: string, more: object = {}, hint = "") => ({
    file: "a.mcf",
    level,
    counter: "Sanity_MissingOrEmpty",
    suffix: property,
    line: 1,
    message: `an observation needs ${property}; node 'o' has none and is not loaded${hint}`,
    ...more,
  });

  test.each<[property: string, level: string]>([
    ["variableMeasured", "error"],
    ["observationAbout", "error"],
    ["observationDate", "error"],
    ["value", "warning"],
  ])("lacks its %s", (property, level) => {
    const others = whole.filter(([, one]) => one !== property);
    const found = [missing(property, level)];
    expect(partsOf(others)).toEqual({ parts: none, found });
    expect(partsOf([...others, [9, property, ""]])).toEqual({ parts: none, found });
    const cell = property === "value" ? [] : [missing(property, level, { cell: 3 })];
    expect(partsOf(others, new Map([[property, 3]]))).toEqual({ parts: none, found: cell });
  });

  test("lacks several, and an entity that it names", () => {
    const named: Line = [3, "observationProperties", "from", "reference"];
    expect(partsOf([type, named]).found).toEqual([
      missing("variableMeasured", "error"),
      missing("observationDate", "error"),
      missing("value", "warning"),
      missing("from", "error"),
    ]);
  });

  test("has a slip of what it lacks", () => {
    const others = whole.filter(([, property]) => property !== "observationDate");
    const hint = "; is 'observatonDate' meant to be 'observationDate'?";
    expect(partsOf([...others, [5, "observatonDate", "2020"]]).found).toEqual([
      missing("observationDate", "error", {}, hint),
    ]);
  });

  const doubled = (line: number, property: string, text: string, end = "", more: object = {}) => ({
    file: "a.mcf",
    level: "error",
    counter: "Sanity_MultipleVals",
    suffix: property,
    line,
    message: `an observation has one ${property}; found also '${text}': node 'o' is not loaded${end}`,
    ...more,
  });
  const one = (number: string) => `; is '7,${number}' one number? Write 7${number}`;

  test.each<[what: string, second: Line, found: object]>([
    ["two dates", [9, "observationDate", "2021"], doubled(9, "observationDate", "2021")],
    [
      "a text and a node of one name",
      [9, "variableMeasured", "V"],
      doubled(9, "variableMeasured", "V"),
    ],
    ["two values on two lines", [9, "value", "123"], doubled(9, "value", "123")],
    [
      "thousands",
      [6, "value", "123", "number"],
      doubled(6, "value", "123", one("123"), {
        cure: { of: "value", property: "value", from: "7,123", to: "7123" },
      }),
    ],
    [
      "a decimal comma",
      [6, "value", "25", "number"],
      doubled(6, "value", "25", "; is '7,25' a number with a decimal comma? Write 7.25"),
    ],
    [
      "a decimal comma between equal digits",
      [6, "value", "7", "number"],
      doubled(6, "value", "7", "; is '7,7' a number with a decimal comma? Write 7.7"),
    ],
    ["a word beside its number", [6, "value", "x"], doubled(6, "value", "x")],
    ["two dates of one line", [5, "observationDate", "123"], doubled(5, "observationDate", "123")],
  ])("has %s", (_, second, found) => {
    expect(partsOf([...whole, second])).toEqual({ parts: none, found: [found] });
  });

  test("is about more than three entities", () => {
    const names = ["d", "c", "b", "a"];
    const lines = names.flatMap((name): Line[] => [
      [3, "observationProperties", name, "reference"],
      [4, name, "x"],
    ]);
    expect(partsOf([type, variable, date, value, ...lines])).toEqual({
      parts: none,
      found: [
        {
          file: "a.mcf",
          level: "error",
          counter: "Sanity_TooManyEntities",
          line: 1,
          message:
            "an observation is about 3 entities at most, and this one is about 4 (a, b, c, d); it is not loaded",
        },
      ],
    });
  });
});

test("a further type of an observation is not kept", () => {
  const { parts, found } = partsOf([...whole, [8, "typeOf", "Thing", "reference"]]);
  expect(parts).toEqual(partsOf(whole).parts);
  expect(found).toEqual([
    {
      file: "a.mcf",
      level: "warning",
      counter: "Sanity_UnexpectedPropInStatVarObservation",
      line: 8,
      message: "an observation has no further type; 'Thing' is not kept: node 'o'",
    },
  ]);
});

describe("a node is an observation by its type alone", () => {
  test.each<[type: Line, isOne: boolean]>([
    [type, true],
    [[2, "typeOf", "StatVarObservation", "text"], false],
    [[2, "typeOf", "StatVar", "reference"], false],
    [[2, "type", "StatVarObservation", "reference"], false],
  ])("%j: %s", (line, isOne) => {
    expect(isObservation(blockOf([variable, line]))).toBe(isOne);
  });

  const typeless = {
    file: "a.mcf",
    level: "warning",
    counter: "Sanity_MissingOrEmpty",
    suffix: "typeOf",
    line: 1,
    message:
      "node 'o' has no typeOf: it is loaded as a node, and its value is not loaded as an observation" +
      '; an observation has the line "typeOf: dcs:StatVarObservation"',
  };
  test.each<[what: string, lines: readonly Line[], found: readonly object[]]>([
    ["variable and value", [variable, value], [typeless]],
    ["a value", [value], []],
    ["a variable", [variable], []],
    ["a type, too", [type, variable, value], []],
  ])("without one it is reported if it has %s", (_, lines, expected) => {
    const { found, log } = logged();
    reportTypeless(blockOf(lines), log);
    expect(found).toEqual(expected);
  });

  test.each<[lines: readonly Line[], isHinted: boolean]>([
    [[[2, "typeOf", "StatVarObservatin"]], true],
    [[variable], true],
    [[[2, "name", "StatVarObservatin"]], false],
    [[type, about], false],
    [[], false],
  ])("of %j it is asked whether it is one: %s", (lines, isHinted) => {
    const hint = '; an observation has the line "typeOf: dcs:StatVarObservation"';
    expect(observationHint(lines.map(lineOf))).toBe(isHinted ? hint : "");
  });
});

test("what is missing is what no value has, and no entity where others are named", () => {
  const missing = (...lines: readonly Line[]) => missingProperties(lines.map(lineOf));
  const required = ["variableMeasured", "observationAbout", "observationDate", "value"];
  expect(missing()).toEqual(required);
  expect(missing(variable, value)).toEqual(["observationAbout", "observationDate"]);
  expect(missing([2, "observationProperties", "from"])).toEqual(
    required.filter((one) => one !== "observationAbout"),
  );
});

test("what an observation says besides is neither its type nor its name", () => {
  const properties = [
    "typeOf",
    "dcid",
    "keyString",
    "observationProperties",
    "name",
    "eiaSeriesId",
  ];
  expect(properties.filter(isFurtherProperty)).toEqual(["name", "eiaSeriesId"]);
});

test("slots are those of the required properties and of the facet", () => {
  const usual = ["variableMeasured", "observationAbout", "observationDate", "value"];
  expect(usual.map(slotOf)).toEqual([0, 1, 2, 3]);
  expect(slotOf("name")).toBeUndefined();
  expect(slipAs("value", [lineOf([1, "vlaue", "7"])])).toBe("; is 'vlaue' meant to be 'value'?");
  expect(slipAs("value", [lineOf(value)])).toBe("");
});
