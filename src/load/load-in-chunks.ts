/**
 * Reads a file in chunks, several at once. The first thread takes the reports of the chunks in their
 * order, and does what they deferred. The result is the same as without chunks: statements and their
 * order, and diagnostics.
 */
import { LoadError } from "../errors/errors.ts";
import { FileLog, type Finding, type FindingLog } from "./bytes/diagnostics.ts";
import type { ByteRange, InputFile } from "./bytes/file-tree.ts";
import { Progress } from "./bytes/load-progress.ts";
import {
  type ChunkFormat,
  type ChunkReader,
  type ChunkReport,
  type ChunkTask,
  orderAfterDeferred,
  orderOfDeferred,
  type ReadChunk,
  ReportList,
  type WholeRun,
} from "./chunk-format.ts";
import { runInto } from "./mcf/mcf-file.ts";
import { type BlockSource, type DeferredBlocks, placedBlocks } from "./nodes/block-names.ts";
import type { FileTask } from "./statements/load-run.ts";
import { provenanceOf } from "./statements/provenance.ts";
import type { Sink } from "./statements/sink.ts";
import { IdleSink } from "./statements/statements.ts";

/**
 * Reads a file in chunks if it is large enough and can be divided.
 * @returns false if nothing was read.
 */
export async function readInChunks(
  format: ChunkFormat,
  task: FileTask & { readonly kind: string },
  run: WholeRun,
  reader: ChunkReader,
): Promise<boolean> {
  const { kind, input, provenance } = task;
  if (!isLarge(format, input, reader)) return false;
  reader.start();
  const shared = await format.share(task, run);
  if (shared === undefined) return false;
  const count = Math.ceil(input.size / reader.sizes.chunk);
  const ranges = input.tree.ranges?.(input, count, format.records(shared));
  if (ranges === undefined) return false;
  const chunkTask = { kind, input, provenance, shared };
  const inOrder = new ChunksInOrder(format, chunkTask, run);
  await reader.read(chunkTask, ranges, async (index, report, order) => {
    await inOrder.take(ranges[index]!, report, order);
  });
  return true;
}

function isLarge({ sizeFactor = 1 }: ChunkFormat, input: InputFile, { sizes }: ChunkReader) {
  const { size, isGzip, tree } = input;
  return !isGzip && tree.ranges !== undefined && size >= sizes.file * sizeFactor;
}

/** Takes the reports of a file's chunks, one after the other. */
class ChunksInOrder {
  readonly #format: ChunkFormat;
  readonly #task: ChunkTask;
  readonly #run: WholeRun;
  /** Of the blocks that chunks defer; made for the first of them. */
  #source: BlockSource | undefined;
  /** Lines before the chunk. */
  #linesBefore = 0;

  constructor(format: ChunkFormat, task: ChunkTask, run: WholeRun) {
    this.#format = format;
    this.#task = task;
    this.#run = run;
  }

  async take(range: ByteRange, report: ChunkReport | undefined, order: number): Promise<void> {
    const { progress } = this.#run;
    progress.checkCancelled();
    if (report?.entries === undefined) await this.#readAgain(range, report, order);
    else this.#takeEntries(report, order);
    progress.reached(this.#task.input, range.end);
  }

  #takeEntries({ entries, rows, lines }: ChunkReport, order: number): void {
    const { log, progress } = this.#run;
    const before = this.#linesBefore;
    let count = 0;
    for (const entry of entries ?? []) {
      if ("deferred" in entry) this.#import(entry.deferred, before, order, ++count);
      else {
        const { line, message, ...finding } = entry.finding;
        const absolute = line === undefined ? undefined : line + before;
        log.report(this.#task.input.path, { ...finding, line: absolute, message: () => message });
      }
    }
    progress.rows += rows;
    this.#linesBefore += lines;
  }

  /**
   * Reads a chunk once more for its findings and deferred blocks. Its statements are in the builder
   * of the thread that read it, unless it cannot be read.
   */
  async #readAgain(
    range: ByteRange,
    report: ChunkReport | undefined,
    order: number,
  ): Promise<void> {
    const { log, progress } = this.#run;
    let count = 0;
    const own = new Progress(0, progress.signal);
    const defer = (deferred: DeferredBlocks) => this.#import(deferred, 0, order, ++count);
    const read = await openChunks(this.#format, this.#task, new IdleSink(), log, own, defer);
    const line = await read({ range, firstLine: this.#linesBefore + 1 });
    progress.rows += own.rows;
    this.#linesBefore = line - 1;
    if (report === undefined) {
      throw new LoadError("the file changed meanwhile", { file: this.#task.input.path });
    }
  }

  /** @param before lines before those of the blocks */
  #import({ blocks, isRow }: DeferredBlocks, before: number, order: number, count: number): void {
    const { sink, nodes } = this.#run;
    sink.begin?.(orderOfDeferred(order, count));
    const source = this.#sourceOf();
    const placed = placedBlocks(blocks, before);
    if (isRow) nodes.addRow(placed, source);
    else for (const block of placed) nodes.add(block, source);
  }

  #sourceOf(): BlockSource {
    const { input, provenance, shared } = this.#task;
    const { sink, log } = this.#run;
    this.#source ??= {
      log: new FileLog(log, input.path),
      provenance: provenanceOf(provenance, this.#format.context?.(shared), sink),
      prefixes: new Set(),
    };
    return this.#source;
  }
}

/** A report with more entries is not sent: the first thread reads the chunk again. */
const entriesMax = 1_000;

/** A sink that several threads fill. */
interface OrderedSink extends Sink {
  begin(order: number): void;
}

/** Reads some chunks of one file, in their order. A chunk does not have the number of lines before it. */
export class ChunksOfFile {
  readonly #format: ChunkFormat;
  readonly #task: ChunkTask;
  readonly #sink: OrderedSink;
  readonly #progress = new Progress(0);
  /** Opened with the first chunk. */
  #open: Promise<ReadChunk> | undefined;
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
      const read = await this.#reader();
      const lines = (await read({ range, firstLine: 1 })) - 1;
      return { rows: this.#progress.rows - rowsBefore, lines, entries: this.#list.entries };
    } catch (error) {
      if (error instanceof LoadError) return undefined;
      throw error;
    }
  }

  #reader(): Promise<ReadChunk> {
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
async function openChunks(
  format: ChunkFormat,
  task: ChunkTask,
  sink: Sink,
  log: FindingLog,
  progress: Progress,
  defer: (blocks: DeferredBlocks) => void,
): Promise<ReadChunk> {
  return await format.open(task, task.shared, runInto(sink, log, progress, defer));
}
