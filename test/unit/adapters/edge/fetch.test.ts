import { describe, expect, test } from "vitest";
import { type AnyEndpoint, endpoint } from "../../../../src/adapters/edge/endpoint.ts";
import { fetchOf } from "../../../../src/adapters/edge/fetch.ts";
import { nilMarshal } from "../../../../src/adapters/edge/rpc-error.ts";
import { RestService } from "../../../../src/adapters/edge/service.ts";
import { CommonsError, ExpressionError } from "../../../../src/errors/errors.ts";
import { refused } from "../../../../src/errors/rpc.ts";
import { text } from "../../../../src/router/fields.ts";
import type { World } from "../../../../src/world/world.ts";

const world = {} as World;

interface Ask {
  readonly name: string;
}

/** A row that answers with what `handle` makes of a name. */
const rowOf = (handle: (name: string) => unknown, key: "required" | "optional" = "required") =>
  endpoint<Ask, (world: World, ask: Ask) => unknown>({
    methods: ["GET", "POST"],
    path: "/ask",
    about: "",
    key,
    type: "test.Ask",
    params: { name: text("name") },
    example: { name: "x" },
    handle: (_world, { name }) => handle(name),
  });

const serve = (row: AnyEndpoint, keys?: Iterable<string>) =>
  fetchOf(new RestService({ row }, world, keys === undefined ? {} : { keys }));

const echo = serve(rowOf((name) => ({ name })));

function messageOf(failing: () => unknown): string {
  try {
    failing();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

describe("takes what fetch takes", () => {
  const url = "https://api.example.org:8443/ask?key=k&name=Ann#part";
  test.each([
    ["a URL as text", url, undefined],
    ["a URL", new URL(url), undefined],
    ["a request", new Request(url), undefined],
    ["a bare path", "/ask?key=k&name=Ann", undefined],
    ["a request and what to change", new Request(url), { method: "POST", body: "{}" }],
    [
      "a body that is not a text",
      "/ask?key=k",
      { method: "POST", body: new Blob(['{"name":"Ann"}']) },
    ],
  ])("%s", async (_what, input, init) => {
    const response = await echo(input, init);
    expect(await response.json()).toEqual({ name: "Ann" });
  });

  test.each([
    ["text that is no URL", "ask?key=k", undefined],
    ["a GET with a body", "/ask?key=k", { method: "GET", body: "{}" }],
  ])("and rejects where fetch does: %s", async (_what, input, init) => {
    await expect(echo(input, init)).rejects.toThrow(TypeError);
  });

  test.each<readonly [init: unknown]>([
    [{ method: "ge t" }],
    [{ method: Symbol.iterator }],
    [{ headers: null }],
    [{ headers: 5 }],
    [{ headers: [["a"]] }],
    [{ headers: { "a b": "x" } }],
    [{ body: 5 }],
    [{ signal: {} }],
    [{ redirect: "x" }],
    [{ mode: "x" }],
    [{ referrer: "::" }],
    [5],
  ])("and refuses with its words %j", async (init) => {
    const real = () => new Request("http://h/ask?key=k", init as RequestInit);
    expect(real).toThrow(TypeError);
    const asked = echo("/ask?key=k", init as RequestInit);
    await expect(asked).rejects.toMatchObject({ name: "TypeError", message: messageOf(real) });
  });

  test("and does not read a body twice", async () => {
    const request = new Request("http://h/ask?key=k", { method: "POST", body: "{}" });
    expect((await echo(request)).status).toBe(200);
    await expect(echo(request)).rejects.toThrow(TypeError);
  });
});

describe("an aborted request rejects with the reason", () => {
  test("before it starts", async () => {
    const signal = AbortSignal.abort();
    await expect(echo("/ask?key=k", { signal })).rejects.toThrow(
      expect.objectContaining({ name: "AbortError" }),
    );
  });

  test("while its body arrives", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const body = new ReadableStream({
      pull(stream) {
        controller.abort(reason);
        stream.enqueue(new TextEncoder().encode("{}"));
        stream.close();
      },
    });
    const init = { method: "POST", body, duplex: "half", signal: controller.signal } as const;
    await expect(echo("/ask?key=k", init)).rejects.toBe(reason);
  });
});

describe("a handler that throws is answered for", () => {
  test.each([
    [new ExpressionError("arc string should start with arrow", 0), 400, 3],
    [new RangeError("Maximum call stack size exceeded"), 500, 13],
  ])("%s", async (error, status, code) => {
    const fetch = serve(
      rowOf(() => {
        throw error;
      }),
    );
    const response = await fetch("/ask?key=k");
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  test("and so is an answer that JSON cannot hold", async () => {
    const response = await serve(rowOf(() => ({ count: 1n })))("/ask?key=k");
    expect(response.status).toBe(500);
  });
});

describe("API keys", () => {
  const fetch = serve(
    rowOf((name) => ({ name })),
    ["good", "a+b"],
  );
  const status = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(path, { headers })).status;

  test("query before header, key before api_key, and empty is none", async () => {
    expect(await status("/ask?key=good", { "X-API-Key": "bad" })).toBe(200);
    expect(await status("/ask?api_key=good", { "X-API-Key": "bad" })).toBe(200);
    expect(await status("/ask?api_key=bad&key=good")).toBe(200);
    expect(await status("/ask?api_key=good&key=bad")).toBe(400);
    expect(await status("/ask?key=&api_key=good")).toBe(200);
    expect(await status("/ask?key=", { "x-api-KEY": "good" })).toBe(200);
    expect(await status("/ask", { "X-API-Key": "" })).toBe(401);
    expect(await status("/ask?key=a%2Bb")).toBe(200);
  });

  test("one that is not known is refused", async () => {
    const response = await fetch("/ask?key=bad");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 3,
      message: "API key not valid. Please pass a valid API key.",
      details: [{ detail: "service_control" }],
    });
  });

  test("by default any will do", async () => {
    expect((await echo("/ask?key=anything")).status).toBe(200);
  });

  test("a row that needs none does not look at one", async () => {
    const open = serve(
      rowOf((name) => ({ name }), "optional"),
      ["good"],
    );
    expect((await open("/ask?name=x")).status).toBe(200);
    expect((await open("/ask?key=bad")).status).toBe(200);
  });
});

test("no key is needed where none is required at all", async () => {
  const row = rowOf((name) => ({ name }));
  const settings = { keys: ["good"], requireKey: false };
  const open = fetchOf(new RestService({ row }, world, settings));
  expect((await open("/ask?name=x")).status).toBe(200);
  expect((await open("/ask?name=x&key=bad")).status).toBe(200);
});

test("text that UTF-8 cannot hold survives as an escape", async () => {
  const fetch = serve(rowOf(() => ({ name: "\ud800 \u2028" })));
  expect(await (await fetch("/ask?key=k")).text()).toBe('{"name":"\\ud800 \u2028"}');
});

test("the reason of an error is among its details where it is asked for, and nowhere else", async () => {
  const row = rowOf(() => {
    const cause = new CommonsError("REQUEST", "property is missing");
    throw refused(nilMarshal.code, nilMarshal.message, { cause });
  });
  const detailsOf = async (settings: object, init?: object): Promise<unknown> => {
    const response = await fetchOf(new RestService({ row }, world, settings))("/ask?key=k", init);
    const { message, details } = (await response.json()) as { message: string; details: unknown };
    expect([response.status, message]).toEqual([500, nilMarshal.message]);
    return details;
  };
  const usual = { "@type": "type.googleapis.com/google.rpc.DebugInfo", stackEntries: [] };
  const plain = { ...usual, detail: "internal" };
  expect(await detailsOf({})).toEqual([plain]);
  expect(await detailsOf({ reasons: false })).toEqual([plain]);
  const told = [plain, { ...usual, detail: "property is missing" }];
  expect(await detailsOf({ reasons: true })).toEqual(told);
  expect(await detailsOf({}, { reasons: true })).toEqual(told);
  expect(await detailsOf({ reasons: true }, { reasons: false })).toEqual([plain]);
});

test("a reason that the message says already is not said twice", async () => {
  const row = rowOf(() => {
    throw new ExpressionError("no arrow", 0);
  });
  const response = await fetchOf(new RestService({ row }, world, { reasons: true }))("/ask?key=k");
  expect(await response.json()).toMatchObject({ details: [{ detail: "internal" }] });
});

describe("methods", () => {
  const getOnly = fetchOf(
    new RestService({ row: { ...rowOf((name) => ({ name })), methods: ["GET"] as const } }, world),
  );

  test.each([
    ["GET", 200],
    ["POST", 404],
    ["PUT", 404],
    ["HEAD", 404],
  ])("that the row does not name are not there: %s", async (method, status) => {
    expect((await getOnly("/ask?key=k", { method })).status).toBe(status);
  });

  test("OPTIONS says what a page may ask, where there is a row", async () => {
    const response = await getOnly("/ask", { method: "OPTIONS" });
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(Object.fromEntries(response.headers)).toEqual({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, POST, OPTIONS",
      "access-control-allow-headers":
        "Authorization, Content-Type, Accept, Origin, X-Requested-With, X-Api-Key",
      "access-control-max-age": "3600",
    });
    expect((await getOnly("/other", { method: "OPTIONS" })).status).toBe(404);
  });
});

test("one key may be given as a text", async () => {
  const fetch = fetchOf(
    new RestService({ row: rowOf((name) => ({ name })) }, world, { keys: "good" }),
  );
  const statuses = ["good", "g", ""].map(async (key) => (await fetch(`/ask?key=${key}`)).status);
  expect(await Promise.all(statuses)).toEqual([200, 400, 401]);
});

test("who has no key is told which kind of key to send, and others are not", async () => {
  const headersOf = async (path: string) => Object.fromEntries((await echo(path)).headers);
  const usual = { "content-type": "application/json", "access-control-allow-origin": "*" };
  expect(await headersOf("/ask")).toEqual({ ...usual, "www-authenticate": "Bearer" });
  expect(await headersOf("/other")).toEqual(usual);
  expect(await headersOf("/ask?key=k")).toEqual(usual);
});

test("rules of self-hosted instances hold below their root, where they are asked for", async () => {
  const strict = {
    ...rowOf((name) => ({ name })),
    selfHostedRule: () => {
      throw new CommonsError("REQUEST", "not here");
    },
  };
  const statusOf = async (row: AnyEndpoint, path: string, selfHostedRules?: boolean) => {
    const settings = selfHostedRules === undefined ? {} : { selfHostedRules };
    return (await fetchOf(new RestService({ row }, world, settings))(path)).status;
  };
  expect(await statusOf(strict, "/core/api/ask", true)).toBe(400);
  expect(await statusOf(strict, "/core/api/ask", false)).toBe(200);
  expect(await statusOf(strict, "/core/api/ask")).toBe(200);
  expect(await statusOf(strict, "/ask?key=k", true)).toBe(200);
  const row = rowOf((name) => ({ name }));
  expect(await statusOf(row, "/core/api/ask", true)).toBe(200);
});

test("an answer is packed as its row says, or the settings for that row", async () => {
  const plain = rowOf((name) => ({ name }));
  const packed = { ...plain, envelope: "payload" } as const;
  const answerOf = async (name: string, row: AnyEndpoint, envelopes = {}) => {
    const fetch = fetchOf(new RestService({ [name]: row }, world, { envelopes }));
    return await (await fetch("/ask?key=k&name=x")).json();
  };
  const text = '{"name":"x"}';
  expect(await answerOf("row", plain)).toEqual({ name: "x" });
  expect(await answerOf("row", packed)).toEqual({ payload: text });
  expect(await answerOf("v0.popObs", plain, { "v0.popObs": "payload" })).toEqual({ payload: text });
  expect(await answerOf("row", packed, { "v0.popObs": "deflated" })).toEqual({ payload: text });
});
