/** How many cases the properties try. */

/**
 * By what the number of cases is multiplied: 1 for `npm test`, more for `npm run test:deep`. The
 * variable `FC_RUNS` sets it; a fraction is allowed.
 */
const factor = Number(process.env["FC_RUNS"] || 1);

/** Settings of a property that tries so many cases in `npm test`. */
export const runs = (inShort: number): { numRuns: number } => ({
  numRuns: Math.ceil(inShort * factor),
});
