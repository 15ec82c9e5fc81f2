/** Reads parts of a file, which say everything about themselves but how many lines are before them. */
import { LoadError } from "../../errors/index.ts";
import { type ByteRange, type FilePart, Progress } from "../bytes/index.ts";
import { runInto } from "../mcf/index.ts";
import type { Finding, FindingLog } from "../report/index.ts";
import type { Sink } from "../statements/index.ts";
import { type PartTask, partFormatOf, type ReadPart } from "./part-formats.ts";
import { type PartReport, stretchBehindLeft, ToldList } from "./part-report.ts";

/** More are not carried about. */
const toldMax = 1_000;

/** A sink that several threads fill. */
export interface StretchSink extends Sink {
  begin(stretch: number): void;
}

/** Reads some parts of one file, in their order. */
export class PartsOfFile {
  readonly #task: PartTask;
  readonly #sink: StretchSink;
  readonly #progress = new Progress(0);
  /** Opened with the first part, whose stretch takes what is written then. */
  #open: ReadPart | undefined;
  /** Of the part at hand: what is told of it, its stretch, and how often something was left. */
  #told: ToldList = new ToldList(0);
  #stretch = 0;
  #left = 0;

  /** @param sink whose ids need not agree with those of other parts. */
  constructor(task: PartTask, sink: StretchSink) {
    this.#task = task;
    this.#sink = sink;
  }

  /** @returns undefined if the part cannot be read to its end. */
  async read(range: ByteRange, stretch: number): Promise<PartReport | undefined> {
    const { tellsLines = false } = partFormatOf(this.#task);
    this.#told = new ToldList(tellsLines ? 0 : toldMax);
    this.#stretch = stretch;
    this.#left = 0;
    this.#sink.begin(stretch);
    const rowsBefore = this.#progress.rows;
    try {
      const lines = (await this.#reader()({ range, firstLine: 1 })) - 1;
      return { rows: this.#progress.rows - rowsBefore, lines, told: this.#told.told };
    } catch (error) {
      if (error instanceof LoadError) return undefined;
      throw error;
    }
  }

  #reader(): ReadPart {
    if (this.#open !== undefined) return this.#open;
    const task = this.#task;
    const log = { report: (file: string, finding: Finding) => this.#told.report(file, finding) };
    const run = runInto(this.#sink, log, this.#progress);
    this.#open = partFormatOf(task).open(task, run, (left) => this.#leave(left));
    return this.#open;
  }

  #leave(left: unknown): void {
    this.#told.leave(left);
    this.#left += 1;
    this.#sink.begin(stretchBehindLeft(this.#stretch, this.#left));
  }
}

/**
 * Reads a part without its statements, for what it has to say and what it leaves.
 * @returns the line behind it.
 */
export async function readAgain(
  task: PartTask,
  part: FilePart,
  sink: Sink,
  log: FindingLog,
  progress: Progress,
  leave: (left: unknown) => void,
): Promise<number> {
  return await partFormatOf(task).open(task, runInto(sink, log, progress), leave)(part);
}
