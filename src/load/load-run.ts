/** What all readers of one load share. */
import type { Progress } from "./byte-stream.ts";
import type { DiagnosticLog } from "./diagnostics.ts";
import type { NodeImport } from "./node-import.ts";
import type { Sink } from "./sink.ts";

export interface LoadRun {
  readonly sink: Sink;
  readonly log: DiagnosticLog;
  readonly progress: Progress;
  /** Local names hold across the files of a load: there is one importer of nodes. */
  readonly nodes: NodeImport;
}
