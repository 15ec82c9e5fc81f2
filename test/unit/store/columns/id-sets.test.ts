import { expect, test } from "vitest";
import { Bitmap } from "../../../../src/store/columns/id-sets.ts";

test("a bitmap holds what was added, at the edges of its words too", () => {
  const bitmap = new Bitmap(97);
  const added = [0, 31, 32, 63, 95, 96];
  for (const value of added) expect(bitmap.add(value)).toBe(true);
  for (const value of added) expect(bitmap.add(value)).toBe(false);
  const held = [...Array(97).keys()].filter((value) => bitmap.has(value));
  expect(held).toEqual(added);
});

test("a bitmap gives back what it holds in order, and is empty then", () => {
  const bitmap = new Bitmap(300);
  const values = [31, 32, 63, 64, 200, 255, 299];
  for (const value of [...values, 5].reverse()) bitmap.add(value);
  bitmap.delete(5);
  expect([...bitmap.drain(31, 299, values.length)]).toEqual(values);
  expect([...Array(300).keys()].some((value) => bitmap.has(value))).toBe(false);
});
