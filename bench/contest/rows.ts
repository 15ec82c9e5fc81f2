/**
 * The questions that engines are compared by. Strings go in; strings, numbers and facets come out.
 * How an engine gets there is its own affair: see `../peers/`.
 */

import type { Facet } from "../../src/wire.ts";
import { describeSource } from "../answers/digest.ts";
import { sourceOf } from "../answers/lines.ts";

export type Value = number | string;

/** One variable about one entity, from one source. */
export interface Series {
  readonly facet: Facet;
  readonly points: readonly (readonly [date: string, value: Value])[];
}

type NamedNode = readonly [dcid: string, name: string];

interface Row<Argument, Answer> {
  readonly argument: Argument;
  readonly answer: readonly Answer[];
}

/** Argument and answer of every row. */
export interface Rows {
  readonly q1: Row<string, string>;
  readonly q2: Row<
    string,
    readonly [predicate: string, value: string, provenance?: string | undefined]
  >;
  readonly q3: Row<string, string>;
  readonly q4: Row<string, NamedNode>;
  readonly q5: Row<readonly string[], readonly [node: string, labels: readonly string[]]>;
  readonly o1: Row<readonly [variable: string, entity: string], Series>;
  readonly o2: Row<
    { readonly variable: string; readonly entities: readonly string[] },
    readonly [entity: string, facet: Facet, date: string, value: Value]
  >;
  readonly o2_expression: Row<
    { readonly variable: string; readonly place: string },
    Rows["o2"]["answer"][number]
  >;
  readonly o3: Row<Grid, readonly [variable: string, entity: string, facet: Facet, value: Value]>;
  readonly o4: Row<string, string>;
  readonly o5: Row<string, Total>;
  readonly o6: Row<null, Total>;
  readonly s1: Row<string, NamedNode>;
  readonly s1_new: Row<string, NamedNode>;
  readonly s2: Row<VariableKind, NamedNode>;
  readonly s3: Row<string, NamedNode>;
}

export interface Grid {
  readonly variables: readonly string[];
  readonly entities: readonly string[];
  readonly date: string;
}

/** How many values, and their sum. */
export type Total = readonly [count: number, sum: number];

export interface VariableKind {
  readonly population: string;
  readonly property: string;
  readonly gender: string;
}

export type RowName = keyof Rows;
export type Argument<Name extends RowName> = Rows[Name]["argument"];
export type Answer<Name extends RowName> = Rows[Name]["answer"];

/** What an engine can answer; the rest is left out. */
export type Answers = {
  readonly [Name in RowName]?: (
    argument: Argument<Name>,
  ) => Answer<Name> | PromiseLike<Answer<Name>>;
};

/** In the order of reports. */
export const rowTitles: Readonly<Record<RowName, string>> = {
  q1: "name of a node",
  q2: "all out-arcs of a node",
  q3: "any 500 of a type",
  q4: "all counties within a country, with names",
  q5: "labels of 100 nodes",
  o1: "one series, all its facets",
  o2: "latest of all counties, by dcid",
  o2_expression: "latest of all counties, by expression",
  o3: "one date, 10 variables × 50 entities",
  o4: "variables of an entity",
  o5: "sum over a variable's values",
  o6: "sum over all values",
  s1: "states of a country, by name, first 10",
  s1_new: "the same, text never seen",
  s2: "variables by four properties",
  s3: "states that have counties that have cities",
};

export const rowNames = Object.keys(rowTitles) as RowName[];

export const pageLength = 500;

type Lines = { readonly [Name in RowName]: (answer: Answer<Name>) => string[] };

/** The same lines for the same answer, whoever gave it. Provenances are not compared: some have none. */
const lines: Lines = {
  q1: sorted,
  q2: (answer) => sorted(answer.map(([predicate, value]) => `${predicate}\t${value}`)),
  // Which 500 is anyone's choice; whether they are of the type is checked where the type is known.
  q3: (answer) => [String(new Set(answer).size)],
  q4: (answer) => sorted(answer.map(joined)),
  q5: (answer) => sorted(answer.map(([node, labels]) => joined([node, ...sorted(labels)]))),
  o1: (answer) =>
    sorted(
      answer.flatMap(({ facet, points }) =>
        points.map(([date, value]) => joined([facetLine(facet), date, Number(value)])),
      ),
    ),
  o2: latestLines,
  o2_expression: latestLines,
  o3: (answer) =>
    sorted(
      answer.map(([variable, entity, facet, value]) =>
        joined([variable, entity, facetLine(facet), Number(value)]),
      ),
    ),
  o4: sorted,
  o5: totalLines,
  o6: totalLines,
  s1: (answer) => answer.map(joined),
  s1_new: (answer) => answer.map(joined),
  s2: (answer) => sorted(answer.map(joined)),
  s3: (answer) => sorted(answer.map(joined)),
};

export function linesOf<Name extends RowName>(name: Name, answer: Answer<Name>): string[] {
  return lines[name](answer);
}

function latestLines(answer: Answer<"o2">): string[] {
  return sorted(
    answer.map(([entity, facet, date, value]) =>
      joined([entity, facetLine(facet), date, Number(value)]),
    ),
  );
}

/** Sums differ in their last digits when numbers are added in another order. */
function totalLines(answer: readonly Total[]): string[] {
  return answer.map(([count, sum]) => joined([count, sum.toPrecision(9)]));
}

function facetLine(facet: Facet): string {
  return describeSource(sourceOf(facet));
}

function sorted(texts: readonly string[]): string[] {
  return texts.toSorted();
}

function joined(cells: readonly (string | number)[]): string {
  return cells.join("\t");
}
