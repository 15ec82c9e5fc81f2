/** Threads that answer, played by the other end of a channel. */
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import { RemoteError } from "../../../src/remote/stores/block-store.ts";
import { type AnswerRules, Answers } from "../../../src/serve/answer-of.ts";
import { Gate } from "../../../src/serve/gate.ts";
import { Service } from "../../../src/serve/http-service.ts";
import { KeptAnswers } from "../../../src/serve/kept-answers.ts";
import { Metrics } from "../../../src/serve/watch/metrics.ts";
import { type AnswerThread, WorkerPool } from "../../../src/serve/worker-pool.ts";
import { createWorkerSide, explorerRoute } from "../../../src/serve/worker-side.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryFolder } from "../../remote/stores/memory-folder.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";
import { divided } from "../parts/small-parts.ts";
import { storedIn } from "../parts/stored-parts.ts";

const rules = { isExact: false, hasWebsite: true, settings: { requireKey: false } };
const name = {
  method: "GET",
  url: "/v2/node?nodes=geoId/06&property=->name",
  headers: {},
  body: "",
};
const all = { ...name, url: "/v2/node?nodes=country/USA&property=<-*" };

let commons: Commons;
beforeAll(async () => {
  commons = await open("data-samples/us-states");
});

/** A thread with what it was asked. */
class PlayedThread implements AnswerThread {
  onAnswer: AnswerThread["onAnswer"] = () => undefined;
  onEnd = () => {};
  /** How many requests it got. */
  asked = 0;
  /** Whether threads that start now are stuck. */
  static areStuck = false;
  /** Leaves requests without an answer. */
  isStuck = PlayedThread.areStuck;
  readonly #here: MessagePort;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#here = port1;
    const side = createWorkerSide((answer, buffers) => port2.postMessage(answer, buffers));
    port1.on("message", (answer) => this.onAnswer(answer));
    port2.on("message", (message) => {
      if (message.kind === "request") this.asked += 1;
      if (!(this.isStuck && message.kind === "request")) side(message);
    });
  }

  post(...given: Parameters<AnswerThread["post"]>): void {
    this.#here.postMessage(...given);
  }

  async stop(): Promise<void> {
    this.#here.close();
    this.onEnd();
  }
}

const patience = 600_000;
const threads: PlayedThread[] = [];
const longThreads: PlayedThread[] = [];
const longestThreads: PlayedThread[] = [];
const tiers = [threads, longThreads, longestThreads] as const;
let pool: WorkerPool;
const ask = () => pool.answer({ request: name, route: "/v2/node" });

function poolOf(size: number, given = rules as AnswerRules): WorkerPool {
  for (const tier of tiers) tier.length = 0;
  // A busy machine takes longer than a request may by default.
  pool = new WorkerPool(size, given, { timeout: patience }, (tier) => {
    const thread = new PlayedThread();
    tiers[tier]?.push(thread);
    return thread;
  });
  pool.use(commons);
  return pool;
}

afterEach(async () => {
  PlayedThread.areStuck = false;
  await pool.stop();
});

const textOf = (body: string | Uint8Array): string =>
  typeof body === "string" ? body : new TextDecoder().decode(body);

describe("a worker", () => {
  test("answers as the world itself does, in few bytes and in many", async () => {
    poolOf(1);
    for (const request of [name, all]) {
      const { status, body } = (await pool.answer({ request, route: "/v2/node" }))!;
      expect([status, textOf(body)]).toEqual([
        200,
        commons.service({ requireKey: false }).answer(request).body,
      ]);
    }
    const site = { ...name, url: "/api/place/name?dcids=geoId/06" };
    expect(
      JSON.parse(textOf((await pool.answer({ request: site, route: undefined }))!.body)),
    ).toEqual({
      "geoId/06": "California",
    });
  });

  test("has the settings of its server", async () => {
    poolOf(1, { ...rules, settings: { keys: ["k"] } });
    const status = async (url: string): Promise<number> =>
      (await pool.answer({ request: { ...name, url }, route: undefined }))!.status;
    expect(await status(name.url)).toBe(401);
    expect(await status(`${name.url}&key=other`)).toBe(400);
    expect(await status(`${name.url}&key=k`)).toBe(200);
  });

  test("asks another world once there is one", async () => {
    const other = await open({ "a.mcf": 'Node: dcid:geoId/06\nname: "Another"' });
    poolOf(2);
    const before = await ask();
    pool.use(other);
    const after = await ask();
    expect(textOf(before!.body)).toContain("California");
    expect(textOf(after!.body)).toContain("Another");
  });

  test("refuses what is no request", async () => {
    await expect(
      poolOf(1).answer({ request: { ...name, url: "x" }, route: undefined }),
    ).rejects.toThrow(TypeError);
  });
});

describe("several workers", () => {
  test("share the work", async () => {
    poolOf(3);
    await Promise.all(Array.from({ length: 9 }, () => ask()));
    expect(threads.map(({ asked }) => asked)).toEqual([3, 3, 3]);
  });

  test("one of which ends: its requests fail, it is replaced, and the others go on", async () => {
    poolOf(2);
    const [first] = threads as [PlayedThread];
    first.isStuck = true;
    const stuck = ask();
    const other = ask();
    first.onEnd();
    await expect(stuck).rejects.toThrow("ended");
    expect((await other)?.status).toBe(200);
    expect(threads).toHaveLength(2);
    expect((await ask())?.status).toBe(200);
    expect(threads).toHaveLength(3);
  });
});

test("an answer of a world that took the place of another one has no tag of that one, and is not kept", async () => {
  const other = await open({ "a.mcf": 'Node: dcid:geoId/06\nname: "Another"' });
  let world = commons;
  poolOf(1);
  const { answer } = pool;
  pool.answer = async (asked) => {
    // As when a question moves to a thread for long ones: that one has the new world already.
    world = other;
    pool.use(world);
    return await answer.call(pool, asked);
  };
  const kept = new KeptAnswers(1 << 20);
  const service = new Service({
    commons: () => world,
    gate: new Gate({ host: "127.0.0.1", allowedHosts: undefined, cors: [] }),
    metrics: new Metrics(() => world.info),
    rules: { ...rules, agents: undefined },
    pool,
    kept,
    ...{ maxStoreSilence: undefined, double: undefined, explorer: undefined },
  });
  const request = { ...name, headers: { host: "127.0.0.1" } };
  const { body, headers } = await service.answer(request);
  expect(textOf(body)).toContain("Another");
  expect(headers["etag"]).toBeUndefined();
  expect(kept.find(commons, request)).toBeUndefined();
  expect((await service.answer(request)).headers["etag"]).toContain(other.contentTag);
});

describe("workers that were stopped", () => {
  test("are not started again by a request that comes late", async () => {
    poolOf(2);
    await pool.stop();
    await expect(ask()).rejects.toThrow("stopped");
    expect(threads).toHaveLength(2);
  });

  test("start none for a question that one of them gave back at that moment", async () => {
    poolOf(1);
    const [first] = threads as [PlayedThread];
    first.isStuck = true;
    const asked = ask();
    const stopped = pool.stop.bind(pool);
    first.stop = async () => first.onAnswer({ id: 0, fault: "long" });
    await stopped();
    await expect(asked).rejects.toThrow("stopped");
    expect(longThreads).toHaveLength(0);
  });
});

describe("a question that takes long", () => {
  test("is given back, and has its answer of a thread for such questions", async () => {
    poolOf(2);
    const states = ["a", "b", "c"].map((one) => `?${one} typeOf State`).join(" . ");
    const query = `SELECT DISTINCT ?a ?b ?c WHERE { ${states} } ORDER BY ?c LIMIT 5`;
    const request = { ...name, method: "POST", url: "/v2/sparql", body: JSON.stringify({ query }) };
    const { status, body } = (await pool.answer({ request, route: "/v2/sparql" }))!;
    expect(status).toBe(200);
    const service = commons.service({ requireKey: false, timeout: patience });
    expect(textOf(body)).toBe(service.answer(request).body);
    expect(threads.map(({ asked }) => asked)).toEqual([1, 0]);
    expect(longThreads.map(({ asked }) => asked)).toEqual([1]);
    for (let count = 0; count < 10; count++) expect((await ask())?.status).toBe(200);
    // Garbage of the long one may be collected in the time of another one.
    expect(longThreads[0]?.asked).toBeLessThan(6);
  });

  test("keeps no question of some milliseconds waiting", async () => {
    PlayedThread.areStuck = true;
    poolOf(1);
    const asked = async (tier: number) => {
      await vi.waitUntil(() => tiers[tier]?.[0]?.asked === 1);
      return tiers[tier]?.[0] as PlayedThread;
    };
    const isOver = expect(ask()).rejects.toThrow("ended");
    const first = await asked(0);
    first.onAnswer({ id: 0, fault: "long" });
    const longer = await asked(1);
    longer.onAnswer({ id: 1, fault: "long" });
    await asked(2);
    longer.isStuck = false;
    const shorter = ask();
    first.onAnswer({ id: 3, fault: "long" });
    expect((await shorter)?.status).toBe(200);
    await pool.stop();
    await isOver;
  });
});

describe("a world that lies elsewhere", () => {
  const series = { ...name, url: "/stat/series?place=geoId/06&stat_var=Count_Person" };
  const seriesOf = () => pool.answer({ request: series, route: "/stat/series" });

  async function farPool(size: number) {
    const store = new MemoryStore(snapshotOf(commons, 512));
    const remote = await openRemote(store, { reopen: true });
    poolOf(size);
    pool.use(remote);
    return { store, remote };
  }

  test("is answered by threads, which read each block once", async () => {
    const { remote } = await farPool(3);
    const { rounds, bytes } = remote.traffic;
    const answers = await Promise.all(Array.from({ length: 3 }, seriesOf));
    const expected = await new Answers(rules).answerOf(commons.asService(), series, "/stat/series");
    for (const answer of answers) expect(textOf(answer!.body)).toBe(expected.body);
    expect(threads.map(({ asked }) => asked)).toEqual([1, 1, 1]);
    const first = remote.traffic;
    expect(first.rounds).toBeGreaterThan(rounds);
    expect(first.bytes).toBeGreaterThan(bytes);
    await Promise.all(Array.from({ length: 3 }, seriesOf));
    expect(remote.traffic.bytes).toBe(first.bytes);
    // One thread alone reads as much.
    const alone = await farPool(1);
    await seriesOf();
    expect(first.bytes).toBeLessThan(bytes + 1.2 * (alone.remote.traffic.bytes - bytes));
  });

  test("counts what all threads read: questions, rounds, and blocks that were there", async () => {
    const { remote } = await farPool(2);
    await Promise.all(Array.from({ length: 6 }, seriesOf));
    const first = remote.traffic;
    expect(first.questions).toBe(6);
    expect(first.hits).toBeGreaterThan(0);
    await Promise.all(Array.from({ length: 6 }, seriesOf));
    const { questions, hits, rounds, bytes } = remote.traffic;
    expect([questions, rounds, bytes]).toEqual([12, first.rounds, first.bytes]);
    expect(hits).toBeGreaterThan(first.hits);
  });

  test("counts each hit once: later questions read few blocks", async () => {
    const { remote } = await farPool(1);
    const hits = [0];
    for (let count = 1; count <= 8; count++) {
      await seriesOf();
      await expect.poll(() => remote.traffic.questions).toBe(count);
      hits.push(remote.traffic.hits);
    }
    expect(hits[8]).toBeLessThan(4 * hits[2]!);
  });

  test("whose observations lie in parts is answered by threads, too", async () => {
    const { variableCount } = commons.info;
    const parts = divided(
      commons,
      Array.from({ length: variableCount }, (_, at) => at % 3),
      undefined,
      512,
    );
    const folder = new MemoryFolder();
    const remote = await openRemote(storedIn(folder, parts), { timeout: patience });
    poolOf(2);
    pool.use(remote);
    const requests = [
      [series, "/stat/series"],
      [{ ...name, url: "/v2/node?nodes=country/USA&property=<-*" }, "/v2/node"],
      [{ ...name, url: "/api/place/stats-var/geoId/06" }, undefined],
    ] as const;
    const ask = () =>
      Promise.all(requests.map(([request, route]) => pool.answer({ request, route })));
    const answers = (await Promise.all([ask(), ask()])).flat();
    for (const [at, answer] of answers.entries()) {
      const [request, route] = requests[at % requests.length]!;
      const expected = await new Answers(rules).answerOf(commons.asService(), request, route);
      expect([answer?.status, textOf(answer!.body)]).toEqual([expected.status, expected.body]);
    }
    expect(threads.map(({ asked }) => asked)).toEqual([3, 3]);
    const { bytes } = remote.traffic;
    await Promise.all([ask(), ask()]);
    expect(remote.traffic.bytes).toBe(bytes);
    // One thread alone reads as much.
    const alone = await openRemote(folder.store("place/world.json"), { timeout: patience });
    poolOf(1);
    pool.use(alone);
    await ask();
    expect(bytes).toBeLessThan(1.2 * alone.traffic.bytes);
    for (const world of [remote, alone]) world.close();
  });

  test("is left to the thread that listens once another one took its place, and then answers as that", async () => {
    const { store, remote } = await farPool(2);
    const another = 'Node: dcid:geoId/06\ntypeOf: dcs:State\nname: "Another"';
    store.replace(snapshotOf(await open({ "a.mcf": another }), 512));
    expect(await seriesOf()).toBeUndefined();
    await remote.ask((one) => new Answers(rules).answerOf(one, series, "/stat/series"));
    pool.use(remote);
    expect(textOf((await ask())!.body)).toContain("Another");
  });

  test("waits for a store as long as the thread that listens does", async () => {
    const store = new MemoryStore(snapshotOf(commons, 512));
    const remote = await openRemote(store, { readTimeout: 60_000, timeout: patience });
    poolOf(1);
    pool.use(remote);
    const { read } = store;
    store.read = async (...given) => {
      await new Promise((resolve) => setTimeout(resolve, 11_000));
      return await read.apply(store, given);
    };
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      const answer = seriesOf();
      let isOver = false;
      void answer.finally(() => {
        isOver = true;
      });
      while (!isOver) {
        await new Promise((resolve) => setImmediate(resolve));
        await vi.advanceTimersByTimeAsync(10);
      }
      expect((await answer)?.status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });

  test("reports what its store reports, and leaves a lost file to the thread that listens", async () => {
    const { store } = await farPool(1);
    const { read, describe: describeStore } = store;
    let fault: "missing" | "unavailable" = "missing";
    store.describe = async () => {
      throw new RemoteError(fault, "the disk is gone", { retryAfter: 61_500 });
    };
    expect(await seriesOf()).toBeUndefined();
    fault = "unavailable";
    const failed = await seriesOf();
    expect(failed).toMatchObject({ status: 503, headers: { "retry-after": "62" } });
    expect(textOf(failed!.body)).toContain("the disk is gone");
    Object.assign(store, { read, describe: describeStore });
    expect((await seriesOf())?.status).toBe(200);
  });

  test("answers the explorer's page, too", async () => {
    await farPool(1);
    const request = { ...name, url: "/explorer/api/home" };
    const answer = await pool.answer({ request, route: explorerRoute });
    expect(JSON.parse(textOf(answer!.body))).toHaveProperty("types");
  });
});
