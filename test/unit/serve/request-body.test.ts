/** Bodies of requests, as a server reads them. */
import { once } from "node:events";
import { connect } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { type Serving, serve } from "../../../src/serve.ts";
import { ask, sample } from "../asking.ts";

const bytesMax = 100_000;
const question = '{"nodes":["geoId/06"],"property":"->name"}';

let server: Serving;
beforeAll(async () => {
  server = await serve(await open(sample), { maxBodyBytes: bytesMax });
});
afterAll(() => server.close());

const posted = (body: string | Buffer, coding?: string) =>
  ask(server.url, "/v2/node", {
    method: "POST",
    body,
    ...(coding === undefined ? {} : { headers: { "content-encoding": coding } }),
  });

/** All that the server sends before it ends the connection. */
async function sentFor(head: readonly string[], ...body: readonly string[]): Promise<string> {
  const client = connect(server.port, "127.0.0.1");
  client.write(`POST /v2/node HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`);
  for (const part of body) client.write(part);
  const chunks: Buffer[] = [];
  client.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(client, "close");
  return Buffer.concat(chunks).toString();
}

describe("a compressed body", () => {
  test.each([
    ["gzip", gzipSync],
    ["X-GZIP", gzipSync],
    ["deflate", deflateSync],
    [" br ", brotliCompressSync],
    ["identity", (text: string) => Buffer.from(text)],
  ])("is read when it is %s", async (coding, encode) => {
    const answer = await posted(encode(question), coding);
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toContain("California");
  });

  test.each(["zstd", "gzip, gzip", "compress"])("is refused when it is %s", async (coding) => {
    const answer = await posted(question, coding);
    expect(answer.status).toBe(415);
    expect(answer.headers["accept-encoding"]).toBe("gzip, deflate, br");
    expect(answer.body.toString()).toContain("gzip, deflate or br");
  });

  test.each(["gzip", "deflate", "br"])("that is not %s is refused", async (coding) => {
    const answer = await posted(question, coding);
    expect(answer.status).toBe(400);
    expect(answer.body.toString()).toBe(`{"message":"the body is not ${coding}"}`);
  });

  test("that ends in its middle is refused", async () => {
    const whole = gzipSync(question);
    expect((await posted(whole.subarray(0, whole.length - 9), "gzip")).status).toBe(400);
  });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("of %s is refused when it holds more than a body may", async (coding, encode) => {
    const bomb = encode(`{"nodes":["${"x".repeat(5_000_000)}"]}`);
    expect(bomb.length).toBeLessThan(bytesMax);
    const answer = await posted(bomb, coding);
    expect(answer.status).toBe(413);
    expect(answer.body.toString()).toBe(`{"message":"a body has at most ${bytesMax} bytes"}`);
    const most = `{"nodes":["geoId/06"],"property":"->name"}${" ".repeat(bytesMax)}`;
    expect((await posted(encode(most.slice(0, bytesMax)), coding)).status).toBe(200);
    expect((await posted(encode(most.slice(0, bytesMax + 1)), coding)).status).toBe(413);
  });
});

describe("a body that is too long", () => {
  test("is refused at once when its length says so", async () => {
    const head = ["Host: localhost", `Content-Length: ${bytesMax + 1}`];
    const client = connect(server.port, "127.0.0.1");
    client.write(`POST /v2/node HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`);
    const [first] = (await once(client, "data")) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1\.1 413 /);
    expect(first.toString()).toContain("connection: close");
    client.destroy();
  });

  test("is refused before a client sends it that waits for leave to send it", async () => {
    const head = ["Host: localhost", "Expect: 100-continue", `Content-Length: ${bytesMax + 1}`];
    expect(await sentFor(head)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("is refused after so many bytes when no length says so", async () => {
    const head = ["Host: localhost", "Transfer-Encoding: chunked"];
    const part = `${(60_000).toString(16)}\r\n${"x".repeat(60_000)}\r\n`;
    expect(await sentFor(head, part, part)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("does not keep its sender from reading the refusal", async () => {
    const answer = await posted("x".repeat(40_000_000));
    expect(answer.status).toBe(413);
    expect(answer.body.toString()).toBe(`{"message":"a body has at most ${bytesMax} bytes"}`);
  });
});

test("a client that waits for leave to send a body gets it", async () => {
  const head = ["Host: localhost", "Expect: 100-continue", "Connection: close"];
  const length = `Content-Length: ${question.length}`;
  const text = await sentFor([...head, length], question);
  expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  expect(text).toContain("California");
});

test("a request with two hosts is refused", async () => {
  const head = ["Host: localhost", "Connection: close", "Content-Length: 0"];
  const refused = await sentFor([...head, "HOST: localhost"]);
  expect(refused).toMatch(/^HTTP\/1\.1 400 /);
  expect(refused).toContain('{"message":"a request has one header Host"}');
  expect(await sentFor(head)).not.toContain("one header Host");
});
