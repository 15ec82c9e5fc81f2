/** The date that most places have, among those that are looked at. */
import { describe, expect, test } from "vitest";
import { open } from "../../../../src/index.ts";
import { datesByVariable, widestPoints } from "../../../../src/routes/website/date-counts.ts";

const now = new Date().getUTCFullYear();
/** A date so many years before this one. */
const back = (years: number, month = "") => `${now - years}${month}`;

/** @param counts how many places have a value, by date */
async function widest(counts: Readonly<Record<string, number>>, hasAllFacets = false) {
  const rows = Object.entries(counts).flatMap(([date, count]) =>
    Array.from({ length: count }, (_, at) => `p${at},V,${date},${at + 1},A`),
  );
  const world = await open({
    "a.csv": ["entity,variable,date,value,import_name", ...rows].join("\n"),
  });
  const entities = { dcids: ["p0", "p1", "p2", "p3"] };
  const { data } = widestPoints(world, { entities, variables: ["V"] }, hasAllFacets);
  const [point] = [data["V"]?.["p0"] ?? {}].flat() as { readonly date?: string }[];
  return point?.date;
}

const single = Object.fromEntries([1, 2, 3, 4].map((years) => [back(years), 1]));
const months = ["-01", "-02", "-03", "-04", "-05", "-06"].map((month) => back(1, month));

describe("the date that most places have", () => {
  test.each<[about: string, counts: Readonly<Record<string, number>>, date: string | undefined]>([
    ["is the one with the greatest number", { [back(1)]: 1, [back(2)]: 3, [back(3)]: 2 }, back(2)],
    ["is the latest of equal ones", { [back(1)]: 2, [back(2)]: 2, [back(3)]: 1 }, back(1)],
    ["is not in the future", { [back(-1)]: 3, [back(1)]: 1, [back(2)]: 2 }, back(2)],
    ["is an old one, among the five latest", { ...single, [back(30)]: 3 }, back(30)],
    ["is no old one after the five latest", { ...single, [back(20)]: 1, [back(30)]: 3 }, back(1)],
    [
      "is one of the last five years, however many these have",
      { ...Object.fromEntries(months.map((month) => [month, 1])), [back(4)]: 3 },
      back(4),
    ],
    [
      "is not five years old to the day, if five are later",
      { ...single, [back(1, "-06")]: 1, [back(5)]: 3 },
      back(1, "-06"),
    ],
    [
      "is in the year that is five years ago, however many are later",
      { ...single, [back(1, "-06")]: 1, [back(5, "-02")]: 3 },
      back(5, "-02"),
    ],
    ["is none where all are in the future", { [back(-1)]: 2 }, undefined],
  ])("%s", async (_, counts, date) => {
    expect(await widest(counts)).toBe(date);
    expect(await widest(counts, true)).toBe(date);
  });

  test("of a facet that is asked for is its own", async () => {
    const rows = [
      ...["p0", "p1", "p2"].map((place) => `${place},V,${back(2)},1,A`),
      ...["p0", "p1"].map((place) => `${place},V,${back(3)},2,B`),
    ];
    const world = await open({
      "a.csv": ["entity,variable,date,value,import_name", ...rows].join("\n"),
    });
    const entities = { dcids: ["p0", "p1", "p2"] };
    const facets = world.engine.observations.facets;
    const datesOf = (facetIds: readonly string[]) => {
      const { data } = widestPoints(world, { entities, variables: ["V"], facetIds }, false);
      return Object.values(data["V"] ?? {}).map((point) => Reflect.get(point, "date"));
    };
    const ids = ["A", "B"].map(
      (name) => facets.find(({ importName }) => importName === name)?.facetId ?? "",
    );
    expect(datesOf(ids)).toEqual([back(2), back(2), back(2)]);
    expect(datesOf(ids.slice(1))).toEqual([back(3), back(3), undefined]);
    expect(datesOf(["1"])).toEqual([]);
  });
});

test("dates and facets ascend, and each point of an entity counts once", () => {
  const series = (facet: string, ...dates: readonly string[]) => ({
    facet,
    ...{ obsCount: 0, earliestDate: "", latestDate: "" },
    series: dates.map((date) => ({ date, value: 1 })),
  });
  const { series: _, ...without } = series("9");
  const data = {
    V: { a: [series("7", "2021", "2020"), series("3", "2021")], b: [series("7", "2021")] },
    W: { a: [without] },
  };
  expect(datesByVariable(data)).toEqual([
    {
      variable: "V",
      observationDates: [
        { date: "2020", entityCount: [{ count: 1, facet: "7" }] },
        {
          date: "2021",
          entityCount: [
            { count: 1, facet: "3" },
            { count: 2, facet: "7" },
          ],
        },
      ],
    },
    { variable: "W", observationDates: [] },
  ]);
});
