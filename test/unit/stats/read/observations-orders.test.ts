import { describe, expect, test } from "vitest";
import { frozen, type Row } from "./frozen-rows.ts";

describe("series that one score does not tell apart", () => {
  const wikidata = { importName: "WikidataPopulation", measurementMethod: "WikidataPopulation" };
  const rows: Row[] = [
    ["v", "e", { importName: "A", unit: "1" }, "2020", "1"],
    ["v", "e", { importName: "B", unit: "4" }, "2021", "2"],
    ["v", "e", { importName: "C", unit: "3" }, "2019", "3"],
    ["v", "e", { importName: "C", unit: "3" }, "2021", "4"],
    ["v", "e", { importName: "D", unit: "2" }, "2021", "5"],
    ["v", "e", { importName: "WorldDevelopmentIndicators" }, "2001", "6"],
    ["v", "e", wikidata, "2024", "7"],
    ["w", "e", { importName: "D", unit: "2" }, "2021", "8"],
    ["w", "e", { importName: "A", unit: "1" }, "2021", "9"],
  ];
  const { graph, observations } = frozen(rows).world;
  const { dictionary } = graph;
  const ranked = (variable: string, order: "series" | "cohort" | "facet") =>
    observations
      .rankedSeriesOf(dictionary.nodeOf(variable)!, dictionary.nodeOf("e")!, order)
      .map((series) => observations.facetOf(series).importName);

  test("as facets: by their last date, the number of their points, and what was measured", () => {
    const order = ["WorldDevelopmentIndicators", "C", "D", "B", "A", "WikidataPopulation"];
    expect(ranked("v", "facet")).toEqual(order);
    expect(ranked("w", "facet")).toEqual(["A", "D"]);
  });

  test("among those of other entities at one date: by what was measured", () => {
    const order = ["WorldDevelopmentIndicators", "A", "D", "C", "B", "WikidataPopulation"];
    expect(ranked("v", "cohort")).toEqual(order);
    expect(ranked("w", "cohort")).toEqual(["A", "D"]);
  });

  test("at all dates: by their last date, the number of their points, and their import", () => {
    const order = ["WorldDevelopmentIndicators", "C", "B", "D", "A", "WikidataPopulation"];
    expect(ranked("v", "series")).toEqual(order);
    expect(ranked("w", "series")).toEqual(["A", "D"]);
  });

  test("by a ranking of one's own, in one order for all questions", () => {
    const own = frozen(rows, {
      score: () => 1,
      compare: (x, y) =>
        x.facet.unit.length - y.facet.unit.length || (x.latestDate < y.latestDate ? 1 : -1),
    }).world;
    const [v, e] = ["v", "e"].map((text) => own.graph.dictionary.nodeOf(text)!);
    const names = (["series", "cohort", "facet"] as const).map((order) =>
      own.observations
        .rankedSeriesOf(v!, e!, order)
        .map((series) => own.observations.facetOf(series).importName[0])
        .join(""),
    );
    expect(new Set(names)).toEqual(new Set([names[0]]));
    expect(names[0]).toMatch(/^WW[BCD]{3}A$/);
  });
});

describe("points of series of several widths", () => {
  const written: readonly (readonly string[])[] = [
    ["1", "2", "3"],
    ["70000", "n/a", "-5"],
    ["0.1", "1e300", "3.25", "1e400"],
    ["300", "40000"],
    ["1.0000000000000001", "none"],
  ];
  const rows = written.flatMap((values, series) =>
    values.map(
      (value, at): Row => [`v${series % 2}`, `e${series}`, {}, `${2000 + series + at}`, value],
    ),
  );
  const { observations } = frozen(rows).world;
  const texts = Array.from({ length: observations.pointCount }, (_, point) =>
    observations.textOf(point),
  );

  test("are the same, whatever was read before", () => {
    expect(texts.toSorted()).toEqual(written.flat().toSorted());
    const wrong: unknown[] = [];
    for (let first = 0; first < texts.length; first++) {
      for (let second = 0; second < texts.length; second++) {
        observations.numberAt(first);
        if (observations.textOf(second) !== texts[second]) wrong.push([first, second]);
        observations.valueOf(first);
        const series = observations.seriesOfPoint(second);
        const { start, end } = observations.pointsOf(series);
        if (second < start || second >= end) wrong.push([first, second, series]);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("are the history of their series, and its first and last date", () => {
    for (let series = observations.seriesCount - 1; series >= 0; series--) {
      const { start, end } = observations.pointsOf(series);
      const points = Array.from({ length: end - start }, (_, at) => start + at);
      expect(observations.historyOf(series)).toEqual(
        points.map((point) => [observations.dateOf(point), observations.valueOf(point)]),
      );
      expect(observations.latestOf(series)).toBe(end - 1);
      expect(observations.pointCountOf(series)).toBe(points.length);
      const ends = [observations.firstDateOf(series), observations.lastDateOf(series)];
      const dates = points.map((point) => observations.dateOf(point));
      expect(ends.map((code) => observations.dateOfCode(code))).toEqual([dates[0], dates.at(-1)]);
      expect(Number(dates[0])).toBe(2000 + written.findIndex(([text]) => text === texts[start]));
      for (let year = 1999; year < 2010; year++) {
        const code = observations.dateCodeOf(`${year}`);
        const at = dates.indexOf(`${year}`);
        if (code === undefined) expect(at).toBe(-1);
        else expect(observations.pointAt(series, code)).toBe(at < 0 ? -1 : start + at);
      }
    }
  });

  test("whose values are no numbers are known", () => {
    const found = Array.from(observations.textPoints(), (point) => texts[point]);
    expect(found.toSorted()).toEqual(
      ["n/a", "none"].concat(found.includes("1e400") ? ["1e400"] : []).toSorted(),
    );
    expect([...observations.textPoints()]).toEqual(
      [...texts.keys()].filter((point) => Number.isNaN(observations.numberAt(point))),
    );
  });
});

test("variables are known, and how many there are of an entity", () => {
  const { observations, graph } = frozen([
    ["b", "x", {}, "2020", "1"],
    ["a", "x", {}, "2020", "1"],
    ["a", "x", { unit: "USD" }, "2020", "1"],
    ["c", "y", {}, "2020", "1"],
  ]).world;
  const idOf = (text: string) => graph.dictionary.nodeOf(text)!;
  expect([...observations.variables]).toEqual(["a", "b", "c"].map(idOf).sort((a, b) => a - b));
  const counts = ["x", "y", "a"].map((text) => observations.variableCountOf(idOf(text)));
  expect(counts).toEqual([2, 1, 0]);
  expect(observations.variablesOf(idOf("x"))).toEqual([idOf("a"), idOf("b")]);
});
