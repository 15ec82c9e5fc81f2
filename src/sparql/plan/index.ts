/** Door of the plan: a query as plain data. */

export type {
  Aggregate,
  Expression,
  Group,
  Grouping,
  GroupPart,
  OrderKey,
  Pattern,
  PatternEnd,
  Plan,
  ResultColumn,
  VariableId,
} from "./plan.ts";
export { certainOfPart, variablesOf, variablesOfPart } from "./plan-variables.ts";
export {
  dcidProperty,
  observationMarks,
  observationType,
  oldTypeProperty,
  placeTypes,
  typeProperty,
  valueProperty,
} from "./vocabulary.ts";
