/** Reads one file of N-Triples or N-Quads, or a part of it: usual lines as bytes, others as texts. */
import { type InputFile, readBytes, readLines } from "../bytes/index.ts";
import { FileLog } from "../report/index.ts";
import type { SourceFile } from "../sources/index.ts";
import {
  type FileProvenance,
  type LeavingPart,
  lazyProvenance,
  type TableRun,
} from "../statements/index.ts";
import { type LeftLine, takeLeftLine } from "./left-lines.ts";
import { RdfBlocks } from "./rdf-blocks.ts";
import { RdfReader } from "./rdf-reader.ts";

export function isRdf({ extension }: SourceFile): boolean {
  return extension === ".nt" || extension === ".nq";
}

/** @returns the line behind the last one; in a file that is read as texts, 0. */
export async function loadRdf(
  input: InputFile,
  provenance: FileProvenance,
  { sink, log, progress, blocks }: TableRun,
  part?: LeavingPart<LeftLine>,
): Promise<number> {
  const fileLog = new FileLog(log, input.path);
  const fileProvenance = lazyProvenance(provenance, sink);
  const reader = new RdfReader(fileProvenance, sink, fileLog);
  // A sink that asks where statements stand gets the line of each.
  if (sink.at === undefined) {
    const lines = new RdfBlocks({ sink, log: fileLog, progress, fileProvenance, reader }, part);
    await blocks.read(input, lines.take.bind(lines), part?.range);
    if (part === undefined) reader.end();
    return lines.line;
  }
  await readLines(readBytes(input, progress), input.path, (line, number) => {
    if (number % 4096 === 0) progress.checkCancelled();
    if (reader.line(line, number)) progress.rows += 1;
  });
  reader.end();
  return 0;
}

/** Takes what parts of a file left, in their order. */
export class LeftLines {
  readonly #run: TableRun;
  readonly #reader: RdfReader;

  constructor(input: InputFile, provenance: FileProvenance, run: TableRun) {
    this.#run = run;
    const { sink, log } = run;
    const fileLog = new FileLog(log, input.path);
    this.#reader = new RdfReader(lazyProvenance(provenance, sink), sink, fileLog);
  }

  /** @param before lines before the part */
  take(left: LeftLine, before: number): void {
    if (takeLeftLine(left, this.#reader, before)) this.#run.progress.rows += 1;
  }

  /** To be called behind the last part. */
  end(): void {
    this.#reader.end();
  }
}
