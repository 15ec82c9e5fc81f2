/** What the builder puts into columns: widths, ways in, order, conflicts. */

import { describe, expect, test } from "vitest";
import { noId } from "../../../../src/load/statements/sink.ts";
import { unsetSource } from "../../../../src/stats/facet-fields.ts";
import { type Freeze, WorldBuilder } from "../../../../src/world/world.ts";
import { ColumnRecorder } from "../read/column-recorder.ts";
import { frozen, type Row } from "../read/frozen-rows.ts";

function columnOf({ world }: Freeze, name: string) {
  const recorder = new ColumnRecorder(world.observations);
  return recorder.written.get(`observations.${name}`)!;
}

const numbered = (count: number, row: (name: string) => Row): Row[] =>
  Array.from({ length: count }, (_, at) => row(String(1000 + at)));

describe("columns are as narrow as their greatest number allows", () => {
  test.each([
    [256, 1],
    [257, 2],
  ])("with %i variables", (count, bytes) => {
    const freeze = frozen(numbered(count, (name) => [`v${name}`, "e", {}, "2020", "1"]));
    const column = columnOf(freeze, "entityVariables");
    expect(column.BYTES_PER_ELEMENT).toBe(bytes);
    expect([...column]).toEqual([...Array(count).keys()]);
  });

  test.each([
    [256, 1],
    [257, 2],
  ])("with %i dates", (count, bytes) => {
    const freeze = frozen(numbered(count, (year) => ["v", "e", {}, year, "1"]));
    expect(columnOf(freeze, "dateRuns").BYTES_PER_ELEMENT).toBe(bytes);
  });
});

test("the table of formats has each once, in order, whatever the order of their series", () => {
  const values = ["0.1234567890123456", "1", "70000", "0.5", "1", "70000.25", "2"];
  const formats = (some: readonly string[]) =>
    columnOf(frozen(some.map((value, at) => ["v", `e${at}`, {}, "2020", value])), "formats");
  const column = [...formats(values)];
  expect(column).toEqual([...new Set(column)].sort((a, b) => a - b));
  expect(column.length).toBeGreaterThan(3);
  expect([...formats([...values].reverse())]).toEqual(column);
});

test("each entity of a variable is led to it", () => {
  const { world } = frozen([
    ["v", "a", {}, "2020", "1"],
    ["v", "b", {}, "2020", "1"],
    ["v", "b", { unit: "Percent" }, "2020", "1"],
    ["w", "b", {}, "2020", "1"],
  ]);
  const node = (name: string) => world.graph.dictionary.nodeOf(name)!;
  const variables = ["a", "b"].map((entity) => world.observations.variablesOf(node(entity)));
  expect(variables).toEqual([[node("v")], [node("v"), node("w")]]);
});

describe("values of two widths", () => {
  test("are read from their columns, with exceptions in both", () => {
    const rows: readonly Row[] = [
      ["v", "a", {}, "2020", "1"],
      ["v", "a", {}, "2021", "007"],
      ["v", "a", {}, "2022", "3"],
      ["v", "b", {}, "2020", "0.1234567890123456"],
      ["v", "b", {}, "2021", "+5"],
      ["v", "b", {}, "2022", "8"],
      ["v", "c", {}, "2020", "9"],
      ["v", "c", {}, "2021", "some"],
      ["v", "c", {}, "2022", "011"],
      ["v", "d", {}, "2020", "0.6543210987654321"],
    ];
    const { observations } = frozen(rows).world;
    expect(rows.map((_, point) => observations.textOf(point))).toEqual(rows.map((row) => row[4]));
    const numbers = rows.map((_, point) => observations.numberAt(point));
    expect(numbers).toEqual(rows.map((row) => Number(row[4])));
  });

  test("are shown one after the other, as they were written", () => {
    const written = ["1", "-2.50", "007", "some", "3.0", "1e5", "40"];
    for (const long of [[], ["0.1234567890123456"]]) {
      const texts = [...written, ...long];
      const { observations } = frozen(
        texts.map((text, at): Row => ["v", "e", {}, String(2000 + at), text]),
      ).world;
      const shown: unknown[] = [];
      observations.eachPoint(0, {
        text: (date, text) => shown.push([observations.dateOfCode(date), text]),
        decimal: (date, mantissa, decimals) =>
          shown.push([
            observations.dateOfCode(date),
            (mantissa / 10 ** decimals).toFixed(decimals),
          ]),
      });
      expect(shown).toEqual(texts.map((text, at) => [String(2000 + at), text]));
    }
  });

  test("are shown as mantissa and decimals, of which none are zeros at the end", () => {
    const { observations } = frozen([
      ["v", "e", {}, "2020", "1.25"],
      ["v", "e", {}, "2021", "0.5"],
      ["v", "e", {}, "2022", "30"],
    ]).world;
    const shown: unknown[] = [];
    observations.eachPoint(0, {
      text: () => shown.push("text"),
      decimal: (_, mantissa, decimals) => shown.push([mantissa, decimals]),
    });
    expect(shown).toEqual([
      [125, 2],
      [5, 1],
      [30, 0],
    ]);
  });
});

test("facets are ranked for each entity, however many entities follow each other", () => {
  // The second facet has the later date for every other entity.
  const rows = Array.from({ length: 30 }, (_, at): Row[] => [
    ["v", `e${at}`, { unit: "A" }, "2020", "1"],
    ["v", `e${at}`, { unit: "B" }, at % 2 === 0 ? "2021" : "2019", "2"],
  ]).flat();
  const { graph, observations } = frozen(rows).world;
  for (let at = 0; at < 30; at++) {
    const [variable, entity] = ["v", `e${at}`].map((name) => graph.dictionary.nodeOf(name)!);
    const { start, end } = observations.seriesOf(variable!, entity!);
    const units = [start, end - 1].map((series) => observations.facetOf(series).unit);
    expect([end - start, ...units]).toEqual([2, ...(at % 2 === 0 ? ["B", "A"] : ["A", "B"])]);
  }
});

describe("an observation that was loaded twice", () => {
  test("with other values is a conflict, of which the first five are named", () => {
    const twice = (count: number) =>
      frozen([
        ...numbered(count, (year) => ["v", "e", {}, year, "1"]),
        ...numbered(count, (year) => ["v", "e", {}, year, year]),
        ["v", "e", {}, "1000", "1000"],
      ]);
    const five = ["1000", "1001", "1002", "1003", "1004"];
    for (const count of [2, 5, 6, 30]) {
      const { conflicts, conflictingObservations, repeatedObservations } = twice(count);
      expect([conflictingObservations, repeatedObservations]).toEqual([count, count + 1]);
      expect(conflicts).toEqual(
        five.slice(0, count).map((date) => ({ variable: "v", entity: "e", date, provenance: "" })),
      );
    }
  });

  test("counts the last one, wherever the dates stand", () => {
    const { observations } = frozen([
      ...numbered(30, (year) => ["v", "e", {}, String(3000 - Number(year)), `${year}1`]),
      ...numbered(30, (year) => ["v", "e", {}, year, `${year}2`]),
      ["v", "e", {}, "1985", "5"],
    ]).world;
    const texts = Array.from({ length: observations.pointCount }, (_, point) => [
      observations.dateOf(point),
      observations.textOf(point),
    ]);
    const dates = texts.map(([date]) => date);
    expect(dates).toEqual([...new Set(dates)].sort());
    expect(new Map(texts as [string, string][]).get("1985")).toBe("5");
    expect(new Map(texts as [string, string][]).get("1000")).toBe("10002");
    expect(new Map(texts as [string, string][]).get("2000")).toBe("10001");
  });
});

test("a value that is a long text is kept whole", () => {
  const sink = new WorldBuilder();
  const facet = sink.facet({ provenance: noId, ...unsetSource });
  const texts = [63, 64, 65, 300].map((length) => "abc".repeat(length).slice(0, length));
  for (const [at, text] of [...texts, "ä".repeat(40)].entries()) {
    sink.observation(sink.node("v"), sink.node("e"), facet, sink.date(String(2000 + at)), text);
  }
  const { observations } = sink.freeze().world;
  const stored = Array.from({ length: 5 }, (_, point) => observations.textOf(point));
  expect(stored).toEqual([...texts, "ä".repeat(40)]);
});
