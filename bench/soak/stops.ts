/** Servers that are ended by SIGTERM under load: clients that ask without a pause, and slow ones. */

import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Asking, ask } from "../serve/clients.ts";
import { Listener } from "../serve/listener.ts";

const command = fileURLToPath(new URL("../../../dist/cli.js", import.meta.url));
const clients = 50;
const slowClients = 8;
/** Bytes of the long answer; sockets take a part of it at once. */
const longLength = 6_000_000;
const short = "/v2/node?nodes=long&property=-%3EtypeOf";
const long = "/v2/node?nodes=long&property=-%3Edescription";

/** @returns what was lost, and servers that ended otherwise than with 0 */
export async function soakStops(folder: string, stops: number): Promise<string[]> {
  const source = join(folder, "long.mcf");
  const text = "x".repeat(longLength);
  writeFileSync(source, `Node: dcid:long\ntypeOf: dcs:Thing\ndescription: "${text}"\n`);
  const faults: string[] = [];
  const total: Asking = { answers: 0, faults };
  let slow = 0;
  for (let stop = 0; stop < stops; stop++) {
    const workers = stop % 2;
    const args = [command, "serve", source, "--port", "0", "--json", `--workers=${workers}`];
    const server = await Listener.start(args);
    const asked = Array.from({ length: clients }, () =>
      ask(server.url, [short], total, () => false),
    );
    const read = Array.from({ length: slowClients }, () => readSlowly(server.port));
    await pause(500 + 100 * stop);
    const code = await server.stop();
    if (code !== 0) faults.push(`exit code ${code}`);
    await Promise.all(asked);
    for (const bytes of await Promise.all(read)) {
      if (bytes > longLength) slow += 1;
      else faults.push(`an answer was cut after ${bytes} bytes`);
    }
  }
  console.log(
    `${stops} times SIGTERM under load: ${total.answers} answers, ${slow} to slow clients; ${faults.length} cut or lost`,
  );
  return faults;
}

/** @returns how many bytes of the answer came */
async function readSlowly(port: number): Promise<number> {
  const client = connect(port, "127.0.0.1");
  let bytes = 0;
  client.on("error", () => undefined);
  client.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    client.pause();
    setTimeout(() => client.resume(), 10);
  });
  client.write(`GET ${long} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await once(client, "close");
  return bytes;
}
