/** Reads one instance MCF file into the importer. */
import { type InputFile, type Progress, readBytes } from "./byte-stream.ts";
import { type DiagnosticLog, FileLog } from "./diagnostics.ts";
import { readLines } from "./lines.ts";
import type { McfContext } from "./mcf-context.ts";
import { McfParser } from "./mcf-parser.ts";
import type { BlockSource } from "./node-identity.ts";
import type { NodeImport } from "./node-import.ts";
import { type FileProvenance, provenanceOf } from "./provenance.ts";
import type { Sink } from "./sink.ts";

/** What all readers of one load share. */
export interface Load {
  readonly sink: Sink;
  readonly log: DiagnosticLog;
  readonly progress: Progress;
  readonly nodes: NodeImport;
}

export async function loadMcf(
  input: InputFile,
  provenance: FileProvenance,
  { sink, log, progress, nodes }: Load,
): Promise<void> {
  const fileLog = new FileLog(log, input.path);
  // Known from the first node on: a Context block stands before it.
  let source: BlockSource | undefined;
  const parser = new McfParser("instance", fileLog, (block) => {
    source ??= sourceOf(provenance, parser.context, fileLog, sink);
    progress.rows += 1;
    nodes.add(block, source);
  });
  await readLines(readBytes(input, progress), input.path, (line, number) => {
    if (number % 4096 === 0) progress.checkCancelled();
    parser.line(line, number);
  });
  parser.end();
  nodes.endFile();
}

function sourceOf(
  provenance: FileProvenance,
  context: McfContext,
  log: FileLog,
  sink: Sink,
): BlockSource {
  return { log, provenance: provenanceOf(provenance, context, sink), prefixes: context.prefixes };
}
