/** A server over a world that lies elsewhere answers as one over the same world in memory. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AskedCommons, type Commons, open } from "../../../src/index.ts";
import { pointerBytes } from "../../../src/parts/world-pointer.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import { RemoteError } from "../../../src/remote/stores/block-store.ts";
import { AgentTools } from "../../../src/routes/tools/agent-tools.ts";
import { type Serving, serve } from "../../../src/serve.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryFolder } from "../../remote/stores/memory-folder.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";
import { ask, name, sample } from "../asking.ts";

/** Nothing is kept of one question for the next but what is read with the header. */
const options = { maxCacheBytes: 0 } as const;
/** Its answer needs more than what is read with the header. */
const series = "/stat/series?place=geoId/06&stat_var=Count_Person";

let local: Commons;
let here: Serving;
let elsewhere: Serving<AskedCommons>;
let store: MemoryStore;

beforeAll(async () => {
  local = await open(sample);
  store = new MemoryStore(snapshotOf(local, 512));
  here = await serve(local);
  elsewhere = await serve(() => openRemote(store, { ...options, reopen: true }));
});
afterAll(async () => {
  await here.close();
  await elsewhere.close();
});

const post = (body: object) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

test.each<[string, object?]>([
  [name],
  ["/v2/node?nodes=geoId/06"],
  ["/core/api/v2/node?nodes=country/USA&property=<-containedInPlace%2B{typeOf:County}"],
  ["/v2/sparql", { query: "SELECT ?n WHERE { ?s typeOf State . ?s name ?n } LIMIT 5" }],
  ["/v2/nothing"],
  ["/api/observations/series?variables=Count_Person&entities=geoId/06"],
  ["/stat/series?place=geoId/06&stat_var=Count_Person"],
  ["/v2/agent/resolve_places", { places: ["California"] }],
  ["/explorer/api/home"],
  ["/explorer/api/variables?limit=5"],
  ["/explorer/api/explain", { request: { node: { nodes: ["x"], property: "->name" } } }],
])("it answers %s", async (path, body) => {
  const asking = body === undefined ? {} : post(body);
  const expected = await ask(here.url, path, asking);
  const answer = await ask(elsewhere.url, path, asking);
  expect(answer.status).toBe(expected.status);
  expect(answer.body.toString()).toBe(expected.body.toString());
});

test.each([
  ["describe_data", { search: "population" }],
  ["get_observations", { variable_dcid: "Count_Person", place_dcid: "geoId/06" }],
  ["get_observations", { variable_dcid: "Count_Nothing", place_dcid: "geoId/06" }],
  ["get_node", { nodes: ["geoId/06"] }],
  [
    "rank",
    { variable_dcid: "Count_Person", parent_place_dcid: "country/USA", child_place_type: "State" },
  ],
  ["compare", { variable_dcids: ["Count_Person"], place_dcids: ["geoId/06", "geoId/48"] }],
  ["understand", { question: "population of Texas" }],
  ["no_such_tool", {}],
])("a model gets the same of %s", async (tool, values) => {
  const [far, near] = [elsewhere.commons, local].map((world) => new AgentTools(() => world));
  expect(await far?.call(tool, values)).toEqual(await near?.call(tool, values));
});

test("it counts what it reads, and keeps answers", async () => {
  await ask(elsewhere.url, name);
  const text = (await ask(elsewhere.url, "/metrics")).body.toString();
  expect(text).toMatch(/pocket_commons_store\{kind="bytes"\} [1-9]/);
  expect((await ask(here.url, "/metrics")).body.toString()).not.toContain("pocket_commons_store");
  const etag = (await ask(elsewhere.url, name)).headers.etag as string;
  const again = await ask(elsewhere.url, name, { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);
});

test("an answer of the world before is not kept when another one takes its place", async () => {
  const before = await ask(elsewhere.url, name);
  const files = { "a.mcf": 'Node: dcid:geoId/06\ntypeOf: dcs:State\nname: "Another name"' };
  store.replace(snapshotOf(await open(files), 512));
  expect((await ask(elsewhere.url, `${series}&measurement_method=none`)).status).not.toBe(503);
  const after = await ask(elsewhere.url, name);
  expect(after.body.toString()).toContain("Another name");
  expect(after.headers.etag).not.toBe(before.headers.etag);
  store.replace(snapshotOf(local, 512));
});

test("a store that fails is told by its status, and by a sentence to a model", async () => {
  const { read } = store;
  store.replace(snapshotOf(local, 512));
  const remote = await openRemote(store, options);
  const server = await serve(remote);
  store.read = async () => {
    throw new RemoteError("unavailable", "the disk is gone");
  };
  const answer = await ask(server.url, series);
  expect(answer.status).toBe(503);
  expect(JSON.parse(answer.body.toString())).toMatchObject({ message: "the disk is gone" });
  const values = { variable_dcid: "Count_Person", place_dcid: "geoId/06" };
  const agent = new AgentTools(() => remote);
  expect(await agent.call("get_observations", values)).toBe("the disk is gone");
  store.read = read;
  expect((await ask(server.url, series)).status).toBe(200);
  await server.close();
});

test("threads are refused for a world that they cannot open", async () => {
  const remote = await openRemote(store, options);
  const { info, contentTag } = remote;
  const own: AskedCommons = { info, contentTag, ask: remote.ask.bind(remote) };
  await expect(serve(own, { workers: 1 })).rejects.toThrow("workers need a world in this process");
});

test("its files cannot be watched", async () => {
  await expect(serve(() => openRemote(store), { watch: true })).rejects.toThrow(
    "watch needs paths",
  );
});

test("it says which version answers and how old it is, and is ill while the store is silent", async () => {
  const folder = new MemoryFolder();
  const bytes = snapshotOf(local, 512);
  const snapshot = { address: "one.pocket", bytes: bytes.length, tag: local.contentTag };
  const { contentTag: tag } = await openRemote(new MemoryStore(bytes));
  const versions = [
    { name: "night", published: "2026-11-26T02:00:00.000Z", snapshot: { ...snapshot, tag } },
  ];
  const pointer = { pocketCommonsWorld: 1, current: "night", versions };
  folder.objects.set("world.json", pointerBytes(pointer));
  folder.objects.set("one.pocket", bytes);
  const remote = await openRemote(folder.store("world.json"), { follow: 20 });
  const server = await serve(remote, { maxStoreSilence: 400 });
  const health = async () => {
    const { status, body } = await ask(server.url, "/healthz");
    return { status, ...(JSON.parse(body.toString()) as object) };
  };
  expect(await health()).toMatchObject({
    status: "ok",
    version: "night",
    published: "2026-11-26T02:00:00.000Z",
    checkedSecondsAgo: 0,
  });
  const metrics = (await ask(server.url, "/metrics")).body.toString();
  for (const since of ["published", "checked"]) {
    expect(metrics).toContain(`pocket_commons_version_seconds{version="night",since="${since}"}`);
  }
  folder.failure = new RemoteError("unavailable", "gone");
  await expect.poll(async () => (await ask(server.url, "/healthz")).status).toBe(503);
  expect(await health()).toMatchObject({ status: "the store is silent", version: "night" });
  folder.failure = undefined;
  await expect.poll(async () => (await ask(server.url, "/healthz")).status).toBe(200);
  await server.close();
  remote.close();
  const pinned = await openRemote(folder.store("world.json"), { version: "night" });
  const why = "'maxStoreSilence' needs a world that was opened with 'follow'";
  for (const source of [pinned, local]) {
    await expect(serve(source, { maxStoreSilence: 400 })).rejects.toThrow(why);
  }
  pinned.close();
});

test("it passes on the pause that a store asks for", async () => {
  const busy = new MemoryStore(snapshotOf(local, 512));
  const remote = await openRemote(busy, options);
  const server = await serve(remote);
  busy.read = async () => {
    throw new RemoteError("unavailable", "busy", { retryAfter: 61_500 });
  };
  const { status, headers } = await ask(server.url, series);
  expect(status).toBe(503);
  expect(headers["retry-after"]).toBe("62");
  await server.close();
});
