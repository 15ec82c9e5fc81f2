/** Keys of a server hold, whatever it serves. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AskedCommons, open } from "../../../src/index.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import {
  type ServedElsewhere,
  type ServeOptions,
  type Serving,
  serve,
} from "../../../src/serve.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";
import { ask, name, sample } from "../asking.ts";

const commons = await open(sample);
const store = new MemoryStore(snapshotOf(commons, 512));
const keyed: ServeOptions = { keys: ["right", "other"], website: true, agents: true };

type Way = (options: ServeOptions) => Promise<Serving<AskedCommons>>;

/** Every way to make a server in this thread. */
const ways: Readonly<Record<string, Way>> = {
  "a path": (options) => serve(sample, options),
  "a list of paths": (options) => serve([sample], options),
  "files in memory": (options) =>
    serve({ "a.mcf": "Node: dcid:geoId/06\ntypeOf: dcs:State\n" }, options),
  "a Commons": (options) => serve(commons, options),
  "a Commons, with a key that is a text": ({ keys, ...options }) =>
    serve(commons, keys === undefined ? options : { ...options, keys: "right" }),
  "a Commons, with keys that come but once": ({ keys, ...options }) =>
    serve(commons, keys === undefined ? options : { ...options, keys: new Set(keys).values() }),
  "a Commons, exact": (options) => serve(commons, { ...options, exact: true }),
  "a function": (options) => serve(async () => commons, options),
  "a world elsewhere": async (options) => serve(await openRemote(store), options),
  "a world elsewhere, with limits": async (options) =>
    serve(await openRemote(store), { ...options, timeout: 20_000 }),
  "a function that opens one": (options) =>
    serve((() => openRemote(store)) as ServedElsewhere, options),
};

const posted = {
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
};
const called = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/list",
};

/** Requests of every kind of route that reads the world. */
const routes: readonly [path: string, body?: object][] = [
  [name],
  ["/v2/node", { nodes: ["geoId/06"], property: "->name" }],
  ["/core/api/v2/node?nodes=geoId/06&property=->name"],
  ["/v2/resolve?nodes=California&property=<-description->dcid"],
  ["/v1/triples/out/geoId/06"],
  ["/stat/value?place=geoId/06&stat_var=Count_Person"],
  ["/core/api/stat/value?place=geoId/06&stat_var=Count_Person"],
  ["/api/place/name?dcids=geoId/06"],
  ["/mcp", called],
];

const withKey = (path: string, key: string) =>
  `${path}${path.includes("?") ? "&" : "?"}key=${encodeURIComponent(key)}`;

describe.each(Object.keys(ways))("a server of %s", (way) => {
  const { keys, ...without } = keyed;
  let [server, open]: Serving<AskedCommons>[] = [];
  beforeAll(async () => {
    const make = ways[way] as Way;
    [server, open] = await Promise.all([make({ ...without, keys }), make(without)]);
  });
  afterAll(() => Promise.all([server?.close(), open?.close()]));
  const asked = (path: string, asking: Parameters<typeof ask>[2] = {}) =>
    ask(server?.url ?? "", path, asking);

  test.each(routes)("%s needs one of the keys", async (path, body) => {
    const headers = body === undefined ? {} : posted.headers;
    const asking = body === undefined ? {} : { ...posted, body: JSON.stringify(body) };
    // The right one first: what is kept of its answer is for nobody else.
    const right = await asked(withKey(path, "right"), asking);
    const expected = await ask(open?.url ?? "", path, asking);
    expect([200, 404]).toContain(right.status);
    const sent = { ...headers, "x-api-key": "right" };
    for (const answer of [right, await asked(path, { ...asking, headers: sent })]) {
      expect(answer.status).toBe(expected.status);
      expect(answer.body.toString()).toBe(expected.body.toString());
    }
    const { etag } = right.headers;
    const known = etag === undefined ? {} : { "if-none-match": etag };
    for (const none of [headers, { ...headers, ...known }, { ...headers, "x-api-key": "" }]) {
      const refused = await asked(path, { ...asking, headers: none });
      expect(refused.status).toBe(401);
      expect(refused.headers["www-authenticate"]).toBe("Bearer");
    }
    for (const key of ["WRONG", "right,other", "righ"]) {
      const refused = await asked(withKey(path, key), asking);
      expect(refused.status).toBe(400);
      expect(refused.body.toString()).toContain("API key not valid");
      const wrong = { ...headers, "x-api-key": key };
      expect((await asked(path, { ...asking, headers: wrong })).status).toBe(400);
    }
  });

  test("health, metrics and leave for pages need none", async () => {
    expect((await asked("/healthz")).status).toBe(200);
    expect((await asked("/metrics")).status).toBe(200);
    expect((await asked("/v2/node", { method: "OPTIONS" })).status).toBe(204);
  });

  test("the explorer is not there", async () => {
    for (const path of ["/", "/explorer/api/home"]) {
      expect((await asked(path)).status).toBe(401);
      expect((await asked(withKey(path, "right"))).status).toBe(404);
    }
  });
});

test("two servers of one Commons have keys of their own", async () => {
  const [first, second] = await Promise.all([
    serve(commons, { keys: ["first", "open sesame"] }),
    serve(commons, { keys: ["second"] }),
  ]);
  try {
    expect((await ask(first.url, withKey(name, "first"))).status).toBe(200);
    expect((await ask(first.url, withKey(`/core/api${name}`, "open sesame"))).status).toBe(200);
    expect((await ask(second.url, withKey(name, "first"))).status).toBe(400);
    expect((await ask(second.url, withKey(name, "second"))).status).toBe(200);
    expect((await ask(first.url, withKey(name, "second"))).status).toBe(400);
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
});

test("no keys at all let nobody in", async () => {
  const server = await serve(commons, { keys: [] });
  try {
    expect((await ask(server.url, name)).status).toBe(401);
    expect((await ask(server.url, withKey(name, "k"))).status).toBe(400);
  } finally {
    await server.close();
  }
});

test("requireKey asks for any key where the real service asks for one", async () => {
  const server = await serve(commons, { requireKey: true });
  try {
    expect((await ask(server.url, name)).status).toBe(401);
    expect((await ask(server.url, withKey(name, "any"))).status).toBe(200);
    expect((await ask(server.url, `/core/api${name}`)).status).toBe(200);
    expect((await ask(server.url, "/stat/value?place=a&stat_var=b")).status).toBe(401);
    expect((await ask(server.url, "/api/place/name?dcids=geoId/06")).status).toBe(404);
  } finally {
    await server.close();
  }
});

describe("what is given to serve holds for a Commons, too:", () => {
  const many = "/v2/node?nodes=country/USA&property=<-*";

  const query = encodeURIComponent("SELECT ?a ?b WHERE { ?a typeOf ?c . ?b typeOf ?d }");
  const product = `/v2/sparql?query=${query}`;

  test.each<[string, ServeOptions, string, number]>([
    ["maxRows", { maxRows: 1 }, many, 429],
    ["maxMemoryBytes", { maxMemoryBytes: 1 }, many, 429],
    ["timeout", { timeout: 1 }, product, 504],
    [
      "selfHostedRules",
      { selfHostedRules: true },
      "/core/api/v2/node?nodes=a&property=<-typeOf{typeOf:State}",
      400,
    ],
  ])("%s", async (_, options, path, status) => {
    for (const source of [commons, await openRemote(store)] as const) {
      const server = await serve(source, options);
      const answer = await ask(server.url, path);
      await server.close();
      expect(answer.status).toBe(status);
    }
  });

  test("the dialect", async () => {
    const query = "SELECT (COUNT(?s) AS ?n) WHERE { ?s typeOf State }";
    const asking = { ...posted, body: JSON.stringify({ query }) };
    const server = await serve(commons, { dialect: "extended" });
    const plain = await serve(commons);
    expect((await ask(server.url, "/v2/sparql", asking)).status).toBe(200);
    expect((await ask(plain.url, "/v2/sparql", asking)).status).not.toBe(200);
    await Promise.all([server.close(), plain.close()]);
  });
});

test.each<[string, ServeOptions]>([
  ["requireKey is false", { keys: ["k"], requireKey: false }],
  ["the explorer", { keys: ["k"], explorer: true }],
  ["the explorer", { keys: ["k"], explorer: [] }],
])("keys are refused together with what they cannot hold: %s", async (reason, options) => {
  await expect(serve(commons, options)).rejects.toThrow(TypeError);
  await expect(serve(commons, options)).rejects.toThrow(reason);
});
