/** Reads one file of N-Triples or N-Quads: usual lines as bytes, others as texts. */
import type { InputFile } from "../bytes/index.ts";
import { RecordLoop } from "../records/index.ts";
import { FileLog } from "../report/index.ts";
import type { SourceFile } from "../sources/index.ts";
import { type FileProvenance, lazyProvenance, type TableRun } from "../statements/index.ts";
import { RdfReader } from "./rdf-reader.ts";
import { RdfRecords } from "./rdf-records.ts";

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
  const loop = new RecordLoop(input, { blocks, progress });
  await loop.read(new RdfRecords(loop, { sink, progress, fileProvenance, reader }));
  reader.end();
}
