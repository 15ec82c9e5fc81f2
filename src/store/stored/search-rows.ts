/** Makes the columns of a snapshot that a search by name reads: see `SearchColumns`. */

import type { Column, IdColumn } from "../columns/column-source.ts";
import type { Graph } from "../graph/graph.ts";
import {
  bucketCountOf,
  bucketOf,
  type NameRoles,
  nameHashes,
  nameRoles,
  plainNameHash,
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
  const { storedOf, idMask } = slotLayout(termCount - nodeCount);
  const names = namesOf(graph);
  const count = names.hashes.length;
  const buckets = bucketCountOf(count);
  // Within a bucket, rows ascend by the bits of the hash that they have, and then by the literal.
  const byTag = sortedByBits(names, 0, Math.clz32(idMask));
  const { hashes, literals } = sortedByBits(byTag, 1 + Math.clz32(buckets), 32);
  const starts = new Uint32Array(buckets + 1);
  const rows = new Uint32Array(count);
  for (let at = 0; at < count; at++) {
    starts[bucketOf(hashes[at]!, buckets) + 1]!++;
    rows[at] = storedOf(hashes[at]!, literals[at]!);
  }
  for (let bucket = 0; bucket < buckets; bucket++) starts[bucket + 1]! += starts[bucket]!;
  return new Map([
    [searchNames.starts, starts],
    [searchNames.rows, rows],
  ]);
}

/** Literals that name something, and the number of a key of each. */
interface Names {
  readonly hashes: Uint32Array;
  readonly literals: Uint32Array;
}

const digitBits = 11;

/** Ascending by the bits [from, to) of their hashes, stable. */
function sortedByBits(names: Names, from: number, to: number): Names {
  let sorted = names;
  for (let shift = from; shift < to; shift += digitBits) {
    const bits = Math.min(digitBits, to - shift);
    const { length } = names.hashes;
    const next = { hashes: new Uint32Array(length), literals: new Uint32Array(length) };
    move(sorted.hashes, sorted.literals, shift, bits, next.hashes, next.literals);
    sorted = next;
  }
  return sorted;
}

function move(
  hashes: Uint32Array,
  literals: Uint32Array,
  shift: number,
  bits: number,
  toHashes: Uint32Array,
  toLiterals: Uint32Array,
): void {
  const mask = 2 ** bits - 1;
  const starts = new Uint32Array(mask + 2);
  for (let at = 0; at < hashes.length; at++) starts[((hashes[at]! >>> shift) & mask) + 1]!++;
  for (let digit = 0; digit < mask; digit++) starts[digit + 1]! += starts[digit]!;
  for (let at = 0; at < hashes.length; at++) {
    const to = starts[(hashes[at]! >>> shift) & mask]!++;
    toHashes[to] = hashes[at]!;
    toLiterals[to] = literals[at]!;
  }
}

const noHashes: readonly number[] = [];

function widened(column: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const wide = new Uint32Array(2 * column.length);
  wide.set(column);
  return wide;
}

/** Of all literals, ascending. */
function namesOf(graph: Graph): Names {
  const { dictionary } = graph;
  const { nodeCount, termCount } = dictionary;
  const { offsets, predicates } = graph.in;
  const rolesOf = Uint8Array.from(
    graph.predicates,
    (_, predicate) => nameRoles.get(graph.predicateDcid(predicate)) ?? 0,
  );
  let [hashes, literals] = [new Uint32Array(1024), new Uint32Array(1024)];
  let count = 0;
  const { bytes, lengths, longLengths } = dictionary.literalRows;
  for (let literal = 0, start = 0, long = 0; literal < termCount - nodeCount; literal++) {
    const term = nodeCount + literal;
    const roles = rolesAmong(predicates, offsets[term]!, offsets[term + 1]!, rolesOf);
    let end = start + lengths[literal]!;
    if (lengths[literal] === isLong) end = start + longLengths[long++]!;
    const hash = roles === 0 ? -1 : plainNameHash(bytes, start, end, roles);
    const odd = hash < 0 ? oddHashes(bytes, start, end, roles) : noHashes;
    start = end;
    const last = count + odd.length + Number(hash >= 0);
    if (last > hashes.length) [hashes, literals] = [widened(hashes), widened(literals)];
    if (hash >= 0) hashes[count] = hash;
    if (odd.length > 0) hashes.set(odd, count);
    while (count < last) literals[count++] = literal;
  }
  return { hashes: hashes.subarray(0, count), literals: literals.subarray(0, count) };
}

/** The keys of a literal that has not one plain key. */
function oddHashes(
  bytes: Uint8Array,
  start: number,
  end: number,
  roles: NameRoles,
): readonly number[] {
  return roles === 0 ? noHashes : [...nameHashes(bytes, start, end, roles)];
}

/** How rows [start, end) name. */
function rolesAmong(
  predicates: IdColumn,
  start: number,
  end: number,
  rolesOf: Uint8Array,
): NameRoles {
  let roles: NameRoles = 0;
  for (let row = start; row < end; row++) roles |= rolesOf[predicates[row]!]!;
  return roles;
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
