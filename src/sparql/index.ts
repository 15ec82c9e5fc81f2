/** Door of SPARQL: queries, their plans, their rows. */

export { constantsOf, type Dialect, planOf } from "./compile/index.ts";
export {
  dcidProperty,
  type Expression,
  type Group,
  type GroupPart,
  isAnchor,
  observationType,
  oldTypeProperty,
  onlyText,
  type Pattern,
  type PatternEnd,
  type Plan,
  placeTypes,
  typeProperty,
  type VariableId,
} from "./plan.ts";
export {
  evaluate,
  type QueryOptions,
  querySparql,
  type SparqlCell,
  type SparqlResponse,
  type SparqlRow,
} from "./run/index.ts";
