/** What all readers of one load share. */
import type { BlockReader } from "./byte-blocks.ts";
import type { DiagnosticLog, FindingLog } from "./diagnostics.ts";
import type { Progress } from "./load-progress.ts";
import type { McfScanner } from "./mcf-scanner.ts";
import type { NodeImport } from "./node-import.ts";
import type { Sink } from "./sink.ts";

/** What a reader of tables needs. */
export interface TableRun {
  readonly sink: Sink;
  readonly log: FindingLog;
  readonly progress: Progress;
  readonly blocks: BlockReader;
}

export interface LoadRun extends TableRun {
  readonly log: DiagnosticLog;
  /** It knows the properties of all files. */
  readonly scanner: McfScanner;
  /** Local names hold across the files of a load: there is one importer of nodes. */
  readonly nodes: NodeImport;
}
