import fc from "fast-check";
import { expect, test } from "vitest";
import {
  decodeQueryText,
  parseBody,
  plainTargetOf,
  splitQuery,
  type Target,
  targetOf,
} from "../../../../src/adapters/edge/request-text.ts";
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

test("splits at ampersands and at the first equals sign", () => {
  expect(splitQuery("?a=1&b=x=y&a=")).toEqual([
    ["a", "1"],
    ["b", "x=y"],
    ["a", ""],
  ]);
});

test.each(["", "?", "?a", "?&&", "?=x&a"])("%j says nothing", (query) => {
  expect(splitQuery(query)).toEqual([]);
});

test.each([
  ["plain", "plain"],
  ["%C3%85land%2c", "Åland,"],
  ["San+Jose", "San Jose"],
  ["->[name,+latitude]", "->[name, latitude]"],
  ["a%2Bb", "a+b"],
  ["<-containedInPlace+{typeOf:City}", "<-containedInPlace+{typeOf:City}"],
  ["%3C-containedInPlace+%7btypeOf:City%7d", "<-containedInPlace+{typeOf:City}"],
  ["<-subClassOf+", "<-subClassOf+"],
  ["%3C-containedInPlace+%7BtypeOf%3ACity%7D", "<-containedInPlace {typeOf:City}"],
  ["%3C-containedInPlace+%2B+%7B+typeOf+%3A+City+%7D", "<-containedInPlace + { typeOf : City }"],
  ["%3C-subClassOf+%2B+", "<-subClassOf + "],
])("%s means %s", (encoded, text) => {
  expect(decodeQueryText(encoded)).toBe(text);
});

test.each(["%", "%a", "%g0", "100%", "%E2%82", "%C0%80"])("%s is malformed", (encoded) => {
  expect(() => decodeQueryText(encoded)).toThrow("Invalid request URI");
});

test("a body without text is an object without members, and JSON is read strictly or nearly so", () => {
  expect(parseBody("")).toEqual({});
  expect(parseBody('{"__proto__":1}')).toEqual(JSON.parse('{"__proto__":1}'));
  expect({ ...(parseBody("{a: 'x',}") as object) }).toEqual({ a: "x" });
  expect(() => parseBody("{")).toThrow(expect.objectContaining({ code: "REQUEST" }));
});
