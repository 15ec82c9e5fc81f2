/** Every row of every table of routes: paths, methods, fields, refusals. */

import { beforeAll, describe, expect, test } from "vitest";
import { LoadError } from "../../../src/errors/errors.ts";
import { refused, rpcBodyOf } from "../../../src/errors/rpc.ts";
import { type Commons, endpointOf, open } from "../../../src/index.ts";
import { RemoteError } from "../../../src/remote/stores/block-store.ts";
import {
  count,
  described,
  flag,
  json,
  numberWithin,
  required,
  text,
  texts,
} from "../../../src/router/fields.ts";
import { explorerRoutes } from "../../../src/routes/explorer/explorer-routes.ts";
import {
  answerOf,
  jsonAnswer,
  Refusal,
  type Route,
  RouteTable,
  rowsIn,
} from "../../../src/routes/route.ts";
import { explorer, tools, unlisted, website } from "../../../src/routes/styles.ts";
import { unlistedRoutes } from "../../../src/routes/unlisted-routes.ts";
import { websiteRoutes } from "../../../src/routes/website/website-routes.ts";

const tables = { website: websiteRoutes, unlisted: unlistedRoutes, explorer: explorerRoutes };
const rows = Object.values(tables).flat();

let commons: Commons;

beforeAll(async () => {
  commons = await open({ "a.mcf": "Node: dcid:a\ntypeOf: dcs:Place\n" });
});

describe("every row", () => {
  test("has a path of its own, which no documented endpoint has", () => {
    const paths = rows.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.filter((path) => endpointOf(path) !== undefined)).toEqual([]);
  });

  test("says what it answers, and has fields for the places in its path", () => {
    for (const { about, path, layout } of rows) {
      expect(about).not.toBe("");
      const inPath = [...path.matchAll(/\{(\w+)/g)].map(([, name]) => name);
      expect(inPath.filter((name) => !layout.root.members.has(name as string))).toEqual([]);
    }
  });

  test.each(rows.filter(({ layout }) => layout.required.length > 0))(
    "$path refuses a request without its first required field",
    async ({ path, methods, layout }) => {
      const table = new RouteTable(rows);
      const method = methods[0] as string;
      const body = method === "POST" ? "{}" : "";
      const answer = await table.answer(commons, { method, url: path, body });
      const { name, missing } = layout.required[0]?.field ?? {};
      expect(answer?.status).toBe(400);
      expect(`${answer?.body}`).toContain(missing?.message || name);
    },
  );
});

/** One row of each style that answers with what it receives. */
const fields = {
  name: text("a_name"),
  list: texts("list"),
  limit: numberWithin("limit", 5, 0, 10),
  raw: json("raw"),
};
const echo = (style: typeof website, path = "/echo"): Route =>
  rowsIn(style)({
    path,
    methods: ["GET", "POST"],
    about: "",
    fields,
    answer: (_, params) => params,
  });
const nothing = { name: "", list: [], limit: 5 };

async function echoed(style: typeof website, url: string, body?: object | string) {
  const method = body === undefined ? "GET" : "POST";
  const sent = typeof body === "string" ? body : JSON.stringify(body ?? {});
  const table = new RouteTable([echo(style)]);
  const answer = await table.answer(commons, { method, url: `/echo${url}`, body: sent });
  const { status = 0, body: given = "", contentType } = answer ?? {};
  return status === 200 ? JSON.parse(`${given}`) : [status, `${given}`, contentType];
}

describe("the website", () => {
  test.each([
    ["", undefined, {}],
    [
      "?a_name=x&a_name=y&list=a&list=&list=b&list=a",
      undefined,
      { name: "x", list: ["a", "b", "a"] },
    ],
    ["?aName=x&other=1&limit=3", undefined, { limit: 3 }],
    ["?a_name=q&list=q", { a_name: "b", list: ["b"] }, { name: "q", list: ["q"] }],
    ["?a_name=&list=", { a_name: "b", list: "b" }, { name: "b", list: ["b"] }],
    ["", { a_name: 5, list: [1, "x", null], raw: [1] }, { list: ["x"], raw: [1] }],
    ["?a_name=a+b%20c&raw=1", undefined, { name: "a b c" }],
    ["", "  ", {}],
    ["", "[]", {}],
  ])("reads %j and %j", async (url, body, params) => {
    expect(await echoed(website, url, body)).toEqual({ ...nothing, ...params });
  });

  test.each(["{", "5", "null"])("refuses the body %s", async (body) => {
    const message = "error: the body is no JSON object";
    expect(await echoed(website, "", body)).toEqual([400, message, "text/plain; charset=utf-8"]);
  });
});

describe("undocumented routes", () => {
  test.each([
    ["", undefined, {}],
    ["?a_name=x&list=a&list=&list=b&list=a", undefined, { name: "x", list: ["a", "b"] }],
    ["?aName=x&other=1&limit=-0", undefined, { name: "x", limit: 0 }],
    ["?a_name=q&list=q&limit=1", { aName: "b", list: ["b"] }, { name: "b", list: ["b"], limit: 1 }],
    ["", { a_name: 5, list: [1, "x", 1], raw: null }, { name: "5", list: ["1", "x"] }],
    ["", { list: 7, raw: { a: 1 } }, { list: ["7"], raw: { a: 1 } }],
  ])("read %j and %j", async (url, body, params) => {
    expect(await echoed(unlisted, url, body)).toEqual({ ...nothing, ...params });
  });

  test.each([
    [{ a_name: {} }, "a_name: texts only"],
    [{ list: ["a", {}] }, "list: texts only"],
    [{ limit: 1.5 }, "limit: a whole number"],
    [{ limit: 11 }, "limit: a whole number"],
    ["[]", "the body is no object of JSON"],
    ["{", "the body is no object of JSON"],
  ])("refuse %j", async (body, message) => {
    const [status, answer, contentType] = await echoed(unlisted, "", body);
    expect([status, contentType]).toEqual([400, "application/json"]);
    expect(JSON.parse(answer)).toMatchObject({ code: 3, message });
  });
});

describe("the explorer", () => {
  test.each([
    ["?a_name=x&limit=99", undefined, { name: "x", limit: 10 }],
    ["?limit=", undefined, {}],
    ["", { raw: { a: 1 }, a_name: 5 }, { raw: { a: 1 } }],
  ])("reads %j and %j", async (url, body, params) => {
    expect(await echoed(explorer, url, body)).toEqual({ ...nothing, ...params });
  });

  test.each([
    ["?limit=-1", undefined, `'limit' is a count, not "-1"`],
    ["?limit=1.5", undefined, `'limit' is a count, not "1.5"`],
    [`?limit=${"x".repeat(50)}`, undefined, `'limit' is a count, not "${"x".repeat(40)}"`],
    ["", "{", "the body is no JSON"],
    ["", "[]", "the body is no object"],
  ])("refuses %j and %j", async (url, body, message) => {
    const [status, answer] = await echoed(explorer, url, body);
    expect([status, JSON.parse(answer)]).toEqual([400, { message }]);
  });
});

describe("a table", () => {
  const table = new RouteTable([
    echo(website),
    echo(unlisted, "/hosted"),
    rowsIn(website)({
      path: "/rest/{rest...}",
      methods: ["GET"],
      about: "",
      fields: { rest: text("rest") },
      answer: (_, { rest }) => rest,
    }),
  ]);

  test.each([
    ["/echo", "/echo"],
    ["/echo/", "/echo"],
    ["/hosted", "/hosted"],
    ["/core/api/hosted", "/hosted"],
    ["/core/api/echo", undefined],
    ["/echo/x", undefined],
    ["/rest/a/b%2Fc", "/rest/{rest...}"],
    ["/rest/", undefined],
    ["/rest", undefined],
    ["/rest/%", undefined],
  ])("finds the row of %s", (path, row) => {
    expect(table.routeOf(path)).toBe(row);
    const answer = table.answer(commons, { method: "GET", url: `${path}?list=a`, body: "" });
    expect(answer !== undefined).toBe(row !== undefined);
  });

  test("decodes the path, and sends a text as it is", () => {
    const answer = table.answer(commons, { method: "GET", url: "/rest/a/b%2Fc?x", body: "" });
    expect(answer).toEqual({
      status: 200,
      contentType: "text/plain; charset=utf-8",
      body: "a/b/c",
    });
  });

  test("refuses other methods as the style of the row does", () => {
    const put = (path: string) => table.answer(commons, { method: "PUT", url: path, body: "" });
    expect(put("/echo")).toMatchObject({ status: 405, body: "error: GET and POST only" });
    expect(put("/hosted")).toBeUndefined();
    const page = new RouteTable([echo(explorer)]);
    const answer = page.answer(commons, { method: "PUT", url: "/echo", body: "" });
    expect(answer).toEqual(jsonAnswer(405, { message: "GET and POST only" }));
  });
});

describe("errors of a handler", () => {
  const thrown = (style: typeof website, error: unknown, isLate: boolean) => {
    const answer = () => {
      if (!isLate) throw error;
      return Promise.reject(error);
    };
    const row = rowsIn(style)({ path: "/x", methods: ["GET"], about: "", fields: {}, answer });
    const table = new RouteTable([row]);
    return table.answer(commons, { method: "GET", url: "/x", body: "" });
  };

  test.each([true, false])("become refusals of the style, late ones too: %s", async (isLate) => {
    const refusal = new Refusal(413, "too long");
    expect(await thrown(website, refusal, isLate)).toMatchObject({ status: 413, body: "too long" });
    expect(await thrown(explorer, refusal, isLate)).toEqual(
      jsonAnswer(413, { message: "too long" }),
    );
    const rpc = refused("notFound", "no place");
    expect(await thrown(website, rpc, isLate)).toMatchObject({ status: 404, body: "no place" });
    expect(await thrown(unlisted, rpc, isLate)).toEqual(jsonAnswer(404, rpcBodyOf(rpc)));
    for (const error of [new TypeError("no question"), new RangeError("no question")]) {
      expect(await thrown(explorer, error, isLate)).toEqual(
        jsonAnswer(400, { message: "no question" }),
      );
    }
  });

  test("that are mistakes of ours are thrown on", async () => {
    const ours = new Error("ours");
    for (const style of [website, unlisted, explorer, tools]) {
      expect(() => thrown(style, ours, false)).toThrow(ours);
      await expect(thrown(style, ours, true)).rejects.toThrow(ours);
    }
  });
});

test("a row answers an object in process as it answers a request", () => {
  expect(
    answerOf(echo(unlisted), commons, { a_name: "x", list: ["b", "b"], limit: undefined }),
  ).toEqual({
    ...nothing,
    name: "x",
    list: ["b"],
  });
  const strict = rowsIn(unlisted)({
    path: "/x",
    methods: [],
    about: "",
    fields: { name: required(text("the_name")), most: count("most", 3) },
    answer: (_, params) => params,
  });
  expect(answerOf(strict, commons, { the_name: "x" })).toEqual({ name: "x", most: 3 });
  expect(() => answerOf(strict, commons, {})).toThrow("Missing required argument: the_name");
});

describe("tools", () => {
  const row = rowsIn(tools)({
    path: "x",
    methods: [],
    about: "",
    fields: {
      name: required(described(text("name", "all"), "what to name")),
      list: texts("list", 2),
      limit: numberWithin("limit", 5, 1, 10),
      isWanted: flag("is_wanted", true),
      raw: json("raw"),
    },
    answer: (_, params) => params,
  });

  test.each([
    [{}, { list: [], limit: 5, isWanted: true }],
    [
      { list: ["", "a"], limit: 1, is_wanted: false },
      { list: ["", "a"], limit: 1, isWanted: false },
    ],
    [{ list: "", limit: null, is_wanted: "", raw: { a: 1 } }, { raw: { a: 1 } }],
    [
      { limit: 10, list: ["a", "b"] },
      { limit: 10, list: ["a", "b"] },
    ],
  ])("read %j", (sent, params) => {
    const answer = answerOf(row, commons, { name: "x", ...sent });
    expect(answer).toEqual({ name: "x", list: [], limit: 5, isWanted: true, ...params });
  });

  test.each([
    [{ name: 5 }, "name must be a text"],
    [{ list: "a" }, "list must be a list of texts"],
    [{ list: ["a", 1] }, "list must be a list of texts"],
    [{ list: ["a", "b", "c"] }, "list must be a list of at most 2 texts"],
    [{ limit: "5" }, "limit must be a whole number from 1 to 10"],
    [{ limit: 1.5 }, "limit must be a whole number from 1 to 10"],
    [{ limit: 0 }, "limit must be a whole number from 1 to 10"],
    [{ limit: 11 }, "limit must be a whole number from 1 to 10"],
    [{ is_wanted: "true" }, "is_wanted must be true or false"],
    [{ isWanted: true }, 'there is no argument "isWanted": name, list, limit, is_wanted, raw'],
    [{}, "name is missing: what to name"],
    [[], "the arguments are no object"],
  ])("refuse %j", (sent, message) => {
    expect(() => answerOf(row, commons, sent)).toThrow(new Refusal(400, message));
  });

  test("word what went wrong, unless it is a mistake of ours", () => {
    const unread = new RemoteError("unavailable", "the store is away");
    const errors = [new Refusal(404, "no tool"), refused("internal", "no"), unread];
    for (const error of errors) expect(tools.refusalOf(error).body).toBe(error.message);
    expect(() => tools.refusalOf(new Error("ours"))).toThrow("ours");
    expect(() => tools.refusalOf("RemoteError")).toThrow();
  });
});

test("the explorer words a source that is gone, and a text of another kind", async () => {
  expect(explorer.refusalOf(new LoadError("gone"))).toEqual(jsonAnswer(422, { message: "gone" }));
  expect(await echoed(explorer, "?list=a&list=", { raw: 1 })).toMatchObject({
    list: ["a"],
    raw: 1,
  });
});
