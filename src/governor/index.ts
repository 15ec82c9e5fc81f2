/** Door of the governor: how much one request may take. */

export {
  checkLimits,
  Governor,
  MadeInSteps,
  type RequestLimits,
  rowsPerStep,
  type Steps,
  unlimited,
} from "./governor.ts";
