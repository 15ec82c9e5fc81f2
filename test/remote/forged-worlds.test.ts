/** Whatever somebody writes into a column of a world, questions end in time, and in bounded memory. */

import { beforeAll, expect, test } from "vitest";
import { open } from "../../src/index.ts";
import { openRemote } from "../../src/remote/remote-commons.ts";
import { Forger } from "./forged-world.ts";
import { sampleRequests } from "./requests.ts";
import { MemoryStore } from "./stores/memory-store.ts";

const timeout = 50;

let forger: Forger;

beforeAll(async () => {
  forger = new Forger(await open("data-samples/us-states"));
});

test.each(["noise", "every second number 0"])(
  "every column with %s",
  async (forgery) => {
    const slow: string[] = [];
    const { rss } = process.memoryUsage();
    for (const name of forger.columns.keys()) {
      const remote = await openRemote(new MemoryStore(forger.forged(name, forgery)), { timeout });
      for (const { url, ...init } of sampleRequests()) {
        const begun = performance.now();
        const answer = await remote.fetch(url, init as RequestInit);
        const body = await answer.text();
        if (performance.now() - begun > timeout + 1000) slow.push(`${name}: ${url}`);
        if (body.includes('"internal error"')) slow.push(`${name}: ${url} failed inside`);
      }
      remote.close();
    }
    expect(slow).toEqual([]);
    expect(process.memoryUsage().rss - rss).toBeLessThan(512 << 20);
  },
  600_000,
);
