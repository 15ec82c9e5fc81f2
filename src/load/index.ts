/** Door of the loader: files in, statements out. It knows a Sink and nothing of a frozen table. */

export { parseComplexValue } from "./complex-value.ts";
export {
  type CounterSummary,
  type Diagnostic,
  type DiagnosticLevel,
  DiagnosticLog,
  type DiagnosticSummary,
  type Finding,
  shown,
} from "./diagnostics.ts";
export type { EntityResolver, ResolverMaker } from "./entity-resolver.ts";
export { nodeRanges, tableRanges } from "./file-ranges.ts";
export { type LoadOptions, type LoadReport, load, loadPlanned } from "./load.ts";
export { type LoadPlan, partOfPlan, planLoad } from "./load-plan.ts";
export type { LoadProgress } from "./load-progress.ts";
export { isNumber, type NodeBlock, type PropertyValue } from "./mcf-value.ts";
export {
  type BlockForm,
  type BlockVisitor,
  linesAt,
  type SourceBlock,
  type SourceLine,
  visitBlocks,
} from "./node-blocks.ts";
export { isAcceptedDate } from "./observation-date.ts";
export { type FacetSource, NONE, type Sink } from "./sink.ts";
export { sourcePaths } from "./source-files.ts";
export { type PartReader, type PartReport, type PartRequest, readPart } from "./table-parts.ts";
