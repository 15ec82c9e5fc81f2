/** What all readers of one load share. */
import type { BlockReader } from "../bytes/byte-blocks.ts";
import type { DiagnosticLog, FindingLog } from "../bytes/diagnostics.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import type { Progress } from "../bytes/load-progress.ts";
import type { FileProvenance } from "./provenance.ts";
import type { Sink } from "./sink.ts";

/** A file to read, and whose statements it holds. */
export interface FileTask {
  readonly input: InputFile;
  readonly provenance: FileProvenance;
}

/** What a reader of tables needs. */
export interface TableRun {
  readonly sink: Sink;
  readonly log: FindingLog;
  readonly progress: Progress;
  readonly blocks: BlockReader;
}

/** What every reader gets. */
export interface LoadRun extends TableRun {
  readonly log: DiagnosticLog;
}
