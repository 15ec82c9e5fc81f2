/** A place whose values are shares where those of all others are percentages. */
import { expect, test } from "vitest";
import { PlaceSizes } from "../../../src/lint/place-sizes.ts";
import type { FacetEntry } from "../../../src/stats/facets.ts";
import { lintTexts } from "./lint-texts.ts";

const series = (entity: string, values: readonly (number | string)[], facet: object = {}) => ({
  entity,
  facet: { facetId: "1", unit: "", scalingFactor: "", ...facet } as FacetEntry,
  points: values.map((value, at) => ({ date: `${2020 + at}`, value })),
});

const usual = [series("DEU", [90.5, 90.9]), series("FRA", [89.2, 89.6]), series("ITA", [86.6, 87])];

function saidOf(all: readonly ReturnType<typeof series>[]): string[] {
  const sizes = new PlaceSizes<ReturnType<typeof series>>();
  for (const one of all) sizes.add(one);
  return sizes.odd().map(({ series: { entity }, said }) => `${entity}: ${said}`);
}

const share =
  "POL: all its values, as 0.879 at 2020, are about 1/100 of those of 3 other places, as 86.6 of 'ITA': are they shares?";

test("is named, wherever it stands among them", () => {
  const odd = series("POL", [0.879, 0.883]);
  for (let at = 0; at <= usual.length; at++)
    expect(saidOf([...usual.slice(0, at), odd, ...usual.slice(at)])).toEqual([share]);
  const percent = { unit: "Percent" };
  expect(
    saidOf([...usual, odd].map((one) => ({ ...one, facet: { ...one.facet, ...percent } }))),
  ).toEqual([share]);
});

test("is named where it alone has percentages", () => {
  const shares = usual.map(({ entity, points }) =>
    series(
      entity,
      points.map(({ value }) => Number(value) / 100),
    ),
  );
  expect(saidOf([...shares, series("POL", [87.9, 88.3])])).toEqual([
    "POL: all its values, as 87.9 at 2020, are about 100 times those of 3 other places, as 0.905 of 'DEU': are they percentages?",
  ]);
});

test.each<[string, ReturnType<typeof series>[]]>([
  ["two other places", [...usual.slice(1), series("POL", [0.879])]],
  ["two such places", [...usual, series("POL", [0.879]), series("CZE", [0.9])]],
  ["others that are far from each other", [...usual, series("A", [9]), series("POL", [0.879])]],
  ["a value that fits none of them", [...usual, series("POL", [0.3])]],
  ["shares alone", [0.9, 0.8, 0.85, 0.009].map((value, at) => series(`${at}`, [value]))],
  ["percentages alone", [1.1, 1.2, 1.3, 99].map((value, at) => series(`${at}`, [value]))],
  ["values that are low", [...usual, series("POL", [3])]],
  ["amounts", [...usual.map((one) => series(one.entity, [9050])), series("POL", [90])]],
  ["a value of nothing", [...usual, series("A", [0]), series("POL", [0.879])]],
  ["a text", [...usual, series("A", ["x"]), series("POL", [0.879])]],
  [
    "another unit",
    [...usual, series("POL", [0.879])].map((one) => ({
      ...one,
      facet: { ...one.facet, unit: "Year" },
    })),
  ],
  [
    "a scaling factor",
    [...usual, series("POL", [0.879])].map((one) => ({
      ...one,
      facet: { ...one.facet, scalingFactor: "100" },
    })),
  ],
  ["another facet", [...usual, series("POL", [0.879], { facetId: "2" })]],
])("is not named beside %s", (_, all) => {
  expect(saidOf(all)).toEqual([]);
});

test("is a warning at its first row, and none for a count", async () => {
  const rows = (variable: string) =>
    ["DEU,90.5", "FRA,89.2", "ITA,86.6", "POL,0.879"]
      .map((row) => `${row.replace(",", `,${variable},2020,`)}\n`)
      .join("");
  const table = `entity,variable,date,value\n${rows("Coverage")}${rows("Count_Dose")}`;
  const { found, messages } = await lintTexts({ "o.csv": table });
  const odd = found.flatMap((one, at) =>
    one.includes("Shares") ? [`${one} ${messages[at]}`] : [],
  );
  expect(odd).toEqual([
    "warning Graph_SharesOfOnePlace o.csv:5 'Coverage' of 'POL': all its values, as 0.879 at 2020, are about 1/100 of those of 3 other places, as 86.6 of 'ITA': are they shares?",
  ]);
});
