/**
 * Files in parts, which several threads may read at once. What only the whole of a file tells is left
 * to this thread, which takes the parts in their order.
 */
import { LoadError } from "../../errors/index.ts";
import { type ByteRange, type InputFile, Progress } from "../bytes/index.ts";
import { IdleSink } from "../statements/index.ts";
import { type PartTask, partFormatOf, type Rest, type WholeRun } from "./part-formats.ts";
import { type PartReader, type PartReport, stretchOfLeft } from "./part-report.ts";
import { readAgain } from "./read-part.ts";

type TaskOf<Kind> = Extract<PartTask, { readonly kind: Kind }>;

export interface PartsRun extends WholeRun {
  /** Reads parts of large files; undefined if this thread reads them whole. */
  readonly parts: PartReader | undefined;
}

/**
 * Lets the reader of parts get ready, if a file is large enough and can be cut.
 * @returns false for another file.
 */
export function getReady(
  kind: PartTask["kind"],
  input: InputFile,
  parts: PartReader | undefined,
): parts is PartReader {
  if (parts === undefined || input.isGzip || input.tree.ranges === undefined) return false;
  const { sizeFactor = 1 } = partFormatOf({ kind });
  if (input.size < parts.sizes.file * sizeFactor) return false;
  parts.start();
  return true;
}

/**
 * Reads a large file in parts, if it can be.
 * @param taskOf makes the task, once the threads get ready, which may help; undefined for a file of
 * which every part needs those before it.
 * @param takeLeft takes what parts leave. Default: the format does.
 * @returns false if nothing was read.
 */
export async function readInParts<Kind extends PartTask["kind"]>(
  kind: Kind,
  input: InputFile,
  run: PartsRun,
  taskOf: (parts: PartReader) => TaskOf<Kind> | undefined | Promise<TaskOf<Kind> | undefined>,
  takeLeft?: (left: unknown) => void,
): Promise<boolean> {
  const { parts } = run;
  if (!getReady(kind, input, parts)) return false;
  const task = await taskOf(parts);
  return task !== undefined && (await loadInParts(task, parts, run, takeLeft));
}

/**
 * The result does not depend on the reader: neither statements and their order nor diagnostics.
 * @returns false if the file cannot be cut: nothing was read.
 */
async function loadInParts(
  task: PartTask,
  reader: PartReader,
  run: WholeRun,
  takeLeft: ((left: unknown) => void) | undefined,
): Promise<boolean> {
  const { input } = task;
  const format = partFormatOf(task);
  const records = format.records(task);
  const count = Math.ceil(input.size / reader.sizes.part);
  const ranges = "kind" in records ? input.tree.ranges?.(input, count, records) : records;
  if (ranges === undefined) return false;
  const rest = takeLeft ? { take: takeLeft, end: () => {} } : format.rest(task, run);
  const told = new PartsInOrder(task, rest, run);
  await reader.read(task, ranges, async (part, report, stretch) => {
    await told.take(ranges[part]!, report, stretch);
  });
  told.end();
  return true;
}

class PartsInOrder {
  readonly #task: PartTask;
  readonly #rest: Rest;
  readonly #run: WholeRun;
  /** Lines before the part. */
  #before = 0;

  constructor(task: PartTask, rest: Rest, run: WholeRun) {
    this.#task = task;
    this.#rest = rest;
    this.#run = run;
  }

  async take(range: ByteRange, report: PartReport | undefined, stretch: number): Promise<void> {
    const { progress } = this.#run;
    progress.checkCancelled();
    if (report?.told === undefined) await this.#again(range, report, stretch);
    else this.#tell(report, stretch);
    progress.reached(this.#task.input, range.end);
  }

  end(): void {
    this.#rest.end();
  }

  #tell({ told, rows, lines }: PartReport, stretch: number): void {
    const { log, progress } = this.#run;
    const before = this.#before;
    let count = 0;
    for (const one of told ?? []) {
      if ("left" in one) this.#take(one.left, before, stretch, ++count);
      else {
        const { line, message, ...finding } = one.finding;
        const absolute = line === undefined ? undefined : line + before;
        log.report(this.#task.input.path, { ...finding, line: absolute, message: () => message });
      }
    }
    progress.rows += rows;
    this.#before += lines;
  }

  /**
   * Reads a part once more for what there is to say of it: its statements are there, unless it cannot
   * be read.
   */
  async #again(range: ByteRange, report: PartReport | undefined, stretch: number): Promise<void> {
    const { log, progress } = this.#run;
    let count = 0;
    const part = { range, firstLine: this.#before + 1 };
    const own = new Progress(0, progress.signal);
    const line = await readAgain(this.#task, part, new IdleSink(), log, own, (left) => {
      this.#take(left, 0, stretch, ++count);
    });
    progress.rows += own.rows;
    this.#before = line - 1;
    if (report === undefined) {
      throw new LoadError("the file changed meanwhile", { file: this.#task.input.path });
    }
  }

  #take(left: unknown, before: number, stretch: number, count: number): void {
    this.#run.sink.begin?.(stretchOfLeft(stretch, count));
    this.#rest.take(left, before);
  }
}
