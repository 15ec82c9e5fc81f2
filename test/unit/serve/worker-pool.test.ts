/** Threads that answer, played by the other end of a channel. */
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import type { AnswerRules } from "../../../src/serve/answer-of.ts";
import { type AnswerThread, WorkerPool } from "../../../src/serve/worker-pool.ts";
import { createWorkerSide } from "../../../src/serve/worker-side.ts";

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
  /** Leaves requests without an answer. */
  isStuck = false;
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

  post(message: Parameters<AnswerThread["post"]>[0]): void {
    this.#here.postMessage(message);
  }

  async stop(): Promise<void> {
    this.#here.close();
    this.onEnd();
  }
}

const threads: PlayedThread[] = [];
let pool: WorkerPool;

function poolOf(size: number, given = rules as AnswerRules): WorkerPool {
  threads.length = 0;
  pool = new WorkerPool(size, given, {}, () => {
    const thread = new PlayedThread();
    threads.push(thread);
    return thread;
  });
  pool.use(commons);
  return pool;
}

afterEach(() => pool.stop());

const textOf = (body: string | Uint8Array): string =>
  typeof body === "string" ? body : new TextDecoder().decode(body);

describe("a worker", () => {
  test("answers as the world itself does, in few bytes and in many", async () => {
    poolOf(1);
    for (const request of [name, all]) {
      const { status, body } = await pool.answer(request, "/v2/node");
      expect([status, textOf(body)]).toEqual([
        200,
        commons.service({ requireKey: false }).answer(request).body,
      ]);
    }
    const site = { ...name, url: "/api/place/name?dcids=geoId/06" };
    expect(JSON.parse(textOf((await pool.answer(site, undefined)).body))).toEqual({
      "geoId/06": "California",
    });
  });

  test("has the settings of its server", async () => {
    poolOf(1, { ...rules, settings: { keys: ["k"] } });
    const status = async (url: string): Promise<number> =>
      (await pool.answer({ ...name, url }, undefined)).status;
    expect(await status(name.url)).toBe(401);
    expect(await status(`${name.url}&key=other`)).toBe(400);
    expect(await status(`${name.url}&key=k`)).toBe(200);
  });

  test("asks another world once there is one", async () => {
    const other = await open({ "a.mcf": 'Node: dcid:geoId/06\nname: "Another"' });
    poolOf(2);
    const before = await pool.answer(name, "/v2/node");
    pool.use(other);
    const after = await pool.answer(name, "/v2/node");
    expect(textOf(before.body)).toContain("California");
    expect(textOf(after.body)).toContain("Another");
  });

  test("refuses what is no request", async () => {
    await expect(poolOf(1).answer({ ...name, url: "x" }, undefined)).rejects.toThrow(TypeError);
  });
});

describe("several workers", () => {
  test("share the work", async () => {
    poolOf(3);
    await Promise.all(Array.from({ length: 9 }, () => pool.answer(name, "/v2/node")));
    expect(threads.map(({ asked }) => asked)).toEqual([3, 3, 3]);
  });

  test("one of which ends: its requests fail, it is replaced, and the others go on", async () => {
    poolOf(2);
    const [first] = threads as [PlayedThread];
    first.isStuck = true;
    const stuck = pool.answer(name, "/v2/node");
    const other = pool.answer(name, "/v2/node");
    first.onEnd();
    await expect(stuck).rejects.toThrow("ended");
    expect((await other).status).toBe(200);
    expect(threads).toHaveLength(2);
    expect((await pool.answer(name, "/v2/node")).status).toBe(200);
    expect(threads).toHaveLength(3);
  });
});
