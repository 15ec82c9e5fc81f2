/** One run of a question over a world of which some blocks are not here yet. */

import type { BlockPlace } from "../cache/index.ts";

/** Thrown at the first block that is not here, where a pass must not go on without it. */
export const absent = new Error(
  "this part of the world lies elsewhere: ask for it within the function that 'ask' is given",
);
/** Thrown where a pass has wanted or taken enough. */
export const cut = new Error("a pass has its limits");

/** What one pass may want. */
const blocksMax = 1 << 11;
const bytesMax = 1 << 23;
/** A question that wants so many is none that waits for single blocks. */
const guessedMax = 1 << 10;

/**
 * - `throwing`: ends at the first absent block, so that nothing is ever made of bytes that are not here;
 * - `collecting`: goes on over zeros and gathers what is absent. What it makes is thrown away.
 */
export type PassMode = "throwing" | "collecting";

export class Pass {
  readonly mode: PassMode;
  /** Blocks that were absent: their lengths by their positions. */
  readonly wanted = new Map<number, number>();
  /** What a part of the snapshot was refused for. */
  failure: unknown;
  readonly #end: number;
  readonly #readAhead: number;
  #bytes = 0;
  #wasCut = false;

  /**
   * @param milliseconds that it may take
   * @param readAhead blocks that are read together when one is absent
   */
  constructor(mode: PassMode, milliseconds: number, readAhead = 1) {
    this.mode = mode;
    this.#end = performance.now() + milliseconds;
    this.#readAhead = readAhead;
  }

  /** Was everything here and sound that it looked at? */
  get isClean(): boolean {
    return this.wanted.size === 0 && this.failure === undefined;
  }

  /** Did it end because it took or wanted too much? */
  get wasCut(): boolean {
    return this.#wasCut;
  }

  get blocks(): BlockPlace[] {
    return Array.from(this.wanted, ([position, byteLength]) => ({ position, byteLength }));
  }

  want(position: number, byteLength: number): void {
    if (this.wanted.has(position)) return;
    this.wanted.set(position, byteLength);
    this.#bytes += byteLength;
  }

  get isFull(): boolean {
    return this.wanted.size >= blocksMax || this.#bytes >= bytesMax;
  }

  /** Are there so few wishes that one more may be a guess? */
  get mayGuess(): boolean {
    return this.wanted.size < guessedMax;
  }

  /** Where a pass that found a block absent reads on to. */
  endOf(position: number, byteLength: number, wantedEnd: number, sectionEnd: number): number {
    return Math.min(sectionEnd, Math.max(wantedEnd, position + this.#readAhead * byteLength));
  }

  /** Ends a pass that takes too long. */
  look(): void {
    if (performance.now() > this.#end) this.end();
  }

  /**
   * Ends a pass over zeros before it reads a large column from end to end: zeros may have misled it there.
   * Once all is here that it wanted before, it is known.
   */
  rest(): never {
    throw cut;
  }

  end(): never {
    this.#wasCut = true;
    throw cut;
  }
}
