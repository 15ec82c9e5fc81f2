import { expect, test } from "vitest";
import { IdSet } from "../../../../src/store/walk/id-set.ts";

test("tells new ids from known ones, few or many", () => {
  const size = 100_000;
  const set = new IdSet(size);
  const model = new Set<number>();
  for (let at = 0; at < 5_000; at++) {
    for (const id of [(at * 7919) % size, (at * 31) % 1_500, size - 1, 0]) {
      expect(set.add(id)).toBe(!model.has(id));
      model.add(id);
    }
  }
  expect(model.size).toBeGreaterThan(2_000);
});
