/**
 * A query as plain data: names, no ids, so that it serves any world. Variables are numbers, places
 * in `Plan.variables`.
 */

import type { Aggregator, Operator, Regex } from "../functions/index.ts";

export type VariableId = number;

/** One end of a pattern. Several texts mean: any of them. */
export type PatternEnd =
  | { readonly kind: "variable"; readonly variable: VariableId }
  | { readonly kind: "constants"; readonly texts: readonly string[] };

export interface Pattern {
  readonly subject: PatternEnd;
  /** A variable only in the extended dialect. */
  readonly predicate: PatternEnd;
  readonly object: PatternEnd;
}

/** Parts are joined in their order, conditions hold at the end of them. */
export interface Group {
  readonly parts: readonly GroupPart[];
  readonly conditions: readonly Expression[];
}

export type GroupPart =
  | { readonly kind: "patterns"; readonly patterns: readonly Pattern[] }
  | { readonly kind: "group"; readonly group: Group }
  | { readonly kind: "optional"; readonly group: Group }
  | { readonly kind: "union"; readonly branches: readonly Group[] };

export type Expression =
  | { readonly kind: "variable"; readonly variable: VariableId }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  | {
      readonly kind: "call";
      readonly operator: Operator;
      readonly args: readonly Expression[];
      /** The compiled pattern of `regex`, which is no argument here. */
      readonly regex?: Regex;
    }
  /** Place in `Grouping.aggregates`. */
  | { readonly kind: "aggregate"; readonly aggregate: number };

export interface Aggregate {
  readonly operator: Aggregator;
  readonly distinct: boolean;
  /** Undefined for `COUNT(*)`. */
  readonly of: Expression | undefined;
}

export interface Grouping {
  readonly keys: readonly VariableId[];
  readonly aggregates: readonly Aggregate[];
  readonly having: readonly Expression[];
}

/** What a cell of an answer shows. */
export type ResultColumn = Extract<Expression, { kind: "variable" }> | Computed;

export interface Computed {
  readonly kind: "computed";
  readonly expression: Expression;
}

export interface OrderKey {
  /** Place in `Plan.columns`. */
  readonly column: number;
  readonly isDescending: boolean;
  /** Numbers are ordered by size, and stand before texts; else all are texts. */
  readonly isNumeric: boolean;
}

export interface Plan {
  /** Names as written, without `?`. */
  readonly variables: readonly string[];
  /** How many ends of patterns are this variable. */
  readonly uses: readonly number[];
  /** Variables that mean observations (behaviour: sparql 3.6). */
  readonly observations: ReadonlySet<VariableId>;
  readonly where: Group;
  /** Names of the printed columns, with `?`. */
  readonly header: readonly string[];
  /** The printed columns, then those that only the order needs. */
  readonly columns: readonly ResultColumn[];
  readonly distinct: boolean;
  readonly order: readonly OrderKey[];
  /** Infinity when the query has no limit. */
  readonly limit: number;
  readonly offset: number;
  readonly grouping: Grouping | undefined;
}
