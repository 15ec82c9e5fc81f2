/** Conversations: sessions over HTTP, what is cancelled, and the end of standard input. */
import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { disposingLater } from "../../../../src/errors/errors.ts";
import { type AskedCommons, type Commons, open } from "../../../../src/index.ts";
import { type McpAnswer, type McpHttp, mcpOverHttp, serveStdio } from "../../../../src/mcp.ts";
import { type Serving, serve } from "../../../../src/serve.ts";

let commons: Commons;
let server: Serving;
beforeAll(async () => {
  commons = await open("data-samples/us-states");
  server = await serve(commons, { cors: "https://page.example" });
});
afterAll(async () => {
  await server.close();
  commons.close();
});

/** A world that answers late: when it is let, or never, when the question is cancelled. */
class SlowWorld implements AskedCommons {
  readonly info = commons.info;
  readonly contentTag = commons.contentTag;
  readonly cancelled: unknown[] = [];
  asked: () => void = () => undefined;
  let: () => void = () => undefined;

  async ask<Result>(
    question: (one: Commons) => Result | Promise<Result>,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<Result> {
    await new Promise<void>((resolve, reject) => {
      this.let = resolve;
      signal?.addEventListener("abort", () => {
        this.cancelled.push(signal.reason);
        reject(signal.reason);
      });
      this.asked();
    });
    return await question(commons);
  }

  /** Resolves when a question has come. */
  readonly question = () =>
    new Promise<void>((resolve) => {
      this.asked = resolve;
    });
}

const accepted = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};
const clientInfo = { name: "a test", version: "1" };
const initialize = {
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
};
const named = { name: "get_node", arguments: { nodes: ["geoId/06"], property: "->name" } };

function post(mcp: McpHttp, message: object, headers = {}): Promise<McpAnswer> {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  return mcp.answer({ method: "POST", url: "/mcp", headers: { ...accepted, ...headers }, body });
}

describe("over HTTP", () => {
  /** A session that has begun: what its client sends along. */
  async function begun(mcp: McpHttp) {
    const { status, headers } = await post(mcp, { id: 1, ...initialize });
    expect(status).toBe(200);
    const id = headers["mcp-session-id"] as string;
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const session = { "mcp-session-id": id, "mcp-protocol-version": "2025-06-18" };
    const ready = await post(mcp, { method: "notifications/initialized" }, session);
    expect(ready.status).toBe(202);
    return session;
  }

  test("a session lasts until its client ends it", async () => {
    const mcp = mcpOverHttp(() => commons);
    const session = await begun(mcp);
    const answer = await post(mcp, { id: 2, method: "tools/call", params: named }, session);
    expect(answer.body).toContain("California");
    const other = await post(mcp, { id: 2, method: "tools/list" }, { "mcp-session-id": "x" });
    expect(other).toMatchObject({ status: 404, body: expect.stringContaining("initialize") });
    const end = { method: "DELETE", url: "/mcp", headers: session, body: "" };
    expect((await mcp.answer(end)).status).toBe(200);
    expect((await mcp.answer(end)).status).toBe(404);
    const late = await post(mcp, { id: 3, method: "tools/list" }, session);
    expect(late.status).toBe(404);
  });

  test("a message without a session is answered by itself", async () => {
    const mcp = mcpOverHttp(() => commons);
    const answer = await post(mcp, { id: 7, method: "tools/call", params: named });
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty("mcp-session-id");
    expect(JSON.parse(answer.body)).toMatchObject({ id: 7, result: { structuredContent: {} } });
  });

  test("other methods are refused, and so is an end of no session or of an unknown one", async () => {
    const mcp = mcpOverHttp(() => commons);
    const asked = { url: "/mcp", headers: accepted, body: "" };
    for (const method of ["GET", "PUT", "HEAD"]) {
      const { status, headers, body } = await mcp.answer({ ...asked, method });
      expect([status, headers, body]).toEqual([405, { allow: "POST, DELETE" }, ""]);
    }
    const refused = await mcp.answer({ ...asked, method: "DELETE" });
    expect([refused.status, JSON.parse(refused.body)]).toEqual([
      400,
      {
        jsonrpc: "2.0",
        error: { code: -32_001, message: "there is no such session: begin with initialize" },
        id: null,
      },
    ]);
    expect(refused.headers).toEqual({ "content-type": "application/json" });
    const headers = { ...accepted, "mcp-session-id": "x" };
    expect((await mcp.answer({ ...asked, headers, method: "DELETE" })).status).toBe(404);
  });

  test("what is no message is refused, with a session and without", async () => {
    const mcp = mcpOverHttp(() => commons);
    const session = await begun(mcp);
    for (const own of [{}, session]) {
      for (const body of ["{", '"initialize"', "null", '{"method":"initialize"}']) {
        const headers = { ...accepted, ...own, "x-empty": undefined };
        const answer = await mcp.answer({ method: "POST", url: "/mcp", headers, body });
        expect(answer.status, body).toBeGreaterThanOrEqual(400);
        expect(answer.headers["mcp-session-id"]).toBeUndefined();
      }
    }
    // A header that is undefined was not sent.
    const { "mcp-protocol-version": _, ...rest } = session;
    const own = { ...rest, "mcp-protocol-version": undefined };
    const answer = await post(mcp, { id: 2, method: "tools/list" }, own);
    expect(answer.status).toBe(200);
    expect(answer.headers["access-control-expose-headers"]).toBe("mcp-session-id");
  });

  /** A conversation in which a call waits for its world. */
  const askedSlowly = async () => {
    const slow = new SlowWorld();
    const mcp = mcpOverHttp(() => slow);
    const session = await begun(mcp);
    const isAsked = slow.question();
    const waiting = post(mcp, { id: "a", method: "tools/call", params: named }, session);
    await isAsked;
    return { slow, mcp, session, waiting };
  };

  test("the end of all conversations lets go whoever waits, and ends their sessions", async () => {
    const { slow, mcp, session, waiting } = await askedSlowly();
    await mcp[disposingLater]();
    expect(await waiting).toMatchObject({ status: 202, body: "" });
    expect(slow.cancelled).toHaveLength(1);
    expect((await post(mcp, { id: 2, method: "tools/list" }, session)).status).toBe(404);
  });

  test("what is cancelled is stopped, and whoever waits for it is let go", async () => {
    const { slow, mcp, session, waiting } = await askedSlowly();
    const params = { requestId: "a", reason: "too slow" };
    const cancel = await post(mcp, { method: "notifications/cancelled", params }, session);
    expect(cancel.status).toBe(202);
    expect(await waiting).toMatchObject({ status: 202, body: "" });
    expect(slow.cancelled).toEqual(["too slow"]);
    const next = slow.question();
    const again = post(mcp, { id: "b", method: "tools/call", params: named }, session);
    await next;
    slow.let();
    expect((await again).body).toContain("California");
  });

  test("another session does not cancel it", async () => {
    const slow = new SlowWorld();
    const mcp = mcpOverHttp(() => slow);
    const [mine, other] = [await begun(mcp), await begun(mcp)];
    const isAsked = slow.question();
    const waiting = post(mcp, { id: 2, method: "tools/call", params: named }, mine);
    await isAsked;
    const params = { requestId: 2 };
    await post(mcp, { method: "notifications/cancelled", params }, other);
    expect(slow.cancelled).toEqual([]);
    slow.let();
    expect((await waiting).body).toContain("California");
  });

  test("of too many sessions, the one that was used longest ago is ended", async () => {
    const mcp = mcpOverHttp(() => commons);
    const [first, second] = [await begun(mcp), await begun(mcp)];
    const list = { id: 2, method: "tools/list" };
    const third = await begun(mcp);
    for (let count = 0; count < 254; count++) {
      await post(mcp, { id: 1, ...initialize });
      if (count === 100) await post(mcp, list, first);
    }
    expect((await post(mcp, list, first)).status).toBe(200);
    expect((await post(mcp, list, second)).status).toBe(404);
    expect((await post(mcp, list, third)).status).toBe(200);
    await mcp.close();
    expect((await post(mcp, list, first)).status).toBe(404);
  }, 60_000);

  test("the client of the SDK has a session, and its signal cancels", async () => {
    const slow = new SlowWorld();
    const serving = await serve(slow);
    const client = new Client(clientInfo);
    const transport = new StreamableHTTPClientTransport(new URL("mcp", serving.url));
    await client.connect(transport as Transport);
    expect(transport.sessionId).toMatch(/^[0-9a-f-]{36}$/);
    const isAsked = slow.question();
    const ending = new AbortController();
    const call = client.callTool(named, undefined, { signal: ending.signal });
    await isAsked;
    ending.abort("enough");
    await expect(call).rejects.toThrow("enough");
    await expect.poll(() => slow.cancelled).toHaveLength(1);
    await transport.terminateSession();
    await client.close();
    expect(await serving.close()).toEqual({ cut: 0 });
  });

  test("a page of an allowed origin can begin a session and end it", async () => {
    const url = `${server.url}mcp`;
    const headers = { ...accepted, origin: "https://page.example" };
    const asking = await fetch(url, { method: "OPTIONS", headers });
    expect(asking.headers.get("access-control-allow-methods")).toContain("DELETE");
    expect(asking.headers.get("access-control-allow-headers")).toContain("Mcp-Session-Id");
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, ...initialize });
    const answer = await fetch(url, { method: "POST", headers, body });
    expect(answer.headers.get("access-control-expose-headers")).toBe("mcp-session-id");
    const id = answer.headers.get("mcp-session-id") as string;
    const ended = await fetch(url, {
      method: "DELETE",
      headers: { ...headers, "mcp-session-id": id },
    });
    expect(ended.status).toBe(200);
  });
});

describe("over standard input and output", () => {
  const lines = (...messages: readonly object[]) =>
    messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");

  test("the end of the input comes after the answers to what was asked", async () => {
    const slow = new SlowWorld();
    const [input, output] = [new PassThrough(), new PassThrough()];
    const isAsked = slow.question();
    const serving = await serveStdio(slow, { input, output });
    const call = { id: 2, method: "tools/call", params: named };
    input.end(lines({ id: 1, ...initialize }, call));
    await isAsked;
    setTimeout(slow.let, 50);
    await serving.ended;
    const written = String(output.read());
    expect(written.trim().split("\n")).toHaveLength(2);
    expect(written).toContain("California");
    await serving.close();
  });

  test("the end of the input without any question is the end", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const serving = await serveStdio(commons, { input, output });
    // An answer and a notification leave nothing open.
    input.end(lines({ id: 9, result: {} }, { method: "notifications/initialized" }));
    await serving.ended;
    expect(output.read()).toBeNull();
    await serving[disposingLater]();
  });

  test("nobody waits for what was cancelled", async () => {
    const slow = new SlowWorld();
    const [input, output] = [new PassThrough(), new PassThrough()];
    const isAsked = slow.question();
    const serving = await serveStdio(slow, { input, output });
    input.write(lines({ id: 1, ...initialize }, { id: 2, method: "tools/call", params: named }));
    await isAsked;
    input.end(lines({ method: "notifications/cancelled", params: { requestId: 2 } }));
    await serving.ended;
    expect(slow.cancelled).toHaveLength(1);
    await serving.close();
  });
});

test("options that are none are refused", async () => {
  const wrong = { folders: "x" } as object;
  expect(() => mcpOverHttp(() => commons, wrong)).toThrow(/^mcpOverHttp: .*did you mean.*folder/i);
  await expect(serveStdio(commons, wrong)).rejects.toThrow(
    'serveStdio: there is no option "folders"',
  );
  await expect(serve(commons, { agents: wrong })).rejects.toThrow("agents.folders");
});
