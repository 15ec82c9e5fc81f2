/** The built command, ended by a signal. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";

/** More than what sockets take at once. */
const length = 8_000_000;

async function started(workers: number): Promise<[ChildProcess, number]> {
  const file = join(mkdtempSync(join(tmpdir(), "serve-")), "long.mcf");
  const node = "Node: dcid:long\ntypeOf: dcs:Thing\n";
  writeFileSync(file, `${node}description: "${"x".repeat(length)}"\n`);
  const args = ["dist/cli.js", "serve", file, "--port", "0", "--json", "--quiet"];
  const child = spawn(process.execPath, [...args, `--workers=${workers}`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return [child, (JSON.parse(line) as { readonly port: number }).port];
}

function asking(port: number): Socket {
  const client = connect(port, "127.0.0.1");
  const path = "/v2/node?nodes=long&property=-%3Edescription";
  client.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return client;
}

async function lengthOf(client: Socket): Promise<number> {
  let bytes = 0;
  for await (const chunk of client) bytes += (chunk as Buffer).length;
  return bytes;
}

test.each([0, 2])(
  "SIGTERM cuts no answer, neither of slow clients nor of those not read yet, with %i workers",
  async (workers) => {
    const [child, port] = await started(workers);
    const slow = asking(port);
    await once(slow, "readable");
    const others = Array.from({ length: 8 }, () => asking(port));
    await Promise.all(others.map((client) => once(client, "connect")));
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await pause(1000);
    const lengths = await Promise.all([slow, ...others].map((client) => lengthOf(client)));
    for (const bytes of lengths) expect(bytes).toBeGreaterThan(length);
    expect(await ended).toEqual([0, null]);
  },
);
