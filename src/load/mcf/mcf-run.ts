/** What the readers of files share while they read into one sink. */
import { BlockReader, type Progress } from "../bytes/index.ts";
import { type DeferredBlocks, NodeImport, type NodeRun } from "../nodes/index.ts";
import type { FindingLog } from "../report/index.ts";
import type { Sink } from "../statements/index.ts";
import { McfProperties } from "./mcf-properties.ts";
import { McfScanner } from "./mcf-scanner.ts";

/** What the reader of MCF files needs. */
export interface McfRun extends NodeRun {
  /** It knows the properties of all files. */
  readonly scanner: McfScanner;
}

/** @param defer takes blocks of a chunk that only the reader of the whole file can import. */
export function runInto<Log extends FindingLog>(
  sink: Sink,
  log: Log,
  progress: Progress,
  defer?: (blocks: DeferredBlocks) => void,
): McfRun & { readonly log: Log } {
  let scanner: McfScanner | undefined;
  return {
    sink,
    log,
    progress,
    blocks: new BlockReader(progress),
    // It is large, and much that is loaded has no MCF.
    get scanner() {
      scanner ??= new McfScanner(new McfProperties(sink));
      return scanner;
    },
    nodes: new NodeImport(sink, defer),
  };
}
