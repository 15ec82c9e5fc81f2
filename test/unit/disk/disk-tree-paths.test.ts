import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { pathsOf } from "../../../src/disk/disk-tree.ts";

describe("paths that a caller names", () => {
  test("are texts, file URLs of any realm, or lists of them", () => {
    expect(pathsOf("a/b", "open")).toEqual(["a/b"]);
    expect(pathsOf([pathToFileURL("/x y"), "b"], "open")).toEqual(["/x y", "b"]);
    // A URL of another realm is recognised by its members.
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
