/** What an export had to leave out because its format cannot say it: counted, with examples. */

export interface Omission {
  readonly reason: string;
  readonly count: number;
  /** The first few, as text. */
  readonly examples: readonly string[];
}

const examplesMax = 5;
const exampleLengthMax = 200;

export class Omissions {
  readonly #byReason = new Map<string, { count: number; examples: string[] }>();

  add(reason: string, example: string): void {
    let known = this.#byReason.get(reason);
    if (known === undefined) {
      known = { count: 0, examples: [] };
      this.#byReason.set(reason, known);
    }
    known.count++;
    if (known.examples.length < examplesMax) {
      known.examples.push(JSON.stringify(example.slice(0, exampleLengthMax)));
    }
  }

  /** In the order of first occurrence. */
  list(): readonly Omission[] {
    return [...this.#byReason].map(([reason, { count, examples }]) => ({
      reason,
      count,
      examples: [...examples],
    }));
  }
}
