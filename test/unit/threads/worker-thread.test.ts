import { describe, expect, test } from "vitest";
import type { ThreadAnswer, ThreadMessage } from "../../../src/threads/thread-protocol.ts";
import {
  canStartThreads,
  type LoadThread,
  startThread,
} from "../../../src/threads/worker-thread.ts";

/** A thread that runs this text. */
const running = (program: string): LoadThread =>
  startThread(new URL(`data:text/javascript,${encodeURIComponent(program)}`));

const answerOf = (thread: LoadThread): Promise<ThreadAnswer> =>
  new Promise((resolve, reject) => {
    thread.onAnswer = resolve;
    thread.onError = reject;
  });

const failureOf = (thread: LoadThread): Promise<unknown> =>
  new Promise((resolve) => {
    thread.onError = resolve;
  });

describe("a thread of Node", () => {
  test("gets messages with their memory, and answers", async () => {
    const echo =
      'import { parentPort } from "node:worker_threads";' +
      'parentPort.on("message", ({ share }) => parentPort.postMessage({ kind: "share", answer: share }));';
    const thread = running(echo);
    const answered = answerOf(thread);
    const bytes = Uint8Array.of(1, 2, 3);
    const message = { kind: "share", share: bytes } as unknown as ThreadMessage;
    thread.post(message, [bytes.buffer]);
    expect(bytes.length).toBe(0);
    expect(await answered).toEqual({ kind: "share", answer: Uint8Array.of(1, 2, 3) });
    await thread.stop(true);
  });

  test("that throws fails with what it threw", async () => {
    const failure = failureOf(running('throw new RangeError("broken")'));
    await expect(failure).resolves.toMatchObject({ message: expect.stringContaining("broken") });
  });

  test("that ends fails the one that it should help", async () => {
    const failure = failureOf(running("process.exit(0)"));
    await expect(failure).resolves.toMatchObject({
      message: expect.stringContaining("a thread that helps loading has ended"),
    });
  });

  test("is gone when it was stopped", async () => {
    const thread = running("setInterval(() => {}, 1000)");
    const ended = failureOf(thread);
    await thread.stop(true);
    await expect(ended).resolves.toMatchObject({ message: expect.stringContaining("has ended") });
  });

  test("is not there where the library runs from its sources", () => {
    expect(canStartThreads()).toBe(false);
  });
});
