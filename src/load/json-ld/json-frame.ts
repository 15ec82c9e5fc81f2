/**
 * What stands around the nodes of a large document, and where it can be cut. All of the document is
 * gone through for that, as its context may stand behind the nodes.
 */
import { LoadError } from "../../errors/index.ts";
import {
  BlockReader,
  type ByteRange,
  type FilePart,
  type InputFile,
  Progress,
} from "../bytes/index.ts";
import type { TableRun } from "../statements/index.ts";
import type { JsonNode } from "../values/index.ts";
import { JsonItems } from "./json-items.ts";

/** A smaller document is read as a whole. */
const smallBytes = 1024 * 1024;

/** A document that is read node by node. */
export interface JsonLdFrame {
  /** What stands around the nodes. */
  readonly frame: JsonNode;
  /** Parts, which begin behind the comma between two nodes, or with the document. */
  readonly ranges: readonly ByteRange[];
}

/** How parts of a list are gone through by several threads. */
export interface ListParts {
  /** About how large they are. */
  readonly bytes: number;
  /** @returns the lines of each; undefined for one that is no run of whole nodes. */
  linesOf(ranges: readonly ByteRange[]): Promise<readonly (number | undefined)[]>;
}

/**
 * @returns undefined for a document that is read as a whole: it has no list of nodes, several graphs,
 * or is small.
 * @throws LoadError if what stands around its nodes cannot be read.
 */
export async function frameOf(
  input: InputFile,
  { signal }: Progress,
  parts?: ListParts,
): Promise<JsonLdFrame | undefined> {
  if (input.size <= smallBytes) return undefined;
  const blocks = new BlockReader(new Progress(0, signal));
  const { items, starts } =
    (parts && (await scanInParts(input, blocks, parts))) ?? (await scanWhole(input, blocks, parts));
  if (!items.hasItems || items.isTooLong) return undefined;
  const frame = items.frame();
  // Of several graphs the last one counts.
  const graphs = frame.kind === "object" ? frame.entries.filter(({ key }) => key === "@graph") : [];
  if (graphs.length > 1) return undefined;
  const ranges = starts.map((start, at) => ({ start, end: starts[at + 1] ?? input.size }));
  return { frame, ranges };
}

interface Scan {
  readonly items: JsonItems;
  readonly starts: number[];
}

function newScan({ path }: InputFile, bytes: number): Scan {
  const starts = [0];
  const begin = (offset: number): void => {
    if (offset >= starts.at(-1)! + bytes) starts.push(offset);
  };
  return { items: new JsonItems(path, { begin }), starts };
}

async function scanWhole(
  input: InputFile,
  blocks: BlockReader,
  parts: ListParts | undefined,
): Promise<Scan> {
  const scan = newScan(input, parts?.bytes ?? Number.POSITIVE_INFINITY);
  await blocks.read(input, scan.items.take.bind(scan.items));
  return scan;
}

/**
 * Parts begin where objects seem to begin in the list. Such a begin is one if the part before it has
 * one, too, and ends with it: what is wrong is gone through by this thread.
 * @returns undefined if the first is none.
 */
async function scanInParts(
  input: InputFile,
  blocks: BlockReader,
  parts: ListParts,
): Promise<Scan | undefined> {
  const count = Math.ceil(input.size / parts.bytes);
  const [head, ...others] = input.tree.ranges?.(input, count, { kind: "objects" }) ?? [];
  if (head === undefined || others.length < 2) return undefined;
  const scan = newScan(input, parts.bytes);
  const { items, starts } = scan;
  const take = items.take.bind(items);
  await blocks.read(input, take, head);
  if (!items.isBehindComma(head.end)) return undefined;
  const lines = await parts.linesOf(others.slice(0, -1));
  const wrong = lines.indexOf(undefined);
  const right = others.slice(0, wrong < 0 ? lines.length : wrong);
  for (const [at, { start, end }] of right.entries()) {
    if (start > starts.at(-1)!) starts.push(start);
    items.skip(end, lines[at]!);
  }
  const start = right.at(-1)?.end ?? head.end;
  if (start > starts.at(-1)!) starts.push(start);
  await blocks.read(input, take, { start, end: input.size });
  return scan;
}

/**
 * Goes through a part of a list.
 * @returns the line behind it.
 * @throws LoadError if it is no run of whole nodes, with the comma behind the last one.
 */
export async function scanPart(
  input: InputFile,
  { blocks }: TableRun,
  part: FilePart,
): Promise<number> {
  const items = new JsonItems(input.path, {}, part);
  await blocks.read(input, items.take.bind(items), part.range);
  const isRun = items.isBehindComma(part.range.end) && !items.hasRest;
  if (!isRun) throw new LoadError("is cut within a node", { file: input.path });
  return items.line;
}
