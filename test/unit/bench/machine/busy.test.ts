import { expect, test } from "vitest";
import { busyJiffies, ownJiffies } from "../../../../bench/machine/busy.ts";

test("busy is all that is neither idle nor waiting, stolen time included", () => {
  const text = "cpu  100 20 30 9999 8888 4 5 6 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n";
  expect(busyJiffies(text)).toBe(100 + 20 + 30 + 4 + 5 + 6);
});

test("a system without some of the columns has none of that", () => {
  expect(busyJiffies("cpu  1 2 3 9999 8888 4 5\n")).toBe(15);
});

test("own is the process and its children, whatever the process is called", () => {
  const before = "S 1 1 1 0 -1 4194304 100 200 0 0";
  expect(ownJiffies(`42 (a (b) c) ${before} 7 5 11 13 20 0 1`)).toBe(7 + 5 + 11 + 13);
});
