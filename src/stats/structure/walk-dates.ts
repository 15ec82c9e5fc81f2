/** Lists of dates that series share. */

import type { Walk, WalkedRows } from "../../store/index.ts";
import type { WalkedObservations } from "../observation-columns.ts";

const pagesKept = 64;

export class DateLists {
  readonly #runs: WalkedRows;
  /** A bit for each code that is not above the one before, and how many stand before each word. */
  readonly #falls: Uint32Array;
  readonly #before: Uint32Array;

  constructor(columns: WalkedObservations) {
    this.#runs = columns.rows("observations.dateRuns", pagesKept);
    const words = (this.#runs.length >>> 5) + 1;
    this.#falls = new Uint32Array(words);
    this.#before = new Uint32Array(words);
  }

  /** Codes of all lists together. */
  get length(): number {
    return this.#runs.length;
  }

  *walk(): Walk {
    const runs = this.#runs;
    let falls = 0;
    for (let at = 0, before = -1; at < runs.length; at++) {
      if (!runs.has(at)) yield runs.need(at);
      const code = runs.at(at);
      if ((at & 31) === 0) this.#before[at >>> 5] = falls;
      if (code <= before) {
        falls++;
        this.#falls[at >>> 5]! |= 1 << (at & 31);
      }
      before = code;
    }
    if ((runs.length & 31) === 0) this.#before[runs.length >>> 5] = falls;
  }

  /** Do codes start … end - 1 ascend? */
  ascends(start: number, end: number): boolean {
    return this.#fallsBefore(start + 1) === this.#fallsBefore(end);
  }

  *codeAt(at: number): Walk<number> {
    if (!this.#runs.has(at)) yield this.#runs.need(at);
    return this.#runs.at(at);
  }

  #fallsBefore(at: number): number {
    const word = at >>> 5;
    let count = this.#before[word]!;
    const below = (1 << (at & 31)) - 1;
    for (let rest = this.#falls[word]! & below; rest !== 0; rest &= rest - 1) count++;
    return count;
  }
}
