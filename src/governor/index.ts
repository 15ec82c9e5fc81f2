/** Door of the governor: how much one request may take. */

export { checkLimits, Governor, type RequestLimits, unlimited } from "./governor.ts";
export { MadeInSteps, rowsPerStep, type Steps } from "./made-in-steps.ts";
