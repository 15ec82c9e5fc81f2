import { expect, test } from "vitest";
import { didYouMean, meant, nearest } from "../../../src/errors/nearest.ts";

test("the three nearest names, and first of all those that differ in capitals only", () => {
  const known = ["state", "City", "Town", "Stale", "State"];
  expect(nearest("STATE", known)).toEqual(["state", "State", "Town"]);
  expect(nearest("Stat", known, 1)).toEqual(["State"]);
});

test.each([
  ["nam", ["name", "node"], "; did you mean 'name'?"],
  ["--limt", ["--limit", "--list"], "; did you mean '--limit'?"],
  ["no", ["me", "node"], ""],
  ["a".repeat(401), ["a".repeat(400)], ""],
])("a slip is one letter in three: %s", (name, known, hint) => {
  expect(didYouMean(meant(name, known))).toBe(hint);
});
