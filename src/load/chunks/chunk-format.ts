/** What a format's row says of large files, which several threads read in chunks. */
import type { FileChunk, Records } from "../bytes/index.ts";
import type { McfRun } from "../mcf/index.ts";
import type { DiagnosticLog } from "../report/index.ts";
import type { FileContext, FileTask } from "../statements/index.ts";

/** A file to read in chunks. */
export interface ChunkTask extends FileTask {
  /** The name of the format. */
  readonly kind: string;
  /** What every thread needs besides the file: plain data. */
  readonly shared: object;
}

/** @returns the line after the chunk. */
export type ReadChunk = (chunk: FileChunk) => Promise<number>;

/** What the thread needs that reads the whole file. */
export interface WholeRun extends McfRun {
  readonly log: DiagnosticLog;
}

/** How a format reads its large files in chunks. */
export interface ChunkFormat<Form = object, Shared extends object = object> {
  /**
   * How many times as large as others a file has to be to pay for the start of threads. Default: 1.
   */
  readonly sizeFactor?: number;
  /** Messages and names hold line numbers of the file, which a chunk does not have. Default: false. */
  readonly reportsLines?: boolean;
  /**
   * Is called while the threads start.
   * @returns undefined for a file that one thread has to read as a whole.
   */
  share(task: FileTask & Form, run: WholeRun): Promise<Shared | undefined>;
  /** What stands at the top of a file of MCF. Default: nothing. */
  context?(shared: Shared): FileContext;
  /** What the file consists of. */
  records(shared: Shared): Records;
  /**
   * @param run its importer of nodes defers blocks with local names
   * @returns what reads one chunk after the other, and keeps what it learned from each.
   */
  open(task: FileTask, shared: Shared, run: McfRun): ReadChunk;
}
