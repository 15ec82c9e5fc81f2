import { expect, test } from "vitest";
import { isSelfExplaining } from "../../../../src/lint/checks/schema-names.ts";

const isDescribed = (name: string) => ["Male", "Years", "USDollar"].includes(name);

test.each([
  "Years10To20",
  "Years1.5To20.25",
  "Years85Onwards",
  "Years2.5Onwards",
  "YearsUpto25",
  "YearsUpto2.5",
  "latLong/3700000_-12210000",
  "latLong/-37_122",
  "Years15",
  "Years1.5",
  "Male__Years85Onwards",
])("%s says itself what it means", (name) => {
  expect(isSelfExplaining(name, isDescribed)).toBe(true);
});

test.each([
  "years10To20",
  "Years10To",
  "Years10To20Old",
  "latLong/37",
  "latLong/37_12a",
  "latLong/a37_12",
  "xYears15",
  "Years15x",
  "Years15.",
  "Days15",
  "Male",
  "Male__Female",
  "Upto25",
  "YearsUpto",
])("%s does not", (name) => {
  expect(isSelfExplaining(name, isDescribed)).toBe(false);
});
