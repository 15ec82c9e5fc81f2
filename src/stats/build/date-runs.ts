/** Lists of dates, each kept once: most series were observed at the same dates as many others. */

import { LimitError } from "../../errors/index.ts";
import { Uint32Builder } from "../../store/index.ts";

/** Twice as many slots are the most that a 32-bit mask can address. */
const listsMax = 0x4000_0000;

/** Lists as plain data: list l is codes[ends[l - 1], ends[l]). */
export interface CollectedLists {
  readonly codes: Uint32Array;
  readonly ends: Uint32Array;
}

/** Reads lists. */
export class DateLists {
  readonly codes: Uint32Array;
  readonly #ends: Uint32Array;

  constructor({ codes, ends }: CollectedLists) {
    this.codes = codes;
    this.#ends = ends;
  }

  get count(): number {
    return this.#ends.length;
  }

  startOf(list: number): number {
    return list === 0 ? 0 : this.#ends[list - 1]!;
  }

  endOf(list: number): number {
    return this.#ends[list]!;
  }
}

/** Puts the final codes of dates in place of provisional ones. */
export function rankLists({ codes }: CollectedLists, ranks: Uint32Array): void {
  for (let at = 0; at < codes.length; at++) codes[at] = ranks[codes[at]!]!;
}

/** Numbers distinct lists of date codes while they come in. */
export class DateRunsBuilder {
  readonly #codes = new Uint32Builder();
  readonly #ends = new Uint32Builder();
  /** Open addressing: list + 1, 0 is free. */
  #slots = new Uint32Array(1 << 8);
  #last = -1;

  /** Distinct lists so far. */
  get count(): number {
    return this.#ends.length;
  }

  /** Codes of all lists together. */
  get codeCount(): number {
    return this.#codes.length;
  }

  /** All lists, one after the other; may be longer than they are. */
  get codes(): Uint32Array {
    return this.#codes.values;
  }

  startOf(list: number): number {
    return list === 0 ? 0 : this.#ends.values[list - 1]!;
  }

  endOf(list: number): number {
    return this.#ends.values[list]!;
  }

  /** What was collected, as plain data; nothing is to be added afterwards. */
  take(): CollectedLists {
    return {
      codes: this.#codes.values.subarray(0, this.#codes.length),
      ends: this.#ends.values.subarray(0, this.#ends.length),
    };
  }

  /** Adds the lists of another builder, whose codes count from `firstCode` here; their numbers. */
  adopt({ codes, ends }: CollectedLists, firstCode: number): Uint32Array {
    const own = codes.map((code) => code + firstCode);
    return ends.map((end, list) => this.add(own, list === 0 ? 0 : ends[list - 1]!, end));
  }

  /** Number of the list codes[start, end). */
  add(codes: Uint32Array, start: number, end: number): number {
    // Rows that come date by date are lists of one date, the same as the one before.
    if (this.#last >= 0 && this.#is(this.#last, codes, start, end)) return this.#last;
    this.#last = this.#find(codes, start, end);
    return this.#last;
  }

  #find(codes: Uint32Array, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashCodes(codes, start, end) & mask;
    for (let stored = this.#slots[slot]!; stored !== 0; stored = this.#slots[slot]!) {
      if (this.#is(stored - 1, codes, start, end)) return stored - 1;
      slot = (slot + 1) & mask;
    }
    const list = this.count;
    if (list === listsMax) throw new LimitError(`a world holds at most ${listsMax} lists of dates`);
    this.#slots[slot] = list + 1;
    for (let at = start; at < end; at++) this.#codes.push(codes[at]!);
    this.#ends.push(this.#codes.length);
    if (this.count * 2 > this.#slots.length) this.#growSlots();
    return list;
  }

  #is(list: number, codes: Uint32Array, start: number, end: number): boolean {
    const from = this.startOf(list);
    if (this.endOf(list) - from !== end - start) return false;
    const mine = this.#codes.values;
    for (let at = start; at < end; at++) {
      if (mine[from + at - start] !== codes[at]) return false;
    }
    return true;
  }

  #growSlots(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let list = 0; list < this.count; list++) {
      let slot = hashCodes(this.#codes.values, this.startOf(list), this.endOf(list)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = list + 1;
    }
  }
}

function hashCodes(codes: Uint32Array, start: number, end: number): number {
  let hash = end - start;
  for (let at = start; at < end; at++)
    hash = Math.imul(hash ^ codes[at]!, 0x9e3779b1) ^ (hash >>> 15);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
