import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  allPages,
  differenceOf,
  jsonOf,
  pageOf,
  united,
  unpacked,
} from "../../../../src/testing/record/compared-answers.ts";

describe("the difference of two answers", () => {
  test.each<[string, unknown, unknown]>([
    ["lists in another order", { a: [1, 2, { b: 3, c: 4 }] }, { a: [{ c: 4, b: 3 }, 2, 1] }],
    ["another token", { a: 1, nextToken: "x" }, { a: 1, nextToken: "y" }],
    ["nothing", undefined, undefined],
  ])("is none for %s", (_, one, other) => {
    expect(differenceOf(one, other)).toBeUndefined();
  });

  test.each<[string, unknown, unknown, string, string | undefined, string | undefined]>([
    ["a value", { a: { b: 1 } }, { a: { b: 2 } }, "a.b", "1", "2"],
    ["a member too few", { a: { b: null } }, { a: {} }, "a.b", "null", undefined],
    ["a member too many", {}, { toString: 1 }, "toString", undefined, "1"],
    ["a list with one more", { a: [1] }, { a: [1, 1] }, "a", "[1]", "[1,1]"],
    ["two elements for one", { a: ["b,c"] }, { a: ["b", "c"] }, "a", '["b,c"]', '["b","c"]'],
    [
      "a member of an element",
      { a: [{ b: 1, c: 2 }] },
      { a: [{ b: 1, c: 3 }] },
      "a",
      '[{"b":1,"c":2}]',
      '[{"b":1,"c":3}]',
    ],
    ["no object", { a: {} }, { a: null }, "a", "{}", "null"],
  ])("has the place of %s, and both values", (_, one, other, at, recorded, replayed) => {
    expect(differenceOf(one, other)).toEqual({ at, recorded, replayed });
  });
});

describe("pages as one answer", () => {
  test("have each element once, and members of one node together", () => {
    const one = { data: [{ node: "a", values: [1] }, { node: "b" }], names: ["x"], nextToken: "2" };
    const other = { data: [{ node: "a", values: [2, 1] }], names: ["x", "y"], more: 1 };
    expect(united(one, other)).toEqual({
      data: [{ node: "a", values: [1, 2] }, { node: "b" }],
      names: ["x", "y"],
      more: 1,
    });
    expect(united(undefined, one)).toEqual({ ...one, nextToken: undefined });
  });

  test.each<[unknown, unknown, unknown]>([
    [
      ["a", null, 1],
      [1, null, "b"],
      ["a", null, 1, "b"],
    ],
    [
      [{ node: null }, {}],
      [{}, { node: null }],
      [{ node: null }, {}],
    ],
    [[["a"], []], [["a"]], [["a"], []]],
    [{ a: null }, { a: 1 }, { a: null }],
    [[], [], []],
    ["a", undefined, "a"],
  ])("of %j and %j are %j, whatever their elements are", (one, other, both) => {
    expect(united(one, other)).toEqual(both);
  });

  test.each([null, "text", 7, [1], { toString: 1 }])(
    "end with %j, which has no token",
    async (page) => {
      expect(await allPages(async () => await Promise.resolve(page))).toEqual(page);
    },
  );

  test("are asked for until a token is missing, or is none", async () => {
    const pages = new Map<string, unknown>([
      ["", { at: [1], nextToken: "b" }],
      ["b", { at: [2], nextToken: "c" }],
      ["c", { at: [3], nextToken: 7 }],
    ]);
    const asked: string[] = [];
    const all = await allPages(async (token) => {
      asked.push(token);
      return await Promise.resolve(pages.get(token));
    });
    expect(asked).toEqual(["", "b", "c"]);
    expect(all).toEqual({ at: [1, 2, 3] });
  });
});

describe("the request of a page", () => {
  test.each([
    ["/v1/a?nodes=x&next_token=old&limit=2", "n=&1", "/v1/a?nodes=x&limit=2&nextToken=n%3D%261"],
    ["/v1/a?nodes=x&nextToken=old", "", "/v1/a?nodes=x"],
    ["/v1/a?nextToken=old", "", "/v1/a"],
    ["/v1/a", "n", "/v1/a?nextToken=n"],
    ["/v1/a?query=?b&limit=2", "n", "/v1/a?query=?b&limit=2&nextToken=n"],
  ])("%s with the token '%s' is %s", (path, token, expected) => {
    expect(pageOf({ path, body: "" }, token)).toEqual({ path: expected, body: "" });
  });

  test("has its token in the body that it had", () => {
    const body = '{"nodes":["x"],"next_token":"a","nextToken":"b"}';
    expect(pageOf({ path: "/v2/node", body }, "c").body).toBe('{"nodes":["x"],"nextToken":"c"}');
    expect(pageOf({ path: "/v2/node", body }, "").body).toBe('{"nodes":["x"]}');
  });
});

test("a text that is no JSON is no answer", () => {
  expect(jsonOf("{")).toBeUndefined();
  expect(jsonOf("[1]")).toEqual([1]);
});

test("an envelope is JSON, or packed with quotes around it or without", () => {
  const content = { a: [1, "ä"] };
  const packed = deflateSync(JSON.stringify(content)).toString("base64");
  for (const payload of [JSON.stringify(content), packed, JSON.stringify(packed)]) {
    expect(unpacked(payload)).toEqual(content);
  }
  expect(unpacked("no base64!")).toBeUndefined();
});
