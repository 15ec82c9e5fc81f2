/**
 * Areas by the boxes around them, so that a search by coordinate reads a few areas instead of all. A freeze
 * does not make these columns; a snapshot has them.
 *
 *   groups   west south east north …                    a box around all areas of a group of rows
 *   rows     west south east north place literal …      one per polygon, neighbours side by side
 */

import { LateColumn } from "../columns/index.ts";
import {
  boxWords,
  type Shape,
  shapeGroupRows,
  shapeNames,
  shapeUnits,
  shapeWords,
} from "./geo-json.ts";
import type { Graph } from "./graph.ts";

export class ShapeColumns {
  readonly #groups: LateColumn<Int32Array>;
  readonly #rows: LateColumn<Int32Array>;
  readonly #nodeCount: number;

  private constructor({ source, dictionary }: Graph) {
    this.#groups = new LateColumn(source, shapeNames.groups);
    this.#rows = new LateColumn(source, shapeNames.rows);
    this.#nodeCount = dictionary.nodeCount;
  }

  /** Undefined where the graph has no such columns. */
  static of(graph: Graph): ShapeColumns | undefined {
    return graph.source.has?.(shapeNames.rows) === true ? new ShapeColumns(graph) : undefined;
  }

  /** Shapes with a polygon whose box holds a point, in degrees. One comes as often as such polygons do. */
  *at(longitude: number, latitude: number): Iterable<Shape> {
    const [x, y] = [shapeUnits(longitude), shapeUnits(latitude)];
    const count = this.#rows.rowsIn(0, 0).length / shapeWords;
    const perGroup = shapeGroupRows(count);
    const groups = this.#groups.rows;
    for (let first = 0, box = 0; first < count; first += perGroup, box += boxWords) {
      if (!holds(groups, box, x, y)) continue;
      const end = Math.min(count, first + perGroup) * shapeWords;
      const rows = this.#rows.rowsIn(first * shapeWords, end);
      for (let at = first * shapeWords; at < end; at += shapeWords) {
        if (!holds(rows, at, x, y)) continue;
        const place = rows[at + boxWords]! >>> 0;
        yield { place, literal: this.#nodeCount + (rows[at + boxWords + 1]! >>> 0) };
      }
    }
  }
}

function holds(boxes: Int32Array, at: number, x: number, y: number): boolean {
  return boxes[at]! <= x && x <= boxes[at + 2]! && boxes[at + 1]! <= y && y <= boxes[at + 3]!;
}
