/** A server on a port of its own, asked as a client of another process asks. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";

import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { type AccessLine, type ServeOptions, type Serving, serve } from "../../../src/serve.ts";
import { ask, name, sample } from "../asking.ts";

/** Long enough to be compressed. */
const many = "/v2/node?nodes=country/USA&property=<-*";

let commons: Commons;
let server: Serving;
const lines: AccessLine[] = [];
beforeAll(async () => {
  commons = await open(sample);
  server = await serve(commons, { onAccess: (line) => lines.push(line), maxBodyBytes: 100_000 });
});
afterAll(() => server.close());

/** Runs with a server of its own. */
async function withServer(
  options: ServeOptions,
  use: (server: Serving) => Promise<void>,
): Promise<void> {
  const own = await serve(commons, options);
  try {
    await use(own);
  } finally {
    await own.close();
  }
}

describe("answers", () => {
  test.each([
    ["GET", name, undefined],
    ["GET", `/core/api${name}`, undefined],
    ["GET", "/v1/triples/out/geoId/06", undefined],
    ["POST", "/v2/node", '{"nodes":["geoId/06"],"property":"->[name, typeOf]"}'],
    ["POST", "/v2/observation", '{"select":["entity","variable"],"entity":{"dcids":["geoId/06"]}}'],
    ["POST", "/v2/node", "{"],
    ["GET", "/v2/none", undefined],
    ["PUT", "/v2/node", undefined],
  ])("to %s %s are those of its service, without a key", async (method, path, body) => {
    const sent = body === undefined ? {} : { body };
    const service = commons.service({ requireKey: false });
    const expected = await service.fetch(path, { method, ...sent });
    const actual = await ask(server.url, path, { method, ...sent });
    expect(actual.status).toBe(expected.status);
    expect(actual.headers["content-type"]).toBe(expected.headers.get("content-type"));
    expect(actual.body.toString()).toBe(await expected.text());
  });

  test("are kinder to real clients, unless they are to be exact", async () => {
    const query = "SELECT ?n WHERE { ?s typeOf Country . ?s name ?n }";
    const [v2, v0] = ["/v2/sparql?query", "/query?sparql"].map(
      (start) => `${start}=${encodeURIComponent(query)}&key=k`,
    );
    const none = "/v2/observation";
    const body = JSON.stringify({
      select: ["entity", "variable"],
      entity: { dcids: ["none"] },
    });
    const expected = JSON.stringify(commons.v2.sparql({ query }));
    expect((await ask(server.url, v2 ?? "")).body.toString()).toBe(expected);
    expect((await ask(server.url, v0 ?? "")).body.toString()).toContain("United States");
    const empty = await ask(server.url, none, { method: "POST", body });
    expect(empty.body.toString()).toBe('{"byVariable":{}}');
    await withServer({ exact: true }, async ({ url }) => {
      expect((await ask(url, v2 ?? "")).status).toBe(404);
      expect((await ask(url, none, { method: "POST", body })).body.toString()).toBe("{}");
    });
  });

  test("go out by HTTP/1.1 to a client that offers HTTP/2 first, as Java's does", async () => {
    const offer = {
      connection: "Upgrade, HTTP2-Settings",
      upgrade: "h2c",
      "http2-settings": "AAEAAEAA",
    };
    const body = '{"nodes":["geoId/06"],"property":"->name"}';
    const given = await ask(server.url, "/v2/node", { method: "POST", headers: offer, body });
    expect(given.status).toBe(200);
    expect(given.body).toEqual((await ask(server.url, "/v2/node", { method: "POST", body })).body);
  });

  test("to HEAD are those to GET without a body", async () => {
    const get = await ask(server.url, name);
    const head = await ask(server.url, name, { method: "HEAD" });
    expect(head.body).toHaveLength(0);
    expect(head.headers["content-length"]).toBe(String(get.body.length));
    expect(head.headers.etag).toBe(get.headers.etag);
  });

  test.each([
    ["gzip", gunzipSync],
    ["br", brotliDecompressSync],
  ])("that are long are compressed for those who read %s", async (encoding, decode) => {
    const headers = { "accept-encoding": `${encoding};q=0.9, identity;q=0.5` };
    const packed = await ask(server.url, many, { headers });
    const plain = await ask(server.url, many);
    expect(packed.headers["content-encoding"]).toBe(encoding);
    expect(packed.headers.vary).toBe("Accept-Encoding");
    expect(packed.body.length).toBeLessThan(plain.body.length);
    expect(decode(packed.body).equals(plain.body)).toBe(true);
  });

  test("that are short, or for those who read no such thing, are sent as they are", async () => {
    const short = await ask(server.url, name, { headers: { "accept-encoding": "gzip" } });
    expect(short.headers["content-encoding"]).toBeUndefined();
    const refused = await ask(server.url, many, { headers: { "accept-encoding": "gzip;q=0" } });
    expect(refused.headers["content-encoding"]).toBeUndefined();
  });

  test("need not be sent again as long as the world is the same", async () => {
    const { etag = "" } = (await ask(server.url, name)).headers;
    const again = await ask(server.url, name, { headers: { "if-none-match": `"x", ${etag}` } });
    expect(again).toMatchObject({ status: 304, headers: { etag } });
    expect(again.body).toHaveLength(0);
    const other = await ask(server.url, name, { headers: { "if-none-match": '"x"' } });
    expect(other.status).toBe(200);
    expect((await ask(server.url, "/v2/none")).headers.etag).toBeUndefined();
  });
});

describe("who may ask", () => {
  test.each(["localhost", "127.0.0.1:9", "[::1]", "LOCALHOST:80"])("%s", async (host) => {
    expect((await ask(server.url, "/healthz", { headers: { host } })).status).toBe(200);
  });

  test.each(["example.org", "127.0.0.1.example.org", "localhost.example.org:80"])(
    "not under the name %j",
    async (host) => {
      expect((await ask(server.url, "/healthz", { headers: { host } })).status).toBe(421);
    },
  );

  test("under a name that is allowed", async () => {
    await withServer({ allowedHosts: ["data.test"] }, async ({ url }) => {
      const headers = { host: "data.test:1" };
      expect((await ask(url, "/healthz", { headers })).status).toBe(200);
    });
  });

  test("no source that is none, in the name of serve", async () => {
    await expect(serve({})).rejects.toThrow(/^serve needs a path, .*, not an object$/);
  });

  test("other machines only when that is allowed", async () => {
    await expect(serve(commons, { host: "0.0.0.0" })).rejects.toThrow("allowRemote");
    await expect(serve(commons, { host: "192.0.2.1" })).rejects.toThrow("allowRemote");
  });

  test("no page of another origin", async () => {
    const headers = { origin: "https://page.test" };
    const { headers: got } = await ask(server.url, name, { headers });
    expect(got["access-control-allow-origin"]).toBeUndefined();
    const preflight = await ask(server.url, "/v2/node", { method: "OPTIONS", headers });
    expect(preflight.headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("pages of an origin that is allowed, with the headers of the official clients", async () => {
    await withServer({ cors: "https://page.test" }, async ({ url }) => {
      const headers = { origin: "https://page.test" };
      const preflight = await ask(url, "/v2/node", { method: "OPTIONS", headers });
      expect(preflight.status).toBe(204);
      expect(preflight.headers).toMatchObject({ "access-control-allow-origin": headers.origin });
      for (const header of ["x-surface", "x-api-key", "content-type"]) {
        expect(preflight.headers["access-control-allow-headers"]?.toLowerCase()).toContain(header);
      }
      const answer = await ask(url, name, { headers });
      expect(answer.headers).toMatchObject({
        "access-control-allow-origin": headers.origin,
        vary: "Origin, Accept-Encoding",
      });
      const other = await ask(url, name, { headers: { origin: "https://other.test" } });
      expect(other.headers["access-control-allow-origin"]).toBeUndefined();
    });
  });

  test("any page with *", async () => {
    await withServer({ cors: ["*"] }, async ({ url }) => {
      const { headers } = await ask(url, name, { headers: { origin: "null" } });
      expect(headers["access-control-allow-origin"]).toBe("*");
    });
  });

  test("holders of a key, when there are keys", async () => {
    const own = await serve(sample, { keys: ["k"] });
    try {
      expect((await ask(own.url, name)).status).toBe(401);
      const { status, headers } = await ask(own.url, name, { headers: { "x-api-key": "k" } });
      expect(status).toBe(200);
      const known = { "if-none-match": headers.etag ?? "" };
      expect((await ask(own.url, name, { headers: known })).status).toBe(401);
      expect((await ask(own.url, `${name}&key=k`)).status).toBe(200);
    } finally {
      await own.close();
    }
  });
});

describe("limits", () => {
  test("a body that is too long is refused before it is read whole", async () => {
    const asked = await ask(server.url, "/v2/node", { method: "POST", body: "x".repeat(200_000) });
    expect(asked.status).toBe(413);
    expect(asked.body.toString()).toBe('{"message":"a body has at most 100000 bytes"}');
  });

  test("more requests at once than allowed are told to come again", async () => {
    await withServer({ maxConcurrent: 1 }, async ({ url, port }) => {
      const waiting = connect(port, "127.0.0.1");
      waiting.on("error", () => undefined);
      waiting.write("POST /v2/node HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{");
      await expect
        .poll(async () => (await ask(url, "/healthz")).status, { timeout: 5000 })
        .toBe(503);
      const { headers } = await ask(url, "/healthz");
      expect(headers).toMatchObject({ "retry-after": "1", "content-type": "application/json" });
      waiting.destroy();
      await expect
        .poll(async () => (await ask(url, "/healthz")).status, { timeout: 5000 })
        .toBe(200);
    });
  });

  test("headers that never end are not waited for", async () => {
    await withServer({ headersTimeout: 100 }, async ({ port }) => {
      const slow = connect(port, "127.0.0.1");
      slow.on("error", () => undefined);
      slow.write("GET /healthz HTTP/1.1\r\nHost:");
      const closed = new Promise((resolve) => slow.once("close", resolve));
      slow.resume();
      await closed;
      expect(slow.destroyed).toBe(true);
    });
  });
});

describe("what is told", () => {
  test("health, in numbers", async () => {
    const { body, headers } = await ask(server.url, "/healthz");
    expect(JSON.parse(body.toString())).toEqual({
      status: "ok",
      nodes: 313,
      triples: 1943,
      observations: 4008,
    });
    expect(headers["cache-control"]).toBe("no-store");
  });

  test("metrics by endpoint, method and status, whatever the path names", async () => {
    await withServer({}, async ({ url }) => {
      await ask(url, "/v1/triples/out/geoId/06");
      await ask(url, "/v1/triples/out/geoId/48");
      await ask(url, "/no/such/path");
      const text = (await ask(url, "/metrics")).body.toString();
      expect(text).toMatch(
        /requests_total\{endpoint="\/v1\/triples\/\{\w+\}\/\{[\w.]+\}",method="GET",status="200"\} 2/,
      );
      expect(text).toContain('{endpoint="other",method="GET",status="404"} 1');
      expect(text).toMatch(
        /pocket_commons_request_seconds_bucket\{le="0.001",endpoint="other"\} \d/,
      );
      expect(text).toContain('pocket_commons_loaded{kind="triples"} 1943');
      expect(text).toMatch(/nodejs_heap_size_used_bytes \d/);
    });
  });

  test("a line for each answer, without the key", async () => {
    const { body } = await ask(server.url, `${name}&key=secret`);
    const isOurs = ({ url }: AccessLine) => /nodes.*key=/.test(url);
    await expect.poll(() => lines.some(isOurs)).toBe(true);
    const line = lines.find(isOurs);
    expect(line).toMatchObject({ method: "GET", status: 200, bytes: body.length });
    expect(line?.url).toBe(`${encodeURI(name)}&key=…`);
  });
});

describe("a source that changes", () => {
  test("is loaded again, and no request is lost", async () => {
    const folder = mkdtempSync(join(tmpdir(), "serve-"));
    const file = join(folder, "a.mcf");
    const write = (word: string) => writeFileSync(file, `Node: dcid:a\nname: "${word}"\n`);
    write("before");
    let reloads = 0;
    const own = await serve(folder, { watch: true, onReload: () => reloads++ });
    const asked = async () =>
      (await ask(own.url, "/v2/node?nodes=a&property=->name")).body.toString();
    try {
      expect(await asked()).toContain("before");
      const tag = own.commons.contentTag;
      write("after");
      await expect.poll(asked, { timeout: 10_000 }).toContain("after");
      expect(own.commons.contentTag).not.toBe(tag);
      writeFileSync(file, Buffer.from([0xff, 0xfe, 0x00]));
      await expect.poll(() => reloads, { timeout: 10_000 }).toBeGreaterThan(1);
      expect(await asked()).toContain("after");
    } finally {
      await own.close();
      rmSync(folder, { recursive: true });
    }
  });

  test("may be a file that another one replaces", async () => {
    const folder = mkdtempSync(join(tmpdir(), "serve-"));
    const file = join(folder, "a.pocket");
    await commons.save(file);
    const own = await serve(file, { watch: true });
    try {
      const tag = own.commons.contentTag;
      expect((await open(file)).contentTag).toBe(tag);
      await (await open({ "b.mcf": 'Node: dcid:b\nname: "B"\n' })).save(`${file}.new`);
      renameSync(`${file}.new`, file);
      await expect.poll(() => own.commons.info.nodeCount, { timeout: 10_000 }).toBeLessThan(313);
      expect(own.commons.contentTag).not.toBe(tag);
    } finally {
      await own.close();
      rmSync(folder, { recursive: true });
    }
  });

  test("needs a path", async () => {
    await expect(serve(commons, { watch: true })).rejects.toThrow("watch needs paths");
    await expect(server.reload()).rejects.toThrow("cannot be loaded again");
  });
});
