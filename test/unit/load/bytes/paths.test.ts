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
  const told = ({ join, resolve, relative }: Pick<typeof posix, "join" | "resolve" | "relative">) =>
    all.flatMap((one) =>
      ["a", "../b", "./c.csv", "d/e", "", "/abs/f"].map((other) => ({
        one,
        other,
        joined: join(one, other),
        resolved: resolve(one, other),
        ways: [relative(one, other), relative(other, one)],
      })),
    );
  expect(told(paths)).toEqual(told(posix));
});

test("a drive begins an absolute path", () => {
  expect(paths.resolve("C:/a", "../b.csv")).toBe("C:/b.csv");
  expect(paths.dirname("C:/a.csv")).toBe("C:/");
  expect(paths.isAbsolute("c:/a")).toBe(true);
});
