/**
 * Literals by the numbers of their keys, so that a search by name reads a few rows instead of all names.
 * A freeze does not make these columns; a snapshot has them.
 *
 *   starts   0          2    …      rows of bucket b are starts[b] … starts[b + 1]
 *   rows     t1|l7      t5|l9  …    the literal plus one in the low bits, as many as there must be; the low
 *                                   bits of the number above them; ascending within a bucket
 *
 * There is a power of two of buckets: the highest bits of a number are its bucket.
 */

import { LateColumn } from "../columns/column-source.ts";
import type { TermId } from "../texts/dictionary.ts";
import { slotLayout } from "../texts/text-table.ts";
import type { Graph } from "./graph.ts";
import { bucketCountOf, bucketOf, nameHashOf, searchNames } from "./name-keys.ts";
import {
  boxWords,
  type Shape,
  shapeGroupRows,
  shapeNames,
  shapeUnits,
  shapeWords,
} from "./polygons.ts";

export class SearchColumns {
  readonly #starts: LateColumn<Uint32Array>;
  readonly #rows: LateColumn<Uint32Array>;
  readonly #layout: ReturnType<typeof slotLayout>;
  readonly #nodeCount: number;

  private constructor({ source, dictionary }: Graph) {
    const { nodeCount, termCount } = dictionary;
    this.#starts = new LateColumn(source, searchNames.starts);
    this.#rows = new LateColumn(source, searchNames.rows);
    this.#layout = slotLayout(termCount - nodeCount);
    this.#nodeCount = nodeCount;
  }

  /** Undefined where the graph has no such columns. */
  static of(graph: Graph): SearchColumns | undefined {
    return graph.source.has?.(searchNames.rows) === true ? new SearchColumns(graph) : undefined;
  }

  /** Literals that probably have a key, ascending: its number is theirs, as far as it is known. */
  literalsOf(key: string): TermId[] {
    const hash = nameHashOf(key);
    const { idMask, storedOf } = this.#layout;
    const tag = storedOf(hash, -1);
    const bucket = bucketOf(hash, bucketCountOf(this.#rows.rowsIn(0, 0).length));
    const starts = this.#starts.rowsIn(bucket, bucket + 2);
    const [first, end] = [starts[bucket]!, starts[bucket + 1]!];
    const rows = this.#rows.rowsIn(first, end);
    const literals: TermId[] = [];
    for (let row = first; row < end; row++) {
      const literal = (rows[row]! ^ tag) >>> 0;
      if ((literal & ~idMask) === 0 && literal > 0) literals.push(this.#nodeCount + literal - 1);
    }
    return literals;
  }
}

// Areas by the boxes around them, so that a search by coordinate reads a few areas instead of all. A freeze
// does not make these columns; a snapshot has them.
//
//   groups   west south east north …                    a box around all areas of a group of rows
//   rows     west south east north place literal …      one per polygon, neighbours side by side

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
