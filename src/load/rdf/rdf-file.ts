/** Reads one file of N-Triples or N-Quads: usual lines as bytes, others as texts. */
import { type InputFile, readBytes, readLines } from "../bytes/index.ts";
import { FileLog } from "../report/index.ts";
import type { SourceFile } from "../sources/index.ts";
import { type FileProvenance, lazyProvenance, type TableRun } from "../statements/index.ts";
import { RdfBlocks } from "./rdf-blocks.ts";
import { RdfReader } from "./rdf-reader.ts";

export function isRdf({ extension }: SourceFile): boolean {
  return extension === ".nt" || extension === ".nq";
}

export async function loadRdf(
  input: InputFile,
  provenance: FileProvenance,
  { sink, log, progress, blocks }: TableRun,
): Promise<void> {
  const fileLog = new FileLog(log, input.path);
  const fileProvenance = lazyProvenance(provenance, sink);
  const reader = new RdfReader(fileProvenance, sink, fileLog);
  // A sink that asks where statements stand gets the line of each.
  if (sink.at === undefined) {
    const lines = new RdfBlocks({ sink, log: fileLog, progress, fileProvenance, reader });
    await blocks.read(input, lines.take.bind(lines));
  } else {
    await readLines(readBytes(input, progress), input.path, (line, number) => {
      if (number % 4096 === 0) progress.checkCancelled();
      if (reader.line(line, number)) progress.rows += 1;
    });
  }
  reader.end();
}
