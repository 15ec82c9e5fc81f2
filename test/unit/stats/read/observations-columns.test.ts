/** How observations lie in their columns, and that tables are made again from them. */
import { describe, expect, test } from "vitest";
import { type FacetSource, noId } from "../../../../src/load/statements/sink.ts";
import { unsetSource } from "../../../../src/stats/facet-fields.ts";
import type { FacetRanking } from "../../../../src/stats/ranking.ts";
import { ObservationTable } from "../../../../src/stats/read/observations.ts";
import { type World, WorldBuilder } from "../../../../src/world/world.ts";
import { ColumnRecorder } from "./column-recorder.ts";

const unset: FacetSource = {
  provenance: noId,
  ...unsetSource,
};

/** Series of one variable, by entity; dates are years from 2000 on. */
function worldOf(series: readonly (readonly string[])[]): World {
  const sink = new WorldBuilder();
  const facet = sink.facet(unset);
  for (const [entity, values] of series.entries()) {
    const node = sink.node(`e${String(entity).padStart(6, "0")}`);
    for (const [at, value] of values.entries()) {
      sink.observation(sink.node("v"), node, facet, sink.date(String(2000 + at)), value);
    }
  }
  return sink.freeze().world;
}

function columnsOf({ observations }: World): ColumnRecorder {
  return new ColumnRecorder(observations);
}

const valueNames = ["values8", "values16", "values32", "values64"];

/** What the columns of values and the table of exceptions hold. */
function valuesOf(...series: readonly string[][]) {
  const { written } = columnsOf(worldOf(series));
  const rows = (name: string) => [...written.get(`observations.${name}`)!];
  return {
    ...Object.fromEntries(
      valueNames.map((name) => [name, rows(name)]).filter(([, values]) => values!.length > 0),
    ),
    exceptions: rows("exceptionNumbers"),
  };
}

describe("values of one series", () => {
  test.each([
    ["whole numbers of one byte", ["0", "127", "-127"], { values8: [0, 127, -127] }],
    ["of two", ["0", "128", "-32767"], { values16: [0, 128, -32_767] }],
    ["of four", ["32768", "2147483647"], { values32: [32_768, 2_147_483_647] }],
    ["of eight", ["1", "2147483648"], { values64: [1, 2_147_483_648] }],
    ["as many decimals everywhere", ["0.50", "-1.20"], { values8: [50, -120] }],
    ["decimals without zeros at the end", ["0.5", "1", "1.25"], { values8: [50, 100, 125] }],
    ["at least one decimal", ["0.5", "1.0", "1.25"], { values8: [50, 100, 125] }],
    ["any decimals", ["1.0", "1", "2.50"], { values16: [41, 4, 1002] }],
    ["few digits and many", ["30000", "1.5"], { values32: [300_000, 15] }],
    ["long doubles", ["0.1234567890123456", "7"], { values64: [0.1234567890123456, 7] }],
    [
      "long doubles with a point",
      ["0.1234567890123456", "7.0"],
      { values64: [0.1234567890123456, 7] },
    ],
  ])("%s", (_, texts, expected) => {
    expect(valuesOf(texts)).toEqual({ ...expected, exceptions: [] });
  });

  test("that are no numbers are exceptions, and the others stay narrow", () => {
    expect(valuesOf(["1", "n/a", "-0", "007"])).toEqual({
      values8: [1, -128, -128, -128],
      exceptions: [Number.NaN, -0, 7],
    });
  });

  test("that a double cannot print are exceptions among doubles", () => {
    const doubles = Array.from({ length: 9 }, (_, at) => `0.123456789012345${at + 1}`);
    const { values64, exceptions } = valuesOf([...doubles, "20.50"]) as Record<string, number[]>;
    expect(values64).toEqual([...doubles.map(Number), Number.NaN]);
    expect(exceptions).toEqual([20.5]);
  });

  test("lie in columns by width, or in one where that is smaller", () => {
    const narrow = Array.from({ length: 20 }, () => "1");
    expect(valuesOf(narrow, ["1000"])).toEqual({
      values8: narrow.map(Number),
      values16: [1000],
      exceptions: [],
    });
    expect(valuesOf(["1", "n/a"], ["1000"])).toEqual({
      values16: [1, -32_768, 1000],
      exceptions: [Number.NaN],
    });
  });
});

describe("dates", () => {
  test("are shared between series, however their rows came", () => {
    const sink = new WorldBuilder();
    const facet = sink.facet(unset);
    const add = (entity: string, date: string) =>
      sink.observation(sink.node("v"), sink.node(entity), facet, sink.date(date), "1");
    for (const date of ["2020", "2021", "2022"]) add("e1", date);
    for (const date of ["2022", "2020", "2021"]) add("e2", date);
    for (const date of ["2020", "2021", "2022"])
      for (const entity of ["e3", "e4"]) add(entity, date);
    const { written } = columnsOf(sink.freeze().world);
    expect([...written.get("observations.dateRuns")!]).toEqual([0, 1, 2]);
    // First point, and beside it where the dates begin, in two bits.
    const records = [...written.get("observations.seriesRecords")!];
    expect(records.filter((_, at) => at % 2 === 0)).toEqual([0, 3, 6, 9, 12]);
    expect(records.filter((_, at) => at % 2 === 1).map((word) => word & 3)).toEqual([0, 0, 0, 0]);
  });

  test("and formats and facets share a word of each series where there are few", () => {
    const { written } = columnsOf(worldOf(Array.from({ length: 300 }, () => ["1", "2"])));
    const bytes = (name: string) => written.get(`observations.${name}`)!.byteLength;
    expect(bytes("seriesRecords")).toBe(300 * 8 + 4);
    expect(bytes("dateRuns")).toBe(2);
    expect(bytes("values8")).toBe(600);
  });
});

describe("a table made from written columns", () => {
  const world = worldOf([["1", "2.50", "n/a"], ["7"], ["12345678901", "0.1"]]);
  const { dictionary } = world.graph;
  const reopened = () => {
    const source = columnsOf(world);
    const meta = structuredClone(world.observations.meta);
    return { source, table: ObservationTable.readFrom(source, meta, dictionary) };
  };

  test("answers as the one that wrote them", () => {
    const { table } = reopened();
    const spelled = (of: ObservationTable) =>
      [...Array(of.seriesCount).keys()].map((series) => [
        of.variableOf(series),
        of.entityOf(series),
        of.facetOf(series),
        of.historyOf(series),
        of.variablesOf(of.entityOf(series)),
        of.seriesOf(of.variableOf(series), of.entityOf(series)),
      ]);
    expect(spelled(table)).toEqual(spelled(world.observations));
    expect(spelled(table)).toHaveLength(3);
    expect(table.meta).toEqual(world.observations.meta);
  });

  test.each<[string, (of: ObservationTable, series: number) => unknown]>([
    ["a first date", (of, series) => of.firstDateOf(series)],
    ["a last date", (of, series) => of.lastDateOf(series)],
    ["a number of points", (of, series) => of.pointCountOf(series)],
    ["a facet", (of, series) => of.facetOf(series)],
    ["points", (of, series) => of.pointsOf(series)],
    ["the series of a point", (of, series) => of.seriesOfPoint(series * 2)],
    ["a value", (of, series) => of.valueOf(series * 2)],
  ])("answers whatever is asked first: %s", (_, ask) => {
    for (const series of [0, 1, 2]) {
      expect(ask(reopened().table, series)).toEqual(ask(world.observations, series));
    }
  });

  test("has the same columns again", () => {
    const { source, table } = reopened();
    const again = new ColumnRecorder(table);
    expect(again.written).toEqual(source.written);
    const bytes = [...again.written.values()].reduce((sum, column) => sum + column.byteLength, 0);
    expect(table.byteLength).toBe(bytes);
  });

  test("reads no column before it is asked for, and then only what it needs", () => {
    const { source, table } = reopened();
    expect([table.pointCount, table.seriesCount, table.facets.length]).toEqual([6, 3, 1]);
    expect(source.read.size).toBe(0);
    table.variablesOf(dictionary.nodeOf("e000001")!);
    expect([...source.read].filter((name) => name.includes("values"))).toEqual([]);
    const { start } = table.seriesOf(dictionary.nodeOf("v")!, dictionary.nodeOf("e000001")!);
    expect(table.historyOf(start)).toEqual([["2000", 7]]);
    const values = valueNames.map((name) => `observations.${name}`);
    expect(values.filter((name) => source.read.has(name))).toEqual(["observations.values8"]);
  });

  test("keeps the order of a comparator that it does not have", () => {
    const sink = new WorldBuilder();
    for (const importName of ["a", "b", "c"]) {
      const facet = sink.facet({ ...unset, importName });
      sink.observation(sink.node("v"), sink.node("e"), facet, sink.date("2020"), "1");
    }
    const backwards: FacetRanking = {
      score: () => 1,
      compare: (a, b) => (a.facet.importName < b.facet.importName ? 1 : -1),
    };
    const { graph, observations } = sink.freeze(backwards).world;
    const recorder = new ColumnRecorder(observations);
    const table = ObservationTable.readFrom(recorder, observations.meta, graph.dictionary);
    for (const order of ["series", "cohort", "facet"] as const) {
      const ranked = table.rankedSeriesOf(
        graph.dictionary.nodeOf("v")!,
        graph.dictionary.nodeOf("e")!,
        order,
      );
      expect(ranked.map((series) => table.facetOf(series).importName)).toEqual(["c", "b", "a"]);
    }
  });
});
