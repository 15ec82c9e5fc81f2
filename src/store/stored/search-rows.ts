/** Makes the columns of a snapshot that a search by name reads: see `SearchColumns`. */

import type { Column } from "../columns/column-source.ts";
import { Uint32Builder } from "../columns/growing-columns.ts";
import type { Graph } from "../graph/graph.ts";
import {
  bucketCountOf,
  bucketOf,
  eachNameHash,
  type NameRoles,
  nameRoles,
  searchNames,
} from "../graph/name-keys.ts";
import {
  boxWords,
  readPolygons,
  shapeBoxOf,
  shapeGroupRows,
  shapeNames,
  shapesOf,
  shapeWords,
} from "../graph/polygons.ts";
import { isLong, slotLayout } from "../texts/text-table.ts";

/** The columns of a snapshot. */
export function searchColumnsOf(graph: Graph): Map<string, Column> {
  const { nodeCount, termCount } = graph.dictionary;
  const { storedOf } = slotLayout(termCount - nodeCount);
  const pairs = namesOf(graph);
  const buckets = bucketCountOf(pairs.length / 2);
  const starts = new Uint32Array(buckets + 1);
  for (let at = 1; at < pairs.length; at += 2) starts[bucketOf(pairs[at]!, buckets) + 1]!++;
  for (let bucket = 0; bucket < buckets; bucket++) starts[bucket + 1]! += starts[bucket]!;
  const next = starts.slice();
  const rows = new Uint32Array(pairs.length / 2);
  for (let at = 0; at < pairs.length; at += 2) {
    const hash = pairs[at + 1]!;
    rows[next[bucketOf(hash, buckets)]!++] = storedOf(hash, pairs[at]! - nodeCount);
  }
  for (let bucket = 0; bucket < buckets; bucket++) {
    rows.subarray(starts[bucket], starts[bucket + 1]).sort();
  }
  return new Map([
    [searchNames.starts, starts],
    [searchNames.rows, rows],
  ]);
}

/** All literals that name something, each with the numbers of its keys. */
function namesOf(graph: Graph): Uint32Array {
  const { dictionary } = graph;
  const { nodeCount, termCount } = dictionary;
  const { offsets, predicates } = graph.in;
  const rolesOf = Uint8Array.from(
    graph.predicates,
    (_, predicate) => nameRoles.get(graph.predicateDcid(predicate)) ?? 0,
  );
  const found = new Uint32Builder();
  let term = nodeCount;
  const take = (hash: number) => {
    found.push(term);
    found.push(hash);
  };
  const { bytes, lengths, longLengths } = dictionary.literalRows;
  let [row, start, long] = [offsets[term]!, 0, 0];
  for (; term < termCount; term++) {
    let roles: NameRoles = 0;
    for (const end = offsets[term + 1]!; row < end; row++) roles |= rolesOf[predicates[row]!]!;
    let length = lengths[term - nodeCount]!;
    if (length === isLong) length = longLengths[long++]!;
    if (roles !== 0) eachNameHash(bytes, start, start + length, roles, take);
    start += length;
  }
  return found.values.slice(0, found.length);
}

// Makes the columns of a snapshot that a search by coordinate reads: see `ShapeColumns`.

/** The columns of a snapshot. */
export function shapeColumnsOf(graph: Graph): Map<string, Column> {
  const { dictionary } = graph;
  const words: number[][] = [];
  for (const { place, literal } of shapesOf(graph)) {
    for (const polygon of readPolygons(dictionary.textOf(literal))) {
      words.push([...shapeBoxOf(polygon), place, literal - dictionary.nodeCount]);
    }
  }
  const places = words.map(placeOnCurve);
  const order = words.map((_, at) => at).sort((a, b) => places[a]! - places[b]! || a - b);
  const rows = Int32Array.from(order.flatMap((at) => words[at]!));
  return new Map<string, Column>([
    [shapeNames.rows, rows],
    [shapeNames.groups, groupsOf(rows)],
  ]);
}

/** A box around the boxes of each group of rows. */
function groupsOf(rows: Int32Array): Int32Array {
  const count = rows.length / shapeWords;
  const perGroup = shapeGroupRows(count);
  const groups = new Int32Array(Math.ceil(count / perGroup) * boxWords);
  for (let row = 0; row < count; row++) {
    const box = Math.floor(row / perGroup) * boxWords;
    const isFirst = row % perGroup === 0;
    for (let side = 0; side < boxWords; side++) {
      const own = rows[row * shapeWords + side]!;
      const wider = side < 2 ? Math.min : Math.max;
      groups[box + side] = isFirst ? own : wider(groups[box + side]!, own);
    }
  }
  return groups;
}

const cellBits = 16;

/** Where the middle of a box lies on a curve that keeps neighbours together (Z order of cells). */
function placeOnCurve([west = 0, south = 0, east = 0, north = 0]: readonly number[]): number {
  const [x, y] = [cellOf((west + east) / 2), cellOf((south + north) / 2)];
  let place = 0;
  for (let bit = cellBits - 1; bit >= 0; bit--) {
    place = place * 4 + ((y >>> bit) & 1) * 2 + ((x >>> bit) & 1);
  }
  return place;
}

function cellOf(middle: number): number {
  return Math.floor((middle + 2 ** 31) / 2 ** (32 - cellBits));
}
