import { describe, expect, test } from "vitest";
import {
  isLatitude,
  isLongitude,
  parseComplexValue,
  readComplex,
} from "../../../../src/load/values/complex-value.ts";
import { logged } from "./findings.ts";

const node = (text: string): string[] => {
  const result = parseComplexValue(text);
  if (!("dcid" in result)) throw new Error(result.message);
  return [
    result.dcid,
    ...result.properties.map(([property, { kind, text: value }]) => `${property} ${kind} ${value}`),
  ];
};

describe("quantities", () => {
  test.each(["[10 Years]", "[Years 10]", "[dcs:Years 10]", "[ Years  10 ]"])("%s", (text) => {
    expect(node(text)).toEqual([
      "Years10",
      "typeOf reference Quantity",
      "name text Years 10",
      "value number 10",
      "unitOfMeasure reference Years",
    ]);
  });

  test.each([
    ["[-5 Celsius]", "Celsius-5"],
    ["[% 5]", "%5"],
  ])("%s is %s", (text, dcid) => {
    expect(node(text)[0]).toBe(dcid);
  });
});

describe("ranges", () => {
  test.each(["[10 20 Years]", "[Years 10 20]", "[10 20 schema:Years]"])("%s", (text) => {
    expect(node(text)).toEqual([
      "Years10To20",
      "typeOf reference QuantityRange",
      "name text Years 10 To 20",
      "startValue number 10",
      "endValue number 20",
      "unit reference Years",
    ]);
  });

  test("without an end", () => {
    expect(node("[Years 18 -]")).toEqual([
      "Years18Onwards",
      "typeOf reference QuantityRange",
      "name text Years 18 Onwards",
      "startValue number 18",
      "endValue text -",
      "unit reference Years",
    ]);
  });

  test.each(["[- -5 Celsius]", "[Celsius - -5]"])("without a start: %s", (text) => {
    expect(node(text)).toEqual([
      "CelsiusUpto-5",
      "typeOf reference QuantityRange",
      "name text Celsius UpTo -5",
      "startValue text -",
      "endValue number -5",
      "unit reference Celsius",
    ]);
  });
});

describe("coordinates", () => {
  test.each([
    "[LatLong 37.3884812 -122.0834373]",
    "[37.3884812 -122.0834373 latlong]",
    "[LATLONG 37.3884812N 122.0834373w]",
  ])("%s", (text) => {
    expect(node(text).slice(0, 3)).toEqual([
      "latLong/3738848_-12208344",
      "typeOf reference GeoCoordinates",
      "name text 37.38848,-122.08344",
    ]);
  });

  test("keep their degrees as written", () => {
    expect(node("[LatLong 43S 116E]")).toEqual([
      "latLong/-4300000_11600000",
      "typeOf reference GeoCoordinates",
      "name text -43.00000,116.00000",
      "latitude text 43S",
      "longitude text 116E",
    ]);
  });

  test("zero has no sign", () => {
    expect(node("[LatLong -0.000001 -0]").slice(0, 3)).toEqual([
      "latLong/0_0",
      "typeOf reference GeoCoordinates",
      "name text 0.00000,0.00000",
    ]);
  });
});

describe("what is no complex value", () => {
  test.each([
    ["[]", "MCF_MalformedComplexValueParts"],
    ["[10]", "MCF_MalformedComplexValueParts"],
    ["[Years 1 2 3]", "MCF_MalformedComplexValueParts"],
    ["[dcs: 5]", "MCF_MalformedComplexValueParts"],
    ['[Years "1]', "MCF_MalformedComplexValueParts"],
    ["[Years ten]", "MCF_QuantityMalformedValue"],
    ["[5Years 10Years]", "MCF_QuantityMalformedValue"],
    ["[Years -]", "MCF_QuantityMalformedValue"],
    ["[years less 5]", "MCF_QuantityRangeMalformedValues"],
    ["[5 years -]", "MCF_QuantityRangeMalformedValues"],
    ["[- - 15]", "MCF_QuantityRangeMalformedValues"],
    ["[LatLong 91 0]", "MCF_InvalidLatitude"],
    ["[LatLong 53W 0]", "MCF_InvalidLatitude"],
    ["[LatLong NaN 0]", "MCF_InvalidLatitude"],
    ["[LatLong a 0]", "MCF_InvalidLatitude"],
    ["[LatLong 0 181]", "MCF_InvalidLongitude"],
    ["[LatLong 0 --1]", "MCF_InvalidLongitude"],
    ["[LatLong 1f0 0]", "MCF_InvalidLatitude"],
    ["[LatLong 0x1p1 0]", "MCF_InvalidLatitude"],
  ])("%s: %s", (text, counter) => {
    expect(parseComplexValue(text)).toMatchObject({ counter });
  });

  test.each([
    ["[]", "expected 2 parts, as in [Years 10], or 3, as in [Years 10 20]; found 0 in '[]'"],
    ["[dcs: 5]", "the unit is missing in '[dcs: 5]'"],
    ["[Years x1]", "the value of a quantity must be a number, in '[Years x1]'"],
    ["[- - 15]", "start and end must be numbers, or one of them '-', in '[- - 15]'"],
    [
      "[LatLong 91 0]",
      "expected degrees from -90 to 90 with an optional N or S as latitude in '[LatLong 91 0]'",
    ],
    [
      "[LatLong 0 181]",
      "expected degrees from -180 to 180 with an optional E or W as longitude in '[LatLong 0 181]'",
    ],
  ])("%s: the message says why", (text, message) => {
    expect(parseComplexValue(text)).toMatchObject({ message });
  });

  test("a unit may hold digits, and degrees the mark of a type", () => {
    expect(node("[CO2 5]")[0]).toBe("CO25");
    expect(node("[LatLong 90f -180D]")[0]).toBe("latLong/9000000_-18000000");
  });

  test("latitudes and longitudes are told from other texts", () => {
    const texts = ["90", "90N", "90S", "-90", "91", "9E", "north", "", "180W", "180", "181E"];
    expect(texts.filter(isLatitude)).toEqual(["90", "90N", "90S", "-90"]);
    expect(texts.filter(isLongitude)).toEqual(["90", "-90", "91", "9E", "180W", "180"]);
  });
});

test.each([
  ["[a:b:Years 10]", "b:Years10"],
  ["[Years 1.5 2e3]", "Years1.5To2e3"],
  ["[1 2 3]", "31To2"],
  ["[- 5 Years]", "YearsUpto5"],
  ["[5 - Years]", "Years5Onwards"],
  ["[LatLong 90 180]", "latLong/9000000_18000000"],
  ["[LatLong 1.000004n 1.000005e]", "latLong/100000_100001"],
])("%s is the node %s", (text, dcid) => {
  expect(node(text)[0]).toBe(dcid);
});

const degrees = (limit: number, marks: string, what: string) =>
  `expected degrees from -${limit} to ${limit} with an optional ${marks} as ${what} in`;
const parts = "expected 2 parts, as in [Years 10], or 3, as in [Years 10 20]; found";
test.each([
  ["[10]", "MCF_MalformedComplexValueParts", `${parts} 1 in '[10]'`],
  ["[Years 1 2 3]", "MCF_MalformedComplexValueParts", `${parts} 4 in '[Years 1 2 3]'`],
  ['[Years "1]', "MCF_MalformedComplexValueParts", `${parts} 0 in '[Years "1]'`],
  ["[5 dcs:]", "MCF_MalformedComplexValueParts", "the unit is missing in '[5 dcs:]'"],
  ["[1 2 dcs:]", "MCF_MalformedComplexValueParts", "the unit is missing in '[1 2 dcs:]'"],
  [
    "[Years - x]",
    "MCF_QuantityRangeMalformedValues",
    "start and end must be numbers, or one of them '-', in '[Years - x]'",
  ],
  [
    "[LatLong 90.00001 200]",
    "MCF_InvalidLatitude",
    `${degrees(90, "N or S", "latitude")} '[LatLong 90.00001 200]'`,
  ],
  [
    "[LatLong 90 -180.00001]",
    "MCF_InvalidLongitude",
    `${degrees(180, "E or W", "longitude")} '[LatLong 90 -180.00001]'`,
  ],
])("%s of a node is reported with its line, property and node", (text, counter, message) => {
  const { found, log } = logged();
  const value = { text, property: "age", line: 7, kind: "complex" } as const;
  expect(readComplex(value, "dcid:n", log)).toBeUndefined();
  const whole = `${message}: property 'age' of node 'dcid:n'`;
  expect(found).toEqual([{ file: "a.mcf", level: "error", counter, line: 7, message: whole }]);
});

test("a complex value of a node is read without a word", () => {
  const { found, log } = logged();
  const value = { text: "[Years 5]", property: "age", line: 7, kind: "complex" } as const;
  expect(readComplex(value, "n", log)).toEqual(parseComplexValue("[Years 5]"));
  expect(found).toEqual([]);
});
