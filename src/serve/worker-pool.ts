/**
 * Threads that answer requests; all read one world, in shared memory or in a store. A question that takes long is given
 * back, and is asked again of a thread for longer ones: so it delays others by its share of time at most.
 */
import { existsSync } from "node:fs";
import { type TransferListItem, Worker } from "node:worker_threads";
import { type AskedCommons, Commons, type RequestLimits } from "../index.ts";
import type { AnswerRules } from "./answer-of.ts";
import { type FarSource, handleOf } from "./far-world.ts";
import type { ServerAnswer } from "./plain-http.ts";
import type { AskedThread, FromWorker, ToWorker } from "./worker-side.ts";

/** Milliseconds that a question may run among others. Usual ones take less than one, and from afar a few. */
const shares = { near: [3, 100, undefined], far: [12, 300, undefined] } as const;

/** A thread that takes messages, as seen from the server. */
export interface AnswerThread {
  post(message: ToWorker, moved: readonly TransferListItem[]): void;
  onAnswer: (message: FromWorker) => void;
  /** Called once, when the thread has ended. */
  onEnd: () => void;
  stop(): Promise<void>;
}

type Settled = Extract<FromWorker, { fault: unknown }>["fault"] | ServerAnswer;

interface Asked {
  resolve(settled: Settled): void;
  reject(error: unknown): void;
}

/** @param tier 0: for all questions; other threads go before those of later tiers */
type Start = (tier: number) => AnswerThread;

interface PoolThread {
  readonly thread: AnswerThread;
  readonly asked: Map<number, Asked>;
}

/** Threads for questions of one length. Those for longer ones are started when there is one. */
interface Tier {
  readonly threads: Set<PoolThread>;
  readonly size: number;
}

export class WorkerPool {
  readonly #start: Start;
  readonly #rules: AnswerRules;
  readonly #limits: RequestLimits;
  readonly #tiers: readonly Tier[];
  #commons: AskedCommons | undefined;
  #tag: string | undefined;
  #nextId = 0;
  #isStopped = false;

  constructor(size: number, rules: AnswerRules, limits: RequestLimits, start: Start) {
    // For longer ones half as many: they take what processors have left.
    this.#tiers = shares.near.map((_, tier) => ({
      threads: new Set(),
      size: tier === 0 ? size : Math.ceil(size / 2),
    }));
    this.#rules = rules;
    this.#limits = limits;
    this.#start = start;
  }

  /** Starts what is to run of threads. */
  use(commons: AskedCommons): void {
    const { contentTag } = commons;
    if (commons === this.#commons && contentTag === this.#tag) return;
    this.#commons = commons;
    this.#tag = contentTag;
    for (const { threads } of this.#tiers) {
      for (const { thread } of threads) this.#show(thread, commons);
    }
    this.#fill(0);
  }

  /**
   * Asks the thread that has least to do. A thread that ended is replaced by the next request.
   *
   * @returns (resolves) undefined where the thread that listens must answer: the world was replaced, or the answer comes in pieces
   * @throws TypeError (rejects) for what is no request that can be read
   * @throws Error (rejects) when the thread failed or ended, and after `stop`
   */
  async answer(asked: AskedThread): Promise<ServerAnswer | undefined> {
    let settled: Settled = "long";
    for (let tier = 0; settled === "long"; tier++) settled = await this.#ask(tier, asked);
    if (typeof settled === "object") return settled;
    if (settled === "elsewhere") return undefined;
    throw settled === "unreadable" ? new TypeError("no request") : new Error("a worker failed");
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const threads = this.#tiers.flatMap((tier) => [...tier.threads]);
    for (const tier of this.#tiers) tier.threads.clear();
    await Promise.all(threads.map(({ thread }) => thread.stop()));
  }

  /** @throws Error after `stop` */
  #ask(tier: number, question: AskedThread): Promise<Settled> {
    const share = shares[this.#commons instanceof Commons ? "near" : "far"][tier];
    let least: PoolThread | undefined;
    for (const one of this.#fill(tier)) {
      if (least === undefined || one.asked.size < least.asked.size) least = one;
    }
    const { thread, asked } = least as PoolThread;
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      asked.set(id, { resolve, reject });
      thread.post({ kind: "request", id, share, ...question }, []);
    });
  }

  #show(thread: AnswerThread, commons: AskedCommons): void {
    const [rules, limits] = [this.#rules, this.#limits];
    if (commons instanceof Commons) {
      thread.post({ kind: "world", handle: commons.share(), limits, rules }, []);
      return;
    }
    const handle = handleOf(commons.source as FarSource, commons.contentTag);
    thread.post({ kind: "world", handle, limits, rules }, [handle.port]);
  }

  #fill(place: number): ReadonlySet<PoolThread> {
    // A request that was cut may go on after that: nobody would end the threads that it starts.
    if (this.#isStopped) throw new Error("the workers were stopped");
    const { threads, size } = this.#tiers[place] as Tier;
    while (threads.size < size) this.#add(threads, this.#start(place));
    return threads;
  }

  #add(threads: Set<PoolThread>, started: AnswerThread): void {
    const one: PoolThread = { thread: started, asked: new Map() };
    const { thread, asked } = one;
    threads.add(one);
    thread.onAnswer = (message) => {
      const waiting = asked.get(message.id);
      asked.delete(message.id);
      waiting?.resolve("answer" in message ? message.answer : message.fault);
    };
    thread.onEnd = () => {
      threads.delete(one);
      for (const { reject } of asked.values()) reject(new Error("a worker ended"));
      asked.clear();
    };
    if (this.#commons !== undefined) this.#show(thread, this.#commons);
  }
}

/** Beside the bundle; sources that run as they are have no such file. */
const program = new URL("./serve-worker.js", import.meta.url);

/**
 * A thread of Node that answers requests.
 *
 * @throws TypeError where the program of the thread is missing
 */
export function startAnswerThread(tier: number): AnswerThread {
  if (!existsSync(program)) throw new TypeError("workers need the built package");
  const worker = new Worker(program, { workerData: { givesWay: tier > 0 } });
  const thread: AnswerThread = {
    post: (message, moved) => worker.postMessage(message, moved),
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
