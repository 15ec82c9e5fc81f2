/** What a server answers, without sockets: what is kept, counted, tagged and sent in fewer bytes. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { ExplorerPage } from "../../../src/serve/explorer-page.ts";
import { Gate } from "../../../src/serve/gate.ts";
import { Service, type TestDouble } from "../../../src/serve/http-service.ts";
import { KeptAnswers } from "../../../src/serve/kept-answers.ts";
import { SharedHeaders } from "../../../src/serve/plain-http.ts";
import { Metrics } from "../../../src/serve/watch/metrics.ts";
import { serve } from "../../../src/serve.ts";
import { ask, name as known, sample } from "../asking.ts";
import { smallWorld } from "../routes/unlisted-world.ts";

let commons: Commons;
beforeAll(async () => {
  commons = await smallWorld();
});

type Parts = ConstructorParameters<typeof Service>[0];

const serviceWith = (parts: Partial<Parts> = {}) =>
  new Service({
    commons: () => commons,
    gate: new Gate({ host: "127.0.0.1", allowedHosts: undefined, cors: ["https://a.example"] }),
    metrics: new Metrics(() => commons.info),
    rules: { isExact: false, hasWebsite: true, settings: { requireKey: false }, agents: undefined },
    kept: new KeptAnswers(1 << 20),
    ...{ maxStoreSilence: undefined, double: undefined, explorer: undefined, pool: undefined },
    ...parts,
  });

const request = (url: string, headers: object = {}, method = "GET", body = "") => ({
  method,
  url,
  headers: { host: "localhost", ...headers },
  body,
});
const plain = { "x-content-type-options": "nosniff", vary: "Accept-Encoding" };
const json = { "content-type": "application/json" };

const name = "/v2/node?nodes=geoId/06&property=->name";
const long = `/v2/node?property=->name&nodes=geoId/06&${Array.from({ length: 400 }, (_, at) => `nodes=none/${at}`).join("&")}`;
const asksName = JSON.stringify({ nodes: ["geoId/06"], property: "->name" });

describe("answers that are kept", () => {
  test("are those of GET to a route, with 200; the next one has the same headers", async () => {
    const kept = new KeptAnswers(1 << 20);
    const service = serviceWith({ kept });
    const rows: readonly [asked: ReturnType<typeof request>, isKept: boolean][] = [
      [request(name), true],
      [request(long, { "accept-encoding": "gzip" }), true],
      [request("/stat/value?place=geoId/06&stat_var=Income"), true],
      [request("/v2/node", {}, "POST", asksName), false],
      [request("/v2/node?nodes=geoId/06"), true],
      [request("/v2/node?property=->name"), false],
      [request("/healthz"), false],
      [request("/nowhere"), false],
    ];
    for (const [asked, isKept] of rows) {
      const first = await service.answer(asked);
      const found = kept.find(commons, asked);
      expect(found !== undefined, asked.url).toBe(isKept);
      if (isKept) expect(await service.answer(asked)).toEqual(first);
    }
  });

  test("are not made again", async () => {
    let made = 0;
    const double: TestDouble = async (_, __, answer) => {
      made++;
      return await answer();
    };
    const service = serviceWith({ double });
    for (const _ of [1, 2, 3]) await service.answer(request(name));
    expect(made).toBe(1);
    for (const _ of [1, 2]) await service.answer(request("/v2/node", {}, "POST", asksName));
    expect(made).toBe(3);
  });
});

describe("a test double", () => {
  test("gets requests to documented endpoints and to paths of no route, and what they mean", async () => {
    const asked: string[] = [];
    const double: TestDouble = async (_, given, answer) => {
      asked.push(`${given.url} ${given.meaning?.url}`);
      return await answer();
    };
    const service = serviceWith({ double });
    const trial = "/v2/node?nodes=country%2FGTM&property=->name";
    const resolve = "/v2/resolve?nodes=California";
    for (const url of [name, resolve, trial, "/stat/value?place=a&stat_var=b", "/nowhere"]) {
      await service.answer(request(url));
    }
    const nowhere = "/nowhere /nowhere";
    expect(asked).toEqual([`${name} ${name}`, `${resolve} ${resolve}&key=any`, nowhere]);
    asked.length = 0;
    const rules = { isExact: true, hasWebsite: true, settings: {}, agents: undefined };
    await serviceWith({ double, rules }).answer(request(name));
    expect(asked).toEqual([`${name} undefined`]);
  });
});

describe("what the server itself answers", () => {
  test("is how much a world holds, which nobody keeps", async () => {
    const { nodeCount: nodes, tripleCount: triples, observationCount: observations } = commons.info;
    const answer = await serviceWith().answer(request("/healthz?now"));
    expect(answer).toEqual({
      status: 200,
      headers: { ...json, "cache-control": "no-store", ...plain, vary: "Origin, Accept-Encoding" },
      body: JSON.stringify({ status: "ok", nodes, triples, observations }),
      endpoint: "/healthz",
    });
  });

  test.each([
    [1000, 5000, 200, "ok"],
    [9000, 5000, 503, "the store is silent"],
    [9000, undefined, 200, "ok"],
  ])(
    "after %i ms without the store, of which %s are allowed, is %i",
    async (silence, maxStoreSilence, status, text) => {
      const checkedAt = Date.now() - silence;
      const version = { name: "v7", published: "2026-01-01", checkedAt, follow: 5 };
      const { info, contentTag } = commons;
      const world = { info, contentTag, version } as unknown as Commons;
      const service = serviceWith({ commons: () => world, maxStoreSilence });
      const { body, ...answer } = await service.answer(request("/healthz"));
      expect(answer.status).toBe(status);
      expect(JSON.parse(body as string)).toMatchObject({
        status: text,
        version: "v7",
        published: "2026-01-01",
        checkedSecondsAgo: silence / 1000,
      });
    },
  );

  test.each([
    ["/v2/node?a", "/v2/node"],
    ["/core/api/v2/node", "/v2/node"],
    ["/api/place/type/geoId/06", "/api/place/type/{dcid...}"],
    ["/healthz?x", "/healthz"],
    ["/metrics", "/metrics"],
    ["/mcp", "/mcp"],
    ["/", "other"],
    ["/constructor", "other"],
    ["/nowhere?/v2/node", "other"],
  ])("counts %s as %s", (url, endpoint) => {
    const service = serviceWith();
    expect(service.nameOf(url)).toBe(endpoint);
    expect(service.refusal(url, 503, "busy", { "retry-after": "1" })).toEqual({
      status: 503,
      headers: { ...json, "retry-after": "1" },
      body: '{"message":"busy"}',
      endpoint,
    });
  });

  test("is nothing for tools without them, and nothing for the page without one", async () => {
    for (const url of ["/mcp", "/", "/explorer/api/home"]) {
      expect((await serviceWith().answer(request(url))).status).toBe(404);
    }
    const explorer = new ExplorerPage([], undefined);
    const answer = await serviceWith({ explorer }).answer(request("/explorer/api/home"));
    expect(answer.status).toBe(200);
    expect(answer.headers["etag"]).toBeUndefined();
  });
});

describe("a body", () => {
  test.each([
    ["gzip", "gzip", gunzipSync],
    ["br", "br", brotliDecompressSync],
    ["gzip, br;q=0.5", "gzip", gunzipSync],
    ["zstd, gzip;q=0.1", "gzip", gunzipSync],
    ["*", "br", brotliDecompressSync],
  ])("is packed as %j allows, by %s", async (accepts, coding, unpack) => {
    const service = serviceWith();
    const { body, headers } = await service.answer(request(long, { "accept-encoding": accepts }));
    expect(headers["content-encoding"]).toBe(coding);
    const whole = await service.answer(request(long));
    expect(unpack(body as Uint8Array).toString()).toBe(whole.body);
    expect(body.length).toBeLessThan(whole.body.length);
  });

  test.each(["identity", "zstd", "gzip;q=0", ""])("is sent as it is for %j", async (accepts) => {
    const service = serviceWith();
    const { body, headers } = await service.answer(request(long, { "accept-encoding": accepts }));
    expect(headers["content-encoding"]).toBeUndefined();
    expect(body).toBe((await service.answer(request(long))).body);
  });

  test("that is short is never packed", async () => {
    const { headers } = await serviceWith().answer(request(name, { "accept-encoding": "gzip" }));
    expect(headers["content-encoding"]).toBeUndefined();
  });
});

describe("a client that has the answer", () => {
  test.each([
    ["its tag", (tag: string) => tag, 304],
    ["its tag among others", (tag: string) => `W/"a",${tag} , W/"b"`, 304],
    ["another tag", () => 'W/"a"', 200],
  ])("as %s says gets %s", async (_, header, status) => {
    const service = serviceWith();
    const tag = `W/"${commons.contentTag}"`;
    const known = { "if-none-match": header(tag), origin: "https://a.example" };
    const answer = await service.answer(request(name, known));
    const shared = {
      "access-control-allow-origin": "https://a.example",
      etag: tag,
      "x-content-type-options": "nosniff",
      vary: "Origin, Accept-Encoding",
    };
    const sent = { ...json, "cache-control": "no-cache" };
    expect(answer.headers).toEqual(status === 304 ? shared : { ...sent, ...shared });
    expect([answer.status, answer.body === ""]).toEqual([status, status === 304]);
  });

  test("has no tag of what is no answer of the world", async () => {
    const service = serviceWith();
    for (const url of ["/healthz", "/nowhere", "/v2/node?property=->name"]) {
      expect((await service.answer(request(url))).headers["etag"]).toBeUndefined();
    }
    const posted = await service.answer(request("/v2/node", {}, "POST", asksName));
    expect(posted.headers["etag"]).toBeUndefined();
  });
});

test("HEAD has what GET has, and another host gets nothing", async () => {
  const service = serviceWith();
  const get = await service.answer(request(name));
  expect(await service.answer(request(name, {}, "HEAD"))).toEqual(get);
  expect(await service.answer(request(name, { host: "evil.example" }))).toEqual({
    status: 421,
    headers: json,
    body: '{"message":"this server does not go by that name: see --allowed-host"}',
    endpoint: "/v2/node",
  });
  expect(await service.answer(request(name, { origin: "https://b.example" }, "OPTIONS"))).toEqual({
    status: 204,
    headers: { vary: "Origin" },
    body: "",
    endpoint: "/v2/node",
  });
});

test("headers that nobody can change are made once, others for each answer", () => {
  let made = 0;
  const shared = new SharedHeaders((given) => {
    made += 1;
    return { ...given, vary: "Accept-Encoding" };
  });
  const fixed = Object.freeze({ "content-type": "application/json" });
  const first = shared.of(fixed);
  expect(first).toEqual({ "content-type": "application/json", vary: "Accept-Encoding" });
  expect(shared.of(fixed)).toBe(first);
  expect(Object.isFrozen(first)).toBe(true);
  expect(made).toBe(1);
  const open = { "content-type": "text/plain" };
  expect(shared.of(open)).toEqual({ "content-type": "text/plain", vary: "Accept-Encoding" });
  expect(shared.of(open)).not.toBe(shared.of(open));
  expect(made).toBe(4);
});

describe("the store of kept answers", () => {
  const world = (text: string) => open({ "a.mcf": `Node: dcid:geoId/06\nname: "${text}"` });
  const question = { method: "GET", url: known, headers: {}, body: "" };
  const answer = { status: 200, headers: {}, body: "x".repeat(1000), endpoint: "/v2/node" };

  test("an answer is found for the same question alone, and in the same world", async () => {
    const [one, other] = [await world("one"), await world("other")];
    const kept = new KeptAnswers(100_000);
    kept.keep(one, question, answer);
    expect(kept.find(one, question)).toBe(answer);
    for (const different of [
      { ...question, url: `${known}&key=k` },
      { ...question, headers: { "x-api-key": "k" } },
      { ...question, headers: { "accept-encoding": "br" } },
    ]) {
      expect(kept.find(one, different)).toBeUndefined();
    }
    expect(kept.find(other, question)).toBeUndefined();
    expect(kept.find(one, question)).toBeUndefined();
  });

  test("answers take no more bytes than they may; the one asked longest ago goes first", async () => {
    const commons = await world("one");
    const kept = new KeptAnswers(30_000);
    const urls = Array.from({ length: 40 }, (_, at) => `/v2/node?nodes=n${at}`);
    for (const url of urls) kept.keep(commons, { ...question, url }, answer);
    const found = urls.filter((url) => kept.find(commons, { ...question, url }) !== undefined);
    expect(found.length).toBeGreaterThan(5);
    expect(found.length).toBeLessThan(15);
    expect(found).toEqual(urls.slice(-found.length));
    const large = { ...answer, body: "x".repeat(20_000) };
    kept.keep(commons, question, large);
    expect(kept.find(commons, question)).toBeUndefined();
    const none = new KeptAnswers(0);
    none.keep(commons, question, answer);
    expect(none.find(commons, question)).toBeUndefined();
  });

  const large = "/v2/node?nodes=country/USA&property=<-*";

  test.each([undefined, 0])(
    "the second answer is the first one, with %s bytes",
    async (maxCacheBytes) => {
      const server = await serve(sample, {
        keys: ["k"],
        website: true,
        cors: "https://page.example",
        ...(maxCacheBytes !== undefined && { maxCacheBytes }),
      });
      const twice = async (path: string, asking: Parameters<typeof ask>[2] = {}) => {
        const seen = [await ask(server.url, path, asking), await ask(server.url, path, asking)];
        const [first, second] = seen.map(({ status, headers: { date: _, ...headers }, body }) => ({
          status,
          headers,
          body: body.toString("hex"),
        }));
        expect(second).toEqual(first);
        return seen[1]!;
      };
      try {
        const found = await twice(`${known}&key=k`);
        expect(found.body.toString()).toContain("California");
        expect((await twice(known)).status).toBe(401);
        expect((await twice(`${known}&key=other`)).status).toBe(400);
        expect((await twice(`${known}&key=k`, { method: "HEAD" })).body).toHaveLength(0);
        const packed = { headers: { "accept-encoding": "gzip" } };
        expect((await twice(`${large}&key=k`, packed)).headers["content-encoding"]).toBe("gzip");
        const fromPage = await twice(`${known}&key=k`, {
          headers: { origin: "https://page.example" },
        });
        expect(fromPage.headers["access-control-allow-origin"]).toBe("https://page.example");
        expect(fromPage.headers.vary).toBe("Origin, Accept-Encoding");
        const { etag = "" } = found.headers;
        const same = await twice(`${known}&key=k`, { headers: { "if-none-match": etag } });
        expect([same.status, same.body.length]).toEqual([304, 0]);
        expect((await twice(known, { headers: { "if-none-match": etag } })).status).toBe(401);
      } finally {
        await server.close();
      }
    },
  );
});
