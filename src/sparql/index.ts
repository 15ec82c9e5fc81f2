export { planOf } from "./compile/index.ts";
export { constantsOf, type QueryConstant } from "./constants.ts";
export type { Dialect } from "./dialect/index.ts";
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
} from "./plan/index.ts";
export { type QueryOptions, querySparql } from "./query.ts";
export { evaluate, type SparqlCell, type SparqlResponse, type SparqlRow } from "./run/index.ts";
