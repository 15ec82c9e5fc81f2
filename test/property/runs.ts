/** How many cases the properties try. */

/**
 * By what the number of cases is multiplied: an eighth for `npm test`, which people wait for, 10 for
 * `npm run suite deep`. The variable `FC_RUNS` sets it.
 */
const factor = Number(process.env["FC_RUNS"] || 0.125);

/** Settings of a property that tries so many cases when `FC_RUNS` is 1. */
export const runs = (cases: number): { numRuns: number } => ({
  numRuns: Math.ceil(cases * factor),
});

/**
 * A size or a count that shows the same with less, only less often: the smaller one for `npm test`,
 * the larger one for `npm run suite deep`.
 */
export const sized = (usual: number, deep: number): number => (factor < 1 ? usual : deep);
