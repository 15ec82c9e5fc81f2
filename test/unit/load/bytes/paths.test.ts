import { posix } from "node:path";
import { expect, test } from "vitest";
import * as paths from "../../../../src/load/bytes/paths.ts";

/** Paths of every kind: up to three names, with and without slashes at both ends. */
const names = ["a", "b.csv", "c.tar.gz", ".hidden", "d.", "..", ".", "e\\f", "...", "é.mcf"];
const inner = [
  ...names,
  ...names.flatMap((one) => names.map((other) => `${one}/${other}`)),
  ...["a//b", "a/../..", "../../a", "a/b/../c.csv", "./a/./b", "a/../../b/c"],
];
const all = [...inner, ...inner.map((path) => `/${path}`), ...inner.map((path) => `${path}/`)];

test.each([
  ["normalize", paths.normalize, posix.normalize],
  ["dirname", paths.dirname, posix.dirname],
  ["basename", paths.basename, posix.basename],
  ["extname", paths.extname, posix.extname],
  ["resolve", paths.resolve, posix.resolve],
  ["isAbsolute", paths.isAbsolute, posix.isAbsolute],
])("%s says of a path what Node says of it", (_name, ours, theirs) => {
  for (const path of all) expect([path, ours(path)]).toEqual([path, theirs(path)]);
});

test("paths are joined, and the way between them is told, as Node does it", () => {
  for (const one of all) {
    for (const other of ["a", "../b", "./c.csv", "d/e", "", "/abs/f"]) {
      expect(paths.join(one, other)).toBe(posix.join(one, other));
      expect(paths.resolve(one, other)).toBe(posix.resolve(one, other));
      expect(paths.relative(one, other)).toBe(posix.relative(one, other));
      expect(paths.relative(other, one)).toBe(posix.relative(other, one));
    }
  }
});

test("a drive begins an absolute path", () => {
  expect(paths.resolve("C:/a", "../b.csv")).toBe("C:/b.csv");
  expect(paths.dirname("C:/a.csv")).toBe("C:/");
  expect(paths.isAbsolute("c:/a")).toBe(true);
});
