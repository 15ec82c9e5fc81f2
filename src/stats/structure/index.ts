/** Door of structure: what must hold between columns of observations that somebody else wrote. */

export { wrongFacet } from "./walk-facets.ts";
export { walkObservations } from "./walk-observations.ts";
