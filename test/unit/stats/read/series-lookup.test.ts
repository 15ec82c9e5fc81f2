import { describe, expect, test } from "vitest";
import { EntityCursor } from "../../../../src/stats/read/series-lookup.ts";

/** Entities of series; those of the variable are rows 2 … 11. */
const entities = Uint32Array.of(5, 90, 1, 1, 4, 6, 6, 6, 30, 31, 50, 60, 1, 4);
const ofVariable = entities.subarray(2, 12);

/** The series of each entity, or undefined when the cursor says that there are none. */
function seek(sought: readonly number[]): ([number, number] | undefined)[] {
  const cursor = new EntityCursor(ofVariable, 2);
  return sought.map((entity) => {
    const isFound = cursor.seek(entity);
    expect(isFound).toBe(cursor.start < cursor.end);
    return isFound ? [cursor.start, cursor.end] : undefined;
  });
}

describe("a cursor over the entities of a variable", () => {
  const found = new Map<number, [number, number]>([
    [1, [2, 4]],
    [4, [4, 5]],
    [6, [5, 8]],
    [30, [8, 9]],
    [31, [9, 10]],
    [50, [10, 11]],
    [60, [11, 12]],
  ]);
  const all = [0, 1, 2, 4, 5, 6, 7, 29, 30, 31, 32, 50, 59, 60, 61, 90];
  const expected = (sought: readonly number[]) => sought.map((entity) => found.get(entity));

  test("finds ids that ascend", () => {
    expect(seek(all)).toEqual(expected(all));
    expect(seek([1, 60])).toEqual(expected([1, 60]));
  });

  test("finds ids that descend", () => {
    expect(seek(all.toReversed())).toEqual(expected(all.toReversed()));
  });

  test("finds any id after any other, and twice", () => {
    for (const first of all) {
      for (const second of all) {
        const sought = [first, second, second, first];
        expect(seek(sought)).toEqual(expected(sought));
      }
    }
  });

  test("finds nothing where there are no series", () => {
    const cursor = new EntityCursor(entities.subarray(0, 0), 0);
    expect([0, 5, 90].map((entity) => cursor.seek(entity))).toEqual([false, false, false]);
  });
});
