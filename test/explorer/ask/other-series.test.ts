/** Whether the lines of an answer are of the series of its numbers. */
import { expect, test } from "vitest";
import { otherSeries, othersIn } from "../../../explorer/ask/answer-rows.ts";
import type { Observation } from "../../../explorer/parts/observations.ts";

const observed = (entityName: string, period: string, variable = "rate"): Observation => ({
  ...{ date: "2020", entity: `place/${entityName}`, entityName, variable, variableName: variable },
  ...{ facetId: `labor ${period}`, importName: "Labor", method: "", period, url: "", unit: "" },
  ...{ value: 1, citations: [], divisors: [] },
});
const [texas, florida] = [observed("Texas", "P1Y"), observed("Florida", "P1Y")];
const months = { texas: observed("Texas", "P1M"), florida: observed("Florida", "P1M") };

test("lines of the series of the numbers need no words", () => {
  expect(othersIn([texas, florida], [florida, texas])).toEqual([]);
  expect(otherSeries([texas, florida], [florida, texas])).toEqual([]);
});

test("lines of another series than all numbers say so without places", () => {
  expect(otherSeries([texas, florida], [months.texas, months.florida]).join(" ")).toBe(
    "The lines are the longest series, Labor · P1Y. The numbers above are of Labor · P1M.",
  );
});

test("the line of one place is named where the number of another place is of the series drawn", () => {
  const numbers = [texas, months.florida];
  expect(othersIn([texas, florida], numbers)).toEqual([florida]);
  expect(otherSeries([texas, florida], numbers).join(" ")).toBe(
    "The lines of Florida are the longest series, Labor · P1Y. The numbers above are of Labor · P1M.",
  );
});

test("a number of another variable does not hide that a line is of another series", () => {
  const numbers = [months.texas, observed("Texas", "P1Y", "jobs")];
  expect(othersIn([texas], numbers)).toEqual([texas]);
});
