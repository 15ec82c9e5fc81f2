/** Numbers that look random and are the same in every run. */
export class Random {
  #state: number;

  constructor(seed: number) {
    // Zero is the one state that xorshift never leaves.
    this.#state = seed | 0 || 1;
  }

  /** An integer in [0, limit). */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  /** The same, small numbers more often than large ones. */
  low(limit: number): number {
    return Math.floor(this.fraction() * this.fraction() * limit);
  }

  /** A number in [0, 1). */
  fraction(): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return (state >>> 0) / 0x1_0000_0000;
  }

  /** True in one of `count` cases. */
  oneIn(count: number): boolean {
    return this.below(count) === 0;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }
}

/** An integer in [0, limit) that depends on `key` alone: a random choice that can be made again. */
export function scattered(key: number, limit: number): number {
  let bits = Math.imul(key + 1, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) % limit;
}
