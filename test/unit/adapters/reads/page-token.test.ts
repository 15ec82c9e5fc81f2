import { describe, expect, test } from "vitest";
import { decodePageToken, encodePageToken } from "../../../../src/adapters/reads/page-token.ts";

const request = '["v2.node","->p",["a"]]';
const key = { node: "a", label: "p", isNode: false, text: "été \u{1F600}", provenance: "" };

test("a token gives back its key, for its request only", () => {
  const token = encodePageToken(request, key);
  expect(decodePageToken(request, token)).toEqual(key);
  expect(token).toMatch(/^[\w-]+$/);
  expect(() => decodePageToken("another", token)).toThrow("it belongs to another request");
});

test("the empty token asks for the first page", () => {
  expect(decodePageToken(request, "")).toBeUndefined();
});

test.each(["?>~", "a?>~", "aa?>~"])("a token needs no escaping in a query string: %s", (text) => {
  const token = encodePageToken(request, { ...key, text: `${text}???>>>~~~` });
  expect(token).toMatch(/^[\w-]+$/);
  expect(token).toMatch(/[_-]/);
  expect(decodePageToken(request, token)?.text).toBe(`${text}???>>>~~~`);
});

test("a token has one spelling", () => {
  const token = encodePageToken(request, { ...key, text: "?>~???>>>~~~" });
  const standard = token.replaceAll("-", "+").replaceAll("_", "/");
  expect(standard).not.toBe(token);
  for (const other of [standard, `${token}\n`, ` ${token}`]) {
    expect(() => decodePageToken(request, other)).toThrow("it is damaged");
  }
  const body = "\u{FEFF}[]";
  const marked = Buffer.concat([Buffer.from("efbbbf", "hex"), Buffer.from(checksum(body) + body)]);
  expect(() => decodePageToken(request, marked.toString("base64url"))).toThrow("it is damaged");
  const broken = Buffer.concat([Buffer.from(`${checksum("[]")}[]`), Buffer.from([0xff])]);
  expect(() => decodePageToken(request, broken.toString("base64url"))).toThrow("it is damaged");
});

test("a token of another version says so", () => {
  const body = JSON.stringify([2, checksum(request), "a", "p", true, "x", ""]);
  expect(() => decodePageToken(request, base64(checksum(body) + body))).toThrow(
    "it is of another version",
  );
});

test.each(["%", base64(`${checksum("oops")}oops`)])("what no page can be: %s", (token) => {
  expect(() => decodePageToken(request, token)).toThrow(
    expect.objectContaining({
      message: "invalid pagination token: it is not one of this library",
      cause: expect.any(Error),
    }),
  );
});

describe("a forged token with the right checksum is refused like any other", () => {
  const mine = checksum(request);
  test.each([
    ["no JSON", "oops"],
    ["no list", "null"],
    ["no list", "5"],
    ["no list", "{}"],
    ["another version", "[]"],
    ["another request", "[1]"],
    ["too few parts", JSON.stringify([1, mine, "a"])],
    ["no text as node", JSON.stringify([1, mine, 5, "p", true, "x", ""])],
    ["no text as label", JSON.stringify([1, mine, "a", null, true, "x", ""])],
    ["no text as value", JSON.stringify([1, mine, "a", "p", true, { length: 1 }, ""])],
    ["no flag", JSON.stringify([1, mine, "a", "p", 1, "x", ""])],
    ["no text as provenance", JSON.stringify([1, mine, "a", "p", true, "x", []])],
  ])("%s: %s", (_what, body) => {
    expect(() => decodePageToken(request, base64(checksum(body) + body))).toThrow(
      expect.objectContaining({ code: "TOKEN" }),
    );
  });
});

/** FNV-1a, 32 bits, as eight hexadecimal digits. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64url");
}
