/** Door of the loader: files in, statements out. It knows a Sink and nothing of a frozen table. */
export {
  type CounterSummary,
  type Diagnostic,
  type DiagnosticLevel,
  DiagnosticLog,
  type DiagnosticSummary,
} from "./diagnostics.ts";
export { type LoadOptions, type LoadReport, load } from "./load.ts";
export type { LoadProgress } from "./load-progress.ts";
export { type FacetSource, NONE, type Sink } from "./sink.ts";
