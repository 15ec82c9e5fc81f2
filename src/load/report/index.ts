/** Door of the diagnostics: what a load has to say about its input. */
export {
  type CounterSummary,
  type Diagnostic,
  type DiagnosticLevel,
  DiagnosticLog,
  type DiagnosticSummary,
  FileLog,
  type Finding,
  type FindingLog,
  shown,
} from "./diagnostics.ts";
