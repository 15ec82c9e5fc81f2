import { expect, test } from "vitest";
import { didYouMean, meant, nearest } from "../../../src/errors/nearest.ts";

test("the three nearest names, the nearest first, of which one slip of a letter makes three", () => {
  const known = ["state", "City", "Town", "Stale", "State"];
  expect(nearest("STATE", known)).toEqual(["state", "State"]);
  expect(nearest("Stade", [...known, "Spade", "Stage"])).toEqual(["Stale", "State", "Spade"]);
  expect(nearest("Stat", known, 1)).toEqual(["State"]);
});

test("a name that is known twice is suggested once", () => {
  expect(nearest("Stat", ["State", "State", "Town", "State"])).toEqual(["State"]);
});

test("a name that is much farther than the nearest one is another name", () => {
  expect(nearest("geoID/06", ["Count_Person", "geoId/06", "geoId/48"])).toEqual(["geoId/06"]);
  expect(nearest("ab", ["xb", "xy", "xyz", "wxyz"])).toEqual(["xb", "xy", "xyz"]);
  expect(nearest("ab", ["xb", "vwxyz"])).toEqual(["xb"]);
  expect(nearest("abcd", ["uvwxyz", "stuvwxyz"])).toEqual(["uvwxyz", "stuvwxyz"]);
});

test("a name in another case, with underscores or dashes, comes first", () => {
  const known = ["RESOURCES_EXHAUSTED", "resourceExhausted", "internal"];
  expect(meant("RESOURCE_EXHAUSTED", known)).toEqual(["resourceExhausted"]);
  expect(meant("resource-exhausted", known)).toEqual(["resourceExhausted"]);
});

test.each([
  ["nam", ["name", "node"], "; did you mean 'name'?"],
  ["--limt", ["--limit", "--list"], "; did you mean '--limit'?"],
  ["no", ["me", "node"], ""],
  ["a".repeat(401), ["a".repeat(400)], ""],
])("a slip is one letter in three: %s", (name, known, hint) => {
  expect(didYouMean(meant(name, known))).toBe(hint);
});
