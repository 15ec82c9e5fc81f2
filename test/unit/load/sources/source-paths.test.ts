import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { refuseChanged } from "../../../../src/load/sources/changed-files.ts";
import { pathsOf } from "../../../../src/load/sources/source-paths.ts";
import { withFolder } from "../load-texts.ts";

describe("paths that a caller names", () => {
  test("are texts, file URLs of any realm, or lists of them", () => {
    expect(pathsOf("a/b", "open")).toEqual(["a/b"]);
    expect(pathsOf([pathToFileURL("/x y"), "b"], "open")).toEqual(["/x y", "b"]);
    // A URL of another realm is told by what it has.
    const { href, protocol, pathname, hostname, host } = pathToFileURL("/x");
    expect(pathsOf({ href, protocol, pathname, hostname, host }, "open")).toEqual(["/x"]);
    expect(pathsOf([], "open")).toEqual([]);
  });

  test.each<[unknown]>([
    [""],
    [undefined],
    [null],
    [7],
    [["a", ""]],
    [[null]],
    [() => "a"],
    [{ href: "file:///x" }],
    [{ protocol: "file:" }],
    [{ href: 1, protocol: "file:" }],
  ])("are nothing else: %j", (source) => {
    expect(() => pathsOf(source, "open")).toThrow(
      /^open needs a path, a file URL or a list of them, not /,
    );
  });
});

describe("a file that was read", () => {
  test("is refused when it is another one by now, and its name says which", async () => {
    await withFolder({ "a.csv": "abc" }, async (folder) => {
      const path = join(folder, "a.csv");
      utimesSync(path, 1000, 1000);
      const read = { path, size: 3, isGzip: false, changed: statSync(path).mtimeMs };
      refuseChanged(read);
      const changed = {
        file: path,
        message: `${path}: was changed while it was loaded: load it again`,
      };
      expect(() => refuseChanged({ ...read, size: 4 })).toThrow(expect.objectContaining(changed));
      expect(() => refuseChanged({ ...read, changed: 7 })).toThrow(
        expect.objectContaining(changed),
      );
      writeFileSync(path, "abcd");
      utimesSync(path, 1000, 1000);
      expect(() => refuseChanged(read)).toThrow(expect.objectContaining(changed));
      const gone = { ...read, path: join(folder, "b.csv") };
      expect(() => refuseChanged(gone)).toThrow("b.csv: was removed while it was loaded");
      // Nobody asks for files whose time is not known.
      refuseChanged({ path: gone.path, size: 3, isGzip: false });
    });
  });
});
