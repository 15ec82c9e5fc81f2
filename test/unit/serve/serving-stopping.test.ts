/** How a server ends. */
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { serve } from "../../../src/serve.ts";
import { ask, name, sample } from "./asking.ts";

let commons: Commons;
beforeAll(async () => {
  commons = await open(sample, { requireKey: false });
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
    await expect(ask(own.url, "/healthz")).rejects.toThrow("ECONNREFUSED");
    slow.write(body.slice(1));
    await closed;
    await expect.poll(() => got).toContain("California");
  });
});
