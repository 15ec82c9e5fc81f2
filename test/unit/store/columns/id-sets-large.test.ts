import { expect, test, vi } from "vitest";
import { Bitmap, IdSet } from "../../../../src/store/columns/id-sets.ts";

test("tells new ids from known ones, few or many", () => {
  const size = 100_000;
  const set = new IdSet(size);
  const model = new Set<number>();
  const wrong: number[] = [];
  for (let at = 0; at < 5_000; at++) {
    for (const id of [(at * 7919) % size, (at * 31) % 1_500, size - 1, 0]) {
      if (set.add(id) === model.has(id)) wrong.push(id);
      model.add(id);
      if (!set.has(id) || set.has(id ^ 1) !== model.has(id ^ 1)) wrong.push(id);
    }
  }
  expect(wrong).toEqual([]);
  expect(model.size).toBeGreaterThan(2_000);
});

test("holds what it held when it becomes large", () => {
  for (const count of [1024, 1025]) {
    const set = new IdSet(5000);
    for (let id = 0; id < count; id++) set.add(id * 2);
    const held = [...Array(5000).keys()].filter((id) => set.has(id));
    expect(held).toEqual(Array.from({ length: count }, (_, at) => at * 2));
    expect(set.add(2046)).toBe(false);
  }
});

test("more than 1024 ids go into a bitmap, all of them", () => {
  const add = vi.spyOn(Bitmap.prototype, "add");
  const set = new IdSet(100_000);
  for (let id = 0; id < 1024; id++) set.add(id * 50);
  expect(add).not.toHaveBeenCalled();
  set.add(99_999);
  expect(add).toHaveBeenCalledTimes(1025);
  expect(set.has(99_999) && set.has(50) && !set.has(51)).toBe(true);
  add.mockRestore();
});
