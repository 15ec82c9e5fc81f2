/** A set of ids that costs what it holds: a bitmap costs what the whole range does. */

import { Bitmap } from "../columns/index.ts";

/** More ids than these go into a bitmap. */
const fewMax = 1024;

/** Ids 0 … size - 1. */
export class IdSet {
  readonly #size: number;
  readonly #few = new Set<number>();
  #many: Bitmap | undefined;

  constructor(size: number) {
    this.#size = size;
  }

  has(id: number): boolean {
    return this.#many === undefined ? this.#few.has(id) : this.#many.has(id);
  }

  /** True when the id was not in the set before. */
  add(id: number): boolean {
    if (this.#many !== undefined) return this.#many.add(id);
    if (this.#few.has(id)) return false;
    this.#few.add(id);
    if (this.#few.size > fewMax) {
      this.#many = new Bitmap(this.#size);
      for (const one of this.#few) this.#many.add(one);
      this.#few.clear();
    }
    return true;
  }
}
