/** Expressions of a plan, ready to be evaluated on the row that a search holds. */

import {
  type Evaluate,
  type FunctionRow,
  functions,
  truth,
  type Value,
} from "../functions/index.ts";
import type { Expression } from "../plan/index.ts";
import type { Search } from "./search.ts";
import { unbound } from "./terms.ts";

/** Where the values of aggregates are found once a group is complete. */
export type AggregateValues = readonly Value[];

export function conditionOf(
  expression: Expression,
  search: Search,
  aggregates: AggregateValues = [],
): () => boolean {
  const evaluate = evaluatorOf(expression, search, aggregates);
  return () => truth(evaluate()) === true;
}

export function evaluatorOf(
  expression: Expression,
  search: Search,
  aggregates: AggregateValues,
): Evaluate {
  switch (expression.kind) {
    case "variable": {
      const { variable } = expression;
      return () => {
        const id = search.at(variable);
        return id === unbound ? undefined : search.terms.textOf(id);
      };
    }
    case "text":
      return () => expression.text;
    case "number":
    case "boolean":
      return () => expression.value;
    case "aggregate":
      return () => aggregates[expression.aggregate];
    case "call": {
      const { operator, args, regex } = expression;
      const row: FunctionRow = functions[operator];
      const areStored = args.every(({ kind }) => kind === "variable" || kind === "aggregate");
      const evaluators = args.map((arg) => evaluatorOf(arg, search, aggregates));
      const evaluate = row.evaluate(evaluators, { areStored, regex, work: search.work });
      return () => {
        search.work(1);
        return evaluate();
      };
    }
  }
}
