/** A thread of Node that helps loading. */
import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { usualSizes, warmSizes } from "../load/chunks/chunk-format.ts";
import type { WorldBuilder } from "../world/world.ts";
import { type LoadThread, ThreadPool } from "./thread-pool.ts";
import type { ThreadAnswer } from "./thread-protocol.ts";

/** Beside the bundle; sources that run as they are have no such file and one thread. */
const program = new URL("./load-worker.js", import.meta.url);

export function canStartThreads(): boolean {
  return existsSync(program);
}

/** @param file what the thread runs: the bundle of `load-worker.ts`. */
export function startThread(file: URL = program): LoadThread {
  // A program that is given as a text says how to read it, and a thread would not start with that.
  const isText = process.execArgv.some((option) => option.startsWith("--input-type"));
  const worker = new Worker(file, isText ? { execArgv: [] } : {});
  const thread: LoadThread = {
    post: (message, buffers) => worker.postMessage(message, buffers),
    onAnswer: () => {},
    onError: () => {},
    keepRunning: (isKept) => {
      if (isKept) worker.ref();
      else worker.unref();
    },
    stop: async () => {
      await worker.terminate();
    },
  };
  worker.on("message", (answer: ThreadAnswer) => thread.onAnswer(answer));
  worker.on("error", (error) => thread.onError(error));
  worker.on("exit", () => thread.onError(new Error("a thread that helps loading has ended")));
  return thread;
}

/** Milliseconds. */
const usualIdle = 10_000;

/**
 * Threads that have nothing to do wait for the next load: a new one has to start and to compile its
 * code. A thread that waits keeps no program running, and ends after a while.
 */
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

const warmThreads = new WarmThreads(() => startThread());

/**
 * Reads with threads that wait since another load, or with new ones.
 * @param size further threads.
 */
export function warmPool(builder: WorldBuilder, size: number): ThreadPool {
  const sizes = warmThreads.count >= size ? warmSizes : usualSizes;
  return new ThreadPool(builder, size, () => warmThreads.start(), sizes);
}
