/** Door of SPARQL: queries, their plans, their rows. */

export { type Dialect, planOf } from "./compile/index.ts";
export {
  dcidProperty,
  type Expression,
  type Group,
  type GroupPart,
  observationMarks,
  observationType,
  oldTypeProperty,
  type Pattern,
  type PatternEnd,
  type Plan,
  placeTypes,
  typeProperty,
  type VariableId,
} from "./plan.ts";
export { evaluate, type SparqlCell, type SparqlResponse, type SparqlRow } from "./run/index.ts";
export { constantsOf, type QueryOptions, querySparql } from "./sparql-query.ts";
