/** What a format's row defines for large files, which several threads read in chunks. */

import type { FileChunk } from "./bytes/byte-blocks.ts";
import type { DiagnosticLog, Finding, FindingLog } from "./bytes/diagnostics.ts";
import type { ByteRange, Records } from "./bytes/file-tree.ts";
import type { McfRun } from "./mcf/mcf-file.ts";
import type { DeferredBlocks } from "./nodes/block-names.ts";
import type { FileTask } from "./statements/load-run.ts";
import type { FileContext } from "./statements/provenance.ts";

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
  open(task: FileTask, shared: Shared, run: McfRun): ReadChunk | Promise<ReadChunk>;
}

/** Lines count from 1 in the chunk. */
export interface ChunkReport {
  /** Rows that the chunk wrote into the sink or reported something about; deferred rows do not count. */
  readonly rows: number;
  readonly lines: number;
  /** Undefined if they are too many to send, or if they need line numbers of the file. */
  readonly entries: readonly ReportEntry[] | undefined;
}

type ReportEntry =
  | { readonly finding: PlainFinding }
  /** Something that the first thread does when it comes to this place. */
  | { readonly deferred: DeferredBlocks };

interface PlainFinding extends Omit<Finding, "message"> {
  readonly message: string;
}

/** In bytes. */
export interface ChunkSizes {
  /** A smaller file is read as a whole. */
  readonly file: number;
  /** About how large chunks are. */
  readonly chunk: number;
}

/**
 * A smaller file is hardly read sooner by several threads: each of them has to start, and has to
 * compile its own code. That costs as much as reading a million rows (bench/README, "Formats").
 * Chunks are small, so that all threads end at about the same time.
 */
export const usualSizes: ChunkSizes = { file: 128 * 1024 * 1024, chunk: 3 * 1024 * 1024 };

/** For threads that wait since another load: they lose no time. */
export const warmSizes: ChunkSizes = { ...usualSizes, file: 64 * 1024 * 1024 };

/** Reads chunks, several at once. */
export interface ChunkReader {
  readonly sizes: ChunkSizes;
  /** Starts the threads, while the caller finds out where chunks begin. */
  start(): void;
  /**
   * Reads ranges with `ChunksOfFile`; their statements count in the order of the chunks.
   * @param onChunk is called for one chunk after the other, in their order.
   */
  read(task: ChunkTask, ranges: readonly ByteRange[], onChunk: OnChunk): Promise<void>;
}

/**
 * @param index of the chunk in the file
 * @param order of its statements among all of the load
 */
export type OnChunk = (
  index: number,
  report: ChunkReport | undefined,
  order: number,
) => Promise<void>;

/** Keeps findings and deferred blocks, up to a number of both. */
export class ReportList implements FindingLog {
  /** Undefined once there are too many. */
  entries: ReportEntry[] | undefined = [];
  readonly #max: number;
  readonly #once = new Set<string>();

  constructor(max: number) {
    this.#max = max;
  }

  report(_file: string, finding: Finding): void {
    const { counter, once } = finding;
    if (once !== undefined) {
      const key = `${counter}\n${once}`;
      if (this.#once.has(key)) return;
      this.#once.add(key);
    }
    this.#add(() => ({ finding: { ...finding, message: finding.message() } }));
  }

  defer(deferred: DeferredBlocks): void {
    this.#add(() => ({ deferred }));
  }

  #add(make: () => ReportEntry): void {
    if (this.entries === undefined) return;
    if (this.entries.length >= this.#max) this.entries = undefined;
    else this.entries.push(make());
  }
}

/** The steps between the orders of two chunks: deferred blocks, and the statements after them. */
const stepsPerChunk = 2 ** 24;

/** The order of the deferred blocks that a chunk defers as number `count`, from 1. */
export function orderOfDeferred(order: number, count: number): number {
  return order + (2 * count - 1) / stepsPerChunk;
}

/** The order of what the chunk writes after them. */
export function orderAfterDeferred(order: number, count: number): number {
  return order + (2 * count) / stepsPerChunk;
}
