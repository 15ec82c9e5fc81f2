/** Which numbers a colour of the map stands for, and how the legend says so. */
import { expect, test } from "vitest";
import { colorAt, colorOf, stepsOf, stepTexts } from "../../../explorer/charts/steps.ts";
import { shortNumber } from "../../../explorer/parts/format.ts";

const textsOf = (...values: readonly number[]) => stepTexts(stepsOf(values), shortNumber);

test("few places have a colour for each number, not ranges", () => {
  expect(textsOf(12, 7, 5301, 12)).toEqual(["7", "12", "5.3K"]);
  expect(textsOf(4)).toEqual(["4"]);
});

test("numbers that differ are written with as many digits as tell them apart", () => {
  expect(textsOf(5301, 5302, 5340)).toEqual(["5.301K", "5.302K", "5.34K"]);
  expect(textsOf(0.1234567, 0.1234568)).toEqual(["0.1234567", "0.1234568"]);
});

test("each step has numbers of its own: ranges neither touch nor are empty", () => {
  // Most places have one number: it is no limit of two steps.
  const many = [1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const steps = stepsOf(many);
  for (const { from, to } of steps) expect(many).toEqual(expect.arrayContaining([from, to]));
  for (const value of many) {
    expect(steps.filter(({ from, to }) => from <= value && value <= to)).toHaveLength(1);
  }
  expect(steps[0]).toEqual({ from: 1, to: 1 });
});

test("a number has the colour of the legend's step that holds it", () => {
  const values = Array.from({ length: 51 }, (_, at) => at ** 2);
  const steps = stepsOf(values);
  expect(steps).toHaveLength(6);
  for (const value of values) {
    const at = steps.findIndex(({ from, to }) => from <= value && value <= to);
    expect(colorOf(steps, value)).toBe(colorAt(at, steps.length));
  }
});
