/**
 * The names of nodes as a table of texts of their own, in the order of the nodes. As literals they lie
 * in the order of their texts, so that the names of a page of nodes lie in as many blocks. A freeze does
 * not make these columns; a snapshot has them for whoever reads it from afar. No name is an empty text.
 */

import type { Column } from "../columns/column-source.ts";
import { lowerBound } from "../columns/kernels.ts";
import { farNames, type Graph } from "../graph/graph.ts";
import {
  blockBits,
  blockMask,
  blocksOf,
  isLong,
  type TextRows,
  bytesMax as tableBytesMax,
  textColumnNames,
} from "../texts/text-table.ts";

/** None where the names have more bytes than a table holds. */
export function nameColumnsOf({ dictionary, names }: Graph): Map<string, Column> {
  const rows = dictionary.literalRows;
  const first = dictionary.nodeCount;
  const { longIds, longLengths, ...columns } = lengthsOf(rows, names, first);
  const size = columns.lengths.reduce((sum, length) => sum + length, 0);
  const total = longLengths.reduce((sum, length) => sum + length - isLong, size);
  if (total > tableBytesMax) return new Map();
  const bytes = new Uint8Array(total);
  const blocks = new Uint32Array(blocksOf(names.length));
  const [from, to] = [viewOf(rows.bytes), viewOf(bytes)];
  for (let at = 0, end = 0, long = 0; at < names.length; at++) {
    if ((at & blockMask) === 0) blocks[at >>> blockBits] = end;
    let length = columns.lengths[at]!;
    if (length === 0) continue;
    if (length === isLong) length = longLengths[long++]!;
    copy(from, startOf(rows, names[at]! - first), to, end, length);
    end += length;
  }
  const all = { ...columns, bytes, blocks, ...asColumns({ longIds, longLengths }) };
  return new Map(textColumnNames.map((column) => [`${farNames}.${column}`, all[column]]));
}

interface Lengths {
  readonly lengths: Uint8Array;
  readonly longIds: readonly number[];
  readonly longLengths: readonly number[];
}

function asColumns({ longIds, longLengths }: Omit<Lengths, "lengths">) {
  return { longIds: Uint32Array.from(longIds), longLengths: Uint32Array.from(longLengths) };
}

/** By node, of its name; 0 where it has none. */
function lengthsOf(rows: TextRows, names: Uint32Array, first: number): Lengths {
  const lengths = new Uint8Array(names.length);
  const longIds: number[] = [];
  const longLengths: number[] = [];
  for (let at = 0; at < names.length; at++) {
    const id = names[at]! - first;
    if (id >= rows.count) continue;
    const length = rows.lengths[id]!;
    lengths[at] = length;
    if (length < isLong) continue;
    longIds.push(at);
    longLengths.push(longLengthOf(rows, id));
  }
  return { lengths, longIds, longLengths };
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function startOf(rows: TextRows, id: number): number {
  const { lengths } = rows;
  let start = rows.blocks[id >>> blockBits]!;
  for (let before = id - (id & blockMask); before < id; before++) {
    const length = lengths[before]!;
    start += length === isLong ? longLengthOf(rows, before) : length;
  }
  return start;
}

function longLengthOf({ longIds, longLengths }: TextRows, id: number): number {
  return longLengths[lowerBound(longIds, id, 0, longIds.length)]!;
}

/** Copies `length` bytes, four at a time: names are too short for what `set` takes to begin. */
function copy(from: DataView, start: number, to: DataView, at: number, length: number): void {
  let byte = 0;
  for (; byte + 4 <= length; byte += 4) to.setUint32(at + byte, from.getUint32(start + byte));
  for (; byte < length; byte++) to.setUint8(at + byte, from.getUint8(start + byte));
}
