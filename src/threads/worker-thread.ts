/**
 * Reads chunks of files with several threads of Node, this one among them, and freezes the result with them.
 * Each thread reads into a builder of its own. The freeze joins what all of them collected.
 */

import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { LimitError } from "../errors/errors.ts";
import type { ByteRange } from "../load/bytes/file-tree.ts";
import {
  type ChunkReader,
  type ChunkReport,
  type ChunkSizes,
  type ChunkTask,
  type OnChunk,
  usualSizes,
  warmSizes,
} from "../load/chunk-format.ts";
import { chunkFormatOf } from "../load/formats.ts";
import { ChunksOfFile } from "../load/load-in-chunks.ts";
import type { Freezing } from "../store/columns/column-source.ts";
import { handOver, takeOver } from "../store/columns/scratch.ts";
import {
  type Collected,
  doWorldShares,
  type Freeze,
  type FreezeOptions,
  type WorldAnswer,
  type WorldBuilder,
  type WorldShare,
} from "../world/world.ts";
import {
  plainTask,
  type ReadMessage,
  type ThreadAnswer,
  type ThreadMessage,
  takeChunk,
} from "./thread-protocol.ts";

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

export class ThreadPool implements ChunkReader {
  readonly sizes: ChunkSizes;
  readonly #builder: WorldBuilder;
  readonly #startThread: () => LoadThread;
  readonly #size: number;
  #threads: AskedThread[] = [];
  /** Of the statements that follow. */
  #order = 0;

  /** @param size further threads, which are started when there is something to read */
  constructor(
    builder: WorldBuilder,
    size: number,
    startThread: () => LoadThread,
    sizes: ChunkSizes = usualSizes,
  ) {
    this.sizes = sizes;
    this.#builder = builder;
    this.#size = size;
    this.#startThread = startThread;
  }

  start(): void {
    while (this.#threads.length < this.#size)
      this.#threads.push(new AskedThread(this.#startThread()));
  }

  async read(task: ChunkTask, ranges: readonly ByteRange[], onChunk: OnChunk): Promise<void> {
    this.start();
    const firstOrder = this.#order + 1;
    const next = new Int32Array(new SharedArrayBuffer(4));
    const message: ReadMessage = { kind: "read", task: plainTask(task), ranges, firstOrder, next };
    const file = new ChunksOfFile(chunkFormatOf(task), task, this.#builder);
    const reports = new ReportsInOrder((index, report) =>
      onChunk(index, report, firstOrder + index),
    );
    const reads = this.#threads.map((thread) => {
      thread.onChunk = (index, report) => reports.add(index, report);
      return thread.read(message);
    });
    const all = Promise.all(reads);
    // The failure of a thread is reported below, and not as a rejection without a handler.
    all.catch(() => {});
    for (let at = takeChunk(message); at !== undefined; at = takeChunk(message)) {
      for (const thread of this.#threads) thread.check();
      reports.add(at, await file.read(ranges[at]!, firstOrder + at));
      await reports.handOver();
    }
    await all;
    await reports.handOver();
    this.#order = firstOrder + ranges.length;
    this.#builder.begin(this.#order);
  }

  /** Freezes what the builder and all threads collected. */
  async freeze(options: FreezeOptions): Promise<Freeze> {
    const others = await Promise.all(this.#threads.map((thread) => thread.collect()));
    const threads = this.#threads.length + 1;
    return await this.#finish(this.#builder.freezing({ ...options, others, threads }));
  }

  async stop(): Promise<void> {
    const threads = this.#threads;
    this.#threads = [];
    await Promise.all(threads.map((thread) => thread.stop()));
  }

  /** This thread does the last shares of each step, and what is to be done meanwhile. */
  async #finish<T>(freezing: Freezing<T, WorldShare>): Promise<T> {
    let step = freezing.next();
    while (step.done !== true) {
      const { shares, beside } = step.value;
      const here = beside === undefined ? 1 : 0;
      const away = this.#threads.slice(0, Math.max(0, shares.length - here));
      const all = Promise.all(away.map((thread, at) => thread.doShare(shares[at]!)));
      all.catch(() => {});
      beside?.();
      const answers = doWorldShares(shares.slice(away.length));
      step = freezing.next([...(await all), ...answers]);
    }
    return step.value;
  }
}

/** Reports come in any order, and are handed over in the order of the chunks. */
class ReportsInOrder {
  readonly #reports = new Map<number, ChunkReport | undefined>();
  readonly #onReport: (index: number, report: ChunkReport | undefined) => Promise<void>;
  #next = 0;

  constructor(onReport: (index: number, report: ChunkReport | undefined) => Promise<void>) {
    this.#onReport = onReport;
  }

  add(index: number, report: ChunkReport | undefined): void {
    this.#reports.set(index, report);
  }

  /** Hands over all reports that have no gap before them. */
  async handOver(): Promise<void> {
    for (; this.#reports.has(this.#next); this.#next++) {
      await this.#onReport(this.#next, this.#reports.get(this.#next));
      this.#reports.delete(this.#next);
    }
  }
}

/** A thread that answers. */
export interface LoadThread {
  post(message: ThreadMessage, buffers: readonly ArrayBuffer[]): void;
  onAnswer: (answer: ThreadAnswer) => void;
  onError: (error: unknown) => void;
  /** Whether the program runs on for as long as the thread is there. Default: yes. */
  keepRunning(isKept: boolean): void;
  /** @param isDone whether it has answered all, so that it could do something else. */
  stop(isDone: boolean): Promise<void>;
}

/** Is asked one thing after the other; once the thread failed, so does every question. */
export class AskedThread {
  /** Called for each chunk that was read. */
  onChunk: (index: number, report: ChunkReport | undefined) => void = () => {};
  readonly #thread: LoadThread;
  #resolve: (answer: ThreadAnswer) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #failure: { readonly error: unknown } | undefined;
  #isAsked = false;

  constructor(thread: LoadThread) {
    this.#thread = thread;
    thread.onAnswer = (answer) => {
      if (answer.kind === "chunk") this.onChunk(answer.index, answer.report);
      else if (answer.kind === "limit") this.#fail(new LimitError(answer.message));
      else {
        this.#isAsked = false;
        this.#resolve(answer);
      }
    };
    thread.onError = (error) => this.#fail(error);
  }

  /** @throws what the thread failed with. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async read(message: ReadMessage): Promise<void> {
    await this.#ask(message);
  }

  async collect(): Promise<Collected> {
    const answer = await this.#ask({ kind: "collect" });
    return (answer as ThreadAnswer & { kind: "collect" }).collected;
  }

  async doShare(share: WorldShare): Promise<WorldAnswer> {
    const answer = await this.#ask({ kind: "share", share });
    return (answer as ThreadAnswer & { kind: "share" }).answer;
  }

  async stop(): Promise<void> {
    await this.#thread.stop(!this.#isAsked && this.#failure === undefined);
  }

  async #ask(message: ThreadMessage): Promise<ThreadAnswer> {
    this.check();
    const answered = new Promise<ThreadAnswer>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#isAsked = true;
    const { data, buffers } = handOver(message);
    this.#thread.post(data, buffers);
    return takeOver(await answered);
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#reject(error);
  }
}
