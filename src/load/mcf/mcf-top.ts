/** What stands above the first node of an MCF file that is to be read in chunks. */
import { type InputFile, Progress, readBytes, textOf, textStart } from "../bytes/index.ts";
import { FileLog } from "../report/index.ts";
import type { FileContext } from "../statements/index.ts";
import { McfParser } from "./mcf-parser.ts";

/** How nodes begin, at the very begin of a line. */
export const nodeStart = "Node:";

/**
 * The context of a file; plain data.
 * @returns undefined if it declares prefixes, or no node begins in the first block: one reader has to
 * know all of it.
 */
export async function contextOf(input: InputFile): Promise<FileContext | undefined> {
  for await (const block of readBytes(input, new Progress(0))) {
    const text = `\n${textOf(block, textStart(block), block.length)}`;
    const end = text.indexOf(`\n${nodeStart}`);
    if (end < 0) return undefined;
    const log = new FileLog({ report: () => {} }, input.path);
    const { context } = parserOf(text.slice(0, end), log);
    const { importName, provenanceUrl } = context;
    return context.prefixes.size === 0 ? { importName, provenanceUrl } : undefined;
  }
  return undefined;
}

function parserOf(text: string, log: FileLog): McfParser {
  const parser = new McfParser("instance", log, () => {});
  for (const [index, line] of text.split("\n").entries()) parser.line(line, index);
  return parser;
}
