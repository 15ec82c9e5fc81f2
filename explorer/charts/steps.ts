/** Numbers in steps of colour: each step has about as many places as the others. */

export interface Steps {
  /** Where steps end, ascending; the last has no end. */
  readonly ends: readonly number[];
  readonly least: number;
  readonly most: number;
}

const stepsMax = 6;

/** @param values at least one */
export function stepsOf(values: readonly number[]): Steps {
  const sorted = values.toSorted((a, b) => a - b);
  const count = Math.min(stepsMax, new Set(sorted).size);
  const ends = Array.from({ length: count - 1 }, (_, at) => {
    const place = Math.floor(((at + 1) * sorted.length) / count);
    return sorted[place] as number;
  });
  return {
    ends: [...new Set(ends)],
    least: sorted[0] as number,
    most: sorted.at(-1) as number,
  };
}

/** From 0; colours are spread over the whole scale when there are few steps. */
export function stepOf({ ends }: Steps, value: number): number {
  const at = ends.filter((end) => value >= end).length;
  return ends.length === 0 ? stepsMax - 2 : Math.round((at * (stepsMax - 1)) / ends.length);
}
