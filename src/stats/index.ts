/** Door of observations: values, facets, ranking and series. */

export {
  type CollectedObservations,
  type Conflict,
  doObservationShare,
  type ObservationAnswer,
  ObservationBuilder,
  type ObservationShare,
} from "./build/index.ts";
export {
  compareFacets,
  type Facet,
  type FacetEntry,
  type FacetField,
  type FacetRanking,
  facetFields,
  facetId,
  facetKey,
  fieldsOf,
  fieldText,
  foldAggregate,
  frameFields,
  inferiorScore,
  type MeasuredField,
  measuredFields,
  type NodeField,
  nodeFields,
  type RankedSeries,
  Ranking,
  type RankOrder,
  type SourceField,
  sourceFields,
  tableFields,
  unfoldAggregate,
  unsetSource,
} from "./facets/index.ts";
export { type ObservationCounts, observationColumns } from "./observation-columns.ts";
export {
  type EntityCursor,
  type ObservationMeta,
  ObservationTable,
  type PointColumns,
  pointsAlong,
  recordWordsOf,
} from "./read/index.ts";
export { walkObservations, wrongFacet } from "./structure/index.ts";
export { numberOf } from "./values/index.ts";
