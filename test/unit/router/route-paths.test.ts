import { describe, expect, test } from "vitest";
import { createRouter, type PathRow } from "../../../src/router/route-paths.ts";

const rowOf = (path: string, aliases: string[] = []): PathRow => ({ path, aliases });

const route = createRouter([
  rowOf("/plain"),
  rowOf("/named", ["/alias"]),
  rowOf("/one/{a}"),
  rowOf("/one/{a}/linked"),
  rowOf("/one/fixed/linked"),
  rowOf("/two/{a}/{b}"),
  rowOf("/rest/{a}/{b...}"),
  rowOf("/last/{a...}/{b}"),
]);

const found = (path: string) => {
  const { row, path: values, selfHosted } = route(path) ?? {};
  if (row === undefined) return undefined;
  return [row.path, Object.fromEntries(values ?? []), ...(selfHosted ? ["self-hosted"] : [])];
};

describe("paths without parameters", () => {
  test.each(["/plain", "/plain/", "/plain//"])("%s", (path) => {
    expect(found(path)).toEqual(["/plain", {}]);
    expect(found(`/core/api${path}`)).toEqual(["/plain", {}, "self-hosted"]);
  });

  test("an alias leads to its row", () => {
    expect(found("/alias")).toEqual(["/named", {}]);
  });

  test.each([
    "",
    "/",
    "/plai",
    "/plain/x",
    "//plain",
    "/core/api",
    "/core/api/",
    "/core/apiplain",
    "/core/api/core/api/plain",
  ])("%j leads nowhere", (path) => {
    expect(found(path)).toBeUndefined();
  });
});

describe("parameters", () => {
  test.each([
    ["/one/x", "/one/{a}", { a: "x" }],
    ["/one/x%2Fy", "/one/{a}", { a: "x%2Fy" }],
    ["/one/x/linked", "/one/{a}/linked", { a: "x" }],
    ["/one/fixed/linked", "/one/fixed/linked", {}],
    ["/one/linked", "/one/{a}", { a: "linked" }],
    ["/one//linked", "/one/{a}/linked", { a: "" }],
    ["/two/x/y", "/two/{a}/{b}", { a: "x", b: "y" }],
    ["/rest/x/y/z", "/rest/{a}/{b...}", { a: "x", b: "y/z" }],
    ["/rest/x//y", "/rest/{a}/{b...}", { a: "x", b: "/y" }],
    ["/last/x/y/z", "/last/{a...}/{b}", { a: "x/y", b: "z" }],
    ["/last//z", "/last/{a...}/{b}", { a: "", b: "z" }],
  ])("%s", (path, template, values) => {
    expect(found(path)).toEqual([template, values]);
    expect(found(`/core/api${path}/`)).toEqual([template, values, "self-hosted"]);
  });

  test.each([
    ["/one", "/one/{a}", { a: undefined }],
    ["/two", "/two/{a}/{b}", { a: undefined, b: undefined }],
    ["/two/x/", "/two/{a}/{b}", { a: "x", b: undefined }],
    ["/rest/x", "/rest/{a}/{b...}", { a: "x", b: undefined }],
    ["/last/x", "/last/{a...}/{b}", { a: "x", b: undefined }],
  ])("those that lack at the end are known to: %s", (path, template, values) => {
    expect(found(path)).toEqual([template, values]);
  });

  test.each(["/one/x/y", "/one/x/linked/y", "/two/x/y/z"])("%s is too long", (path) => {
    expect(found(path)).toBeUndefined();
  });
});
