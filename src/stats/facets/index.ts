/** Door of facets: what they are made of, and which comes first. */

export {
  type Facet,
  type FacetField,
  facetFields,
  fieldsOf,
  fieldText,
  frameFields,
  type MeasuredField,
  measuredFields,
  type NodeField,
  nodeFields,
  type SourceField,
  sourceFields,
  tableFields,
  unsetSource,
} from "./facet-fields.ts";
export {
  compareFacets,
  type FacetEntry,
  facetId,
  facetKey,
  foldAggregate,
  unfoldAggregate,
  wrongFacet,
} from "./facets.ts";
export {
  FacetOrders,
  type FacetRanking,
  inferiorScore,
  type RankedSeries,
  Ranking,
  type RankOrder,
} from "./ranking.ts";
