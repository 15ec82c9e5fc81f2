/** Door of the functions: one table of what expressions may hold, and the values they make. */

export {
  type Accumulator,
  compareValues,
  type Evaluate,
  printed,
  truth,
  type Value,
} from "./expression-values.ts";
export {
  type AggregateRow,
  type Aggregator,
  type FunctionRow,
  functions,
  isAggregator,
  isOperator,
  type Operator,
  takes,
  wordsOf,
} from "./function-table.ts";
export { Regex, RegexError } from "./regex.ts";
