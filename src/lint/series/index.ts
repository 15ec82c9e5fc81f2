/** Door of the checks of observations: series, one by one and side by side. */
export { SeriesChecks } from "./series-checks.ts";
