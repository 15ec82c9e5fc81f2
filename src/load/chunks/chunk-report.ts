/** What a chunk reports and defers: plain data, in the order of the file. */
import type { ByteRange } from "../bytes/index.ts";
import type { DeferredBlocks } from "../nodes/index.ts";
import type { Finding, FindingLog } from "../report/index.ts";
import type { ChunkTask } from "./chunk-format.ts";

/** Lines count from 1 in the chunk. */
export interface ChunkReport {
  /** Rows that the chunk wrote into the sink or reported something about; deferred rows do not count. */
  readonly rows: number;
  readonly lines: number;
  /** Undefined if they are too many to send, or if they need line numbers of the file. */
  readonly entries: readonly ReportEntry[] | undefined;
}

export type ReportEntry =
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
