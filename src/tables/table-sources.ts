/** Where the numbers of a table come from, and which columns of its rows say so. */

import type { FacetEntry } from "../stats/facets.ts";

/** The series of one facet that a table has read. */
export interface TableSource {
  readonly facet: FacetEntry;
  /** Their first and their last date in the table. */
  readonly from: string;
  readonly to: string;
  /** Whether they were divided, or divided others. */
  readonly isDivided: boolean;
  /** The column that names the facet of each row; where there is none, rows do not say whether they have numbers of it. */
  readonly facetColumn?: string | undefined;
  /** The column of the dates of these numbers. */
  readonly dateColumn?: string | undefined;
}

/** The same sources beside other columns. @param names of the columns that are still there, by their names before */
export function sourcesBeside(
  sources: readonly TableSource[],
  names: ReadonlyMap<string, string>,
): readonly TableSource[] {
  const nameOf = (name: string | undefined) => (name === undefined ? name : names.get(name));
  return sources.map((source) => ({
    ...source,
    facetColumn: nameOf(source.facetColumn),
    dateColumn: nameOf(source.dateColumn),
  }));
}

/** Columns that keep their names. */
export const sameNames = (names: Iterable<string>): ReadonlyMap<string, string> =>
  new Map(Array.from(names, (name) => [name, name]));
