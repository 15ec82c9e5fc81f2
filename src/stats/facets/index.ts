/** Door of facets: what they are made of, and which comes first. */

export { FacetOrders } from "./facet-orders.ts";
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
  type FacetRanking,
  inferiorScore,
  type RankedSeries,
  Ranking,
  type RankOrder,
} from "./ranking.ts";
