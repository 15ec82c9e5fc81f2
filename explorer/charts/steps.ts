/** Numbers in steps of colour: of few numbers one for each, else each has about as many places as the others. */
import { textsApart } from "../parts/format.ts";

/** The least and the greatest of its numbers. */
export interface Step {
  readonly from: number;
  readonly to: number;
}

const stepsMax = 6;

/** From the least numbers on. A number is in one step, and each step has numbers. */
export function stepsOf(values: readonly number[]): readonly Step[] {
  const sorted = values.toSorted((a, b) => a - b);
  const distinct = [...new Set(sorted)];
  const starts = distinct.length <= stepsMax ? distinct : startsOf(sorted);
  return starts.map((from, at) => {
    const next = starts[at + 1] ?? Number.POSITIVE_INFINITY;
    return { from, to: sorted.findLast((value) => value < next) ?? from };
  });
}

/** Equal numbers stay in one step. */
function startsOf(sorted: readonly number[]): readonly number[] {
  const starts = Array.from(
    { length: stepsMax },
    (_, at) => sorted[Math.floor((at * sorted.length) / stepsMax)] as number,
  );
  return [...new Set(starts)];
}

/** Colours are spread over the whole scale when there are few steps. */
export function colorAt(step: number, count: number): number {
  return count === 1 ? stepsMax - 2 : Math.round((step * (stepsMax - 1)) / (count - 1));
}

/** The colour of a number that is in one of the steps. */
export function colorOf(steps: readonly Step[], value: number): number {
  const at = steps.findLastIndex(({ from }) => value >= from);
  return colorAt(at, steps.length);
}

/** Of each step, with so many digits that numbers that differ are written differently. */
export function stepTexts(
  steps: readonly Step[],
  textOf: (value: number, digits: number) => string,
): readonly string[] {
  const limits = [...new Set(steps.flatMap(({ from, to }) => [from, to]))];
  const texts = textsApart(limits, textOf);
  const shown = (value: number) => texts[limits.indexOf(value)] ?? "";
  return steps.map(({ from, to }) => (from === to ? shown(from) : `${shown(from)} – ${shown(to)}`));
}
