/** Members that descriptions of several kinds have. */
import { describe, expect, test } from "vitest";
import {
  dialectIn,
  encodingIn,
  isDayFirst,
  pathIn,
  textAt,
  textsAt,
} from "../../../../src/load/sources/members.ts";
import { placeOf } from "./documents.ts";

test.each([
  ["utf-8", "utf-8"],
  ["UTF8", "utf-8"],
  ["utf-8-sig", "utf-8"],
  ["ascii", "utf-8"],
  ["us-ascii", "utf-8"],
  ["windows-1252", "windows-1252"],
  ["cp1252", "windows-1252"],
  ["ISO-8859-1", "windows-1252"],
  ["iso8859-1", "windows-1252"],
  ["iso88591", "windows-1252"],
  ["latin1", "windows-1252"],
  ["latin-1", "windows-1252"],
])("the encoding %s is read as %s", (name, encoding) => {
  expect(encodingIn(name)).toEqual({ encoding });
});

test.each(["utf-16", "xutf-8", "utf-8x", "1252", "xlatin1", "iso-8859-15", "latin12"])(
  "the encoding %s is not read",
  (name) => {
    expect(encodingIn(name)).toEqual({ problem: `its encoding is ${name}, which is not read` });
  },
);

test.each([
  ["%d/%m/%Y", true],
  ["%-d.%m.%Y", true],
  ["dd.MM.yyyy", true],
  ["d/M/yyyy", true],
  ["%m/%d/%Y", false],
  ["M/d/yyyy", false],
  ["%Y-%m-%d", false],
  ["yyyy-MM-dd", false],
  ["MM.dd", false],
  ["yyyy", undefined],
  ["default", undefined],
  [undefined, undefined],
])("dates of the form %s begin with the day: %s", (form, isFirst) => {
  expect(isDayFirst(form)).toBe(isFirst);
});

describe("a path", () => {
  test.each(["a.csv", "a/b.csv", "..a.csv", "http:/a"])("%s is within its folder", (path) => {
    expect(pathIn(path, placeOf({}))).toBe(path);
  });

  test.each([
    ["https://x/a.csv", "names 'https://x/a.csv': nothing is fetched from a network"],
    ["S3+x.y-1://b", "names 'S3+x.y-1://b': nothing is fetched from a network"],
    ["", "names '', which is no path within its folder"],
    ["/a", "names '/a', which is no path within its folder"],
    ["a\\b", "names 'a\\b', which is no path within its folder"],
    ["a/../b", "names 'a/../b', which is no path within its folder"],
  ])("%s is refused", (path, problem) => {
    expect(() => pathIn(path, placeOf({}))).toThrow(problem);
  });
});

test.each([
  [{ a: " x ", b: "y" }, "x"],
  [{ a: " ", b: "y" }, "y"],
  [{ a: 3, b: ["y", "z"] }, "y"],
  [{ a: [], b: { de: "z", en: "y" } }, "y"],
  [{ a: null }, undefined],
])("of %o the first member that is a text is %s", (said, text) => {
  expect(textAt(placeOf(said), "a", "b")).toBe(text);
});

test("a text stands for a list of one", () => {
  const place = placeOf({ one: "x", two: ["x", "y"], three: [3] });
  expect(["none", "one", "two"].map((name) => textsAt(place, name))).toEqual([
    [],
    ["x"],
    ["x", "y"],
  ]);
  expect(() => textsAt(place, "three")).toThrow("/three/0 is no text");
});

test.each<[dialect: object | undefined, said: object]>([
  [undefined, {}],
  [{ delimiter: "\t" }, { delimiter: "\t" }],
  [{ commentPrefix: "#", commentChar: "%" }, { comment: "#" }],
  [{ commentChar: "%" }, { comment: "%" }],
  [{ quoteChar: '"', doubleQuote: true, skipColumns: 0, header: false }, {}],
  [{ quoteChar: null }, {}],
  ...["quoteChar", "escapeChar", "headerJoin", "property"].map((name): [object, object] => [
    { delimiter: ",", [name]: "x" },
    { delimiter: ",", problem: `its dialect has ${name}, which is not read` },
  ]),
  [{ quoteChar: ["x"] }, { problem: "its dialect has quoteChar, which is not read" }],
  [{ doubleQuote: false }, { problem: "its dialect has doubleQuote, which is not read" }],
  [{ skipColumns: 1 }, { problem: "its dialect has skipColumns, which is not read" }],
])("the dialect %o is %o", (dialect, said) => {
  expect(dialectIn(dialect && placeOf(dialect))).toEqual(said);
});
