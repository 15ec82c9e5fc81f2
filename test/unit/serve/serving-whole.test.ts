/**
 * Whole answers of servers, headers included, and errors of their options: in `expected`.
 * `EXPECT=write npx vitest run test/unit/serve/serving-whole` writes them anew.
 */
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, test } from "vitest";
import type { AskedCommons } from "../../../src/index.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import { RemoteError } from "../../../src/remote/stores/block-store.ts";
import { unread } from "../../../src/serve/answer-of.ts";
import { type ServeOptions, type Serving, serve } from "../../../src/serve.ts";
import { version } from "../../../src/snapshot/version.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";
import { ask } from "../asking.ts";
import { expectRecorded, inLines } from "../recorded-text.ts";
import { wholeWorld } from "../routes/whole-world.ts";

const commons = await wholeWorld();
const servers: Serving<AskedCommons>[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function served(options: ServeOptions = {}): Promise<Serving<AskedCommons>> {
  const server = await serve(commons, options);
  servers.push(server);
  return server;
}

type Asked = string | readonly [path: string, asking: Parameters<typeof ask>[2]];

/** Headers that differ from run to run; of those of answers to languages models, too. */
const changing = ["date", "connection", "keep-alive", "transfer-encoding"];

function plainText(body: Buffer, coding: string | undefined): string {
  if (coding === "gzip") return gunzipSync(body).toString();
  return (coding === "br" ? brotliDecompressSync(body) : body).toString();
}

async function seen(server: Serving<AskedCommons>, asked: Asked): Promise<string> {
  const [path, asking = {}] = typeof asked === "string" ? [asked] : asked;
  const { method = "GET", headers: sent = {}, body: given = "" } = asking;
  const { status, headers, body } = await ask(server.url, path, asking);
  const tag = server.commons.contentTag;
  const shown = Object.entries(headers)
    .filter(([name]) => !changing.includes(name))
    // What a compressor makes is its own.
    .filter(([name]) => name !== "content-length" || headers["content-encoding"] === undefined)
    .map(([name, value]) => `${name}: ${`${value}`.replaceAll(tag, "TAG")}`);
  const text = plainText(body, headers["content-encoding"]);
  const cut = text.length > 2000 ? `${text.slice(0, 2000)}…` : text;
  return [
    `${method} ${path} ${JSON.stringify(sent)} ${typeof given === "string" ? given : "bytes"}`,
    `${status}`,
    ...shown,
    inLines(cut.replaceAll(tag, "TAG").replaceAll(version, "VERSION")),
  ].join("\n");
}

async function expectServed(name: string, options: ServeOptions, all: readonly Asked[]) {
  const server = await served(options);
  const texts: string[] = [];
  for (const asked of all) texts.push(await seen(server, asked));
  expectRecorded(import.meta.dirname, name, texts);
}

const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
});
const name = "/v2/node?nodes=geoId/06&property=->isoCode";
const asksName = { nodes: ["geoId/06"], property: "->isoCode" };
const page = { origin: "https://page.example" };
const long = "/v2/node?nodes=geoId/06&nodes=geoId/48&nodes=country/USA&property=->*&nodes=".concat(
  Array.from({ length: 200 }, (_, at) => `none/${at}`).join("&nodes="),
);

test("a server of everything", async () => {
  await expectServed("open", { maxBodyBytes: 2000 }, [
    "/healthz",
    ["/healthz", { method: "HEAD" }],
    ["/healthz", { method: "POST" }],
    "/healthz?a=b",
    name,
    `/core/api${name}`,
    [name, { headers: { "if-none-match": 'W/"other"' } }],
    [name, { headers: { "accept-encoding": "gzip, br" } }],
    [long, { headers: { "accept-encoding": "gzip" } }],
    [long, { headers: { "accept-encoding": "br" } }],
    [long, { headers: { "accept-encoding": "zstd" } }],
    [name, { method: "HEAD" }],
    [name, { method: "DELETE" }],
    [name, { method: "OPTIONS", headers: page }],
    [name, { headers: page }],
    [name, { headers: { host: "other.example" } }],
    ["/v2/node", post(asksName)],
    ["/v2/node", post(asksName, { "content-encoding": "zstd" })],
    ["/v2/node", { ...post(gzipSync(JSON.stringify(asksName)), { "content-encoding": "gzip" }) }],
    ["/v2/node", post("no gzip", { "content-encoding": "gzip" })],
    ["/v2/node", post("[")],
    ["/v2/node", post("x".repeat(2001))],
    ["/v2/node", post(gzipSync("x".repeat(2001)), { "content-encoding": "gzip" })],
    "/v2/node?nodes=geoId/06",
    "/v2/node?property=->name",
    "/v2/node?nodes=nothing&nodes=geoId/06&property=->isoCode",
    "/v2/observation?entity.dcids=nothing&variable.dcids=Income&select=variable&select=entity",
    ["/v2/observation", post({ select: ["entity"], value: "", entity: { formula: "" } })],
    ["/v2/observation", post({ select: ["entity"], value: 5, entity: null })],
    "/v2/observation?select=entity&value=&variable.expression=false",
    "/v2/sparql?query=SELECT%20%3Fn%20WHERE%20%7B%20%3Fs%20typeOf%20State%20.%20%3Fs%20name%20%3Fn%20%7D",
    "/v2/nothing",
    "/nothing",
    ["/", { method: "POST" }],
    "/explorer/nothing",
    "/explorer/api/nothing",
    "/explorer/api/place/name?dcids=geoId/06",
    "/explorer/api/findings",
    "/stat/value?place=geoId/06&stat_var=Income",
    "/stat/value",
    "/api/place/name?dcids=geoId/06",
    "/api/place/parent",
    "/mcp",
    ["/mcp", { method: "DELETE" }],
  ]);
});

test("a server that is exact, and has no further routes", async () => {
  const options = { exact: true, website: false, agents: false, explorer: false };
  await expectServed("exact", options, [
    name,
    "/v2/node?nodes=nothing&nodes=geoId/06&property=->isoCode",
    "/v2/node?nodes=geoId/06",
    ["/v2/observation", post({ select: ["entity"], value: "" })],
    "/",
    "/mcp",
    "/stat/value?place=geoId/06&stat_var=Income",
    "/api/place/name?dcids=geoId/06",
    "/explorer/api/home",
    "/v3/node?nodes=geoId/06&property=->isoCode",
  ]);
});

test("a server with keys, for two origins and another name", async () => {
  const options: ServeOptions = {
    keys: ["right", "other"],
    cors: [page.origin, "https://b.example"],
    allowedHosts: ["data.example"],
    website: true,
    agents: true,
  };
  const key = "&key=right";
  await expectServed("keyed", options, [
    name,
    `${name}&key=wrong`,
    `${name}${key}`,
    `${name}&api_key=other`,
    [name, { headers: { "x-api-key": "right" } }],
    [name, { headers: { authorization: "Bearer right" } }],
    "/v2/resolve?nodes=California&property=<-description->dcid",
    "/api/place/name?dcids=geoId/06",
    `/api/place/name?dcids=geoId/06${key}`,
    "/stat/value?place=geoId/06&stat_var=Income",
    "/mcp",
    "/healthz",
    "/",
    "/explorer/api/home",
    [`${name}${key}`, { headers: page }],
    [`${name}${key}`, { headers: { origin: "https://c.example" } }],
    [name, { method: "OPTIONS", headers: page }],
    [name, { method: "OPTIONS", headers: { origin: "https://c.example" } }],
    [`${name}${key}`, { headers: { host: "data.example:80" } }],
    [`${name}${key}`, { headers: { host: "c.example" } }],
  ]);
});

test("a server that refuses unknown names, for any origin", async () => {
  await expectServed("strict", { strict: true, cors: "*" }, [
    [name, { headers: page }],
    [name, { method: "OPTIONS", headers: page }],
    "/v2/node?nodes=geoId/6&property=->name",
    "/v2/node?nodes=geoId/06&property=->nmae",
    "/v2/node?nodes=country/GTM&property=->name",
  ]);
});

test("metrics have a name, a help and a type each", async () => {
  const near = await served();
  const far = await serve(await openRemote(new MemoryStore(snapshotOf(commons, 512))));
  servers.push(far);
  const texts: string[] = [];
  for (const server of [near, far]) {
    for (const path of [name, "/v2/node", "/nothing", "/healthz"]) await ask(server.url, path);
    const { headers, body } = await ask(server.url, "/metrics");
    const own = `${body}`.split("\n").filter((line) => line.includes("pocket_commons_"));
    // Numbers of seconds, and of reads, are those of this run.
    const shown = own.map((line) =>
      /^(?:# |pocket_commons_(?:loaded|requests_total))/.test(line)
        ? line
        : line.replace(/ [\d.e-]+$/, " N"),
    );
    texts.push([headers["content-type"], headers["cache-control"], ...shown].join("\n"));
  }
  expectRecorded(import.meta.dirname, "metrics", texts);
});

test("a world that cannot be read", () => {
  const error = new RemoteError("unavailable", "the store is silent");
  const later = new RemoteError("unavailable", "the store is silent", { retryAfter: 1500 });
  const texts = [error, later].map((one) => {
    const { body, ...rest } = unread(one);
    return `${JSON.stringify(rest)}\n${body as string}`;
  });
  expectRecorded(import.meta.dirname, "unread", texts);
});

const wrong: readonly ServeOptions[] = [
  { host: "0.0.0.0" },
  { keys: ["a"], requireKey: false },
  { keys: ["a"], explorer: true },
  { maxStoreSilence: 5 },
  { watch: true },
  { agents: { folders: "a" } as object },
  { faults: { rules: [{ kind: "eror" }] } as never },
  { port: 65_536 },
  { port: -1 },
  { workers: 257 },
  { workers: 1.5 },
  { cors: 5 as never },
  { onAccess: "log" as never },
  { prot: 80 } as object,
  { strict: "yes" as never },
  { watch: ["/no/such/file"] },
];

test("what an option cannot be, and what options exclude each other", async () => {
  const texts: string[] = [];
  for (const options of wrong) {
    const message = await serve(commons, options).then(
      () => "no error",
      (error: Error) => `${error.name}: ${error.message}`,
    );
    texts.push(`${JSON.stringify(options)}\n${message}`);
  }
  expectRecorded(import.meta.dirname, "options", texts);
});
