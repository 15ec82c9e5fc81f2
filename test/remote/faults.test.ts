/** Whatever goes wrong in a store, an answer is right or there is none, and none takes too long. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { type Commons, open } from "../../src/index.ts";
import { openRemote } from "../../src/remote/remote-commons.ts";
import { FaultyStore } from "./faulty-store.ts";
import { randomOf, randomRequests } from "./random-requests.ts";
import { snapshotOf } from "./stored-world.ts";
import { MemoryStore } from "./stores/memory-store.ts";
import { ended, Skipped } from "./stores/processes.ts";
import { type RunningRedis, startRedisCluster } from "./stores/redis-cluster.ts";

const requestCount = Number(process.env["FAULT_REQUESTS"] || 2000);
/** Another seed is another order of requests and faults: long runs may go side by side. */
const seed = Number(process.env["FAULT_SEED"] || 1);
const timeout = 2000;

let local: Commons;
let redis: RunningRedis | undefined;

beforeAll(async () => {
  local = await open("data-samples/us-states");
});

afterAll(() => redis?.stop());

test("random faults never make an answer wrong, nor later than its deadline", async () => {
  const random = randomOf(seed);
  const store = new MemoryStore(snapshotOf(local, 512));
  const faulty = new FaultyStore(store, random, 0.2);
  const options = { maxCacheBytes: 1 << 16, timeout, readTimeout: 200, reopen: true };
  const remote = await openRemote(faulty, options);
  const requests = randomRequests(local, requestCount, seed + 6);
  const wrong: string[] = [];
  let answered = 0;
  let latest = 0;
  // Answers to compare with are made in the same process, which answers nothing else meanwhile.
  let comparing = 0;
  const ask = async (): Promise<void> => {
    for (let request = requests.pop(); request !== undefined; request = requests.pop()) {
      const { url, ...init } = request;
      const begun = performance.now() - comparing;
      const answer = await remote.fetch(url, init as RequestInit);
      const body = await answer.text();
      const answeredAt = performance.now();
      latest = Math.max(latest, answeredAt - comparing - begun);
      const expected = local.service().answer(request, { timeout: 60_000 });
      comparing += performance.now() - answeredAt;
      const isRight = answer.status === expected.status && body === expected.body;
      const isRefused = [429, 500, 503, 504].includes(answer.status);
      if (isRight) answered++;
      else if (!isRefused || body.includes('"data":')) wrong.push(`${url}: ${body.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, ask));
  expect(wrong).toEqual([]);
  expect(answered).toBeGreaterThan(requestCount / 3);
  expect(latest).toBeLessThan(timeout + 1000);
  expect(Object.keys(faulty.faults)).toHaveLength(7);
}, 3_600_000);

test("a node of Redis that is killed fails nothing while its replica lives", async ({ skip }) => {
  try {
    redis = await startRedisCluster();
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    process.stdout.write(`SKIPPED Redis Cluster: ${error.message}\n`);
    skip();
    return;
  }
  await redis.put("sample", snapshotOf(local, 512));
  const remote = await openRemote(redis.blocks("sample"), { maxCacheBytes: 0, timeout: 60_000 });
  const requests = randomRequests(local, 1000, 3);
  const wrong: string[] = [];
  for (const [at, { url, ...init }] of requests.entries()) {
    if (at === 200) await ended(redis.nodes[0]!);
    const answer = await remote.fetch(url, init as RequestInit);
    const expected = local.service().answer({ url, ...init }, { timeout: 60_000 });
    if ((await answer.text()) !== expected.body) wrong.push(url);
  }
  expect(wrong).toEqual([]);
}, 600_000);
