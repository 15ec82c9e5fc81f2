/** Door of observations: values, facets, ranking and series. */

export { type CollectedObservations, type Conflict, ObservationBuilder } from "./build/index.ts";
export {
  compareFacets,
  type Facet,
  type FacetEntry,
  type FacetRanking,
  facetId,
  facetKey,
  foldAggregate,
  inferiorScore,
  type RankedSeries,
  Ranking,
  type RankOrder,
  unfoldAggregate,
} from "./facets/index.ts";
export { type EntityCursor, type ObservationMeta, ObservationTable } from "./read/index.ts";
export { numberOf } from "./values/index.ts";
