/** Which numbers a colour of the map stands for, and how the legend says so. */
import { expect, test } from "vitest";
import { colorOf, stepsOf, stepTexts } from "../../../explorer/charts/steps.ts";
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
  expect(steps[0]).toEqual({ from: 1, to: 1, color: "step-0" });
});

test("a number has the colour of the legend's step that holds it", () => {
  const values = Array.from({ length: 51 }, (_, at) => at ** 2);
  const steps = stepsOf(values);
  expect(steps).toHaveLength(6);
  for (const value of values) {
    const [step] = steps.filter(({ from, to }) => from <= value && value <= to);
    expect(colorOf(steps, value)).toBe(step?.color);
  }
});

const colorsOf = (...values: readonly number[]) =>
  stepsOf(values).map(({ from, to, color }) => [from, to, color]);

test("few numbers have the colours of the whole scale", () => {
  expect(colorsOf(1)).toEqual([[1, 1, "step-4"]]);
  expect(colorsOf(1, 2, 3)).toEqual([
    [1, 1, "step-0"],
    [2, 2, "step-3"],
    [3, 3, "step-5"],
  ]);
});

test("losses share no step and no colour with gains", () => {
  expect(colorsOf(-2, 0.5, 1, 2, 3, 4, 5, 6, 7, 8)).toEqual([
    [-2, -2, "below-1"],
    [0.5, 0.5, "step-0"],
    [1, 2, "step-1"],
    [3, 4, "step-3"],
    [5, 6, "step-4"],
    [7, 8, "step-5"],
  ]);
  expect(colorsOf(-9, -8, -7, -6, -5, -4, 0, 1)).toEqual([
    [-9, -8, "below-2"],
    [-7, -6, "below-1"],
    [-5, -4, "below-0"],
    [0, 0, "step-0"],
    [1, 1, "step-5"],
  ]);
  expect(colorsOf(-3, -2)).toEqual([
    [-3, -3, "step-0"],
    [-2, -2, "step-5"],
  ]);
});

test("a small number of a range has three digits, as the others have", () => {
  expect(textsOf(-2.2, 0.682874, 1.41)).toEqual(["-2.2", "0.683", "1.41"]);
});

test("a range of losses has no dash beside a minus", () => {
  const many = Array.from({ length: 12 }, (_, at) => at - 4);
  expect(textsOf(...many)[0]).toBe("-4 to -3");
});
