/** Rows of a result table as answers. */

import type { Facet } from "../../src/wire.ts";
import type { Answer, Series, Value } from "../contest/rows.ts";

export type ResultRows = readonly (readonly unknown[])[];

export function firstColumn(rows: ResultRows): string[] {
  return rows.map(([first]) => first as string);
}

/** Rows of node and label. */
export function labelsByNode(rows: ResultRows): Answer<"q5"> {
  const labels = new Map<string, string[]>();
  for (const [node, label] of rows as [string, string][]) {
    const known = labels.get(node);
    if (known === undefined) labels.set(node, [label]);
    else known.push(label);
  }
  return [...labels];
}

/** Rows of facet, date and value in the order of facets. */
export function seriesOf(rows: ResultRows, facets: readonly Facet[]): Series[] {
  const series: { facet: Facet; points: [string, Value][] }[] = [];
  let last = -1;
  for (const [facet, date, value] of rows as [number, string, Value][]) {
    if (facet !== last) series.push({ facet: facets[facet]!, points: [] });
    last = facet;
    series.at(-1)!.points.push([date, value]);
  }
  return series;
}

/** Rows of entity, facet, date and value. */
export function latestOf(rows: ResultRows, facets: readonly Facet[]): Answer<"o2"> {
  return (rows as [string, number, string, Value][]).map(([entity, facet, date, value]) => [
    entity,
    facets[facet]!,
    date,
    value,
  ]);
}

/** Rows of variable, entity, facet and value. */
export function gridOf(rows: ResultRows, facets: readonly Facet[]): Answer<"o3"> {
  return (rows as [string, string, number, Value][]).map(([variable, entity, facet, value]) => [
    variable,
    entity,
    facets[facet]!,
    value,
  ]);
}

/** The one row of a number of values and their sum. */
export function totalOf(rows: ResultRows): Answer<"o5"> {
  return rows.map(([count, sum]) => [Number(count), Number(sum)]);
}
