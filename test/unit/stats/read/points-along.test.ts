import { describe, expect, test } from "vitest";
import { PointColumns } from "../../../../src/stats/read/points-along.ts";

/** Entities of series; those of the variable are rows 2 … 11. */
const entities = Uint32Array.of(5, 90, 1, 1, 4, 6, 6, 6, 30, 31, 50, 60, 1, 4);
const ofVariable = entities.subarray(2, 12);

/** Places of sought entities and their series. */
function find(sought: readonly number[], columns = new PointColumns()): [number, number][] {
  columns.find(ofVariable, 2, sought);
  const { count, places, series } = columns;
  return Array.from({ length: count }, (_, row) => [places[row]!, series[row]!]);
}

function expected(sought: readonly number[]): [number, number][] {
  return sought.flatMap((entity, place) =>
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
      .filter((row) => entities[row] === entity)
      .map((row): [number, number] => [place, row]),
  );
}

describe("series of many entities", () => {
  const all = [0, 1, 2, 4, 5, 6, 7, 29, 30, 31, 32, 50, 59, 60, 61, 90, 0xffff_ffff];

  test("are found for ids that ascend, descend or come twice", () => {
    for (const sought of [all, all.toReversed(), [...all, ...all], [6], [60], [90], []]) {
      expect(find(sought)).toEqual(expected(sought));
    }
  });

  test("are found for any id after any other", () => {
    for (const first of all) {
      for (const second of all) {
        expect(find([first, second])).toEqual(expected([first, second]));
      }
    }
  });

  test("need longer columns where there are many, and leave nothing of the last question", () => {
    const columns = new PointColumns();
    const many = Array.from({ length: 100 }, (_, at) => all[(at * 7) % all.length]!);
    const inOrder = Array.from({ length: 100 }, (_, at) => at);
    for (const sought of [many, [6], inOrder, [0], many]) {
      expect(find(sought, columns)).toEqual(expected(sought));
      const { places, series, facets, points, dates, numbers, steps, count } = columns;
      for (const column of [series, facets, points, dates, numbers, steps]) {
        expect(column).toHaveLength(places.length);
      }
      expect(places.length).toBeGreaterThanOrEqual(count);
    }
  });

  test("are none where the variable has none", () => {
    const columns = new PointColumns();
    columns.find(ofVariable, 2, [6]);
    columns.find(entities.subarray(0, 0), 0, [5, 6]);
    expect(columns.count).toBe(0);
  });
});
