/** What the library offers with files and without: the part that its two doors share. */

export type { AnswerSettings } from "./adapters/edge/endpoint.ts";
export type { Fetch, FetchInit } from "./adapters/edge/fetch.ts";
export type {
  AnswerOptions,
  PlainAnswer,
  PlainRequest,
  ServiceOptions,
} from "./adapters/edge/service.ts";
export type {
  EndpointMethods,
  V0Methods,
  V1Methods,
  V1Pages,
  V2Methods,
  V2Pages,
} from "./adapters/endpoint-methods.ts";
export { endpointOf } from "./adapters/endpoints.ts";
export type {
  ArcEntry,
  Facet,
  PointStat,
  QueryRequest,
  V2SparqlRequest,
} from "./adapters/shapes.ts";
export type {
  V0DcidsRequest,
  V0Observation,
  V0PlaceObservations,
  V0PlaceObsRequest,
  V0PlaceObsResponse,
  V0PlacesInRequest,
  V0PlacesInResponse,
  V0PopObsRequest,
  V0PopObsResponse,
  V0Population,
  V0PropertyLabelsResponse,
  V0PropertyValue,
  V0PropertyValuesRequest,
  V0PropertyValuesResponse,
  V0StatVarsResponse,
  V0Triple,
  V0TriplesRequest,
  V0TriplesResponse,
  V0ValueField,
} from "./adapters/v0-shapes.ts";
export type {
  V1BulkPointRequest,
  V1BulkPointResponse,
  V1BulkPropertyValuesRequest,
  V1BulkPropertyValuesResponse,
  V1BulkSeriesRequest,
  V1BulkSeriesResponse,
  V1BulkTriplesRequest,
  V1BulkTriplesResponse,
  V1Direction,
  V1EntityPoints,
  V1EntitySeries,
  V1Facet,
  V1LinkedPointRequest,
  V1LinkedPropertyValuesRequest,
  V1LinkedPropertyValuesResponse,
  V1LinkedSeriesRequest,
  V1NodeTriples,
  V1NodeValues,
  V1ObservationPointRequest,
  V1ObservationPointResponse,
  V1ObservationSeriesRequest,
  V1ObservationSeriesResponse,
  V1Observations,
  V1Triples,
  V1TriplesRequest,
  V1TriplesResponse,
  V1VariableObservations,
} from "./adapters/v1-shapes.ts";
export type {
  V2Candidate,
  V2CandidateMetadata,
  V2EntityObservations,
  V2FacetFilter,
  V2FacetObservations,
  V2NodeArc,
  V2NodeData,
  V2NodeRequest,
  V2NodeResponse,
  V2ObservationRequest,
  V2ObservationResponse,
  V2ResolvedEntity,
  V2ResolveRequest,
  V2ResolveResponse,
  V2Select,
  V2VariableObservations,
} from "./adapters/v2-shapes.ts";
export type { Catalog } from "./catalog/catalog.ts";
export type {
  CatalogEntity,
  CatalogFacet,
  CatalogProperty,
  CatalogSearch,
  CatalogType,
  CatalogVariable,
  Coverage,
  Observed,
  TypedCatalogSearch,
} from "./catalog/entries.ts";
export {
  type AskedCommons,
  Commons,
  type SaveOptions,
  type SaveProgress,
  type SaveTarget,
  type Service,
} from "./commons/commons.ts";
export type { Found, Latest, Series, SeriesFacet, SparqlObject } from "./commons/reads.ts";
export type {
  ByteContent,
  FileContent,
  MemoryFiles,
  NamedContent,
  SourceBytes,
} from "./commons/source-content.ts";
export {
  type Arcs,
  type ArcValue,
  type FacetFields,
  type HeldSource,
  type NodeReference,
  type Points,
  type TableRow,
  type TextValue,
  WorldMaker,
  world,
} from "./commons/world-maker.ts";
export type {
  ExportedFile,
  ExportOptions,
  ExportProgress,
  ExportReport,
  ExportStreams,
  ExportTarget,
} from "./commons/write-export.ts";
export {
  CommonsError,
  type ErrorCode,
  type ErrorDetails,
  type LimitSetting,
  type RpcStatus,
  type SnapshotFault,
} from "./errors/errors.ts";
export type { RpcErrorBody } from "./errors/rpc.ts";
export type {
  EmptyKind,
  ExplainedRequest,
  ExplainedStep,
  Explanation,
  Suggestion,
  SuggestionKind,
} from "./explain/explanation.ts";
export { type ExportFormat, exportFormats } from "./export/export-formats.ts";
export type { Omission } from "./export/exported-files.ts";
export type {
  Arc,
  Filter,
  FilterKey,
  Label,
  Labels,
  LinkedRelation,
  Relation,
} from "./expr-parser/ast.ts";
export {
  type EntityExpression,
  entityExpression,
  parseLinkedRelation,
  parseRelation,
  type RelationExpression,
  relationExpression,
} from "./expr-parser/parse-relation.ts";
export { printRelation } from "./expr-parser/print.ts";
export type { RequestLimits } from "./governor/governor.ts";
export type { LoadProgress } from "./load/bytes/load-progress.ts";
export type {
  ConstantText,
  DateColumn,
  DatesOf,
  DcidColumn,
  EntityColumn,
  MeasureColumn,
  NameColumn,
  TableColumns,
  VariableColumn,
} from "./load/described/column-option.ts";
export type { LoadOptions } from "./load/load.ts";
export type {
  CounterSummary,
  Diagnostic,
  DiagnosticLevel,
  DiagnosticSummary,
} from "./load/report/diagnostics.ts";
export type { NodeStream, SnapshotStream } from "./snapshot/host.ts";
export type { CommonsHandle } from "./snapshot/share.ts";
export type { SnapshotCheck } from "./snapshot/snapshot.ts";
export type { Dialect } from "./sparql/compile/tokens.ts";
export type { QueryOptions, SparqlCell, SparqlResponse, SparqlRow } from "./sparql/run/evaluate.ts";
export type { FacetEntry } from "./stats/facets/facets.ts";
export type { FacetRanking, RankedSeries, RankOrder } from "./stats/facets/ranking.ts";
export type { ObservationTable } from "./stats/read/observations.ts";
export { type PointColumns, pointsAlong } from "./stats/read/points-along.ts";
export type { EntityCursor } from "./stats/read/series-lookup.ts";
export type { IdColumn, Range } from "./store/columns/column-source.ts";
export type { BlobContent, NamedBlob } from "./store/columns/foreign-values.ts";
export type { ArcTable, PredicateId } from "./store/graph/arc-table.ts";
export type { Direction, Graph } from "./store/graph/graph.ts";
export { closure, type Pace, type TermFilter } from "./store/graph/walk.ts";
export type { Dictionary, TermId } from "./store/texts/dictionary.ts";
export type { ArrowFormat } from "./tables/arrow.ts";
export type { Cell, NumberColumn, TableColumn, TextColumn } from "./tables/column-data.ts";
export type { Table, TableCounts } from "./tables/column-table.ts";
export type { RowOf } from "./tables/row-of.ts";
export type {
  DateRange,
  TableFilter,
  TableQuestion,
  TableShape,
  WantedDate,
} from "./tables/table-question.ts";
export type { CommonsInfo, World } from "./world/world.ts";
