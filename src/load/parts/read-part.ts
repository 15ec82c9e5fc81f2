/** Reads a part of a file, which says everything about itself but how many lines are before it. */
import { LoadError } from "../../errors/index.ts";
import { BlockReader, type FilePart, Progress } from "../bytes/index.ts";
import { McfProperties, type McfRun, McfScanner } from "../mcf/index.ts";
import { NodeImport } from "../nodes/index.ts";
import type { FindingLog } from "../report/index.ts";
import type { Sink } from "../statements/index.ts";
import { partFormatOf } from "./part-formats.ts";
import { type PartReport, type PartRequest, stretchBehindLeft, ToldList } from "./part-report.ts";

/** More are not carried about. */
const toldMax = 1_000;

/** A sink that several threads fill. */
export interface StretchSink extends Sink {
  begin(stretch: number): void;
}

/**
 * Reads a part into a sink, whose ids need not agree with other parts.
 * @returns undefined if it cannot be read to its end.
 */
export async function readPart(
  { task, range }: PartRequest,
  sink: StretchSink,
  stretch: number,
): Promise<PartReport | undefined> {
  const format = partFormatOf(task);
  const log = new ToldList(format.tellsLines === true ? 0 : toldMax);
  const progress = new Progress(0);
  const run = partRun(sink, log, progress);
  let left = 0;
  sink.begin(stretch);
  try {
    const part = { range, firstLine: 1 };
    const line = await format.read(task, run, part, (one) => {
      log.leave(one);
      left += 1;
      sink.begin(stretchBehindLeft(stretch, left));
    });
    return { rows: progress.rows, lines: line - 1, told: log.told };
  } catch (error) {
    if (error instanceof LoadError) return undefined;
    throw error;
  }
}

/**
 * Reads a part without its statements, for what it has to say and what it leaves.
 * @returns the line behind it.
 */
export async function readAgain(
  { task }: PartRequest,
  part: FilePart,
  sink: Sink,
  log: FindingLog,
  progress: Progress,
  leave: (left: unknown) => void,
): Promise<number> {
  return await partFormatOf(task).read(task, partRun(sink, log, progress), part, leave);
}

function partRun(sink: Sink, log: FindingLog, progress: Progress): McfRun {
  let scanner: McfScanner | undefined;
  return {
    sink,
    log,
    progress,
    blocks: new BlockReader(progress),
    get scanner() {
      scanner ??= new McfScanner(new McfProperties(sink));
      return scanner;
    },
    nodes: new NodeImport(sink),
  };
}
