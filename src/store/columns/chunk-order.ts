/**
 * What came in which order, when several builders collect at once. A stretch is what one builder
 * took without a break; its number says when its turn would have been for one builder alone.
 */

/** Plain data: stretch i has a number and begins with a run of the builder. */
export interface Stretches {
  readonly numbers: readonly number[];
  readonly starts: readonly number[];
}

/** Runs start … end - 1 of a builder. */
interface Stretch {
  readonly builder: number;
  readonly start: number;
  readonly end: number;
}

export class StretchLog implements Stretches {
  readonly numbers: number[] = [0];
  readonly starts: number[] = [0];

  begin(number: number, start: number): void {
    this.numbers.push(number);
    this.starts.push(start);
  }
}

/** All stretches of some builders by their numbers; the first builder's come first among equal ones. */
export function inOrder(
  builders: readonly { readonly stretches: Stretches; readonly runs: number }[],
): Stretch[] {
  return builders
    .flatMap(({ stretches: { numbers, starts }, runs }, builder) =>
      numbers.map((number, at) => {
        const [start, end] = [starts[at]!, starts[at + 1] ?? runs];
        return { number, builder, start, end };
      }),
    )
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.number - b.number);
}
