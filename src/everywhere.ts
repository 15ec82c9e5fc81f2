/** What the library offers with files and without: the part that its two doors share. */

export type {
  AnswerSettings,
  CalculationOptions,
  MeaningOptions,
} from "./adapters/edge/endpoint.ts";
export type { Fetch, FetchInit, Service } from "./adapters/edge/fetch.ts";
export type {
  AnswerOptions,
  PlainAnswer,
  PlainRequest,
  ServiceOptions,
} from "./adapters/edge/service.ts";
export { endpointOf } from "./adapters/endpoints.ts";
export {
  type AskedCommons,
  Commons,
} from "./commons/commons.ts";
export {
  defineQuestion,
  type Found,
  type Latest,
  type Series,
  type SeriesFacet,
  type SparqlObject,
} from "./commons/reads.ts";
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
  type HeldSource,
  type Points,
  type TableRow,
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
  type SnapshotFault,
} from "./errors/errors.ts";
export type { ExplainedRequest, Explanation } from "./explain/explanation.ts";
export type { Omission } from "./export/exported-files.ts";
export {
  type EntityExpression,
  entityExpression,
  type RelationExpression,
  relationExpression,
} from "./expr-parser/parse-relation.ts";
export type {
  CounterSummary,
  Diagnostic,
  DiagnosticLevel,
  DiagnosticSummary,
  ImportRun,
} from "./load/bytes/diagnostics.ts";
export type { LoadProgress } from "./load/bytes/load-progress.ts";
export type { TableColumns } from "./load/described/column-option.ts";
export type { LoadOptions } from "./load/load.ts";
export type { RequestLimits } from "./options/governor.ts";
export { type ExportFormat, exportFormats } from "./publish/format-names.ts";
export type { SdmxMethods } from "./sdmx/sdmx-methods.ts";
export type {
  NodeStream,
  SaveOptions,
  SaveProgress,
  SaveTarget,
  SnapshotStream,
} from "./snapshot/host.ts";
export type { CommonsHandle } from "./snapshot/share.ts";
export type { SnapshotCheck } from "./snapshot/snapshot.ts";
export type { Dialect } from "./sparql/compile/tokens.ts";
export type { BlobContent, NamedBlob } from "./store/columns/foreign-values.ts";
export type { Citation } from "./tables/citation-text.ts";
export type { Cell, TableColumn } from "./tables/column-data.ts";
export type { Table } from "./tables/column-table.ts";
export type { RowOf } from "./tables/row-of.ts";
export type {
  DateRange,
  EntitiesByProperty,
  FacetOrder,
  TableFilter,
  TableQuestion,
  TableShape,
  WantedDate,
} from "./tables/table-question.ts";
export type { Understanding, UnderstandOptions } from "./understand/understanding.ts";
export type { CommonsInfo } from "./world/world.ts";
