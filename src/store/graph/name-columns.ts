/**
 * The names of nodes as a table of texts of their own, in the order of the nodes. As literals they lie
 * in the order of their texts, so that the names of a page of nodes lie in as many blocks. A freeze does
 * not make these columns; a snapshot has them for whoever reads it from afar. No name is an empty text.
 */

import type { Column } from "../columns/index.ts";
import { blockBits, blockMask, isLong, noTerm, tableBytesMax } from "../texts/index.ts";
import { farNames, type Graph } from "./graph.ts";

/** None where the names have more bytes than a table holds. */
export function nameColumnsOf(graph: Graph): Map<string, Column> {
  const { dictionary } = graph;
  const { nodeCount } = dictionary;
  const lengths = new Uint8Array(nodeCount);
  const blocks = new Uint32Array(Math.ceil(nodeCount / (blockMask + 1)));
  const longs: (readonly [node: number, length: number])[] = [];
  let size = 0;
  eachName(graph, (node, _, start, end) => {
    const length = end - start;
    lengths[node] = Math.min(length, isLong);
    if (length >= isLong) longs.push([node, length]);
    size += length;
  });
  if (size > tableBytesMax) return new Map();
  const all = new Uint8Array(size);
  let at = 0;
  let block = 0;
  eachName(graph, (node, bytes, start, end) => {
    for (; block <= node >>> blockBits; block++) blocks[block] = at;
    all.set(bytes.subarray(start, end), at);
    at += end - start;
  });
  blocks.fill(at, block);
  return new Map<string, Column>([
    [`${farNames}.bytes`, all],
    [`${farNames}.lengths`, lengths],
    [`${farNames}.blocks`, blocks],
    [`${farNames}.longIds`, Uint32Array.from(longs, ([node]) => node)],
    [`${farNames}.longLengths`, Uint32Array.from(longs, ([, length]) => length)],
  ]);
}

/** Shows the bytes of each name, ascending by node. */
function eachName(
  graph: Graph,
  take: (node: number, bytes: Uint8Array, start: number, end: number) => void,
): void {
  const { dictionary } = graph;
  for (let node = 0; node < dictionary.nodeCount; node++) {
    const name = graph.nameOf(node);
    if (name !== noTerm) {
      dictionary.bytesOf(name, (bytes, start, end) => take(node, bytes, start, end));
    }
  }
}
