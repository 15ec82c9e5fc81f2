import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { KeptAnswers } from "../../../src/serve/kept-answers.ts";
import { serve } from "../../../src/serve.ts";
import { ask, name, sample } from "../asking.ts";

const world = (text: string) => open({ "a.mcf": `Node: dcid:geoId/06\nname: "${text}"` });
const request = { method: "GET", url: name, headers: {}, body: "" };
const answer = { status: 200, headers: {}, body: "x".repeat(1000), endpoint: "/v2/node" };

test("an answer is found for the same question alone, and in the same world", async () => {
  const [one, other] = [await world("one"), await world("other")];
  const kept = new KeptAnswers(100_000);
  kept.keep(one, request, answer);
  expect(kept.find(one, request)).toBe(answer);
  for (const different of [
    { ...request, url: `${name}&key=k` },
    { ...request, headers: { "x-api-key": "k" } },
    { ...request, headers: { "accept-encoding": "br" } },
  ]) {
    expect(kept.find(one, different)).toBeUndefined();
  }
  expect(kept.find(other, request)).toBeUndefined();
  expect(kept.find(one, request)).toBeUndefined();
});

test("answers take no more bytes than they may; the one asked longest ago goes first", async () => {
  const commons = await world("one");
  const kept = new KeptAnswers(30_000);
  const urls = Array.from({ length: 40 }, (_, at) => `/v2/node?nodes=n${at}`);
  for (const url of urls) kept.keep(commons, { ...request, url }, answer);
  const found = urls.filter((url) => kept.find(commons, { ...request, url }) !== undefined);
  expect(found.length).toBeGreaterThan(5);
  expect(found.length).toBeLessThan(15);
  expect(found).toEqual(urls.slice(-found.length));
  const large = { ...answer, body: "x".repeat(20_000) };
  kept.keep(commons, request, large);
  expect(kept.find(commons, request)).toBeUndefined();
  const none = new KeptAnswers(0);
  none.keep(commons, request, answer);
  expect(none.find(commons, request)).toBeUndefined();
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
      const found = await twice(`${name}&key=k`);
      expect(found.body.toString()).toContain("California");
      expect((await twice(name)).status).toBe(401);
      expect((await twice(`${name}&key=other`)).status).toBe(400);
      expect((await twice(`${name}&key=k`, { method: "HEAD" })).body).toHaveLength(0);
      const packed = { headers: { "accept-encoding": "gzip" } };
      expect((await twice(`${large}&key=k`, packed)).headers["content-encoding"]).toBe("gzip");
      const fromPage = await twice(`${name}&key=k`, {
        headers: { origin: "https://page.example" },
      });
      expect(fromPage.headers["access-control-allow-origin"]).toBe("https://page.example");
      expect(fromPage.headers.vary).toBe("Origin, Accept-Encoding");
      const { etag = "" } = found.headers;
      const same = await twice(`${name}&key=k`, { headers: { "if-none-match": etag } });
      expect([same.status, same.body.length]).toEqual([304, 0]);
      expect((await twice(name, { headers: { "if-none-match": etag } })).status).toBe(401);
    } finally {
      await server.close();
    }
  },
);
