/** What is made of the distinct numbers in a column. */

/**
 * Writes each of the small numbers at 0, stride, 2 × stride … once.
 *
 * @param rounds by number: the round in which it was last seen
 * @returns how many were written
 */
function writeDistinct(
  numbers: Uint32Array,
  stride: number,
  count: number,
  rounds: Uint32Array,
  round: number,
  distinct: Uint32Array,
): number {
  let found = 0;
  for (let at = 0; at < count * stride; at += stride) {
    const number = numbers[at]!;
    if (rounds[number] === round) continue;
    rounds[number] = round;
    distinct[found++] = number;
  }
  return found;
}

/** Makes something of sets of small numbers, once for the same numbers. */
export class MadeOfNumbers<Made> {
  readonly #make: (numbers: Uint32Array) => Made;
  readonly #known = new Map<number, { readonly numbers: Uint32Array; readonly made: Made }[]>();
  readonly #rounds: Uint32Array;
  readonly #distinct: Uint32Array;
  #round = 0;

  /**
   * @param count all numbers are below this
   * @param make gets them ascending
   */
  constructor(count: number, make: (numbers: Uint32Array) => Made) {
    this.#make = make;
    this.#rounds = new Uint32Array(count);
    this.#distinct = new Uint32Array(count);
  }

  /** Of the numbers at 0, stride, 2 × stride … of a column. */
  of(numbers: Uint32Array, stride: number, count: number): Made {
    const [distinct, rounds] = [this.#distinct, this.#rounds];
    this.#round++;
    const found = writeDistinct(numbers, stride, count, rounds, this.#round, distinct);
    // The same for the same numbers, in whatever order they came; seldom the same for others.
    let hash = found;
    for (let at = 0; at < found; at++) {
      hash = (hash + Math.imul(distinct[at]! + 1, 0x9e37_79b1)) | 0;
    }
    const alike = this.#known.get(hash) ?? [];
    for (const { numbers: all, made } of alike) {
      if (all.length === found && all.every((one) => rounds[one] === this.#round)) return made;
    }
    const ascending = distinct.slice(0, found).sort();
    const made = this.#make(ascending);
    alike.push({ numbers: ascending, made });
    this.#known.set(hash, alike);
    return made;
  }
}
