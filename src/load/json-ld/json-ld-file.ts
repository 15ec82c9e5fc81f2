/** Reads one JSON-LD file. */
import { LoadError } from "../../errors/index.ts";
import { concatenated, type InputFile, readBytes, requireText, wholeText } from "../bytes/index.ts";
import { FileLog } from "../report/index.ts";
import type { SourceFile } from "../sources/index.ts";
import { type FileProvenance, type LoadRun, provenanceDcid } from "../statements/index.ts";
import { entryOf, type JsonNode, parseJson } from "../values/index.ts";
import { Names } from "./names.ts";
import { LinkedNodes } from "./nodes.ts";

export function isJsonLd({ extension }: SourceFile): boolean {
  return extension === ".jsonld";
}

/** A document is read as a whole; the exporter writes files of some megabytes. */
const documentBytesMax = 256 * 1024 * 1024;

/** @throws LoadError if the file cannot be read, is no JSON or too large. */
export async function loadJsonLd(
  input: InputFile,
  provenance: FileProvenance,
  run: LoadRun,
): Promise<void> {
  const { path } = input;
  const log = new FileLog(run.log, path);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readBytes(input, run.progress)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > documentBytesMax) {
      const limit = `${documentBytesMax / 1024 / 1024} MiB`;
      throw new LoadError(`is larger than ${limit}; split the document`, { file: path });
    }
  }
  const bytes = concatenated(chunks);
  requireText(bytes, path, 1);
  const document = parseJson(wholeText(bytes), path);
  const names = new Names();
  for (const problem of contextOf(document).flatMap((context) => names.addContext(context))) {
    const finding = { level: "warning", counter: "JsonLd_UnreadContext", line: 1 } as const;
    log.report({ ...finding, message: () => problem });
  }
  const nodes = new LinkedNodes(names, run, log, provenanceDcid(provenance));
  for (const node of nodesOf(document)) nodes.add(node);
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
