/** The columns below the questions: graph, observations, what lists of a world hold. */

export type { Catalog } from "./catalog/catalog.ts";
export type {
  CatalogEntity,
  CatalogFacet,
  CatalogList,
  CatalogProperty,
  CatalogSearch,
  CatalogType,
  CatalogVariable,
  Coverage,
  Observed,
  TypedCatalogSearch,
  VariableSearch,
} from "./catalog/entries.ts";
export type { EverythingSearch, FoundNode, FoundPage } from "./catalog/everything.ts";
export type { Suggestion, SuggestionSearch } from "./catalog/suggestions.ts";
export type { NodeReference, TextValue } from "./commons/world-maker.ts";
export type { ReadWord } from "./search/find-in.ts";
export type { FacetFields } from "./stats/facet-fields.ts";
export type { FacetEntry } from "./stats/facets.ts";
export type { FacetRanking, RankedSeries, RankOrder } from "./stats/ranking.ts";
export type { ObservationTable } from "./stats/read/observations.ts";
export type { DateCode, PointId, SeriesId } from "./stats/read/point-reader.ts";
export { type PointColumns, pointsAlong } from "./stats/read/points-along.ts";
export type { EntityCursor } from "./stats/read/series-lookup.ts";
export { type Total, totalOf } from "./stats/read/sums.ts";
export type { Id, IdColumn, Range } from "./store/columns/column-source.ts";
export type { ArcTable, PredicateId } from "./store/graph/arc-table.ts";
export type { Direction, Graph } from "./store/graph/graph.ts";
export { closure, type Pace, type TermFilter } from "./store/graph/walk.ts";
export type { Dictionary, TermId } from "./store/texts/dictionary.ts";
export type { ArrowColumn, ArrowFormat, ArrowTable } from "./tables/arrow.ts";
export type { NumberColumn, TextColumn } from "./tables/column-data.ts";
export type { TableCounts, TableForms } from "./tables/table-forms.ts";
export type { World } from "./world/world.ts";
