/** Answers that are too long to be made before they are sent. */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AskedCommons, type Commons, open, type RequestLimits } from "../../../src/index.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import {
  createWorkerSide,
  explorerRoute,
  type FromWorker,
  type ToWorker,
} from "../../../src/serve/worker-side.ts";
import { type AccessLine, type Serving, serve } from "../../../src/serve.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";
import { ask } from "../asking.ts";

const dates = Array.from({ length: 20_000 }, (_, at) => {
  const [month, year] = [
    String((at % 12) + 1).padStart(2, "0"),
    String(1000 + Math.floor(at / 12)),
  ];
  return `${year}-${month}`;
});
/** Each row has it, so that the answer is longer than what the system takes of it at once. */
const entity = `e/${"a".repeat(800)}`;
const rows = dates.map((date, at) => `${entity},V,${date},${at}`);
const file = `entity,variable,date,value\n${rows.join("\n")}\n`;
const path = `/sdmx/v3/data/dataflow/DC/DF_OBS/1.0.0/*?c[variableMeasured]=V&c[observationAbout]=${entity}`;

let commons: Commons;
let expected: string;
let server: Serving;
const lines: AccessLine[] = [];

beforeAll(async () => {
  commons = await open({ "observations.csv": file });
  const filters = { variableMeasured: "V", observationAbout: entity };
  expected = [...(await commons.sdmx.csv({ filters }))].join("");
  server = await serve(commons, { onAccess: (line) => lines.push(line) });
});
afterAll(() => server.close());

describe("a long answer", () => {
  test("is sent in pieces, none of which is kept or compressed", async () => {
    expect(expected.length).toBeGreaterThan(15_000_000);
    for (const _ of [1, 2]) {
      const headers = { "accept-encoding": "gzip" };
      const { headers: sent, body } = await ask(server.url, path, { headers });
      expect(body.toString() === expected).toBe(true);
      expect(sent["transfer-encoding"]).toBe("chunked");
      expect(sent["content-length"]).toBeUndefined();
      expect(sent["content-encoding"]).toBeUndefined();
    }
    expect(lines.at(-1)).toMatchObject({ status: 200, bytes: expected.length });
  });

  test("has no body for HEAD, and for a client that has it", async () => {
    const { headers, body } = await ask(server.url, path, { method: "HEAD" });
    expect(body.length).toBe(0);
    const known = { "if-none-match": headers["etag"] ?? "" };
    expect(await ask(server.url, path, { headers: known })).toMatchObject({ status: 304 });
  });

  test("ends when its client goes away", async () => {
    const before = lines.length;
    const asked = request(server.url.slice(0, -1) + path, { agent: false }, (response) => {
      response.once("data", () => asked.destroy());
    });
    asked.once("error", () => undefined);
    asked.end();
    await expect.poll(() => lines.length).toBe(before + 1);
    expect(lines.at(-1)).toMatchObject({ status: 200, cut: true });
  });

  test("is refused before it begins, where it goes through too many rows", async () => {
    const limited = await serve(commons, { maxRows: 19_999 });
    try {
      expect((await ask(limited.url, path)).status).toBe(429);
    } finally {
      await limited.close();
    }
  });

  test("is whole where the world lies elsewhere", async () => {
    const store = new MemoryStore(snapshotOf(commons, 512));
    const elsewhere: Serving<AskedCommons> = await serve(() => openRemote(store));
    try {
      const { headers, body } = await ask(elsewhere.url, path);
      expect(body.toString() === expected).toBe(true);
      expect(headers["content-length"]).toBe(String(expected.length));
    } finally {
      await elsewhere.close();
    }
  });

  test("must fit into the memory of a request where the world lies elsewhere", async () => {
    const store = new MemoryStore(snapshotOf(commons, 512));
    const statusWithin = async (maxMemoryBytes: number) => {
      const limited: Serving<AskedCommons> = await serve(() => openRemote(store), {
        maxMemoryBytes,
      });
      try {
        const { status, body } = await ask(limited.url, path);
        return status === 200 ? status : `${status} ${body}`;
      } finally {
        await limited.close();
      }
    };
    expect(await statusWithin(expected.length)).toBe(200);
    const refusal = await statusWithin(expected.length - 1);
    expect(refusal).toMatch(/^429 /);
    expect(refusal).toContain(`needs more than ${expected.length - 1} bytes of memory`);
  });

  test("is left to the thread that listens, which makes piece after piece", async () => {
    const answer = await new Promise<FromWorker>((resolve) => {
      const side = createWorkerSide(resolve);
      const rules = { isExact: false, hasWebsite: false, settings: { requireKey: false } };
      side({ kind: "world", handle: commons.share(), limits: {}, rules });
      const asked = { method: "GET", url: path, headers: {}, body: "" };
      const route = "/sdmx/v3/data/{tail...}";
      side({ kind: "request", id: 1, request: asked, route, share: undefined });
    });
    expect(answer).toEqual({ id: 1, fault: "elsewhere" });
  });
});

test("answers to clients that accept other things are not mixed up", async () => {
  const short = `${path}&c[TIME_PERIOD]=1000-01`;
  expect((await ask(server.url, short)).status).toBe(200);
  const headers = { accept: "application/vnd.sdmx.data+json" };
  expect((await ask(server.url, short, { headers })).status).toBe(501);
});

describe("a thread that answers", () => {
  const rules = { isExact: false, hasWebsite: false, settings: { requireKey: false } };
  type Asked = Pick<Extract<ToWorker, { kind: "request" }>, "request" | "route" | "share">;
  const get = (url: string) => ({ method: "GET", url, headers: {}, body: "" });

  async function answered(world: Commons, asked: Asked, limits: RequestLimits = {}) {
    return await new Promise<{
      readonly answer: FromWorker;
      readonly buffers: readonly ArrayBuffer[];
    }>((resolve) => {
      const side = createWorkerSide((answer, buffers) => resolve({ answer, buffers }));
      side({ kind: "world", handle: world.share(), limits, rules });
      side({ kind: "request", id: 7, ...asked });
    });
  }

  test.each([
    [65_535, false],
    [65_536, false],
    [65_537, true],
  ])("sends a text of %i characters as bytes: %j", async (length, isBytes) => {
    const url = "/v2/node?nodes=a&property=->text";
    const around = (text: string) => open({ "a.mcf": `Node: dcid:a\ntext: "${text}"\n` });
    const route = "/v2/node";
    const bodyOf = async (world: Commons) => {
      const { answer, buffers } = await answered(world, {
        request: get(url),
        route,
        share: undefined,
      });
      if (!("answer" in answer)) throw new Error("no answer");
      return { body: answer.answer.body, buffers };
    };
    const short = (await bodyOf(await around("x"))).body.length;
    const { body, buffers } = await bodyOf(await around("x".repeat(length - short + 1)));
    expect(body.length).toBe(length);
    expect(typeof body).toBe(isBytes ? "object" : "string");
    expect(buffers).toEqual(isBytes ? [(body as Uint8Array).buffer] : []);
  });

  test.each([
    ["the page", "/explorer/api/home", explorerRoute],
    ["an endpoint", "/v2/node?nodes=a&property=->text", "/v2/node"],
  ])("answers %s within a share of time as without one", async (_, url, route) => {
    const world = await open({ "a.mcf": 'Node: dcid:a\ntext: "b"\n' });
    const whole = await answered(world, { request: get(url), route, share: undefined });
    expect(whole.answer).toMatchObject({ id: 7, answer: { status: 200 } });
    const shared = await answered(world, { request: get(url), route, share: 60_000 });
    expect(shared.answer).toEqual(whole.answer);
  });

  test("has the limits of its server", async () => {
    const world = await open({ "a.mcf": `Node: dcid:a\ntext: "${"x".repeat(999)}"\n` });
    const request = get("/v2/node?nodes=a&property=->text");
    const asked = { request, route: "/v2/node", share: undefined };
    const { answer } = await answered(world, asked, { maxMemoryBytes: 100 });
    expect(answer).toMatchObject({ answer: { status: 429 } });
  });

  test("sends bytes as they are", async () => {
    const world = await open({ "a.mcf": `Node: dcid:a\ntext: "${"x".repeat(70_000)}"\n` });
    const request = get("/explorer/api/world");
    const { answer } = await answered(world, { request, route: explorerRoute, share: undefined });
    if (!("answer" in answer)) throw new Error("no answer");
    const again = await open(answer.answer.body as Uint8Array<ArrayBuffer>);
    expect(again.info.tripleCount).toBe(1);
  });

  test("says so when a request comes before the world", async () => {
    const answer = await new Promise<FromWorker>((resolve) => {
      createWorkerSide(resolve)({
        kind: "request",
        id: 3,
        request: get("/v2/node"),
        route: "/v2/node",
        share: undefined,
      });
    });
    expect(answer).toEqual({ id: 3, fault: "internal" });
  });
});
