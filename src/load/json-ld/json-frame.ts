/**
 * What stands around the nodes of a large document. All of the document is read for that, since its
 * context may follow the nodes.
 */
import { BlockReader, type InputFile, Progress } from "../bytes/index.ts";
import type { JsonNode } from "../values/index.ts";
import { JsonItems } from "./json-items.ts";

/** A smaller document is read as a whole. */
const smallBytes = 1024 * 1024;

/**
 * What stands around the nodes of a document that is read node by node.
 * @returns undefined for a document that is read as a whole: it has no list of nodes, several graphs,
 * or is small.
 * @throws LoadError if what stands around its nodes cannot be read.
 */
export async function frameOf(
  input: InputFile,
  { signal }: Progress,
): Promise<JsonNode | undefined> {
  if (input.size <= smallBytes) return undefined;
  const items = new JsonItems(input.path, {});
  await new BlockReader(new Progress(0, signal)).read(input, items.take.bind(items));
  if (!items.hasItems || items.isTooLong) return undefined;
  const frame = items.frame();
  // Of several graphs the last one counts.
  const graphs = frame.kind === "object" ? frame.entries.filter(({ key }) => key === "@graph") : [];
  return graphs.length > 1 ? undefined : frame;
}
