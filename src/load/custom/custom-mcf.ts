/**
 * MCF files of a custom folder: instance MCF in which any prefix that a node's name or the config
 * uses stands for a dcid, as `who:` in `Node: who:Smokers` (behaviour: inputs 5.5).
 */

import { readBytes } from "../bytes/byte-blocks.ts";
import { DiagnosticLog, FileLog } from "../bytes/diagnostics.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { readLines } from "../bytes/lines.ts";
import { Progress } from "../bytes/load-progress.ts";
import { emptyFile } from "../mcf/mcf-file.ts";
import { McfParser } from "../mcf/mcf-parser.ts";
import { type BlockSource, identityOf } from "../nodes/block-names.ts";
import type { NodeRun } from "../nodes/node-import.ts";
import { type FileProvenance, provenanceOf } from "../statements/provenance.ts";
import { dcidOf, type NodeBlock, withoutNamespace } from "../values/mcf-value.ts";
import type { CustomFile } from "./custom-folder.ts";

const keyPrefix = /^([A-Za-z][\w-]*:)(?!\/\/)/;
const nodePrefix = /^\s*Node\s*:\s*([A-Za-z][\w-]*:)(?!\/\/)/;
/** They mean something else, or the importer adds them anyway. */
const reserved: ReadonlySet<string> = new Set(["l:", "E:", "C:", "dcid:", "dcs:", "schema:"]);

/**
 * Further prefixes of dcids in the MCF files of custom folders: those that a config or a node's name
 * has, in any of the files.
 */
export async function prefixesOf(
  files: readonly { readonly input: InputFile; readonly file: CustomFile }[],
  log: DiagnosticLog,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
  const prefixes = new Set<string>();
  const add = (prefix: string | undefined): void => {
    if (prefix !== undefined && !reserved.has(prefix)) prefixes.add(prefix);
  };
  const configs = new Set(files.map(({ file }) => file.folder.config));
  for (const { provenance, mappings } of [...configs].flatMap(({ entries }) => entries)) {
    for (const key of [provenance, ...mappings.map((mapping) => mapping.key)]) {
      // A key or an id may have one: `custom:sourceCountry`.
      add(keyPrefix.exec(key)?.[1]);
    }
  }
  for (const { input, file } of files) {
    if (file.kind !== "nodes") continue;
    const chunks = readBytes(input, new Progress(0, signal));
    const onLine = (line: string) => add(nodePrefix.exec(line)?.[1]);
    // The load of the file reports it.
    const onDamage = () => {};
    await log.attempt(() => readLines(chunks, input.path, onLine, { onDamage }));
  }
  return prefixes;
}

/** @param onNode is handed every node that has a dcid. */
export async function loadCustomMcf(
  input: InputFile,
  provenance: FileProvenance,
  prefixes: ReadonlySet<string>,
  { sink, log, progress, nodes }: NodeRun,
  onNode: (dcid: string, block: NodeBlock) => void,
): Promise<void> {
  const fileLog = new FileLog(log, input.path);
  const quiet = new FileLog(new DiagnosticLog(), input.path);
  let source: BlockSource | undefined;
  const parser = new McfParser("custom", fileLog, (written) => {
    const { context } = parser;
    const block = withoutPrefixes(written, context.prefixes);
    source ??= {
      log: fileLog,
      provenance: provenanceOf(provenance, context, sink),
      prefixes: context.prefixes,
    };
    progress.rows += 1;
    nodes.add(block, source);
    // What is wrong with it was reported when it was added.
    const dcid = identityOf(block, { ...source, log: quiet });
    if (dcid !== undefined) onNode(dcid, block);
  });
  for (const prefix of prefixes) parser.context.prefixes.add(prefix);
  const onLine = (line: string, number: number, isDamaged: boolean) => {
    if (number % 4096 === 0) progress.checkCancelled();
    parser.line(line, number, isDamaged);
  };
  const { damaged: onDamage } = fileLog;
  await readLines(readBytes(input, progress), input.path, onLine, { onDamage });
  parser.end();
  if (input.size === 0 && !input.isGzip) fileLog.report(emptyFile);
}

/** A block as the importer has it: ids have no prefix at all, as in `dcid:undata:v/X`. */
export function withoutPrefixes(block: NodeBlock, prefixes: ReadonlySet<string>): NodeBlock {
  const dcid = dcidOf(block.name, prefixes);
  const values = block.values.map((value) => {
    const isId = value.kind === "reference" || value.property === "dcid";
    return isId ? { ...value, text: withoutNamespace(value.text) } : value;
  });
  const name = dcid === undefined ? block.name : `dcid:${withoutNamespace(dcid)}`;
  return { ...block, name, values };
}
