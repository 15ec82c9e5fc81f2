/** What aggregates keep of the values that they are given, by the number of their group. */

import { compareValues, type KnownValue, numeric, type Value } from "./values.ts";

export interface Accumulator {
  /** Begins the next group. */
  begin(): void;
  /** Tells a group a value, which is no error. */
  add(group: number, value: KnownValue): void;
  /**
   * Undefined where standard SPARQL has an error: a sum of what is not a number, a least of
   * nothing.
   */
  value(group: number): Value;
}

export class Count implements Accumulator {
  readonly #counts: number[] = [];

  begin(): void {
    this.#counts.push(0);
  }

  add(group: number): void {
    this.#counts[group] = (this.#counts[group] as number) + 1;
  }

  value(group: number): number {
    return this.#counts[group] as number;
  }
}

/** An error makes the sum an error: it is kept as no number. */
export class Sum implements Accumulator {
  readonly #sums: number[] = [];

  begin(): void {
    this.#sums.push(0);
  }

  add(group: number, value: KnownValue): void {
    this.#sums[group] = (this.#sums[group] as number) + (numeric(value) ?? Number.NaN);
  }

  value(group: number): number | undefined {
    const sum = this.#sums[group] as number;
    return Number.isNaN(sum) ? undefined : sum;
  }
}

/** Zero of nothing. */
export class Average implements Accumulator {
  readonly #sum = new Sum();
  readonly #count = new Count();

  begin(): void {
    this.#sum.begin();
    this.#count.begin();
  }

  add(group: number, value: KnownValue): void {
    this.#sum.add(group, value);
    this.#count.add(group);
  }

  value(group: number): number | undefined {
    const sum = this.#sum.value(group);
    return sum === undefined ? undefined : sum / Math.max(1, this.#count.value(group));
  }
}

/** The least value, or with the sign -1 the greatest. */
export class Extreme implements Accumulator {
  readonly #found: (KnownValue | undefined)[] = [];
  readonly #sign: 1 | -1;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  begin(): void {
    this.#found.push(undefined);
  }

  add(group: number, value: KnownValue): void {
    const found = this.#found[group];
    if (found === undefined || compareValues(value, found) * this.#sign < 0) {
      this.#found[group] = value;
    }
  }

  value(group: number): Value {
    return this.#found[group];
  }
}
