/** Reads one file of RDF: N-Triples and N-Quads as bytes where that is possible, Turtle as text. */
import type { InputFile } from "../bytes/file-tree.ts";
import { RecordLoop } from "../records/record-loop.ts";
import { FileLog } from "../report/diagnostics.ts";
import type { SourceFile } from "../sources/source-file.ts";
import type { TableRun } from "../statements/load-run.ts";
import { type FileProvenance, lazyProvenance } from "../statements/provenance.ts";
import { RdfReader } from "./rdf-reader.ts";
import { RdfRecords } from "./rdf-records.ts";

export function isRdf({ extension }: SourceFile): boolean {
  return extension === ".nt" || extension === ".nq";
}

export function isTurtle({ extension }: SourceFile): boolean {
  return extension === ".ttl";
}

/** @throws LoadError for a mistake of syntax. */
export async function loadTurtle(
  input: InputFile,
  provenance: FileProvenance,
  run: TableRun,
): Promise<void> {
  const { sink, log, progress } = run;
  const fileProvenance = lazyProvenance(provenance, sink);
  const reader = new RdfReader(fileProvenance, sink, new FileLog(log, input.path));
  // Few loads need the parser.
  const { readTurtle } = await import("./turtle.ts");
  await readTurtle(input, run, (statement, line) => {
    progress.rows += 1;
    reader.statement(statement, line);
  });
  reader.end();
}

export async function loadRdf(
  input: InputFile,
  provenance: FileProvenance,
  { sink, log, progress, blocks }: TableRun,
): Promise<void> {
  const fileLog = new FileLog(log, input.path);
  const fileProvenance = lazyProvenance(provenance, sink);
  const reader = new RdfReader(fileProvenance, sink, fileLog);
  const loop = new RecordLoop(input, { blocks, progress }, fileLog.damaged);
  await loop.read(new RdfRecords(loop, { sink, progress, fileProvenance, reader }));
  reader.end();
}
