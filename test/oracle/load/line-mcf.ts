/** Instance MCF as the parser of lines alone reads it. */

import { type DiagnosticLog, FileLog } from "../../../src/load/bytes/diagnostics.ts";
import { readLines } from "../../../src/load/bytes/lines.ts";
import { Progress } from "../../../src/load/bytes/load-progress.ts";
import { emptyFile } from "../../../src/load/mcf/mcf-file.ts";
import { McfParser } from "../../../src/load/mcf/mcf-parser.ts";
import type { BlockSource } from "../../../src/load/nodes/block-names.ts";
import { NodeImport } from "../../../src/load/nodes/node-import.ts";
import { provenanceOf } from "../../../src/load/statements/provenance.ts";
import type { Sink } from "../../../src/load/statements/sink.ts";

/** Reads the text of `file` into the sink, as the only file of a load. */
export async function loadMcfLines(
  text: Uint8Array,
  file: string,
  sink: Sink,
  log: DiagnosticLog,
): Promise<void> {
  const nodes = new NodeImport(sink);
  const fileLog = new FileLog(log, file);
  if (text.length === 0) fileLog.report(emptyFile);
  let source: BlockSource | undefined;
  const parser = new McfParser("instance", fileLog, (block) => {
    const { context } = parser;
    const provenance = { listed: undefined, option: undefined, stem: "a" };
    source ??= {
      log: fileLog,
      provenance: provenanceOf(provenance, context, sink),
      prefixes: context.prefixes,
    };
    nodes.add(block, source);
  });
  const chunks = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from(text);
  };
  const { damaged: onDamage } = fileLog;
  await readLines(chunks(), file, parser.line.bind(parser), { onDamage });
  parser.end();
  nodes.endFile();
  nodes.end(() => new Progress(0).checkCancelled());
}
