/** How numbers are written below each other and on axes, and how sources are listed. */
import { expect, test } from "vitest";
import { tablePicture } from "../../explorer/charts/picture.ts";
import { evenTexts, numberText, percentText } from "../../explorer/parts/format.ts";
import { citationsOf, type Observation } from "../../explorer/parts/observations.ts";
import { valueTexts } from "../../explorer/parts/sources.tsx";

const even = (...values: readonly number[]) => evenTexts(values, values.map(numberText));

const observed = (variable: string, value: number | null): Observation => ({
  ...{
    date: "2020",
    entity: "geoId/06",
    entityName: "California",
    variable,
    variableName: variable,
  },
  ...{ facetId: "1", importName: "Survey", method: "", period: "", url: "", unit: "" },
  ...{ value, citations: [], divisors: [] },
});

const ticksIn = (svg: string): readonly string[] => {
  const [, axis = ""] = /aria-label="y-axis tick label"[^>]*>(.*?)<\/g>/s.exec(svg) ?? [];
  return [...axis.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = ""]) => text);
};

test.each([
  ["small numbers that are close", 0.02084, 0.02121],
  ["large numbers that are close", 1_234_500, 1_234_900],
  ["numbers of one decimal", 4, 5.5],
  ["parts of a hundred", 0.018, 0.038],
])("ticks of an axis differ, and have equally many decimals: %s", async (_what, from, to) => {
  const points = [
    { date: "2020", value: from },
    { date: "2021", value: to },
  ];
  const texts = { title: "Riders", about: "", sources: [] };
  const ticks = ticksIn(await tablePicture({ ...texts, series: [{ name: "Oregon", points }] }));
  expect(ticks.length).toBeGreaterThan(3);
  expect(new Set(ticks).size).toBe(ticks.length);
  const decimals = ticks.map((text) => text.replace(/K$/, "").split(".")[1]?.length ?? 0);
  if (!ticks.join().includes("M")) expect(new Set(decimals).size).toBe(1);
  for (const text of ticks) expect(text).toMatch(/^[\d,]+(\.\d+)?[KM]?$/);
});

test("numbers of bars that are rounded keep their zeros", async () => {
  const values = [83.996, 83.454, 79.004, 5];
  const series = values.map((value) => ({ name: `${value}`, points: [{ date: "2022", value }] }));
  const svg = await tablePicture({ title: "Years", about: "", sources: [], series });
  for (const text of ["84.0", "83.5", "79.0", "5"]) expect(svg).toContain(`>${text}</text>`);
});

test("changes in percent have one decimal each", () => {
  expect([16.0413, -9.41, 1234.5].map(percentText)).toEqual(["16.0", "-9.4", "1,234.5"]);
});

test("numbers below each other have the same number of decimals, where none is rounded for it", () => {
  expect(even(5, 5.5, -1204)).toEqual(["5.0", "5.5", "-1,204.0"]);
  expect(even(5.25, 5.5)).toEqual(["5.25", "5.50"]);
  expect(even(5, 6)).toEqual(["5", "6"]);
  // 0.123456789 is written with six digits: zeros would say more than is known.
  expect(even(5.5, 0.123456789)).toEqual(["5.5", "0.123457"]);
  // Zeros after numbers of other sizes say nothing.
  expect(even(5.25, -0.005, 0)).toEqual(["5.25", "-0.005", "0"]);
});

test("people have no decimals because a rate beside them has some", () => {
  const all = [observed("people", 39_355_309), observed("rate", 5), observed("rate", 5.5)];
  expect([...valueTexts([...all, observed("rate", null)]).values()]).toEqual([
    "39,355,309",
    "5.0",
    "5.5",
  ]);
});

test("a source that two tables cite is named once, from the first date to the last", () => {
  const citation = { source: "Bureau", provenance: "Survey", facetIds: ["1"], text: "" };
  const [x, y] = ["2018", "2024"].map((date) => ({
    ...observed("age", 1),
    ...{ date, citations: [{ ...citation, from: date, to: date }] },
  }));
  expect(citationsOf([x!, y!])).toEqual(["Bureau, Survey, 2018–2024"]);
});
