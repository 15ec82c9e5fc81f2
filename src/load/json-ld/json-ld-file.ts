/** Reads one JSON-LD file. */
import { LoadError } from "../../errors/index.ts";
import {
  BlockReader,
  concatenated,
  type InputFile,
  Progress,
  readBytes,
  requireText,
  wholeText,
} from "../bytes/index.ts";
import { FileLog } from "../report/index.ts";
import type { SourceFile } from "../sources/index.ts";
import { type FileProvenance, type LoadRun, provenanceDcid } from "../statements/index.ts";
import { entryOf, type JsonNode, parseJson } from "../values/index.ts";
import { type ItemHandler, JsonItems } from "./json-items.ts";
import { JsonScanner } from "./json-scanner.ts";
import { Names } from "./names.ts";
import { LinkedNodes } from "./nodes.ts";
import { PlainNodes } from "./plain-nodes.ts";

export function isJsonLd({ extension }: SourceFile): boolean {
  return extension === ".jsonld";
}

/** A document without a list of nodes is read as a whole, and so is a small one. */
const documentBytesMax = 256 * 1024 * 1024;
const smallBytes = 1024 * 1024;

/** @throws LoadError if the file cannot be read, is no JSON or too large. */
export async function loadJsonLd(
  input: InputFile,
  provenance: FileProvenance,
  run: LoadRun,
): Promise<void> {
  const log = new FileLog(run.log, input.path);
  const own = provenanceDcid(provenance);
  const frame = input.size > smallBytes ? await frameOf(input, run.progress) : undefined;
  if (frame === undefined) {
    const document = await readDocument(input, run.progress);
    const nodes = new LinkedNodes(namesOf(document, log), run, log, own);
    for (const node of nodesOf(document)) nodes.add(node);
    return;
  }
  const names = namesOf(frame, log);
  const nodes = new LinkedNodes(names, run, log, own);
  const items = new JsonItems(input.path, {
    ...plainItems(names, run, own),
    text: (text, line) => {
      nodes.add(parseJson(text, input.path, line));
    },
  });
  await run.blocks.read(input, items.take.bind(items));
}

/** Usual nodes are read as bytes, unless the sink asks where statements stand. */
function plainItems(names: Names, { sink, progress }: LoadRun, provenance: string): ItemHandler {
  if (sink.at !== undefined) return {};
  const scanner = new JsonScanner();
  const nodes = new PlainNodes(names, sink, provenance);
  const take = (bytes: Uint8Array): boolean => {
    if (!nodes.write(bytes, scanner)) return false;
    progress.rows += 1;
    if (progress.rows % 1024 === 0) progress.checkCancelled();
    return true;
  };
  return { plain: { scanner, take } };
}

/**
 * A document without its nodes; its context may stand behind them.
 * @returns undefined if it has no list of nodes.
 */
async function frameOf(input: InputFile, { signal }: Progress): Promise<JsonNode | undefined> {
  const items = new JsonItems(input.path, {});
  await new BlockReader(new Progress(0, signal)).read(input, items.take.bind(items));
  if (!items.hasItems || items.isTooLong) return undefined;
  const frame = items.frame();
  // Of several graphs the last one counts.
  const graphs = frame.kind === "object" ? frame.entries.filter(({ key }) => key === "@graph") : [];
  return graphs.length > 1 ? undefined : frame;
}

async function readDocument(input: InputFile, progress: Progress): Promise<JsonNode> {
  const { path } = input;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readBytes(input, progress)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > documentBytesMax) {
      const limit = `${documentBytesMax / 1024 / 1024} MiB`;
      throw new LoadError(`is larger than ${limit}; split the document`, { file: path });
    }
  }
  const bytes = concatenated(chunks);
  requireText(bytes, path, 1);
  return parseJson(wholeText(bytes), path);
}

function namesOf(document: JsonNode, log: FileLog): Names {
  const names = new Names();
  for (const problem of contextOf(document).flatMap((context) => names.addContext(context))) {
    const finding = { level: "warning", counter: "JsonLd_UnreadContext", line: 1 } as const;
    log.report({ ...finding, message: () => problem });
  }
  return names;
}

function contextOf(document: JsonNode): JsonNode[] {
  const context = entryOf(document, "@context")?.value;
  return context === undefined ? [] : [context];
}

/** The nodes of the graph or of a list, or the one node that the document is. */
function nodesOf(document: JsonNode): readonly JsonNode[] {
  const graph = entryOf(document, "@graph")?.value ?? document;
  return graph.kind === "list" ? graph.items : [graph];
}
