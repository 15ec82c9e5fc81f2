import { expect, test } from "vitest";
import { didYouMean, meant, nearest } from "../../../src/errors/nearest.ts";

test("the three nearest names, and first of all those that differ in capitals only", () => {
  const known = ["state", "City", "Town", "Stale", "State"];
  expect(nearest("STATE", known)).toEqual(["state", "State", "Town"]);
  expect(nearest("Stat", known, 1)).toEqual(["State"]);
});

test("a name that is known twice is suggested once", () => {
  expect(nearest("Stat", ["State", "State", "Town", "State"])).toEqual(["State", "Town"]);
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
