/**
 * Tables in parts, which several threads may read at once. A part says everything about itself but
 * how many lines are before it; that is known once the parts before it are read.
 */
import { LoadError } from "../errors.ts";
import { BlockReader, type ByteRange, type FilePart } from "./byte-blocks.ts";
import type { Finding, FindingLog } from "./diagnostics.ts";
import { tableRanges } from "./file-ranges.ts";
import type { TableTask } from "./load-plan.ts";
import { type InputFile, Progress } from "./load-progress.ts";
import type { LoadRun, TableRun } from "./load-run.ts";
import type { Sink } from "./sink.ts";
import { loadObservations } from "./table-observations.ts";
import { loadTriples } from "./table-triples.ts";

/** A part of a table to read; plain data. */
export interface PartRequest {
  readonly task: TableTask;
  readonly range: ByteRange;
}

/** What reading a part found, beside its statements; plain data. Lines count from 1 in the part. */
export interface PartReport {
  readonly rows: number;
  readonly lines: number;
  readonly findings: readonly PlainFinding[];
}

interface PlainFinding extends Omit<Finding, "message"> {
  readonly message: string;
}

/** Reads parts, several at once. */
export interface PartReader {
  /**
   * Calls one of two for each request, in their order: `onPart` when the statements of a part are
   * in the sink, or `readHere`, which puts them there.
   */
  read(
    requests: readonly PartRequest[],
    onPart: (report: PartReport) => void,
    readHere: (request: PartRequest) => Promise<void>,
  ): Promise<void>;
}

/** Large enough that handing it to another thread costs little. */
const PART_BYTES = 3 * 1024 * 1024;
/**
 * A smaller table is read sooner by one thread: every further one has to start, and to find out by
 * itself which of its code is worth compiling, while the first one's compiler wants the core.
 */
const SIZE_MIN = 256 * 1024 * 1024;
/** More findings than these are not carried about. */
const FINDINGS_MAX = 1_000;

/** Says whether a table is large enough, and of a kind, to be read in parts. */
export function hasParts({ size, isGzip }: InputFile): boolean {
  return !isGzip && size >= SIZE_MIN;
}

/** The result does not depend on the reader: neither statements and their order nor diagnostics. */
export async function loadInParts(
  task: TableTask,
  reader: PartReader,
  run: LoadRun,
  partBytes: number = PART_BYTES,
): Promise<void> {
  const { input } = task;
  const { log, progress } = run;
  const ranges = tableRanges(input, Math.ceil(input.size / partBytes));
  let part = 0;
  let firstLine = 1;
  await reader.read(
    ranges.map((range) => ({ task, range })),
    ({ rows, lines, findings }) => {
      progress.checkCancelled();
      for (const { line, message, ...finding } of findings) {
        const absolute = line === undefined ? undefined : line + firstLine - 1;
        log.report(input.path, { ...finding, line: absolute, message: () => message });
      }
      progress.rows += rows;
      firstLine += lines;
      progress.reached(input, ranges[part]!.end);
      part += 1;
    },
    async ({ range }) => {
      firstLine = await readTable(task, run, { range, firstLine });
      part += 1;
    },
  );
}

/**
 * Reads a part into a sink of its own.
 * @returns undefined if it must be read in its place: it cannot be read to its end, or there is too
 * much to say about it.
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
    if (error instanceof LoadError || error instanceof TooManyFindings) return undefined;
    throw error;
  }
}

/** @returns the line behind the last row. */
export async function readTable(task: TableTask, run: TableRun, part?: FilePart): Promise<number> {
  const load = task.kind === "triples" ? loadTriples : loadObservations;
  return await load(task.input, task.columns, task.provenance, run, part);
}

class TooManyFindings extends Error {}

class FindingList implements FindingLog {
  readonly findings: PlainFinding[] = [];

  report(_file: string, finding: Finding): void {
    if (this.findings.length === FINDINGS_MAX) throw new TooManyFindings();
    this.findings.push({ ...finding, message: finding.message() });
  }
}
