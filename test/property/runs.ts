/** How many cases the properties try. */

/**
 * By what the number of cases is multiplied: a quarter for `npm test`, which people wait for, 10 for
 * `npm run test:deep`. The variable `FC_RUNS` sets it.
 */
const factor = Number(process.env["FC_RUNS"] || 0.25);

/** Settings of a property that tries so many cases when `FC_RUNS` is 1. */
export const runs = (cases: number): { numRuns: number } => ({
  numRuns: Math.ceil(cases * factor),
});
