/** Door of the tools of agents. */
export { searchIndicators } from "./indicators.ts";
export { getVariableMetadata } from "./metadata.ts";
export { getObservations } from "./observations.ts";
export { resolvePlaces } from "./places.ts";
