/** A dense set of small integers. */
export class Bitmap {
  readonly #words: Uint32Array;

  /** Room for 0 … size - 1. */
  constructor(size: number) {
    this.#words = new Uint32Array((size + 31) >>> 5);
  }

  has(value: number): boolean {
    return (this.#words[value >>> 5]! & (1 << (value & 31))) !== 0;
  }

  /** True when the value was not in the set before. */
  add(value: number): boolean {
    const bit = 1 << (value & 31);
    const word = this.#words[value >>> 5]!;
    if ((word & bit) !== 0) return false;
    this.#words[value >>> 5] = word | bit;
    return true;
  }

  delete(value: number): void {
    this.#words[value >>> 5]! &= ~(1 << (value & 31));
  }

  /** Takes out all values from `first` to `last`, which must be `count`, ascending. */
  drain(first: number, last: number, count: number): Uint32Array {
    const words = this.#words;
    const values = new Uint32Array(count);
    let at = 0;
    for (let index = first >>> 5; index <= last >>> 5; index++) {
      let word = words[index]!;
      words[index] = 0;
      while (word !== 0) {
        values[at++] = index * 32 + 31 - Math.clz32(word & -word);
        word &= word - 1;
      }
    }
    return values;
  }
}

// A set of ids that costs what it holds: a bitmap costs what the whole range does.

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
