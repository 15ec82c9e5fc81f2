/** Door of observations: values, facets, ranking and series. */

export { numberOf } from "./decimals.ts";
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
  wrongFacet,
} from "./facets/index.ts";
export {
  type EntityCursor,
  type ObservationMeta,
  ObservationTable,
  type PointColumns,
  pointsAlong,
  recordWordsOf,
  walkObservations,
} from "./read/index.ts";
export { type ObservationCounts, observationColumns } from "./series-columns.ts";
