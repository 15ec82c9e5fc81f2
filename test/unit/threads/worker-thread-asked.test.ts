import { describe, expect, test } from "vitest";
import { LimitError } from "../../../src/errors/errors.ts";
import type { ThreadMessage } from "../../../src/threads/thread-protocol.ts";
import { AskedThread, type LoadThread } from "../../../src/threads/worker-thread.ts";

function asked() {
  const posted: ThreadMessage[] = [];
  const thread: LoadThread = {
    post: (message) => posted.push(message),
    onAnswer: () => {},
    onError: () => {},
    keepRunning: () => {},
    stop: async () => {},
  };
  return { thread, posted, asking: new AskedThread(thread) };
}

describe("a thread that is asked", () => {
  test("for what it collected gives that", async () => {
    const { thread, posted, asking } = asked();
    const collecting = asking.collect();
    expect(posted).toEqual([{ kind: "collect" }]);
    const collected = { facets: [] } as never;
    thread.onAnswer({ kind: "collect", collected });
    expect(await collecting).toEqual({ facets: [] });
  });

  test("to do a share gives its answer", async () => {
    const { thread, posted, asking } = asked();
    const share = { kind: "sort" } as never;
    const doing = asking.doShare(share);
    expect(posted).toEqual([{ kind: "share", share: { kind: "sort" } }]);
    thread.onAnswer({ kind: "share", answer: { count: 3 } as never });
    expect(await doing).toEqual({ count: 3 });
  });

  test("hands on reports of chunks while it reads", async () => {
    const { thread, asking } = asked();
    const told: unknown[] = [];
    asking.onChunk = (index, report) => told.push([index, report]);
    const next = new Int32Array(1);
    const provenance = { listed: undefined, option: undefined, stem: "a" };
    const input = { path: "a.mcf", size: 0, isGzip: false };
    const task = { kind: "mcf", input, provenance, shared: {} };
    const reading = asking.read({ kind: "read", task, ranges: [], firstOrder: 1, next });
    thread.onAnswer({ kind: "chunk", index: 7, report: undefined });
    thread.onAnswer({ kind: "read" });
    await reading;
    expect(told).toEqual([[7, undefined]]);
  });

  test("fails once and for all: the first failure counts", async () => {
    const { thread, posted, asking } = asked();
    expect(() => asking.check()).not.toThrow();
    const collecting = asking.collect();
    thread.onAnswer({ kind: "limit", message: "too much" });
    await expect(collecting).rejects.toThrow(new LimitError("too much"));
    thread.onError(new Error("gone"));
    expect(() => asking.check()).toThrow(LimitError);
    await expect(asking.collect()).rejects.toThrow(LimitError);
    expect(posted).toHaveLength(1);
  });

  test("may fail before anyone asks", async () => {
    const { thread, posted, asking } = asked();
    thread.onError(new Error("gone"));
    await expect(asking.collect()).rejects.toThrow("gone");
    expect(posted).toEqual([]);
  });
});
