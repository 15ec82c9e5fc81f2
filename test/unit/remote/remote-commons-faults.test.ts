/** A store that fails: an answer is right, or there is none. */

import { beforeAll, describe, expect, test } from "vitest";
import { SnapshotError } from "../../../src/errors/errors.ts";
import { type Commons, open } from "../../../src/index.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import {
  type BlockStore,
  type ByteRange,
  type ReadOptions,
  RemoteError,
} from "../../../src/remote/stores/block-store.ts";
import { readPrelude } from "../../../src/snapshot/format.ts";
import { nearEndOf } from "../../../src/snapshot/header.ts";
import { slicingCrc32 } from "../../../src/store/columns/crc32.ts";
import { errorOf, snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";

let local: Commons;
let bytes: Uint8Array;
const name = { nodes: ["geoId/06"], property: "->name" } as const;

beforeAll(async () => {
  local = await open("data-samples/us-states");
  bytes = snapshotOf(local, 512);
});

const manyPlaces = () => ({
  "a.mcf": Array.from(
    { length: 4000 },
    (_, at) => `Node: dcid:place/${at}\ntypeOf: dcs:City\n`,
  ).join("\n"),
});

type Read = BlockStore["read"];

/** A store whose reads of blocks are changed; the header is read as it is. */
class FaultyStore extends MemoryStore {
  fault: ((read: Read) => Read) | undefined;

  override read(
    ranges: readonly ByteRange[],
    version: string,
    signal?: AbortSignal,
    options?: ReadOptions,
  ): Promise<readonly Uint8Array[]> {
    const sound: Read = (some, of) => super.read(some, of);
    return (this.fault?.(sound) ?? sound)(ranges, version, signal as AbortSignal, options);
  }
}

async function faulty(fault: (read: Read) => Read, options: object = {}) {
  const store = new FaultyStore(bytes);
  const remote = await openRemote(store, options);
  store.fault = fault;
  return { store, remote };
}

const wrong = (parts: readonly Uint8Array[]) => parts.map((part) => part.map((byte) => byte ^ 1));

describe("a store that", () => {
  test("describes a snapshot with wrong first bytes is read again, past all caches", async () => {
    const big = snapshotOf(await open(manyPlaces()), 512);
    const head = 1 << 16;
    const near = nearEndOf(big, readPrelude(big, slicingCrc32, "memory"));
    expect(near).toBeLessThan(head - 2048);
    const store = new MemoryStore(big);
    const { describe: describeStore } = store;
    store.describe = async () => {
      const stored = await describeStore.call(store);
      return { ...stored, head: stored.head.map((byte, at) => (at < near ? byte : byte ^ 1)) };
    };
    const remote = await openRemote(store);
    const expected = (await open(manyPlaces())).catalog.entities();
    expect(await remote.ask(({ catalog }) => catalog.entities())).toEqual(expected);
    expect(remote.traffic.retries).toBeGreaterThan(0);
  });

  test("fails twice is read three times", async () => {
    let failures = 2;
    const { remote } = await faulty((read) => async (...asked) => {
      if (failures-- > 0) throw new Error("connection reset");
      return read(...asked);
    });
    expect(await remote.v2.node(name)).toEqual(local.v2.node(name));
    expect(remote.traffic.retries).toBe(2);
  });

  test("fails always makes the question fail with 14, over HTTP with 503", async () => {
    const { remote } = await faulty(() => async () => {
      throw new Error("connection\nreset");
    });
    const error = await errorOf(remote.v2.node(name));
    expect(error).toBeInstanceOf(RemoteError);
    expect(error).toMatchObject({ fault: "unavailable", rpc: { code: 14, status: 503 } });
    expect(error.message).toBe("memory: the store cannot be read, three times: connection reset");
    const answer = await remote.fetch("/v2/node?nodes=geoId/06&property=->name&key=k");
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ code: 14, message: error.message, details: [] });
  });

  test("answers later than a read may take makes the question fail with 4, then 504", async () => {
    const never = () => () => new Promise<never>(() => {});
    const { remote } = await faulty(never, { readTimeout: 50 });
    expect(await errorOf(remote.v2.node(name))).toMatchObject({
      fault: "timeout",
      rpc: { status: 504 },
    });
    const late = await faulty(never, { timeout: 50 });
    const begun = performance.now();
    expect(await errorOf(late.remote.v2.node(name))).toMatchObject({
      fault: "timeout",
      rpc: { code: 4 },
    });
    expect(await errorOf(late.remote.v2.node(name, { timeout: 20 }))).toMatchObject({
      rpc: { code: 4 },
    });
    expect(performance.now() - begun).toBeLessThan(1000);
  });

  test("answers without a limit of time, when a read may take any time", async () => {
    const { remote } = await faulty((read) => read, { readTimeout: Number.POSITIVE_INFINITY });
    expect(await remote.v2.node(name)).toHaveProperty("data");
  });

  test("gives wrong bytes once is read again, past caches", async () => {
    const asked: unknown[] = [];
    const { remote } = await faulty((read) => async (ranges, version, signal, options) => {
      asked.push(options?.pastCaches);
      const parts = await read(ranges, version, signal);
      return options?.pastCaches === true ? parts : wrong(parts);
    });
    expect(await remote.v2.node(name)).toEqual(local.v2.node(name));
    expect(asked).toContain(true);
  });

  test("gives wrong bytes always makes the question fail, with section and offset", async () => {
    const { remote } = await faulty(
      (read) =>
        async (...asked) =>
          wrong(await read(...asked)),
    );
    const error = await errorOf(remote.v2.node(name));
    expect(error).toMatchObject({ fault: "damaged", rpc: { code: 15, status: 500 } });
    expect(error.message).toContain(`section '${error.section}' is damaged`);
    expect(error.offset).toBeGreaterThan(0);
  });

  test("gives too few bytes, or none, makes the question fail", async () => {
    const short = await faulty(
      (read) =>
        async (...asked) =>
          (await read(...asked)).map((part) => part.subarray(1)),
    );
    expect(await errorOf(short.remote.v2.node(name))).toMatchObject({ fault: "truncated" });
    const none = await faulty(() => async () => []);
    expect(await errorOf(none.remote.v2.node(name))).toMatchObject({ fault: "truncated" });
  });

  test("gives no description is refused", async () => {
    const store = { describe: async () => ({}), read: async () => [] } as never;
    expect(await errorOf(openRemote(store))).toMatchObject({ fault: "unsuitable" });
  });

  test("has something else, or half of it, is refused", async () => {
    const foreign = await errorOf(openRemote(new MemoryStore(new Uint8Array(100_000))));
    expect(foreign).toBeInstanceOf(SnapshotError);
    expect(foreign).toMatchObject({ fault: "foreign", file: "memory" });
    for (const length of [0, 10, 40, 1000, bytes.length - 1]) {
      const error = await errorOf(openRemote(new MemoryStore(bytes.slice(0, length))));
      expect(error).toBeInstanceOf(SnapshotError);
    }
  });

  test("gives another world asks for it to be opened again, or it is", async () => {
    const other = snapshotOf(
      await open({ "a.mcf": 'Node: dcid:geoId/06\ntypeOf: dcs:State\nname: "Other"' }),
    );
    const { store, remote } = await faulty((read) => read);
    const reopening = new FaultyStore(bytes);
    const reopened = await openRemote(reopening, { reopen: true });
    store.replace(other);
    reopening.replace(other);
    expect(await errorOf(remote.v2.node(name))).toMatchObject({
      fault: "replaced",
      rpc: { status: 503 },
    });
    const all = await Promise.all([reopened.v2.node(name), reopened.v2.node(name)]);
    const values = all.map(({ data }) => data?.["geoId/06"]?.arcs?.["name"]?.nodes?.[0]?.value);
    expect(values).toEqual(["Other", "Other"]);
    expect(reopened.info.nodeCount).not.toBe(local.info.nodeCount);
  });

  test("gives something broken in the place of its world makes the question fail", async () => {
    const half = bytes.slice(0, bytes.length - 1);
    const endless = bytes.map((byte, at) => (at < bytes.length - 4 ? byte : byte ^ 1));
    const faults = { damaged: new Uint8Array(100_000), truncated: half };
    for (const [fault, other] of [...Object.entries(faults), ["truncated", endless] as const]) {
      const store = new FaultyStore(bytes);
      const remote = await openRemote(store, { reopen: true });
      store.replace(other);
      const error = await errorOf(remote.v2.node(name));
      expect(error).toBeInstanceOf(RemoteError);
      expect(error).toMatchObject({ fault, rpc: { code: 15 } });
      const answer = await remote.fetch("/v2/node?nodes=geoId/06&property=->name&key=k");
      expect(answer.status).toBe(500);
      // The next question looks again.
      store.replace(bytes);
      expect(await remote.v2.node(name)).toEqual(local.v2.node(name));
    }
  });

  test("is closed, or aborted, answers nothing any more", async () => {
    const { remote } = await faulty(() => () => new Promise<never>(() => {}));
    const waiting = errorOf(remote.v2.node(name));
    const signal = AbortSignal.timeout(20);
    expect(await errorOf(remote.v2.node(name, { signal }))).toBe(signal.reason);
    remote.close();
    expect(await waiting).toMatchObject({ fault: "closed" });
    expect(await errorOf(remote.v2.node(name))).toMatchObject({ fault: "closed" });
    const aborted = AbortSignal.abort();
    expect(await errorOf(openRemote(new MemoryStore(bytes), { signal: aborted }))).toBe(
      aborted.reason,
    );
  });
});
