/** How a server ends. */
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { type AccessLine, type Serving, serve } from "../../../src/serve.ts";
import { ask, name, sample } from "../asking.ts";

let commons: Commons;
beforeAll(async () => {
  commons = await open(sample);
});

/** Asks again and again over one connection, until there is no server. @returns how it ended */
async function askUntilGone(url: string, answered: () => void): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (;;) {
      await new Promise<void>((resolve, reject) => {
        const asking = request(new URL(url).origin + name, { agent });
        asking.once("error", reject);
        asking.once("response", (response) => {
          response.resume().once("end", resolve).once("error", reject);
        });
        asking.end();
      });
      answered();
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  } finally {
    agent.destroy();
  }
}

/** All that a client is sent until the server ends the connection. */
async function textOf(client: Socket): Promise<string> {
  let text = "";
  for await (const chunk of client.setEncoding("utf8")) text += chunk;
  return text;
}

describe("stopping", () => {
  test("loses no request of clients that ask without a pause", async () => {
    const own = await serve(commons);
    let answers = 0;
    const clients = Array.from({ length: 8 }, () => askUntilGone(own.url, () => answers++));
    await expect.poll(() => answers, { timeout: 20_000 }).toBeGreaterThan(16);
    await own.close();
    // A new connection is refused; one that was there is not cut.
    expect(new Set(await Promise.all(clients))).toEqual(new Set(["ECONNREFUSED"]));
  });

  test("answers what was started, and takes no more", async () => {
    const own = await serve(commons);
    const slow = connect(own.port, "127.0.0.1");
    let got = "";
    slow.on("data", (chunk) => {
      got += chunk.toString();
    });
    const body = '{"nodes":["geoId/06"],"property":"->name"}';
    slow.write(
      `POST /v2/node HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n{`,
    );
    await ask(own.url, "/healthz");
    const closed = own.close();
    await expect
      .poll(() => ask(own.url, "/healthz").catch((error: Error) => error.message))
      .toContain("ECONNREFUSED");
    slow.write(body.slice(1));
    expect(await closed).toEqual({ cut: 0 });
    await expect.poll(() => got).toContain("California");
  });

  test("answers connections and requests that nobody had read yet", async () => {
    const own = await serve(commons);
    const clients = Array.from({ length: 20 }, () => connect(own.port, "127.0.0.1"));
    const texts = clients.map((client) => textOf(client));
    const asked = `GET ${encodeURI(name)} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    // Three requests at once: the first answer does not end the connection.
    for (const client of clients) client.write(asked.repeat(3));
    await Promise.all(clients.map((client) => once(client, "connect")));
    expect(await own.close()).toEqual({ cut: 0 });
    for (const text of await Promise.all(texts)) expect(text.split("California")).toHaveLength(4);
  });

  test("a connection on which nothing was asked is not waited for", async () => {
    const own = await serve(commons, { closeTimeout: 60_000 });
    const client = connect(own.port, "127.0.0.1");
    await once(client, "connect");
    expect(await own.close()).toEqual({ cut: 0 });
    client.destroy();
  });
});

describe("stopping while a client reads slowly", () => {
  /** More than what sockets take at once. */
  const longLength = 8_000_000;
  const long = "/v2/node?nodes=long&property=-%3Edescription";
  let own: Serving;
  const lines: AccessLine[] = [];
  beforeEach(async () => {
    lines.length = 0;
    const text = "x".repeat(longLength);
    const world = await open({
      "long.mcf": `Node: dcid:long\ntypeOf: dcs:Thing\ndescription: "${text}"\n`,
    });
    own = await serve(world, { closeTimeout: 1500, onAccess: (line) => lines.push(line) });
  });

  /** A client that has asked, and has read nothing yet. */
  async function asking(): Promise<Socket> {
    const client = connect(own.port, "127.0.0.1");
    client.write(`GET ${long} HTTP/1.1\r\nHost: localhost\r\nx-api-key: k\r\n\r\n`);
    await once(client, "readable");
    return client;
  }

  test("waits until the client has all of the answer", async () => {
    const client = await asking();
    const closed = own.close();
    await pause(500);
    const text = await textOf(client);
    expect(text.length).toBeGreaterThan(longLength);
    expect(await closed).toEqual({ cut: 0 });
    expect(lines).toEqual([expect.objectContaining({ status: 200 })]);
    expect(lines[0]).not.toHaveProperty("cut");
  });

  test("does so when the server is disposed of", async () => {
    const client = await asking();
    const closed = own[Symbol.asyncDispose]();
    await pause(500);
    expect((await textOf(client)).length).toBeGreaterThan(longLength);
    await closed;
  });

  test("cuts at the end of the time what is not sent, and reports it", async () => {
    const client = await asking();
    const unasked = connect(own.port, "127.0.0.1");
    unasked.write("POST /v2/node HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{");
    const gone = [client, unasked].map((one) =>
      once(
        one.on("error", () => undefined),
        "close",
      ),
    );
    const closed = own.close();
    expect(await closed).toEqual({ cut: 2 });
    expect(await own.close()).toEqual({ cut: 2 });
    expect(lines.map(({ status, cut, method }) => [method, status, cut]).sort()).toEqual([
      ["GET", 200, true],
      ["POST", 0, true],
    ]);
    client.resume();
    unasked.resume();
    await Promise.all(gone);
  });
});
