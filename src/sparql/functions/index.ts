/** Door of the functions: one table of what expressions may hold, and the values they make. */

export type { Accumulator } from "./aggregates.ts";
export { Regex, RegexError } from "./regex.ts";
export {
  type AggregateRow,
  type Aggregator,
  type CallContext,
  type FunctionRow,
  functions,
  isAggregator,
  isOperator,
  type Operator,
  takes,
  wordsOf,
} from "./table.ts";
export { compareValues, type Evaluate, printed, truth, type Value } from "./values.ts";
