import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { pathOf } from "../../../src/disk/file-paths.ts";

describe("a path that a caller names", () => {
  test("is a text, a file URL as a text, or a file URL of any realm", () => {
    expect(pathOf("a/b")).toBe("a/b");
    expect(pathOf(pathToFileURL("/x y"))).toBe("/x y");
    expect(pathOf("file:///x%20y")).toBe("/x y");
    // A URL of another realm is recognised by its members.
    const { href, protocol, pathname, hostname, host } = pathToFileURL("/x");
    expect(pathOf({ href, protocol, pathname, hostname, host })).toBe("/x");
  });

  test.each<[unknown]>([
    [""],
    [undefined],
    [null],
    [7],
    [["a"]],
    [() => "a"],
    [{ href: "file:///x" }],
    [{ protocol: "file:" }],
    [{ href: 1, protocol: "file:" }],
  ])("is nothing else: %j", (source) => {
    expect(pathOf(source)).toBeUndefined();
  });
});
