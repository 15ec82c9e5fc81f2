/** Publishing into a folder, and over HTTP into a server that compares before it writes. */

import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileBlocks } from "../../../../src/operate/file-blocks.ts";
import { folderTarget } from "../../../../src/operate/folder-target.ts";
import { httpBlocks } from "../../../../src/remote/stores/http-blocks.ts";
import { httpTarget } from "../../../../src/remote/versions/http-target.ts";
import { publish, versionsOf } from "../../../../src/remote/versions/publish.ts";
import { cacheHeaders } from "../../../../src/remote/versions/publish-target.ts";
import { named, testPublishing } from "../../../remote/publishing.ts";
import { errorOf } from "../../../remote/stored-world.ts";

let folder: string;
let server: Server;
let origin: string;
const objects = new Map<string, { body: Buffer; headers: IncomingMessage["headers"] }>();
/** What happens to the next pointers that are put: 503 before they are there, or after it. */
const hiccups: ("before" | "after")[] = [];
const seen: { method: string; path: string; headers: IncomingMessage["headers"] }[] = [];

/** As object storage: PUT with conditions, GET with ranges, DELETE; all with a token. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "", url: path = "", headers } = request;
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  seen.push({ method, path, headers });
  const held = objects.get(path);
  const tag = held && `"${createHash("md5").update(held.body).digest("hex")}"`;
  if (headers.authorization !== "Bearer right") return void response.writeHead(403).end();
  if (method === "PUT") {
    const isFree = headers["if-none-match"] !== "*" || held === undefined;
    const isSame = headers["if-match"] === undefined || headers["if-match"] === tag;
    if (!(isFree && isSame)) return void response.writeHead(412).end();
    const hiccup = path === "/busy/world.json" ? hiccups.shift() : undefined;
    if (hiccup !== "before") objects.set(path, { body, headers });
    return void response.writeHead(hiccup === undefined ? 201 : 503).end();
  }
  if (method === "DELETE") {
    const isThere = objects.delete(path);
    return void response.writeHead(isThere ? 204 : 404).end();
  }
  if (held === undefined) return void response.writeHead(404).end();
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
  if (first === undefined) return void response.writeHead(200, { etag: tag }).end(held.body);
  const end = Math.min(Number(last) + 1, held.body.length);
  response.writeHead(206, {
    etag: tag,
    "content-range": `bytes ${first}-${end - 1}/${held.body.length}`,
  });
  response.end(held.body.subarray(Number(first), end));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pocket-commons-publish-"));
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const headers = () => ({ authorization: "Bearer right" });

describe("a world published into a folder", () => {
  testPublishing(() => ({
    target: (name) => folderTarget(join(folder, name)),
    published: (name) => fileBlocks(join(folder, name, "world.json")),
  }));
});

describe("a world published over HTTP", () => {
  testPublishing(() => ({
    target: (name) => httpTarget(`${origin}/${name}/world.json`, { headers }),
    published: (name) => httpBlocks(`${origin}/${name}/world.json`, { headers }),
  }));

  test("has objects that caches keep, and a pointer that they ask for", async () => {
    const target = httpTarget(`${origin}/cached/world.json`, { headers });
    await publish(target, await named("one"), { version: "v1" });
    const cached = [...objects].filter(([path]) => path.startsWith("/cached/"));
    const of = (path: RegExp) =>
      cached.find(([one]) => path.test(one))?.[1].headers["cache-control"];
    expect(of(/world\.json$/)).toBe(cacheHeaders.pointer);
    expect(of(/v1-.*\.pocket$/)).toBe(cacheHeaders.object);
  });

  test("is refused at once with wrong credentials, and none are in the message", async () => {
    const wrong = { headers: { authorization: "Bearer secret-of-mine" } };
    const target = httpTarget(`${origin}/wrong/world.json`, wrong);
    const { length } = seen;
    const error = await errorOf(publish(target, await named("one")));
    expect(error).toMatchObject({ fault: "denied" });
    expect(error.message).not.toContain("secret");
    expect(error.message).toContain("headers");
    expect(seen.length - length).toBe(1);
  });

  test("is published by a server that is busy for a moment, before or after it wrote", async () => {
    const target = httpTarget(`${origin}/busy/world.json`, { headers });
    hiccups.push("before", "after");
    await publish(target, await named("one"), { version: "v1" });
    expect(hiccups).toEqual([]);
    const { current, writing } = await versionsOf(target);
    expect({ current, writing }).toEqual({ current: "v1", writing: undefined });
  });

  test("is signed anew for each request", async () => {
    let count = 0;
    const asked: string[] = [];
    const sign = (url: string, method: string) => {
      asked.push(`${method} ${new URL(url).pathname.replace(/-\w+-\w+\.pocket/, "")}`);
      return `${url}?signature=${count++}`;
    };
    const plain = (url: string, init: RequestInit) => {
      expect(url).toMatch(/\?signature=\d+$/);
      return fetch(url.replace(/\?.*/, ""), init);
    };
    const options = { headers, sign, fetch: plain };
    await publish(httpTarget(`${origin}/signed/world.json`, options), await named("one"), {
      version: "v1",
    });
    expect(asked).toContain("PUT /signed/v1");
    expect(asked).toContain("PUT /signed/world.json");
    expect(count).toBe(asked.length);
  });
});
