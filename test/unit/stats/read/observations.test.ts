import { describe, expect, test } from "vitest";
import type { FacetRanking } from "../../../../src/stats/ranking.ts";
import type { Freeze } from "../../../../src/world/world.ts";
import { frozen, type Row } from "./frozen-rows.ts";

/** Date and text of every point of a variable about an entity, series by series. */
function pointsOf({ world }: Freeze, variable: string, entity: string): string[][] {
  const { dictionary } = world.graph;
  const { observations } = world;
  const { start, end } = observations.seriesOf(
    dictionary.nodeOf(variable)!,
    dictionary.nodeOf(entity)!,
  );
  return Array.from({ length: end - start }, (_, at) => {
    const points = observations.pointsOf(start + at);
    return Array.from({ length: points.end - points.start }, (_, offset) => {
      const point = points.start + offset;
      return `${observations.dateOf(point)}=${observations.textOf(point)}`;
    });
  });
}

describe("an observation table", () => {
  test("may be empty", () => {
    const { observations } = frozen([]).world;
    expect(observations.pointCount).toBe(0);
    expect(observations.seriesCount).toBe(0);
    expect(observations.variableCount).toBe(0);
    expect(observations.entityCount).toBe(0);
    expect(observations.facets).toEqual([]);
    expect(observations.seriesOf(0, 0)).toEqual({ start: 0, end: 0 });
    expect(observations.seriesOfVariable(7)).toEqual({ start: 0, end: 0 });
    expect(observations.variablesOf(0)).toEqual([]);
    expect(observations.dateCodeOf("2020")).toBeUndefined();
  });

  test("may hold a single point", () => {
    const freeze = frozen([["v", "e", {}, "2020", "5"]]);
    const { observations } = freeze.world;
    expect(pointsOf(freeze, "v", "e")).toEqual([["2020=5"]]);
    expect(observations.pointAt(0, observations.dateCodeOf("2020")!)).toBe(0);
    expect(observations.ranked(0)).toEqual({
      facet: observations.facets[0],
      score: 100,
      latestDate: "2020",
      count: 1,
    });
  });

  test("finds nothing for a node that is no variable or entity of it", () => {
    const freeze = frozen([
      ["b", "d", {}, "2020", "1"],
      ["f", "d", {}, "2020", "2"],
    ]);
    const { graph, observations } = freeze.world;
    const [b, d] = [graph.dictionary.nodeOf("b")!, graph.dictionary.nodeOf("d")!];
    expect(observations.seriesOf(d, b)).toEqual({ start: 0, end: 0 });
    const { start, end } = observations.seriesOf(b, b);
    expect(start).toBe(end);
    expect(observations.variablesOf(b)).toEqual([]);
    expect(observations.variablesOf(d)).toEqual([b, graph.dictionary.nodeOf("f")]);
  });

  test("keeps values as they were written and reads numbers where they are numbers", () => {
    const values: [string, number | string][] = [
      ["007", 7],
      ["1e5", 100_000],
      ["-0", -0],
      ["12.0", 12],
      ["1,234", "1,234"],
      ["NaN", "NaN"],
      ["100000000000000000000", 1e20],
      ["1e-7", 1e-7],
      ["0.0000001", 1e-7],
      ["0.1", 0.1],
      ["__proto__", "__proto__"],
    ];
    const { observations } = frozen(
      values.map(([text], at) => ["v", "e", {}, String(2000 + at), text]),
    ).world;
    for (const [point, [text, value]] of values.entries()) {
      expect(observations.textOf(point)).toBe(text);
      expect(observations.valueOf(point)).toBe(value);
    }
  });

  test("sorts dates by bytes, in short series and in long ones", () => {
    const dates = ["", "2020", "2020-01", "2020-01-31", "2021", "\uffff", "\u{10000}"];
    const short = frozen([...dates].reverse().map((date): Row => ["v", "e", {}, date, "1"]));
    expect(pointsOf(short, "v", "e")).toEqual([dates.map((date) => `${date}=1`)]);

    const years = Array.from({ length: 300 }, (_, at) => String(1000 + ((at * 7) % 300)));
    const long = frozen(years.map((date): Row => ["v", "e", {}, date, date]));
    const sorted = [...years].sort();
    expect(pointsOf(long, "v", "e")).toEqual([sorted.map((date) => `${date}=${date}`)]);
  });

  test("finds a point by date only in the series that has it", () => {
    const { observations } = frozen([
      ["v", "e1", {}, "2020", "1"],
      ["v", "e1", {}, "2022", "2"],
      ["v", "e2", {}, "2021", "3"],
    ]).world;
    const found = ["2020", "2021", "2022"].map((date) =>
      [0, 1].map((series) => observations.pointAt(series, observations.dateCodeOf(date)!)),
    );
    expect(found).toEqual([
      [0, -1],
      [-1, 2],
      [1, -1],
    ]);
  });

  test.each([255, 256, 257])("holds %i dates and facets", (count) => {
    const rows = Array.from({ length: count }, (_, at): Row => {
      const name = String(at).padStart(6, "0");
      return ["v", "e", { importName: name }, name, String(at)];
    });
    const { observations } = frozen(rows).world;
    const last = count - 1;
    const name = String(last).padStart(6, "0");
    // The latest date ranks first.
    expect(observations.facetOf(0).importName).toBe(name);
    expect(observations.dateOf(0)).toBe(name);
    expect(observations.dateCodeOf(name)).toBe(last);
    expect(observations.pointAt(0, last)).toBe(0);
    expect(observations.valueOf(last)).toBe(0);
    expect(observations.facets.length).toBe(count);
  });

  test.each([255, 256, 257])("holds %i variables of one entity", (count) => {
    const { observations } = frozen(
      Array.from({ length: count }, (_, at): Row => [`v${at}`, "e", {}, "2020", "1"]),
    ).world;
    // Of the nodes only "e" comes before the variables.
    const variables = Array.from({ length: count }, (_, at) => at + 1);
    expect(observations.variablesOf(0)).toEqual(variables);
    expect(observations.variableCount).toBe(count);
  });

  test("tells thousands of series apart that come in turns", () => {
    const rows: Row[] = [];
    for (const date of ["2021", "2020"]) {
      for (let at = 0; at < 9000; at++) {
        const unit = at % 3 === 0 ? "a" : "b";
        rows.push([`v${at % 30}`, `e${Math.floor(at / 30)}`, { unit }, date, `${at}`]);
      }
    }
    const freeze = frozen(rows);
    expect(freeze.world.observations.seriesCount).toBe(9000);
    expect(freeze.world.observations.entityCount).toBe(300);
    expect(freeze.repeatedObservations).toBe(0);
    for (const at of [0, 1, 4567, 8999]) {
      expect(pointsOf(freeze, `v${at % 30}`, `e${Math.floor(at / 30)}`)).toEqual([
        [`2020=${at}`, `2021=${at}`],
      ]);
    }
  });
});

describe("observations that repeat series and date", () => {
  test("leave the last one, and are counted with those that conflict", () => {
    const freeze = frozen([
      ["v", "e", {}, "2020", "1"],
      ["v", "e", {}, "2021", "5"],
      ["v", "e", {}, "2020", "1"],
      ["v", "e", {}, "2020", "2"],
      ["v", "e", {}, "2020", "1"],
    ]);
    expect(pointsOf(freeze, "v", "e")).toEqual([["2020=1", "2021=5"]]);
    expect(freeze.world.observations.pointCount).toBe(2);
    expect(freeze.repeatedObservations).toBe(3);
    expect(freeze.conflictingObservations).toBe(2);
  });

  test("conflict when they are written differently, and not when they are no numbers alike", () => {
    const pair = (a: string, b: string) =>
      frozen([
        ["v", "e", {}, "2020", a],
        ["v", "e", {}, "2020", b],
      ]);
    expect(pair("12", "12.0").conflictingObservations).toBe(1);
    expect(pointsOf(pair("12", "12.0"), "v", "e")).toEqual([["2020=12.0"]]);
    expect(pointsOf(pair("12.0", "12"), "v", "e")).toEqual([["2020=12"]]);
    expect(pair("NaN", "NaN").conflictingObservations).toBe(0);
    expect(pair("NaN", "none").conflictingObservations).toBe(1);
    expect(pair("0", "-0").conflictingObservations).toBe(1);
  });

  test("do so in a long series too", () => {
    const rows = Array.from(
      { length: 200 },
      (_, at): Row => ["v", "e", {}, String(1000 + ((at * 3) % 50)), String(at)],
    );
    const freeze = frozen(rows);
    expect(freeze.repeatedObservations).toBe(150);
    expect(freeze.conflictingObservations).toBe(150);
    const last = new Map(rows.map(([, , , date, value]) => [date, value]));
    const expected = [...last].sort().map(([date, value]) => `${date}=${value}`);
    expect(pointsOf(freeze, "v", "e")).toEqual([expected]);
  });

  test("may come from sources that turn out to be one facet", () => {
    const folded = { importName: "I", measurementMethod: "dcAggregate/M" };
    const unfolded = { importName: "I", measurementMethod: "M", isDcAggregate: true };
    const freeze = frozen([
      ["v", "e", unfolded, "2022", "3"],
      ["v", "e", folded, "2020", "1"],
      ["v", "e", unfolded, "2020", "2"],
      ["v", "e", folded, "2021", "9"],
      ["v", "f", folded, "2020", "7"],
    ]);
    expect(pointsOf(freeze, "v", "e")).toEqual([["2020=2", "2021=9", "2022=3"]]);
    expect(freeze.world.observations.facets.length).toBe(1);
    expect(freeze.world.observations.facets[0]).toMatchObject({
      measurementMethod: "M",
      isDcAggregate: true,
    });
    expect(freeze.repeatedObservations).toBe(1);
    expect(freeze.conflictingObservations).toBe(1);
  });
});

describe("the series of an entity", () => {
  const rows: Row[] = [
    [
      "v",
      "e",
      { importName: "WikidataPopulation", measurementMethod: "WikidataPopulation" },
      "2024",
      "1",
    ],
    ["v", "e", { importName: "B" }, "2020", "2"],
    ["v", "e", { importName: "A" }, "2020", "3"],
    ["v", "e", { importName: "C" }, "2021", "4"],
    ["v", "e", { importName: "WorldDevelopmentIndicators" }, "2001", "5"],
  ];
  const imports = ({ world }: Freeze) =>
    [...Array(world.observations.seriesCount).keys()].map(
      (series) => world.observations.facetOf(series).importName,
    );

  test("come best ranked first", () => {
    expect(imports(frozen(rows))).toEqual([
      "WorldDevelopmentIndicators",
      "C",
      "A",
      "B",
      "WikidataPopulation",
    ]);
  });

  test("follow a ranking of one's own", () => {
    const byName: FacetRanking = {
      score: ({ importName }) => importName.length,
      compare: (a, b) => b.score - a.score || (a.latestDate < b.latestDate ? -1 : 1),
    };
    const freeze = frozen(rows, byName);
    const [first, second] = imports(freeze);
    expect([first, second]).toEqual(["WorldDevelopmentIndicators", "WikidataPopulation"]);
    expect(imports(freeze).at(-1)).toBe("C");
    const { observations } = freeze.world;
    expect(observations.ranked(0).score).toBe("WorldDevelopmentIndicators".length);
  });

  test("keep the order of facets where a ranking has no opinion", () => {
    const freeze = frozen(rows, { score: () => 1, compare: () => 0 });
    expect(imports(freeze)).toEqual([
      "A",
      "B",
      "C",
      "WikidataPopulation",
      "WorldDevelopmentIndicators",
    ]);
  });
});

test("every point leads back to its series, variable, date and number", () => {
  const { world } = frozen([
    ["v1", "e1", {}, "2020", "1"],
    ["v1", "e1", {}, "2021", "2.50"],
    ["v1", "e2", { unit: "USD" }, "2020", "none"],
    ["v2", "e1", {}, "2021", "4"],
  ]);
  const { observations, graph } = world;
  const { dictionary } = graph;
  const described = Array.from({ length: observations.pointCount }, (_, point) => {
    const series = observations.seriesOfPoint(point);
    const facet = observations.facets[observations.facetNumberOf(series)];
    expect(facet).toBe(observations.facetOf(series));
    return [
      dictionary.textOf(observations.variableOf(series)),
      dictionary.textOf(observations.entityOf(series)),
      observations.dateOfCode(observations.dateCodeAt(point)),
      observations.numberAt(point),
    ];
  });
  expect(described).toEqual([
    ["v1", "e1", "2020", 1],
    ["v1", "e1", "2021", 2.5],
    ["v1", "e2", "2020", Number.NaN],
    ["v2", "e1", "2021", 4],
  ]);
  const all = observations.seriesOfVariable(dictionary.nodeOf("v1")!);
  expect(observations.pointsOfSeries(all)).toEqual({ start: 0, end: 3 });
});
