/** Attacks on a server that are no requests of `fetch`: heads, lengths and codings that lie. */

import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { Listener } from "../serve/listener.ts";

interface RawAttack {
  readonly name: string;
  /** Lines of the head, without the first. */
  readonly head: readonly string[];
  readonly body?: string | Buffer;
  /** What the server answers. */
  readonly status: number;
}

const command = fileURLToPath(new URL("../../../dist/cli.js", import.meta.url));
const memoryMax = 512e6;
/** Milliseconds. */
const timeMax = 2000;
const host = "Host: localhost";
const zeros = Buffer.alloc(64_000_000, 0x20);
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const times = (count: number, line: string) => Array.from({ length: count }, () => line);

function coded(name: string, coding: string, body: Buffer, status: number): RawAttack {
  const head = [host, `Content-Encoding: ${coding}`, `Content-Length: ${body.length}`];
  return { name, head, body, status };
}

const attacks: readonly RawAttack[] = [
  coded("64 MB of blanks in gzip", "gzip", gzipSync(zeros), 413),
  coded("64 MB of blanks in deflate", "deflate", deflateSync(zeros), 413),
  coded("64 MB of blanks in Brotli", "br", brotliCompressSync(zeros, quick), 413),
  coded("gzip in gzip", "gzip, gzip", gzipSync(gzipSync("{}")), 415),
  coded("a coding that there is not", "x".repeat(4000), Buffer.from("{}"), 415),
  coded("no gzip", "gzip", Buffer.from("{}"), 400),
  coded("half of a gzip", "gzip", gzipSync('{"nodes":["a"]}').subarray(0, 20), 400),
  { name: "a body of 9 PB", head: [host, "Content-Length: 9007199254740991"], status: 413 },
  { name: "a length that is no number", head: [host, "Content-Length: 1e3"], status: 400 },
  {
    name: "two lengths",
    head: [host, "Content-Length: 2", "Content-Length: 3"],
    body: "{}",
    status: 400,
  },
  {
    name: "a length and chunks",
    head: [host, "Content-Length: 2", "Transfer-Encoding: chunked"],
    body: "0\r\n\r\n",
    status: 400,
  },
  { name: "two hosts", head: [host, "Host: example.org", "Content-Length: 0"], status: 400 },
  { name: "no host", head: ["Content-Length: 0"], status: 400 },
  { name: "the host of another server", head: ["Host: example.org"], status: 421 },
  { name: "a head of 1 MB", head: [host, ...times(1000, `X: ${"x".repeat(1000)}`)], status: 431 },
  {
    name: "40 MB in chunks",
    head: [host, "Transfer-Encoding: chunked"],
    body: Buffer.concat(
      times(40, "").map(() => Buffer.from(`f4240\r\n${"x".repeat(1_000_000)}\r\n`)),
    ),
    status: 413,
  },
];

/** Prints a line for each. @returns whether all were answered as they should be */
export async function attackServer(snapshot: string, only: string): Promise<boolean> {
  const server = await Listener.start([command, "serve", snapshot, "--port", "0", "--json"]);
  let isSound = true;
  try {
    for (const attack of attacks) {
      if (!attack.name.includes(only)) continue;
      const start = performance.now();
      const status = await statusOf(server.port, attack);
      const time = performance.now() - start;
      const { memory } = server;
      const isOk = status === attack.status && time < timeMax && memory < memoryMax;
      isSound &&= isOk;
      const figures = `${time.toFixed(0)} ms`.padStart(9);
      const held = `${(memory / 1e6).toFixed(0)} MB`.padStart(8);
      console.log((isOk ? "ok" : "BAD").padEnd(5), figures, held, status, attack.name);
    }
    const after = await fetch(`${server.url}/healthz`);
    return isSound && after.status === 200;
  } finally {
    isSound = (await server.stop()) === 0 && isSound;
  }
}

/** 0: the connection ended without an answer. */
async function statusOf(port: number, { head, body }: RawAttack): Promise<number> {
  const client = connect(port, "127.0.0.1");
  let text = "";
  const answered = new Promise<void>((resolve) => {
    client.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      resolve();
    });
    client.on("error", () => resolve());
    client.once("close", () => resolve());
  });
  await once(client, "connect");
  client.write(`POST /v2/node HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`);
  if (body !== undefined) client.write(body);
  await answered;
  client.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
}
