/** Reads one JSON-LD file. */
import { LoadError } from "../../errors/errors.ts";
import { BlockReader, readBytes } from "../bytes/byte-blocks.ts";
import { FileLog } from "../bytes/diagnostics.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { requireText } from "../bytes/lines.ts";
import { Progress } from "../bytes/load-progress.ts";
import { concatenated, wholeText } from "../bytes/native.ts";
import type { TableRun } from "../statements/load-run.ts";
import { type FileProvenance, provenanceDcid } from "../statements/provenance.ts";
import { entryOf, type JsonNode, parseJson } from "../values/json-text.ts";
import { type ItemHandler, JsonItems } from "./json-items.ts";
import { JsonScanner } from "./json-scanner.ts";
import { LinkedNodes, Names } from "./linked-nodes.ts";
import { PlainNodes } from "./plain-nodes.ts";

/** Of a document that is read as a whole. */
const documentBytesMax = 256 * 1024 * 1024;

/** @throws LoadError if the file cannot be read, is no JSON or too large. */
export async function loadJsonLd(
  input: InputFile,
  provenance: FileProvenance,
  run: TableRun,
): Promise<void> {
  const frame = await frameOf(input, run.progress);
  if (frame !== undefined) {
    tellContext(input, frame, run);
    await readItems(input, provenance, frame, run);
    return;
  }
  const document = await readDocument(input, run.progress);
  tellContext(input, document, run);
  const log = new FileLog(run.log, input.path);
  const nodes = new LinkedNodes(namesOf(document), run, log, provenanceDcid(provenance));
  for (const node of nodesOf(document)) nodes.add(node);
}

async function readItems(
  input: InputFile,
  provenance: FileProvenance,
  frame: JsonNode,
  run: TableRun,
): Promise<void> {
  const own = provenanceDcid(provenance);
  const names = namesOf(frame);
  const nodes = new LinkedNodes(names, run, new FileLog(run.log, input.path), own);
  const handler: ItemHandler = {
    ...plainItems(names, run, own),
    text: (text, line) => {
      nodes.add(parseJson(text, input.path, line));
    },
  };
  const items = new JsonItems(input.path, handler);
  await run.blocks.read(input, (bytes, end, isLast) => {
    const rest = items.take(bytes, end, isLast);
    // Every node ended when the frame was read.
    if (isLast && rest < end)
      throw new LoadError("the file changed meanwhile", { file: input.path });
    return rest;
  });
}

/** Usual nodes are read as bytes, unless the sink asks where statements stand. */
function plainItems(names: Names, { sink, progress }: TableRun, provenance: string): ItemHandler {
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

async function readDocument(input: InputFile, progress: Progress): Promise<JsonNode> {
  const { path } = input;
  const blocks: Uint8Array[] = [];
  let size = 0;
  for await (const block of readBytes(input, progress)) {
    blocks.push(block);
    size += block.length;
    if (size > documentBytesMax) {
      const limit = `${documentBytesMax / 1024 / 1024} MiB`;
      throw new LoadError(`is larger than ${limit}; split the document`, { file: path });
    }
  }
  const bytes = concatenated(blocks);
  requireText(bytes, path, 1);
  return parseJson(wholeText(bytes), path);
}

function namesOf(document: JsonNode): Names {
  const names = new Names();
  for (const context of contextOf(document)) names.addContext(context);
  return names;
}

/** Says what of the context is not read. */
function tellContext(input: InputFile, document: JsonNode, { log }: TableRun): void {
  const names = new Names();
  for (const problem of contextOf(document).flatMap((context) => names.addContext(context))) {
    const finding = { level: "warning", counter: "JsonLd_UnreadContext", line: 1 } as const;
    log.report(input.path, { ...finding, message: () => problem });
  }
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

/** A smaller document is read as a whole. */
const smallBytes = 1024 * 1024;

/**
 * What stands around the nodes of a document that is read node by node.
 * @returns undefined for a document that is read as a whole: it has no list of nodes, several graphs,
 * or is small.
 * @throws LoadError if what stands around its nodes cannot be read.
 */
async function frameOf(input: InputFile, { signal }: Progress): Promise<JsonNode | undefined> {
  if (input.size <= smallBytes) return undefined;
  const items = new JsonItems(input.path, {});
  await new BlockReader(new Progress(0, signal)).read(input, items.take.bind(items));
  if (!items.hasItems || items.isTooLong) return undefined;
  const frame = items.frame();
  // Of several graphs the last one counts.
  const graphs = frame.kind === "object" ? frame.entries.filter(({ key }) => key === "@graph") : [];
  return graphs.length > 1 ? undefined : frame;
}
