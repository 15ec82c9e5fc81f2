/**
 * A sum over a set of rows that does not depend on their order: two sets have the same sum when they
 * are equal, and else with a chance of 2^-64. Each row goes through a hash with a key that is drawn
 * anew (HalfSipHash with one round per word, 64 bits), so that rows cannot be chosen for their sums.
 */

export type SumKey = readonly [number, number];

export function newSumKey(): SumKey {
  const [a = 0, b = 0] = crypto.getRandomValues(new Int32Array(2));
  return [a, b];
}

const rounds = 10;
/** The rounds after the four words of a row, and those after which the first half is taken. */
const words = 4;
const firstHalf = 6;

export class KeyedSum {
  readonly #key: SumKey;
  /** The words of a row, and zeros for the rounds after them. */
  readonly #row = new Int32Array(rounds);
  #first = 0;
  #second = 0;

  constructor(key: SumKey) {
    this.#key = key;
  }

  /** Adds a row of 32-bit numbers, so many times. */
  add(a: number, b: number, c: number, d: number, times = 1): void {
    const [k0, k1] = this.#key;
    const row = this.#row;
    row[0] = a;
    row[1] = b;
    row[2] = c;
    row[3] = d;
    let v0 = k0;
    let v1 = k1 ^ 0xee;
    let v2 = 0x6c79_6765 ^ k0;
    let v3 = 0x7465_6462 ^ k1;
    for (let round = 0; round < rounds; round++) {
      const word = row[round]!;
      if (round === words) v2 ^= 0xee;
      v3 ^= word;
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
      v0 ^= word;
      if (round === firstHalf) this.#first = (this.#first + Math.imul(v1 ^ v3, times)) | 0;
    }
    this.#second = (this.#second + Math.imul(v1 ^ v3, times)) | 0;
  }

  /** The sum, as two words of a row of another one. */
  get words(): readonly [number, number] {
    return [this.#first, this.#second];
  }

  isEqual(other: KeyedSum): boolean {
    return this.#first === other.#first && this.#second === other.#second;
  }
}
