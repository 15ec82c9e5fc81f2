/**
 * A query as plain data: names, no ids, so that it serves any world. Variables are numbers, places
 * in `Plan.variables`.
 */

import type { Aggregator, Operator } from "./functions/function-table.ts";
import type { Regex } from "./functions/regex.ts";

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

interface Computed {
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

/** Variables that a part mentions in patterns. */
export function variablesOfPart(part: GroupPart): Set<VariableId> {
  switch (part.kind) {
    case "patterns":
      return new Set(
        part.patterns.flatMap(({ subject, predicate, object }) =>
          [subject, predicate, object].flatMap(variableOf),
        ),
      );
    case "group":
    case "optional":
      return variablesOfGroup(part.group);
    case "union":
      return new Set(part.branches.flatMap((branch) => [...variablesOfGroup(branch)]));
  }
}

function variablesOfGroup({ parts }: Group): Set<VariableId> {
  return new Set(parts.flatMap((part) => [...variablesOfPart(part)]));
}

/** Variables that every match of a part binds. */
export function certainOfPart(part: GroupPart): Set<VariableId> {
  switch (part.kind) {
    case "patterns":
      return variablesOfPart(part);
    case "group":
      return certainOfGroup(part.group);
    case "optional":
      return new Set();
    case "union": {
      const [first, ...others] = part.branches.map(certainOfGroup);
      return new Set([...(first ?? [])].filter((one) => others.every((other) => other.has(one))));
    }
  }
}

function certainOfGroup({ parts }: Group): Set<VariableId> {
  return new Set(parts.flatMap((part) => [...certainOfPart(part)]));
}

/** Variables that an expression looks at. */
export function variablesOf(expression: Expression): number[] {
  switch (expression.kind) {
    case "variable":
      return [expression.variable];
    case "call":
      return expression.args.flatMap(variablesOf);
    default:
      return [];
  }
}

function variableOf(end: PatternEnd): number[] {
  return end.kind === "variable" ? [end.variable] : [];
}

// Names of the data model that have a meaning in queries.

export const typeProperty = "typeOf";
/** An old spelling of `typeOf` for the types of places. */
export const oldTypeProperty = "subType";
/** Says which node a variable is; never an edge (behaviour: sparql 3.2). */
export const dcidProperty = "dcid";

export const observationType = "StatVarObservation";
/** Only observations have these, so their subjects need not say their type. */
export const observationMarks: readonly string[] = ["variableMeasured", "observationAbout"];
/** The value of an observation. */
export const valueProperty = "value";

/**
 * `typeOf Place` means any place. The real service keeps all places in one table, whose types are
 * these (behaviour: sparql 3.3); every other type is matched as it is written.
 */
export const placeTypes: readonly string[] = [
  "Place",
  "AdministrativeArea",
  "AdministrativeArea1",
  "AdministrativeArea2",
  "AdministrativeArea3",
  "AdministrativeArea4",
  "AdministrativeArea5",
  "CensusCoreBasedStatisticalArea",
  "CensusCountyDivision",
  "CensusTract",
  "CensusZipCodeTabulationArea",
  "City",
  "CommutingZone",
  "CongressionalDistrict",
  "Continent",
  "Country",
  "County",
  "ElementarySchoolDistrict",
  "EurostatNUTS1",
  "EurostatNUTS2",
  "EurostatNUTS3",
  "HighSchoolDistrict",
  "Neighborhood",
  "SchoolDistrict",
  "State",
  "StateComponent",
  "USMetropolitanDivision",
  "Village",
];

/** The text of a constant, if it is one. */
export function onlyText(end: PatternEnd): string | undefined {
  return end.kind === "constants" && end.texts.length === 1 ? end.texts[0] : undefined;
}

/** Does a pattern make its subject an observation? */
export function isAnchor({ predicate, object }: Pattern): boolean {
  const name = onlyText(predicate) ?? "";
  if (observationMarks.includes(name)) return true;
  return name === typeProperty && onlyText(object) === observationType;
}
