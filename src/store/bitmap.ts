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
}
