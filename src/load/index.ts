/** Door of the loader: files in, statements out. It knows a Sink and nothing of a frozen table. */
export {
  type ByteRange,
  type ByteSource,
  everythingElse,
  type FileTree,
  type InputFile,
  type LoadHost,
  type LoadProgress,
  MemoryTree,
  memoryRoot,
  ownCopy,
  Progress,
  type RawBytes,
  type Records,
  type RowForm,
  readBytes,
  readLines,
  refuseUtf16,
  type SqliteFile,
  textOf,
  textStart,
  unreadable,
  webHost,
} from "./bytes/index.ts";
export {
  type ChunkReader,
  type ChunkReport,
  type ChunkSizes,
  ChunksOfFile,
  type ChunkTask,
  type OnChunk,
  usualSizes,
  warmSizes,
} from "./chunks/index.ts";
export { prefixesOf, withoutPrefixes } from "./custom/index.ts";
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
} from "./described/index.ts";
export { chunkFormatOf, cutOf, type Task } from "./formats.ts";
export type { BlockCut } from "./input-format.ts";
export { type LoadOptions, type LoadReport, load, loadPlanned } from "./load.ts";
export {
  type LoadPlan,
  type LoadSource,
  labelOf,
  partOfPlan,
  planLoad,
  sourcePaths,
} from "./load-plan.ts";
export { McfParser } from "./mcf/index.ts";
export { identityOf } from "./nodes/index.ts";
export { readCsvRows } from "./records/index.ts";
export {
  type CounterSummary,
  type Diagnostic,
  type DiagnosticLevel,
  DiagnosticLog,
  type DiagnosticSummary,
  FileLog,
  type Finding,
  shown,
} from "./report/index.ts";
export {
  type EntityResolver,
  type FacetSource,
  isObservationDcid,
  noId,
  type Place,
  provenanceDcid,
  type ResolverMaker,
  type Sink,
} from "./statements/index.ts";
export {
  bindTemplate,
  delimiterOf,
  readTemplate,
  type Template,
  TemplateTable,
} from "./templates/index.ts";
export {
  isAcceptedDate,
  isLatitude,
  isLongitude,
  isNumber,
  isPlainNumber,
  type NodeBlock,
  type PropertyValue,
  parseComplexValue,
  slipOf,
  stripQuotes,
  trim,
} from "./values/index.ts";
