/**
 * Asks a question of a world that lies elsewhere. The question is run as it is anywhere; what it wants
 * and does not find is fetched, and it is run again, until it finds everything.
 *
 * To fetch block after block would be a round of waiting for each. So after the first absent block the
 * question runs on in a world that is thrown away, over zeros, and all that it misses is fetched at
 * once. Zeros can mislead it, so such a pass has limits; a question that they end twice is then asked
 * block by block, and reads further ahead each time.
 */

import { RemoteError } from "../store/index.ts";
import type { Generation, Outcome, Place } from "./generation.ts";
import { Pass, type PassMode } from "./pass.ts";
import type { RemoteWorld } from "./remote-world.ts";

/** Of a pass over zeros. */
const collectingMilliseconds = 500;
/** Passes that their limits ended, before a question goes block by block. */
const strikesMax = 3;
const readAheadMax = 256;
/** The governor ends a request first, with a better message. */
const grace = 250;

/** How much one question may take. */
export interface QuestionLimits {
  /** Milliseconds, waiting included. */
  readonly deadline: number;
  /** Bytes that are read for it. */
  readonly bytesMax: number;
  readonly signal: AbortSignal | undefined;
}

/** What the parts of a question are told: they must end in time. */
export interface PassLimits {
  readonly deadline: number;
  readonly signal?: AbortSignal;
}

export type Ask<Result> = (place: Place, limits: PassLimits) => Result | Promise<Result>;

export class Question<Result> {
  readonly #world: RemoteWorld;
  readonly #generation: Generation;
  readonly #ask: Ask<Result>;
  readonly #limits: QuestionLimits;
  readonly #end: number;
  /** Blocks that were fetched for it, whatever the cache keeps. */
  readonly #own = new Map<number, Uint8Array>();
  readonly #refused = new Set<number>();
  /** Times that it waited for the store. */
  rounds = 0;
  /** Bytes that it wanted from the store. */
  bytes = 0;
  /** Milliseconds that it waited. */
  waited = 0;

  constructor(world: RemoteWorld, ask: Ask<Result>, limits: QuestionLimits) {
    this.#world = world;
    this.#generation = world.generation();
    this.#ask = ask;
    this.#limits = limits;
    this.#end = performance.now() + limits.deadline;
  }

  /**
   * @throws RemoteError (rejects) when the world cannot be read, and what the question throws
   */
  async answer(): Promise<Result> {
    let strikes = 0;
    for (let readAhead = 1; ; ) {
      const { pass, outcome } = await this.#pass("throwing", readAhead);
      if (pass.isClean) {
        if (pass.wasCut) throw this.#late();
        if ("result" in outcome) return outcome.result;
        throw outcome.error;
      }
      if (pass.failure !== undefined) await this.#fetch(pass);
      else if (strikes < strikesMax) strikes += await this.#collect(pass);
      else {
        await this.#fetch(pass);
        readAhead = Math.min(2 * readAhead, readAheadMax);
      }
    }
  }

  /**
   * Fetches what passes over zeros miss, until one misses nothing or must not go on.
   * @returns how bad the end was: 0 when nothing is missing
   */
  async #collect(before: Pass): Promise<number> {
    for (let missed = before; ; ) {
      const { pass } = await this.#pass("collecting");
      for (const { position, byteLength } of missed.blocks) pass.want(position, byteLength);
      if (pass.isClean) return pass.wasCut ? 1 : 0;
      // Half is left for what is certainly needed.
      if (this.bytes > this.#limits.bytesMax / 2) return strikesMax;
      await this.#fetch(pass);
      if (pass.wasCut) return 1;
      missed = new Pass("collecting", 0);
    }
  }

  async #pass(
    mode: PassMode,
    readAhead = 1,
  ): Promise<{ readonly pass: Pass; readonly outcome: Outcome<Result> }> {
    const { signal } = this.#limits;
    const generation = this.#generation;
    const isCollecting = mode === "collecting";
    const place = isCollecting ? generation.fresh() : generation.kept;
    let pass = new Pass(mode, 0);
    let deadline = 0;
    const begin = () => {
      signal?.throwIfAborted();
      deadline = this.#timeLeft();
      if (isCollecting) deadline = Math.min(deadline, collectingMilliseconds);
      pass = new Pass(mode, deadline + (isCollecting ? 0 : grace), readAhead);
      generation.bytes.pass = pass;
      generation.bytes.own = this.#own;
    };
    const action = () =>
      this.#ask(place, signal === undefined ? { deadline } : { deadline, signal });
    const outcome = await generation.run(begin, action);
    return { pass, outcome };
  }

  async #fetch(pass: Pass): Promise<void> {
    if (pass.failure !== undefined) this.#refuse(pass.failure);
    const { blocks } = pass;
    if (blocks.length === 0) return;
    const { bytesMax } = this.#limits;
    for (const { byteLength } of blocks) this.bytes += byteLength;
    if (this.bytes > bytesMax) {
      const message = `the question reads more than ${bytesMax} bytes: ask for less, or raise 'bytesMax'`;
      throw new RemoteError("exhausted", message);
    }
    this.rounds++;
    this.#world.traffic.rounds++;
    const started = performance.now();
    const loaded = await this.#inTime(this.#world.cache.load(blocks));
    this.waited += performance.now() - started;
    for (const [position, bytes] of loaded) this.#own.set(position, bytes);
  }

  /** Wrong bytes are read once more, past all caches. */
  #refuse(failure: unknown): void {
    const { fault, section, offset, message } = failure as {
      readonly fault?: unknown;
      readonly section?: string;
      readonly offset?: number;
      readonly message: string;
    };
    if (fault !== "damaged") throw failure;
    if (offset === undefined || this.#refused.has(offset)) {
      throw new RemoteError("damaged", message, { section, offset });
    }
    this.#refused.add(offset);
    this.#own.delete(offset);
    this.#world.cache.refuse(offset);
    this.#world.traffic.retries++;
  }

  async #inTime<Value>(promise: Promise<Value>): Promise<Value> {
    const { signal } = this.#limits;
    let end = () => {};
    const ended = new Promise<never>((_, reject) => {
      const timeLeft = this.#timeLeft();
      // Timers take no longer than 2^31 ms.
      const timer =
        timeLeft < 2 ** 31 ? setTimeout(() => reject(this.#late()), timeLeft) : undefined;
      const aborted = () => reject(signal?.reason);
      signal?.addEventListener("abort", aborted, { once: true });
      end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", aborted);
      };
    });
    try {
      return await Promise.race([promise, ended]);
    } finally {
      end();
    }
  }

  /** @throws RemoteError when there is none */
  #timeLeft(): number {
    const timeLeft = this.#end - performance.now();
    if (timeLeft <= 0) throw this.#late();
    return timeLeft;
  }

  #late(): RemoteError {
    const { deadline } = this.#limits;
    const message = `the question takes longer than ${deadline} ms: ask for less, or raise 'deadline'`;
    return new RemoteError("deadline", message);
  }
}
