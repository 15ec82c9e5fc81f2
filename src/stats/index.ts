export type { EntityCursor } from "./entity-cursor.ts";
export {
  compareFacets,
  type Facet,
  type FacetEntry,
  facetId,
  facetKey,
  foldAggregate,
  unfoldAggregate,
} from "./facets.ts";
export {
  type CollectedObservations,
  type Conflict,
  ObservationBuilder,
} from "./observation-builder.ts";
export { type ObservationMeta, ObservationTable } from "./observations.ts";
export {
  type FacetRanking,
  inferiorScore,
  type RankedSeries,
  Ranking,
  type RankOrder,
} from "./ranking.ts";
export { numberOf } from "./values.ts";
