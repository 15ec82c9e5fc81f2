/**
 * Runs a question over a remote world. A run is a pass. It reads columns as everywhere; the blocks
 * that it misses are fetched, and the next pass begins, until a pass misses nothing.
 *
 * One round of waiting per block would take too long. So after the first absent block, a collecting
 * pass runs over zeros in a world that is thrown away, and all blocks that it misses are fetched in
 * one round. Zeros can mislead a pass, so collecting passes have limits. A question that reaches
 * them too often goes on block by block, and reads further ahead each time. A collecting pass that
 * misses nothing read no zeros: its result is the answer.
 */

import type { Commons } from "../commons/commons.ts";
import { SnapshotError } from "../errors/errors.ts";
import type { Generation, Outcome } from "./generation.ts";
import { loadMissed } from "./late-parts.ts";
import { Pass, type PassMode } from "./remote-bytes.ts";
import type { RemoteWorld } from "./remote-world.ts";
import { RemoteError } from "./stores/block-store.ts";
import { inTime } from "./stores/tries.ts";

/** Time of a collecting pass. */
const collectingMilliseconds = 500;
/** So many collecting passes may reach their limits before a question goes on block by block. */
const strikesMax = 3;
const readAheadMax = 256;
/** More time than the governor gives: it ends a request first, with a better message. */
const grace = 250;

/** How much one question may take. */
interface QuestionLimits {
  /** Milliseconds, waiting included. */
  readonly timeout: number;
  /** Bytes that are read for it. */
  readonly maxReadBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** Limits for the requests that a question makes, so that they end in time. */
interface PassLimits {
  readonly timeout: number;
  readonly signal?: AbortSignal;
}

export type Ask<Result> = (commons: Commons, limits: PassLimits) => Result | Promise<Result>;

interface PassEnd<Result> {
  readonly pass: Pass;
  readonly outcome: Outcome<Result>;
  /** Whether it ended before the time that it had. */
  readonly isInTime: boolean;
}

export class Question<Result> {
  readonly #world: RemoteWorld;
  readonly #generation: Generation;
  readonly #ask: Ask<Result>;
  readonly #limits: QuestionLimits;
  readonly #end: number;
  /** Blocks that were fetched for it. They stay here, also when the cache drops them. */
  readonly #own = new Map<number, Uint8Array>();
  /** What its passes have made so far. */
  readonly #steps = new Map<string, unknown>();
  readonly #refused = new Set<number>();
  /** Rounds: how often it waited for the store. */
  rounds = 0;
  /** Bytes that it read from the store. */
  bytes = 0;
  /** Milliseconds that it waited. */
  waited = 0;

  constructor(world: RemoteWorld, ask: Ask<Result>, limits: QuestionLimits) {
    this.#world = world;
    this.#generation = world.generation();
    this.#ask = ask;
    this.#limits = limits;
    this.#end = performance.now() + limits.timeout;
  }

  /**
   * @throws RemoteError (rejects) when the world cannot be read, and what the question throws
   */
  async answer(): Promise<Result> {
    let strikes = 0;
    for (let readAhead = 1; ; ) {
      const { pass, outcome } = await this.#pass("throwing", readAhead);
      if (pass.isClean) return this.#settled(pass, outcome);
      if (pass.failure !== undefined) await this.#fetch(pass);
      else if (strikes < strikesMax) {
        const collected = await this.#collect(pass);
        if (typeof collected === "object") return collected.result;
        strikes += collected;
      } else {
        await this.#fetch(pass);
        readAhead = Math.min(2 * readAhead, readAheadMax);
      }
    }
  }

  /**
   * Runs collecting passes and fetches what they miss, until one misses nothing or reaches a limit.
   * @returns the answer, or strikes: 0 when nothing is missing
   */
  async #collect(before: Pass): Promise<number | { readonly result: Result }> {
    for (let missed = before; ; ) {
      const end = await this.#pass("collecting");
      const { pass } = end;
      for (const { position, byteLength } of missed.blocks) pass.want(position, byteLength);
      if (pass.isClean) {
        return isAnswer(end) ? { result: this.#settled(pass, end.outcome) } : Number(pass.wasCut);
      }
      // The other half of the bytes is for blocks that are certainly needed.
      if (this.bytes > this.#limits.maxReadBytes / 2) return strikesMax;
      if (!(await this.#fetchGuesses(pass))) return strikesMax;
      if (pass.wasCut) return 1;
      missed = new Pass("collecting", 0);
    }
  }

  async #pass(mode: PassMode, readAhead = 1): Promise<PassEnd<Result>> {
    const { signal } = this.#limits;
    const generation = this.#generation;
    const isCollecting = mode === "collecting";
    const commons = isCollecting ? generation.fresh() : generation.kept;
    let pass = new Pass(mode, 0);
    let timeout = 0;
    let started = 0;
    const begin = () => {
      signal?.throwIfAborted();
      started = performance.now();
      timeout = this.#timeLeft();
      if (isCollecting) timeout = Math.min(timeout, collectingMilliseconds);
      pass = new Pass(mode, timeout + (isCollecting ? 0 : grace), readAhead);
      Object.assign(generation.bytes.run, { pass, own: this.#own, steps: this.#steps });
    };
    const action = () =>
      this.#ask(commons, signal === undefined ? { timeout } : { timeout, signal });
    const outcome = await generation.run(begin, action);
    // Passes are synchronous: a part of the engine that one misses is there for the next.
    if (await loadMissed()) return await this.#pass(mode, readAhead);
    return { pass, outcome, isInTime: performance.now() - started < timeout };
  }

  /** The end of a pass that read real bytes alone, and nothing was missing. */
  #settled(pass: Pass, outcome: Outcome<Result>): Result {
    if (pass.wasCut) throw this.#late();
    if (!("result" in outcome)) throw damageIn(outcome.error);
    this.#world.traffic.hits += Math.max(0, pass.held - this.#own.size);
    return outcome.result;
  }

  /**
   * Fetches what a pass over zeros misses. They may lead to a part that is missing or damaged and that the question
   * does not need.
   * @returns (resolves) whether all is here now
   */
  async #fetchGuesses(pass: Pass): Promise<boolean> {
    try {
      await this.#fetch(pass);
      return true;
    } catch (error) {
      const isLast = ["timeout", "exhausted", "closed"];
      const isGuess = error instanceof RemoteError && !isLast.includes(error.fault);
      if (!(isGuess && this.#world.isInParts)) throw error;
      return false;
    }
  }

  async #fetch(pass: Pass): Promise<void> {
    if (pass.failure !== undefined) this.#refuse(pass.failure, pass.failedIn);
    const { blocks } = pass;
    if (blocks.length === 0) return;
    const { maxReadBytes } = this.#limits;
    for (const { byteLength } of blocks) this.bytes += byteLength;
    if (this.bytes > maxReadBytes) {
      const message = `the question reads more than ${maxReadBytes} bytes: ask for less, or raise 'maxReadBytes'`;
      throw new RemoteError("exhausted", message);
    }
    this.rounds++;
    this.#world.traffic.rounds++;
    const started = performance.now();
    const loading = this.#world.cache.load(blocks);
    const left = Math.max(0, this.#end - started);
    const loaded = await inTime(
      () => loading,
      left,
      () => this.#late(),
      this.#limits.signal,
    );
    this.waited += performance.now() - started;
    for (const [position, bytes] of loaded) this.#own.set(position, bytes);
  }

  /**
   * Wrong bytes are read once more, past all caches.
   * @param start of the object that they lie in
   */
  #refuse(failure: unknown, start: number): void {
    const { fault, section, offset, message } = failure as {
      readonly fault?: unknown;
      readonly section?: string;
      readonly offset?: number;
      readonly message: string;
    };
    if (fault !== "damaged") throw failure;
    const position = start + (offset ?? 0);
    if (offset === undefined || this.#refused.has(position)) {
      throw new RemoteError("damaged", message, { section, offset });
    }
    this.#refused.add(position);
    this.#own.delete(position);
    this.#generation.bytes.refuse(position);
    this.#world.traffic.retries++;
  }

  /** @throws RemoteError when there is none */
  #timeLeft(): number {
    const timeLeft = this.#end - performance.now();
    if (timeLeft <= 0) throw this.#late();
    return timeLeft;
  }

  #late(): RemoteError {
    const { timeout } = this.#limits;
    const message = `the question takes longer than ${timeout} ms: ask for less, or raise 'timeout'`;
    return new RemoteError("timeout", message);
  }
}

/** A handler whose time is over may have an answer that says so; an error may come of zeros. */
function isAnswer({ pass, outcome, isInTime }: PassEnd<unknown>): boolean {
  return isInTime && !pass.wasCut && !pass.isStray && "result" in outcome;
}

/** What a question throws; damage that it found itself as an error of the world. */
function damageIn(error: unknown): unknown {
  if (!(error instanceof SnapshotError) || error.fault !== "damaged") return error;
  const { message, section, offset } = error;
  return new RemoteError("damaged", message, { section, offset });
}
