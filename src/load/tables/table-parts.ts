/**
 * Tables in parts, which several threads may read at once. A part says everything about itself but
 * how many lines are before it; that is known once the parts before it are read.
 */
import { LoadError } from "../../errors/index.ts";
import {
  BlockReader,
  type ByteRange,
  type FilePart,
  type InputFile,
  Progress,
} from "../bytes/index.ts";
import type { Finding, FindingLog } from "../report/index.ts";
import { IdleSink, type LoadRun, type Sink, type TableRun } from "../statements/index.ts";
import type { TableTask } from "./table-columns.ts";
import { loadObservations } from "./table-observations.ts";
import { loadTriples } from "./table-triples.ts";

/** A part of a table to read; plain data. */
export interface PartRequest {
  readonly task: TableTask;
  readonly range: ByteRange;
}

/**
 * What reading a part found, apart from its statements; plain data. Lines count from 1 in the part.
 */
export interface PartReport {
  readonly rows: number;
  readonly lines: number;
  /** Undefined when they are too many to be carried about. */
  readonly findings: readonly PlainFinding[] | undefined;
}

interface PlainFinding extends Omit<Finding, "message"> {
  readonly message: string;
}

/** Reads parts, several at once. */
export interface PartReader {
  /** Gets ready, while the caller finds out where parts begin. */
  start(): void;
  /**
   * Reads parts with `readPart`, so that their statements count in the order of the parts.
   * @param onPart is called for one part after the other, in their order.
   */
  read(
    requests: readonly PartRequest[],
    onPart: (part: number, report: PartReport | undefined) => Promise<void>,
  ): Promise<void>;
}

/** Small enough that threads are done at about the same time. */
const partBytesUsual = 3 * 1024 * 1024;
/**
 * A smaller table is hardly read sooner by several threads: every further one has to start, and to
 * find out by itself which of its code is worth compiling. That costs what reading a million rows does.
 */
const sizeMin = 32 * 1024 * 1024;
/** More findings than these are not carried about. */
const findingsMax = 1_000;

/** Says whether a table is large enough, and where it lies can be read in parts: memory is read whole. */
export function hasParts({ size, isGzip, tree }: InputFile): boolean {
  return !isGzip && tree.ranges !== undefined && size >= sizeMin;
}

/** The result does not depend on the reader: neither statements and their order nor diagnostics. */
export async function loadInParts(
  task: TableTask,
  reader: PartReader,
  run: LoadRun,
  partBytes: number = partBytesUsual,
): Promise<void> {
  const { input } = task;
  const { log, progress } = run;
  reader.start();
  const ranges = input.tree.ranges?.(input, Math.ceil(input.size / partBytes)) ?? [];
  let firstLine = 1;
  const requests = ranges.map((range) => ({ task, range }));
  await reader.read(requests, async (part, report) => {
    const range = ranges[part]!;
    progress.checkCancelled();
    if (report?.findings === undefined) {
      firstLine = await tellAgain(task, run, { range, firstLine }, report);
    } else {
      for (const { line, message, ...finding } of report.findings) {
        const absolute = line === undefined ? undefined : line + firstLine - 1;
        log.report(input.path, { ...finding, line: absolute, message: () => message });
      }
      progress.rows += report.rows;
      firstLine += report.lines;
    }
    progress.reached(input, range.end);
  });
}

/**
 * Reads a part once more for what there is to say of it: its statements are there, unless it cannot
 * be read.
 * @returns the line behind the last row.
 */
async function tellAgain(
  task: TableTask,
  run: LoadRun,
  part: FilePart,
  report: PartReport | undefined,
): Promise<number> {
  const line = await readTable(task, { ...run, sink: new IdleSink() }, part);
  const { path } = task.input;
  if (report === undefined) throw new LoadError("the file changed meanwhile", { file: path });
  return line;
}

/**
 * Reads a part into a sink, whose ids need not agree with other parts.
 * @returns undefined if it cannot be read to its end.
 */
export async function readPart(
  { task, range }: PartRequest,
  sink: Sink,
): Promise<PartReport | undefined> {
  const log = new FindingList();
  const progress = new Progress(0);
  const run = { sink, log, progress, blocks: new BlockReader(progress) };
  try {
    const line = await readTable(task, run, { range, firstLine: 1 });
    return { rows: progress.rows, lines: line - 1, findings: log.findings };
  } catch (error) {
    if (error instanceof LoadError) return undefined;
    throw error;
  }
}

/** @returns the line behind the last row. */
export async function readTable(task: TableTask, run: TableRun, part?: FilePart): Promise<number> {
  const load = task.kind === "triples" ? loadTriples : loadObservations;
  return await load(task.input, task.columns, task.provenance, run, part);
}

class FindingList implements FindingLog {
  /** Undefined once there are too many. */
  findings: PlainFinding[] | undefined = [];

  report(_file: string, finding: Finding): void {
    if (this.findings?.length === findingsMax) this.findings = undefined;
    this.findings?.push({ ...finding, message: finding.message() });
  }
}
