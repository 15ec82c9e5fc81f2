/**
 * A query as plain data: names, no ids, so that it serves any world. Variables are numbers, places
 * in `Plan.variables`.
 */

import type { Aggregator, Operator } from "./function-table.ts";
import type { Regex } from "./regex.ts";

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
  | { readonly kind: "minus"; readonly group: Group }
  | { readonly kind: "union"; readonly branches: readonly Group[] }
  | {
      readonly kind: "path";
      readonly subject: PatternEnd;
      readonly path: RepeatedPath;
      readonly object: PatternEnd;
    }
  | {
      readonly kind: "values";
      readonly variables: readonly VariableId[];
      /** Texts in the order of the variables; undefined leaves a variable free. */
      readonly rows: readonly (readonly (string | undefined)[])[];
      /** It was written as a BIND to a constant. */
      readonly isBind?: true;
    }
  | { readonly kind: "bind"; readonly variable: VariableId; readonly expression: Expression }
  | {
      readonly kind: "query";
      readonly plan: Plan;
      /** What the group outside calls each column of the header. */
      readonly columns: readonly VariableId[];
    };

/**
 * A way over stored triples. Sequences, alternatives and inverses outside of a repetition are
 * patterns and unions, so that only what is within one comes as a path.
 */
export type Path =
  | { readonly kind: "property"; readonly name: string }
  | { readonly kind: "inverse"; readonly of: Path }
  | { readonly kind: "sequence" | "alternative"; readonly steps: readonly Path[] }
  /** Any property but these. */
  | { readonly kind: "other"; readonly names: readonly string[] }
  | RepeatedPath;

export interface RepeatedPath {
  readonly kind: "repeated";
  readonly of: Path;
  /** It may be left out, so that it leads to where it begins. */
  readonly isOptional: boolean;
  /** It may be taken again and again. */
  readonly isEndless: boolean;
}

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
  | { readonly kind: "aggregate"; readonly aggregate: number }
  /** Whether a group has a match together with the row at hand. */
  | { readonly kind: "exists"; readonly group: Group };

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
  /** The answer is one row: whether there is a match. */
  readonly isAsk: boolean;
  /** Part of another query: what the other one joins with it stays apart by its id. */
  readonly isInner: boolean;
  /** Names as written, without `?`. */
  readonly variables: readonly string[];
  /** How many ends of patterns are this variable. */
  readonly uses: readonly number[];
  /** Variables that mean observations (behaviour: sparql 3.6). */
  readonly observations: ReadonlySet<VariableId>;
  readonly where: Group;
  /** The variables that `*` means. */
  readonly visible: readonly VariableId[];
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

/** Variables that a part mentions, but for those of its conditions. */
export function variablesOfPart(part: GroupPart): Set<VariableId> {
  switch (part.kind) {
    case "patterns":
      return new Set(
        part.patterns.flatMap(({ subject, predicate, object }) =>
          [subject, predicate, object].flatMap(variableOf),
        ),
      );
    case "path":
      return new Set([part.subject, part.object].flatMap(variableOf));
    case "group":
    case "optional":
    case "minus":
      return variablesOfGroup(part.group);
    case "union":
      return new Set(part.branches.flatMap((branch) => [...variablesOfGroup(branch)]));
    case "values":
      return new Set(part.variables);
    case "bind":
      return new Set([part.variable, ...variablesOf(part.expression)]);
    case "query":
      return new Set(part.columns);
  }
}

export function variablesOfGroup({ parts }: Group): Set<VariableId> {
  return new Set(parts.flatMap((part) => [...variablesOfPart(part)]));
}

/** Variables that a part can bind for what stands beside it. */
export function visibleOfPart(part: GroupPart): Set<VariableId> {
  if (part.kind === "minus") return new Set();
  if (part.kind === "bind") return new Set([part.variable]);
  if (part.kind === "union") return new Set(part.branches.flatMap(visibleOfGroup));
  if (part.kind === "group" || part.kind === "optional") return new Set(visibleOfGroup(part.group));
  return variablesOfPart(part);
}

export function visibleOfGroup({ parts }: Group): VariableId[] {
  return parts.flatMap((part) => [...visibleOfPart(part)]);
}

/** Variables that every match of a part binds. `byPatterns`: to what is in the data. */
export function certainOfPart(part: GroupPart, byPatterns = false): Set<VariableId> {
  switch (part.kind) {
    case "patterns":
    case "path":
      return variablesOfPart(part);
    case "group":
      return certainOfGroup(part.group, byPatterns);
    case "optional":
    case "minus":
    case "bind":
      return new Set();
    case "union": {
      const [first, ...others] = part.branches.map((one) => certainOfGroup(one, byPatterns));
      return new Set([...(first ?? [])].filter((one) => others.every((other) => other.has(one))));
    }
    case "values": {
      if (byPatterns) return new Set();
      const { rows, variables } = part;
      const isSet = (_: VariableId, at: number) => rows.every((row) => row[at] !== undefined);
      return new Set(variables.filter(isSet));
    }
    case "query": {
      const inner = certainOfGroup(part.plan.where, byPatterns);
      return new Set(
        part.columns.filter((_, at) => {
          const column = part.plan.columns[at];
          return column?.kind === "variable" && inner.has(column.variable);
        }),
      );
    }
  }
}

export function certainOfGroup({ parts }: Group, byPatterns = false): Set<VariableId> {
  return new Set(parts.flatMap((part) => [...certainOfPart(part, byPatterns)]));
}

/** Variables that an expression looks at. */
export function variablesOf(expression: Expression): number[] {
  switch (expression.kind) {
    case "variable":
      return [expression.variable];
    case "call":
      return expression.args.flatMap(variablesOf);
    case "exists":
      return mentionedIn(expression.group);
    default:
      return [];
  }
}

/** The groups of `EXISTS` in an expression. */
export function existsIn(expression: Expression): Group[] {
  if (expression.kind === "exists") return [expression.group];
  return expression.kind === "call" ? expression.args.flatMap(existsIn) : [];
}

/** Variables of a group's parts and of all conditions in it. */
function mentionedIn(group: Group): number[] {
  const inner = group.parts.flatMap((part) => {
    if (part.kind === "union") return part.branches.flatMap(mentionedIn);
    return "group" in part ? mentionedIn(part.group) : [...variablesOfPart(part)];
  });
  return [...inner, ...group.conditions.flatMap(variablesOf)];
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
