/**
 * Threads that have nothing to do wait for the next load: a new one has to start, and to find out anew
 * which of its code is worth compiling. Whoever waits keeps no program running, and ends after a while.
 */

import type { LoadThread } from "./asked-thread.ts";

/** Milliseconds. */
const usualIdle = 10_000;

export class WarmThreads {
  readonly #startThread: () => LoadThread;
  readonly #idleMs: number;
  readonly #waiting = new Set<LoadThread>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(startThread: () => LoadThread, idleMs: number = usualIdle) {
    this.#startThread = startThread;
    this.#idleMs = idleMs;
  }

  /** How many wait. */
  get count(): number {
    return this.#waiting.size;
  }

  /** One that waits, or a new one. */
  start(): LoadThread {
    const [waiting] = this.#waiting;
    const own = waiting ?? this.#startThread();
    this.#waiting.delete(own);
    own.keepRunning(true);
    const thread: LoadThread = {
      post: (message, buffers) => own.post(message, buffers),
      keepRunning: (isKept) => own.keepRunning(isKept),
      onAnswer: () => {},
      onError: () => {},
      stop: async (isDone) => {
        if (isDone) this.#wait(own);
        else await own.stop(false);
      },
    };
    own.onAnswer = (answer) => thread.onAnswer(answer);
    own.onError = (error) => thread.onError(error);
    return thread;
  }

  #wait(thread: LoadThread): void {
    // What it collected is of no use to another load.
    thread.post({ kind: "forget" }, []);
    thread.keepRunning(false);
    thread.onAnswer = () => {};
    thread.onError = () => this.#waiting.delete(thread);
    this.#waiting.add(thread);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#endWaiting(), this.#idleMs);
    this.#timer.unref?.();
  }

  #endWaiting(): void {
    for (const thread of this.#waiting) void thread.stop(false);
    this.#waiting.clear();
  }
}
