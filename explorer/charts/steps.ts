/** Numbers in steps of colour: of few numbers one for each, else each has about as many places as the others. */
import { textsApart } from "../parts/format.ts";

/** The least and the greatest of its numbers. */
export interface Step {
  readonly from: number;
  readonly to: number;
  /** The name of its colour: `step-0` to `step-5`, of numbers below zero beside others `below-0` to `below-2`. */
  readonly color: string;
}

const stepsMax = 6;
const belowMax = 3;

/**
 * From the least numbers on. A number is in one step, and each step has numbers. Numbers below zero share no
 * step with others, and have other colours: a loss does not look like a small gain.
 */
export function stepsOf(values: readonly number[]): readonly Step[] {
  const sorted = values.toSorted((a, b) => a - b);
  const first = sorted.findIndex((value) => value >= 0);
  if (first < 1) return rangesOf(sorted, stepsMax).map(colored("step", stepsMax));
  const most = Math.round((first / sorted.length) * stepsMax);
  const below = rangesOf(sorted.slice(0, first), Math.min(belowMax, Math.max(1, most)));
  const above = rangesOf(sorted.slice(first), stepsMax - below.length);
  // The farthest from zero is the strongest.
  return [
    ...below.toReversed().map(colored("below", belowMax)).toReversed(),
    ...above.map(colored("step", stepsMax)),
  ];
}

type Range = Omit<Step, "color">;

function rangesOf(sorted: readonly number[], most: number): readonly Range[] {
  const distinct = [...new Set(sorted)];
  const starts = distinct.length <= most ? distinct : startsOf(sorted, most);
  return starts.map((from, at) => {
    const next = starts[at + 1] ?? Number.POSITIVE_INFINITY;
    return { from, to: sorted.findLast((value) => value < next) ?? from };
  });
}

/** Equal numbers stay in one range. */
function startsOf(sorted: readonly number[], most: number): readonly number[] {
  const starts = Array.from(
    { length: most },
    (_, at) => sorted[Math.floor((at * sorted.length) / most)] as number,
  );
  return [...new Set(starts)];
}

/** Colours are spread over the whole scale when there are few steps. */
const colored =
  (scale: string, most: number) => (range: Range, at: number, all: readonly Range[]) => {
    const color = all.length === 1 ? most - 2 : Math.round((at * (most - 1)) / (all.length - 1));
    return { ...range, color: `${scale}-${color}` };
  };

/** The colour of a number that is in one of the steps. */
export const colorOf = (steps: readonly Step[], value: number): string | undefined =>
  steps.findLast(({ from }) => value >= from)?.color;

/** Of each step, with so many digits that numbers that differ are written differently. */
export function stepTexts(
  steps: readonly Step[],
  textOf: (value: number, digits: number) => string,
): readonly string[] {
  const limits = [...new Set(steps.flatMap(({ from, to }) => [from, to]))];
  const texts = textsApart(limits, textOf);
  const shown = (value: number) => texts[limits.indexOf(value)] ?? "";
  // A dash beside a minus is hard to read.
  const until = (from: number) => (from < 0 ? "to" : "–");
  return steps.map(({ from, to }) =>
    from === to ? shown(from) : `${shown(from)} ${until(from)} ${shown(to)}`,
  );
}
