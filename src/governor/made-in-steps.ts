/** What takes long to make: requests make it step by step, each as far as its limits go. */

import { type Governor, unlimited } from "./governor.ts";

/** Makes something. Between two steps its maker may be ended: a step takes a few milliseconds. */
export type Steps<Made> = Generator<undefined, Made, undefined>;

/** Rows between two steps: some milliseconds, if each row is a text to read. */
export const rowsPerStep = 1024;

export class MadeInSteps<Made> {
  readonly #begin: () => Steps<Made>;
  #steps: Steps<Made> | undefined;
  #made: { readonly value: Made } | undefined;

  constructor(begin: () => Steps<Made>) {
    this.#begin = begin;
  }

  /**
   * What was made. A request that reaches its limit leaves behind what is done so far, and the next
   * one goes on from there.
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
      if (done === true) this.#made = { value };
    } catch (error) {
      // Steps that failed are over: a part of the world could not be read, which may pass.
      this.#steps = undefined;
      throw error;
    }
  }
}
