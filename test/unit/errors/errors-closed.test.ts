/** `using` and `await using` close at the end of a block what else has to be closed by hand. */
import { PassThrough } from "node:stream";
import { beforeAll, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { mcpOverHttp, serveStdio } from "../../../src/mcp.ts";
import { openRemote } from "../../../src/remote.ts";
import { serve } from "../../../src/serve.ts";
import { mock } from "../../../src/testing.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";

const files = { "a.mcf": 'Node: dcid:geoId/06\ntypeOf: dcs:State\nname: "California"\n' };
const question = { nodes: ["geoId/06"], property: "->name" } as const;

let commons: Commons;
beforeAll(async () => {
  commons = await open(files);
});

test("a Commons", async () => {
  let left: Commons;
  {
    using own = await open(files);
    left = own;
    expect(own.v2.node(question).data).toHaveProperty(["geoId/06"]);
  }
  expect(() => left.v2.node(question)).toThrow(expect.objectContaining({ code: "CLOSED" }));
});

test("a world elsewhere", async () => {
  const ask = async () => {
    using far = await openRemote(new MemoryStore(snapshotOf(commons, 512)));
    expect((await far.v2.node(question)).data).toHaveProperty(["geoId/06"]);
    return far;
  };
  const left = await ask();
  await expect(left.v2.node(question)).rejects.toMatchObject({ code: "REMOTE", fault: "closed" });
});

test("a server", async () => {
  const url = await (async () => {
    await using server = await serve(commons);
    expect((await fetch(new URL("/healthz", server.url))).status).toBe(200);
    return server.url;
  })();
  await expect(fetch(new URL("/healthz", url))).rejects.toThrow();
});

test("tools over standard input and output", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answers: string[] = [];
  output.on("data", (piece) => answers.push(String(piece)));
  const ping = () => input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  {
    await using _serving = await serveStdio(commons, { input, output });
    ping();
    await new Promise((resolve) => output.once("data", resolve));
  }
  ping();
  await new Promise((resolve) => setImmediate(resolve));
  expect(answers).toHaveLength(1);
});

test("tools over HTTP: their conversations end", async () => {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const post = (message: object, session?: string) => ({
    method: "POST",
    url: "/mcp",
    headers: { ...headers, ...(session !== undefined && { "mcp-session-id": session }) },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
  });
  const clientInfo = { name: "a test", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  const begin = async () => {
    await using tools = mcpOverHttp(() => commons);
    const { status, headers } = await tools.answer(post({ method: "initialize", params }));
    expect(status).toBe(200);
    const session = headers["mcp-session-id"];
    expect((await tools.answer(post({ method: "ping" }, session))).status).toBe(200);
    return { tools, session };
  };
  const { tools, session } = await begin();
  expect((await tools.answer(post({ method: "ping" }, session))).status).toBe(404);
});

test("a mock, and the fetch that it put in place of the global one", async () => {
  const former = globalThis.fetch;
  const url = "https://api.datacommons.org/v2/node?nodes=geoId/06&property=->name&key=k";
  const ask = async () => {
    using double = await mock(files);
    {
      using _installed = double.install();
      expect((await fetch(url)).status).toBe(200);
    }
    expect(globalThis.fetch).toBe(former);
    return double;
  };
  const double = await ask();
  await expect(double.fetch(url)).rejects.toThrow("the mock was disposed of");
});
