/** Makes the columns of a snapshot that a search by coordinate reads: see `ShapeColumns`. */

import type { Column } from "../columns/index.ts";
import {
  boxWords,
  type Graph,
  readPolygons,
  shapeBoxOf,
  shapeGroupRows,
  shapeNames,
  shapesOf,
  shapeWords,
} from "../graph/index.ts";

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
