/** What a question reads, how often it waits, and what stays in memory. */

import { beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "../../../src/adapters/endpoints.ts";
import { type Commons, open } from "../../../src/index.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import type { ReadEvent } from "../../../src/remote/store-reader.ts";
import { sized } from "../../property/runs.ts";
import { exampleRequests, sampleRequests } from "../../remote/requests.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";

let local: Commons;
let bytes: Uint8Array;
const name = { nodes: ["geoId/06"], property: "->name" } as const;

beforeAll(async () => {
  local = await open("data-samples/us-states");
  bytes = snapshotOf(local, 512);
});

describe("a reader", () => {
  test("opens in two rounds and reads the header alone", async () => {
    const store = new MemoryStore(bytes);
    const { traffic } = await openRemote(store);
    expect(traffic).toMatchObject({ questions: 0, rounds: 2, hits: 0, retries: 0 });
    expect(traffic.bytes).toBeLessThan(1000);
  });

  test("waits a few times for a first question, and not for it again", async () => {
    const remote = await openRemote(new MemoryStore(bytes));
    const opened = remote.traffic;
    expect(await remote.v2.node(name)).toEqual(local.v2.node(name));
    const asked = remote.traffic;
    expect(asked.rounds - opened.rounds).toBeGreaterThan(0);
    expect(asked.rounds - opened.rounds).toBeLessThan(9);
    expect(await remote.v2.node(name)).toEqual(local.v2.node(name));
    const { hits } = remote.traffic;
    expect(remote.traffic).toEqual({ ...asked, questions: 2, hits });
    // All that the answer needs was here.
    expect(hits).toBeGreaterThan(asked.hits);
  });

  test("runs a question twice more than it waits, and once when all is here", async () => {
    const remote = await openRemote(new MemoryStore(bytes));
    const before = remote.traffic.rounds;
    let runs = 0;
    const question = ({ v2 }: Commons) => {
      runs++;
      return v2.node(name);
    };
    await remote.ask(question);
    expect(runs).toBe(remote.traffic.rounds - before + 2);
    runs = 0;
    await remote.ask(question);
    expect(runs).toBe(1);
  });

  test("refuses options that a method does not have, and reads nothing for them", async () => {
    const remote = await openRemote(new MemoryStore(bytes));
    const { traffic } = remote;
    const refused = { code: "OPTION", function: "v2.node", option: "timeot" };
    await expect(remote.v2.node(name, { timeot: 1 } as object)).rejects.toMatchObject(refused);
    await expect(remote.name("a", { maxRows: "1" } as never)).rejects.toThrow("name: 'maxRows' is");
    await expect(remote.ask(() => 1, { maxRow: 1 } as object)).rejects.toThrow("did you mean");
    expect(remote.traffic).toEqual(traffic);
  });

  test("has every method of the endpoint table, with the same answers and errors", async () => {
    const remote = await openRemote(new MemoryStore(bytes));
    for (const [row, { example }] of Object.entries(endpoints)) {
      const [group = "", method = ""] = row.split(".");
      const of = (owner: object) => Reflect.get(Reflect.get(owner, group), method);
      const expected = of(local);
      expect(await of(remote)(example)).toEqual(expected(example));
      await expect(of(remote)({ wrong: 1 })).rejects.toEqual(
        await Promise.resolve()
          .then(() => expected({ wrong: 1 }))
          .catch((error) => error),
      );
    }
  });

  test("makes tables, cites them, explains, and asks what else a Commons answers", async () => {
    const remote = await openRemote(new MemoryStore(bytes));
    const question = { variables: ["Count_Person"], entities: ["geoId/06", "geoId/48"] } as const;
    const [table, explanation, variables] = await Promise.all([
      remote.table(question as never),
      remote.explain({ node: { nodes: ["geoId/06"], property: "->nothing" } }),
      remote.ask(({ catalog }) => catalog.variables()),
    ]);
    expect([...table.rows()]).toEqual([...(await local.table(question as never)).rows()]);
    expect(await remote.cite(table)).toEqual(await local.cite(table));
    expect(explanation).toEqual(
      await local.explain({ node: { nodes: ["geoId/06"], property: "->nothing" } }),
    );
    expect(variables).toEqual(local.catalog.variables());
  });

  test.each([
    "population of texas since 2020",
    "jobless rate by state",
    "which counties in california have the highest median age",
    "median income against median age in us states",
    "asdf",
  ])("understands '%s' as a world at hand does", async (text) => {
    const remote = await openRemote(new MemoryStore(bytes));
    expect(await remote.understand(text)).toEqual(await local.understand(text));
    await expect(remote.understand(text, { limit: 0 })).rejects.toThrow("'limit'");
  });

  test("has the numbers and the tag of its world", async () => {
    const remote = await openRemote(new MemoryStore(bytes));
    expect(remote.info).toEqual(local.info);
    expect(remote.contentTag).toMatch(/^[0-9a-f]+-[0-9a-f]+$/);
  });

  test("reads a block once for questions that want it at the same time", async () => {
    const store = new MemoryStore(bytes);
    const remote = await openRemote(store);
    const alone = await openRemote(new MemoryStore(bytes));
    const before = remote.traffic.bytes;
    await Promise.all(Array.from({ length: 20 }, () => remote.v2.node(name)));
    await alone.v2.node(name);
    expect(remote.traffic.bytes - before).toBe(alone.traffic.bytes - before);
  });

  test("answers with a cache of two blocks, and with none", async () => {
    for (const maxCacheBytes of [2048, 0]) {
      const remote = await openRemote(new MemoryStore(bytes), { maxCacheBytes });
      const requests = [...exampleRequests(), ...sampleRequests()];
      const every = sized(4, 1);
      for (const { url, ...init } of requests.filter((_, at) => at % every === 0)) {
        const expected = await local.fetch(url, init as RequestInit);
        const answer = await remote.fetch(url, init as RequestInit);
        expect(await answer.text()).toBe(await expected.text());
      }
    }
  });

  test("reports each read, and with an answer what was read for it", async () => {
    const events: ReadEvent[] = [];
    const remote = await openRemote(new MemoryStore(bytes), {
      onRead: (read) => events.push(read),
    });
    const headers = { "x-api-key": "k" };
    const answer = await remote.fetch("/v2/node?nodes=geoId/06&property=->name", { headers });
    expect(answer.headers.get("server-timing")).toMatch(
      /^store;dur=[\d.]+;desc="\d+ rounds, \d+ bytes"$/,
    );
    const read = events.reduce((sum, event) => sum + event.bytes, 0);
    expect(read).toBe(remote.traffic.bytes);
  });

  test("goes on block by block where passes over zeros do not end", async () => {
    const remote = await openRemote(new MemoryStore(bytes), { maxReadBytes: 0 });
    await expect(remote.v2.node(name)).rejects.toMatchObject({
      fault: "exhausted",
      rpc: { code: 8 },
    });
    const slow = await openRemote(new MemoryStore(bytes));
    const begun = performance.now();
    const answer = await slow.ask((commons) => {
      // A pass over zeros has a tenth of a second.
      for (const until = performance.now() + 150; performance.now() < until; ) commons.info;
      return commons.v2.node(name);
    });
    expect(answer).toEqual(local.v2.node(name));
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  test("refuses limits that are no numbers, and stores that are none", async () => {
    await expect(openRemote(new MemoryStore(bytes), { maxCacheBytes: -1 })).rejects.toThrow(
      "'maxCacheBytes' is a number from 0 on",
    );
    await expect(openRemote("world.pocket" as never)).rejects.toThrow(
      `openRemote needs a store with 'describe' and 'read', not "world.pocket": httpBlocks(address) is one`,
    );
  });
});
