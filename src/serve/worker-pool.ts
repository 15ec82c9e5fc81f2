/** Threads that answer requests; all read one world in shared memory. */
import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { Commons, RequestLimits } from "../index.ts";
import type { AnswerRules } from "./answer-of.ts";
import type { ServerAnswer, ServerRequest } from "./plain-http.ts";
import type { FromWorker, ToWorker } from "./worker-side.ts";

/** A thread that takes messages, as seen from the server. */
export interface AnswerThread {
  post(message: ToWorker): void;
  onAnswer: (message: FromWorker) => void;
  /** Called once, when the thread has ended. */
  onEnd: () => void;
  stop(): Promise<void>;
}

interface Asked {
  resolve(answer: ServerAnswer): void;
  reject(error: unknown): void;
}

interface PoolThread {
  readonly thread: AnswerThread;
  readonly asked: Map<number, Asked>;
}

export class WorkerPool {
  readonly #start: () => AnswerThread;
  readonly #rules: AnswerRules;
  readonly #limits: RequestLimits;
  readonly #size: number;
  readonly #threads = new Set<PoolThread>();
  #world: ToWorker | undefined;
  #commons: Commons | undefined;
  #nextId = 0;

  constructor(size: number, rules: AnswerRules, limits: RequestLimits, start: () => AnswerThread) {
    this.#size = size;
    this.#rules = rules;
    this.#limits = limits;
    this.#start = start;
  }

  /** Starts what is to run of threads. */
  use(commons: Commons): void {
    if (commons === this.#commons) return;
    this.#commons = commons;
    const [rules, limits] = [this.#rules, this.#limits];
    const world: ToWorker = { kind: "world", handle: commons.share(), limits, rules };
    this.#world = world;
    for (const { thread } of this.#threads) thread.post(world);
    while (this.#threads.size < this.#size) this.#add();
  }

  /**
   * Asks the thread that has least to do. A thread that ended is replaced by the next request.
   *
   * @throws TypeError (rejects) for what is no request that can be read
   * @throws Error (rejects) when the thread failed or ended
   */
  answer(request: ServerRequest, route: string | undefined): Promise<ServerAnswer> {
    while (this.#threads.size < this.#size) this.#add();
    let least: PoolThread | undefined;
    for (const one of this.#threads) {
      if (least === undefined || one.asked.size < least.asked.size) least = one;
    }
    const { thread, asked } = least as PoolThread;
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      asked.set(id, { resolve, reject });
      thread.post({ kind: "request", id, request, route });
    });
  }

  async stop(): Promise<void> {
    const threads = [...this.#threads];
    this.#threads.clear();
    await Promise.all(threads.map(({ thread }) => thread.stop()));
  }

  #add(): void {
    const one: PoolThread = { thread: this.#start(), asked: new Map() };
    const { thread, asked } = one;
    this.#threads.add(one);
    thread.onAnswer = (message) => {
      const waiting = asked.get(message.id);
      asked.delete(message.id);
      if ("answer" in message) waiting?.resolve(message.answer);
      else if (message.fault === "unreadable") waiting?.reject(new TypeError("no request"));
      else waiting?.reject(new Error("a worker failed"));
    };
    thread.onEnd = () => {
      this.#threads.delete(one);
      for (const { reject } of asked.values()) reject(new Error("a worker ended"));
      asked.clear();
    };
    if (this.#world !== undefined) thread.post(this.#world);
  }
}

/** Beside the bundle; sources that run as they are have no such file. */
const program = new URL("./serve-worker.js", import.meta.url);

/**
 * A thread of Node that answers requests.
 *
 * @throws TypeError where the program of the thread is missing
 */
export function startAnswerThread(): AnswerThread {
  if (!existsSync(program)) throw new TypeError("workers need the built package");
  const worker = new Worker(program);
  const thread: AnswerThread = {
    post: (message) => worker.postMessage(message),
    onAnswer: () => undefined,
    onEnd: () => undefined,
    stop: async () => {
      await worker.terminate();
    },
  };
  worker.on("message", (message: FromWorker) => thread.onAnswer(message));
  // An error is followed by the end.
  worker.on("error", () => undefined);
  worker.once("exit", () => thread.onEnd());
  return thread;
}
