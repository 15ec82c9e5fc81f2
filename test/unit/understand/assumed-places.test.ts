/** Places that are meant where a question names none, by where numbers are. */
import { describe, expect, test } from "vitest";
import { Governor } from "../../../src/options/governor.ts";
import { assumedPlaces, placesWithin } from "../../../src/understand/assumed-places.ts";
import type { IntentKind } from "../../../src/understand/understanding.ts";
import { worldOf } from "../../oracle/small-world.ts";

/** Type, and where it lies. */
const places: Readonly<Record<string, readonly string[]>> = {
  usa: ["Country"],
  ohio: ["State", "usa"],
  iowa: ["State", "usa"],
  a: ["County", "ohio"],
  b: ["County", "ohio"],
  c: ["County", "iowa"],
  town: ["City", "a"],
  x: ["Country", "y"],
  y: ["Country", "x"],
  alone: ["City"],
  bare: [""],
  under: ["", "bare"],
  below: ["", "bare"],
};

const world = (observed: string) =>
  worldOf(
    [
      ...Object.entries(places).flatMap(([dcid, [type = "", outer = "=text"]]) => [
        ...(type === "" ? [] : [[dcid, "typeOf", type] as const]),
        [dcid, "containedInPlace", outer] as const,
      ]),
      ["V", "typeOf", "StatisticalVariable"],
    ],
    observed
      .split(" ")
      .filter((entity) => entity !== "")
      .map((entity) => ["V", entity, "2020", "1"] as const),
  );
const all: readonly IntentKind[] = [
  ...(["value", "comparison", "change"] as const),
  ...(["ranking", "map", "correlation"] as const),
];
const assumed = (observed: string) => {
  const kinds = all.map((kind) => assumedPlaces(world(observed), "V", kind, new Governor({})));
  const [value, , , ranking] = kinds;
  expect(kinds).toEqual([value, value, value, ranking, ranking, ranking]);
  return [value, ranking];
};
const within = (place: string, type: string) => `${place}<-containedInPlace+{typeOf:${type}}`;

test.each([
  ["usa ohio iowa", "usa", within("usa", "State")],
  ["usa ohio", "usa", "usa"],
  ["usa ohio iowa a b c", "usa", within("usa", "State")],
  ["usa a b", "usa", "usa"],
  ["ohio iowa a b c", "ohio", within("ohio", "County")],
  ["ohio iowa", "State<-typeOf", "State<-typeOf"],
  ["a iowa town c", "iowa", "iowa"],
  ["alone iowa ohio", "State<-typeOf", "State<-typeOf"],
  ["a town", "a", "a"],
  ["town", "town", "town"],
  ["x y", "y", "y"],
  ["bare", "bare", "bare"],
  ["under below", undefined, undefined],
  ["bare under below", "bare", "bare"],
  ["below under alone ohio iowa", "State<-typeOf", "State<-typeOf"],
  ["", undefined, undefined],
])("of '%s' a value is about %s, and a ranking about %s", (observed, value, ranking) => {
  expect(assumed(observed)).toEqual([value, ranking]);
});

test("of a variable that the world does not have no place is meant", () => {
  expect(assumedPlaces(world("usa"), "W", "value", new Governor({}))).toBeUndefined();
});

test("places with numbers count as rows", () => {
  const limited = new Governor({ maxRows: 1 });
  expect(assumedPlaces(world("usa"), "V", "value", limited)).toBe("usa");
  expect(() =>
    assumedPlaces(world("usa ohio"), "V", "value", new Governor({ maxRows: 1 })),
  ).toThrow(expect.objectContaining({ code: "LIMIT", setting: "maxRows" }));
});

describe("of a place that is named", () => {
  test.each([
    ["usa", "ohio iowa a b", within("usa", "State")],
    ["ohio", "usa a b c", within("ohio", "County")],
    ["iowa", "a b c", undefined],
    ["usa", "a b c", undefined],
    ["bare", "under below", undefined],
  ])("those in %s with numbers, of '%s', are compared: %s", (place, observed, set) => {
    const found = all.map((kind) => placesWithin(world(observed), "V", place, kind));
    expect(found).toEqual([...Array(3).fill(undefined), ...Array(3).fill(set)]);
  });
});
