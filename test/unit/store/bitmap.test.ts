import { expect, test } from "vitest";
import { Bitmap } from "../../../src/store/index.ts";

test("a bitmap holds what was added, at the edges of its words too", () => {
  const bitmap = new Bitmap(97);
  const added = [0, 31, 32, 63, 95, 96];
  for (const value of added) expect(bitmap.add(value)).toBe(true);
  for (const value of added) expect(bitmap.add(value)).toBe(false);
  const held = [...Array(97).keys()].filter((value) => bitmap.has(value));
  expect(held).toEqual(added);
});
