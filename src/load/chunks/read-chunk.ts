/** Reads chunks of a file. A chunk does not have the number of lines before it. */
import { LoadError } from "../../errors/errors.ts";
import type { ByteRange } from "../bytes/file-tree.ts";
import { Progress } from "../bytes/load-progress.ts";
import { runInto } from "../mcf/mcf-file.ts";
import type { DeferredBlocks } from "../nodes/block-names.ts";
import type { Finding, FindingLog } from "../report/diagnostics.ts";
import type { Sink } from "../statements/sink.ts";
import {
  type ChunkFormat,
  type ChunkReport,
  type ChunkTask,
  orderAfterDeferred,
  type ReadChunk,
  ReportList,
} from "./chunk-format.ts";

/** A report with more entries is not sent: the first thread reads the chunk again. */
const entriesMax = 1_000;

/** A sink that several threads fill. */
interface OrderedSink extends Sink {
  begin(order: number): void;
}

/** Reads some chunks of one file, in their order. */
export class ChunksOfFile {
  readonly #format: ChunkFormat;
  readonly #task: ChunkTask;
  readonly #sink: OrderedSink;
  readonly #progress = new Progress(0);
  /** Opened with the first chunk. */
  #open: ReadChunk | undefined;
  /** Of the chunk at hand. */
  #list: ReportList = new ReportList(0);
  #order = 0;
  #deferredCount = 0;

  /** @param sink whose ids need not agree with those of other chunks. */
  constructor(format: ChunkFormat, task: ChunkTask, sink: OrderedSink) {
    this.#format = format;
    this.#task = task;
    this.#sink = sink;
  }

  /** @returns undefined if the chunk cannot be read to its end. */
  async read(range: ByteRange, order: number): Promise<ChunkReport | undefined> {
    const { reportsLines = false } = this.#format;
    this.#list = new ReportList(reportsLines ? 0 : entriesMax);
    this.#order = order;
    this.#deferredCount = 0;
    this.#sink.begin(order);
    const rowsBefore = this.#progress.rows;
    try {
      const lines = (await this.#reader()({ range, firstLine: 1 })) - 1;
      return { rows: this.#progress.rows - rowsBefore, lines, entries: this.#list.entries };
    } catch (error) {
      if (error instanceof LoadError) return undefined;
      throw error;
    }
  }

  #reader(): ReadChunk {
    const log = { report: (file: string, finding: Finding) => this.#list.report(file, finding) };
    this.#open ??= openChunks(this.#format, this.#task, this.#sink, log, this.#progress, (blocks) =>
      this.#defer(blocks),
    );
    return this.#open;
  }

  #defer(blocks: DeferredBlocks): void {
    this.#list.defer(blocks);
    this.#deferredCount += 1;
    this.#sink.begin(orderAfterDeferred(this.#order, this.#deferredCount));
  }
}

/** @param defer takes the blocks that only the first thread can import. */
export function openChunks(
  format: ChunkFormat,
  task: ChunkTask,
  sink: Sink,
  log: FindingLog,
  progress: Progress,
  defer: (blocks: DeferredBlocks) => void,
): ReadChunk {
  return format.open(task, task.shared, runInto(sink, log, progress, defer));
}
