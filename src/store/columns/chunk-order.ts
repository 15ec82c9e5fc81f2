/**
 * Which statements came first, when several builders collect chunks at the same time. A chunk has a
 * number: one builder alone would have taken the chunks in the order of their numbers.
 */

/** Plain data: entry i says which chunk it is, and the first run of the builder that belongs to it. */
export interface ChunkRuns {
  readonly numbers: readonly number[];
  readonly starts: readonly number[];
}

/** Runs start … end - 1 of a builder. */
interface ChunkRun {
  readonly builder: number;
  readonly start: number;
  readonly end: number;
}

export class ChunkLog implements ChunkRuns {
  readonly numbers: number[] = [0];
  readonly starts: number[] = [0];

  begin(number: number, start: number): void {
    this.numbers.push(number);
    this.starts.push(start);
  }
}

/** The chunks of some builders by their numbers; of equal numbers, the first builder's come first. */
export function inOrder(
  builders: readonly { readonly chunkRuns: ChunkRuns; readonly runs: number }[],
): ChunkRun[] {
  return builders
    .flatMap(({ chunkRuns: { numbers, starts }, runs }, builder) =>
      numbers.map((number, at) => {
        const [start, end] = [starts[at]!, starts[at + 1] ?? runs];
        return { number, builder, start, end };
      }),
    )
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.number - b.number);
}
