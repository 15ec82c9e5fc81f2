/**
 * How observations lie:
 *
 *   variables         v0          v1             nodes, ascending
 *   variableOffsets   0           4              series of variable i: [i] … [i + 1]
 *   seriesEntities    e1 e1 e3 e7 e1 …           ascending within a variable
 *                                                best ranked first within (variable, entity)
 *   seriesRecords                                all else that a series has: see SeriesRecords
 *   dateRuns          d1 d2 d3 d4 d5 …           codes into dates, ascending within a series
 *   values8 … 64      80 95 …                    by width; a mark where the value is an exception
 *   exceptionPoints   17 …                       points whose value their series' format cannot
 *   exceptionNumbers  NaN …                      hold, ascending, and their numbers and texts
 *   exceptionTexts    "n/a" …
 *
 *   variablePositions, entityPositions           place of a node among the variables, the entities
 *   entityOffsets, entityVariables               which variables (by place) an entity has
 *
 * Further entities of observations about several: see FurtherEntities.
 */

import type { FacetEntry } from "../facets.ts";
import type { SeriesLayout } from "./series-lookup.ts";

/** What the columns of observations do not say, or only after they are read: plain data. */
export interface ObservationMeta {
  /** In the order of `compareFacets`. */
  readonly facets: readonly FacetEntry[];
  /** A comparator of the caller's ordered the series: that order serves all questions. */
  readonly hasOneOrder: boolean;
  readonly dateCount: number;
  readonly variableCount: number;
  readonly entityCount: number;
  readonly seriesCount: number;
  readonly pointCount: number;
  readonly seriesLayout: SeriesLayout;
  /** Bytes of all columns. */
  readonly byteLength: number;
}
