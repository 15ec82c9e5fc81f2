/** Door of the plan: a query as plain data. */

export type {
  Aggregate,
  Expression,
  Group,
  Grouping,
  GroupPart,
  Operator,
  OrderKey,
  Pattern,
  PatternEnd,
  Plan,
  ResultColumn,
  VariableId,
} from "./plan.ts";
export { certainOfPart, variablesOf, variablesOfPart } from "./plan-variables.ts";
export { Regex, RegexError } from "./regex.ts";
export {
  dcidProperty,
  observationMarks,
  observationType,
  oldTypeProperty,
  placeTypes,
  typeProperty,
} from "./vocabulary.ts";
