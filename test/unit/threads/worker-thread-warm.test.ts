import { describe, expect, test } from "vitest";
import {
  AskedThread,
  type LoadThread,
  startThread,
  WarmThreads,
} from "../../../src/threads/worker-thread.ts";

/** Threads that answer nothing, and what happened to them. */
function pretended(idleMs = 60_000) {
  const started: LoadThread[] = [];
  const log: string[] = [];
  const warm = new WarmThreads(() => {
    const name = started.length;
    const thread: LoadThread = {
      post: ({ kind }) => log.push(`${name} ${kind}`),
      onAnswer: () => {},
      onError: () => {},
      keepRunning: (isKept) => log.push(`${name} ${isKept ? "keeps" : "leaves"}`),
      stop: async () => {
        log.push(`${name} stops`);
      },
    };
    started.push(thread);
    return thread;
  }, idleMs);
  return { warm, started, log };
}

describe("threads", () => {
  test("that are done serve the next load, without what they collected", async () => {
    const { warm, started, log } = pretended();
    for (let load = 0; load < 100; load++) await warm.start().stop(true);
    expect(started.length).toBe(1);
    expect(log.slice(0, 4)).toEqual(["0 keeps", "0 forget", "0 leaves", "0 keeps"]);
    expect(log.at(-1)).toBe("0 leaves");
  });

  test("of two loads at once are two, both of which wait afterwards", async () => {
    const { warm, started } = pretended();
    for (let load = 0; load < 3; load++) {
      const threads = [warm.start(), warm.start()];
      for (const thread of threads) await thread.stop(true);
    }
    expect(started.length).toBe(2);
    expect(warm.count).toBe(2);
  });

  test("that are not done end", async () => {
    const { warm, started, log } = pretended();
    await warm.start().stop(false);
    warm.start();
    expect(log).toEqual(["0 keeps", "0 stops", "1 keeps"]);
    expect(started.length).toBe(2);
  });

  test("that end while they wait serve nobody", async () => {
    const { warm, started } = pretended();
    await warm.start().stop(true);
    started[0]!.onError(new Error("has ended"));
    warm.start();
    expect(started.length).toBe(2);
  });

  test("that wait hear nothing of the load before, and the next one hears them", async () => {
    const { warm, started } = pretended();
    const heard: string[] = [];
    const first = warm.start();
    first.onAnswer = () => heard.push("first");
    await first.stop(true);
    warm.start().onAnswer = () => heard.push("second");
    started[0]!.onAnswer({ kind: "read" });
    expect(heard).toEqual(["second"]);
  });

  test("end when nobody wanted them for a while", async () => {
    const { warm, started, log } = pretended(5);
    await warm.start().stop(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(log.at(-1)).toBe("0 stops");
    warm.start();
    expect(started.length).toBe(2);
  });
});

test("a thread that was asked and has not answered is not done when it is stopped", async () => {
  const done: boolean[] = [];
  const thread: LoadThread = {
    post: () => {},
    onAnswer: () => {},
    onError: () => {},
    keepRunning: () => {},
    stop: async (isDone) => {
      done.push(isDone);
    },
  };
  const asking = new AskedThread(thread);
  await asking.stop();
  const asked = asking.collect();
  await asking.stop();
  thread.onAnswer({ kind: "collect", collected: {} as never });
  await asked;
  await asking.stop();
  thread.onError(new Error("broken"));
  await asking.stop();
  expect(done).toEqual([true, false, true, false]);
});

test("a waiting thread of Node keeps no program running", async () => {
  const echo =
    'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => {});';
  const warm = new WarmThreads(() =>
    startThread(new URL(`data:text/javascript,${encodeURIComponent(echo)}`)),
  );
  const count = () =>
    process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length;
  const before = count();
  const thread = warm.start();
  expect(count()).toBeGreaterThan(before);
  await thread.stop(true);
  expect(count()).toBe(before);
  await warm.start().stop(false);
});
