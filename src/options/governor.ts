/**
 * How much one request may take: time, rows and memory. Every endpoint and both dialects of SPARQL
 * report to the governor of their request what they do. It ends the request at a limit.
 */

import { LimitError } from "../errors/errors.ts";

/** Limits of one request. Methods have none unless a call gives them; services have those below. */
export interface RequestLimits {
  /**
   * Ends a request. Answers are made in one go, so that a signal counts before one is begun and
   * while the body of a `fetch` arrives.
   */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that making an answer may take. Default: no limit; of a service 1500. */
  readonly timeout?: number | undefined;
  /**
   * Rows that a request may go through: values, points, matches of patterns. Default: no limit; of a
   * service 10 million.
   */
  readonly maxRows?: number | undefined;
  /**
   * Bytes of working memory, the answer included, as they are estimated. Default: no limit; of a
   * service 192 MiB.
   */
  readonly maxMemoryBytes?: number | undefined;
}

/** What a request over HTTP may take, unless a service says otherwise. */
export const serviceLimits = {
  timeout: 1500,
  maxRows: 10_000_000,
  maxMemoryBytes: 192 << 20,
} as const;

const none = Number.POSITIVE_INFINITY;

/** Steps between two looks at the clock: less than a millisecond. */
const stepsPerLook = 4096;
/** For work that cannot be interrupted. */
const stepsPerMillisecond = 100_000;

/** Counts for one request. */
export class Governor {
  readonly #limits: RequestLimits;
  #rowsLeft: number;
  #bytesLeft: number;
  #stepsLeft = stepsPerLook;
  /** When the time ends; 0 before the first look, so that short requests read no clock. */
  #end = 0;

  constructor(limits: RequestLimits = {}) {
    this.#limits = limits;
    this.#rowsLeft = limits.maxRows ?? none;
    this.#bytesLeft = limits.maxMemoryBytes ?? none;
  }

  /** Counts rows that a request goes through. */
  rows(count: number): void {
    this.#rowsLeft -= count;
    if (this.#rowsLeft < 0) {
      const most = this.#limits.maxRows ?? none;
      throw refusal(`goes through more than ${most} rows`, "maxRows");
    }
    this.#stepsLeft -= count;
    if (this.#stepsLeft <= 0) this.look();
  }

  /** Counts bytes of working memory; negative where memory is given back. */
  bytes(count: number): void {
    this.#bytesLeft -= count;
    if (this.#bytesLeft < 0) {
      const most = this.#limits.maxMemoryBytes ?? none;
      throw refusal(`needs more than ${most} bytes of memory`, "maxMemoryBytes");
    }
  }

  /**
   * Counts steps of some 10 ns to 100 ns: looking at a triple, comparing two cells. What is many
   * steps and cannot be interrupted is counted before: it is refused when there is no time for it.
   */
  work(steps: number): void {
    this.#stepsLeft -= steps;
    if (this.#stepsLeft > 0) return;
    this.look();
    if (steps < stepsPerLook) return;
    if (performance.now() + steps / stepsPerMillisecond > this.#end) throw this.#late();
  }

  /** Looks at clock and signal. For what takes longer than a few microseconds. */
  look(): void {
    this.#stepsLeft = stepsPerLook;
    this.#limits.signal?.throwIfAborted();
    const now = performance.now();
    const { timeout = none } = this.#limits;
    if (this.#end === 0) this.#end = now + timeout;
    else if (now >= this.#end) throw this.#late();
  }

  /** What an action makes, and what it takes of the limits. */
  measured<Made>(action: () => Made): Measured<Made> {
    const [rows, bytes] = [this.#rowsLeft, this.#bytesLeft];
    const made = action();
    const taken = (before: number, left: number) => (before === none ? 0 : before - left);
    return { made, rows: taken(rows, this.#rowsLeft), bytes: taken(bytes, this.#bytesLeft) };
  }

  #late(): LimitError {
    const { timeout = none } = this.#limits;
    return refusal(`takes longer than ${timeout} ms`, "timeout");
  }
}

/** What was made, and what that took of the limits of its request. */
interface Measured<Made> {
  readonly made: Made;
  readonly rows: number;
  readonly bytes: number;
}

/** For work that no request waits for. */
export const unlimited: Governor = new Governor();

function refusal(what: string, setting: "timeout" | "maxRows" | "maxMemoryBytes"): LimitError {
  return new LimitError(`the request ${what}: ask for less, or raise '${setting}'`, { setting });
}

/** Makes something. Between two steps its maker may be ended: a step takes a few milliseconds. */
export type Steps<Made> = Generator<undefined, Made, undefined>;

/** Rows between two steps: some milliseconds, if each row is a text to read. */
export const rowsPerStep = 1024;

/** What takes long to make: each request makes as much of it as its limits allow. */
export class MadeInSteps<Made> {
  readonly #begin: () => Steps<Made>;
  #steps: Steps<Made> | undefined;
  #made: { readonly value: Made } | undefined;

  constructor(begin: () => Steps<Made>) {
    this.#begin = begin;
  }

  /**
   * What was made. If a request reaches its limit before the end, the next one continues there.
   *
   * @throws LimitError at a limit of the governor
   */
  finished(governor: Governor = unlimited): Made {
    while (this.#made === undefined) {
      governor.look();
      this.#next();
    }
    return this.#made.value;
  }

  #next(): void {
    this.#steps ??= this.#begin();
    try {
      const { done, value } = this.#steps.next();
      if (done !== true) return;
      this.#made = { value };
      this.#steps = undefined;
    } catch (error) {
      // Steps that failed are over: a part of the world could not be read, which may pass.
      this.#steps = undefined;
      throw error;
    }
  }
}
