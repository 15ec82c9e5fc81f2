/** Series as an index and as change per year. */
import { expect, test } from "vitest";
import { madeOf } from "../../explorer/charts/shown-as.ts";

const series = (...values: readonly (readonly [string, number | null])[]) =>
  values.map(([date, value]) => ({ date, value }));

test("an index is 100 at the first date that all series have", () => {
  const a = series(["2010", 50], ["2011", 60], ["2012", 90]);
  const b = series(["2011", 10], ["2012", 5]);
  const { label, of } = madeOf([a, b], "index");
  expect(label).toBe("index, 2011 = 100");
  expect([...a, ...b].map((one) => Math.round(of?.(one) ?? 0))).toEqual([83, 100, 150, 100, 50]);
});

test("without such a date there is no index, and the reason is there", () => {
  const { of, why } = madeOf([series(["2010", 1]), series(["2011", 1])], "index");
  expect(of?.({ date: "2010", value: 1 })).toBeNull();
  expect(why).toMatch(/^No date has a number of all places/);
});

test("a change counts years, not rows; from 0 and without a year before there is none", () => {
  const years = series(
    ["2010", 50],
    ["2011", 55],
    ["2013", 60],
    ["2014", 0],
    ["2015", 7],
    ["x", 1],
  );
  const { of } = madeOf([years], "change");
  expect(years.map((one) => of?.(one))).toEqual([null, 10, null, -100, null, null]);
  const months = series(["2020-03", 4], ["2021-02", 5], ["2021-03", 5]);
  expect(months.map((one) => madeOf([months], "change").of?.(one))).toEqual([null, null, 25]);
});
