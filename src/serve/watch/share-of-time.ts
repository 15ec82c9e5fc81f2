/** How long a question may keep a thread on which others wait. */

import { threadTime } from "./thread-time.ts";

/** Ends a question that runs longer than its share. Waiting for a store does not count. */
export class ShareOfTime {
  /** For the limits of the question. */
  readonly signal: AbortSignal;
  readonly #milliseconds: number;
  #isOver = false;
  #used = 0;
  /** When it went on: by the clock, and by the time of the thread. */
  #since: readonly [number, number] | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
    const { signal } = new AbortController();
    // A question is asked in one go: whoever would abort it waits until it is over. So it looks by itself.
    Object.defineProperty(signal, "throwIfAborted", { value: () => this.#look() });
    this.signal = signal;
  }

  /** Whether the question was ended; what it returned is then no answer. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Runs the question, or a part of it. */
  async within<Result>(run: () => Result | Promise<Result>): Promise<Result> {
    this.#since = [performance.now(), threadTime()];
    try {
      return await run();
    } finally {
      this.#used += this.#running();
      this.#since = undefined;
    }
  }

  #look(): void {
    if (this.#used + this.#running() <= this.#milliseconds) return;
    this.#isOver = true;
    throw new Error("the question has used its share of time");
  }

  /** A busy machine lets a thread wait, which is no fault of the question. */
  #running(): number {
    if (this.#since === undefined) return 0;
    const [clock, thread] = this.#since;
    const passed = performance.now() - clock;
    return this.#used + passed <= this.#milliseconds ? passed : threadTime() - thread;
  }
}
