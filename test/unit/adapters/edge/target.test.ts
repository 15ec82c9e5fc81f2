import fc from "fast-check";
import { expect, test } from "vitest";
import { plainTargetOf, type Target, targetOf } from "../../../../src/adapters/edge/target.ts";
import { runs } from "../../../property/runs.ts";

/** With all escapes that a `URL` writes. */
const escaped = ({ pathname, search }: Target) => [pathname, new URL(`http://h/${search}`).search];

test.each([
  "/v2/node?nodes=geoId%2F06&property=->name",
  "/v2/node?property=<-containedInPlace%2B{typeOf:County}&key=k",
  "/a/../b",
  "/a/%2e/b",
  "/a/.hidden",
  "/a b?c d",
  "/a?",
  "/a?b#c",
  "/?'\"<>`^|\\",
  "//host/path",
  "/\u00e9?\u00e9",
  "/a\tb?c\nd",
  "/\ud800?\udc00",
])("path and query of %j are those of its URL", (text) => {
  expect(escaped(targetOf(text))).toEqual(escaped(new URL(`http://localhost${text}`)));
});

test("of any text they are those of its URL", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "/",
      ".",
      "..",
      "%2e",
      "%2F",
      "?",
      "&",
      "=",
      "+",
      "#",
      "'",
      "{",
      "}",
      "\\",
      "|",
    ),
    fc.string({ maxLength: 3, unit: "grapheme" }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = `/${pieces.join("")}`;
      expect(escaped(targetOf(text))).toEqual(escaped(new URL(`http://localhost${text}`)));
    }),
    runs(500),
  );
});

test("what requests look like is read without making a URL", () => {
  expect(plainTargetOf("/v2/node?nodes=geoId/06&property=->name")).toBeDefined();
  expect(plainTargetOf("/v1/triples/out/geoId/06?key=k")).toBeDefined();
});
