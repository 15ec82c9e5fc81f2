/** Polygons as a few columns, and whether a point lies in one. */

import pointInPolygon from "point-in-polygon-hao";
import { Float64Builder, Uint32Builder } from "../store/columns/growing-columns.ts";
import type { Polygon, Ring } from "../store/graph/polygons.ts";

// rings       0         1         3           rings of polygon i: [i] … [i + 1]
// offsets     0    5    9    14   20 …        positions of ring r: [r] … [r + 1]
// positions   x y x y x y …                   longitude and latitude in degrees

export class PackedPolygons {
  readonly #rings = new Uint32Builder();
  readonly #offsets = new Uint32Builder();
  readonly #positions = new Float64Builder();

  constructor() {
    this.#rings.push(0);
    this.#offsets.push(0);
  }

  /** How many positions there are. */
  get size(): number {
    return this.#positions.length / 2;
  }

  /** The next one. */
  add({ rings }: Polygon): void {
    for (const ring of rings) {
      for (const [longitude, latitude] of ring) {
        this.#positions.push(longitude);
        this.#positions.push(latitude);
      }
      this.#offsets.push(this.#positions.length);
    }
    this.#rings.push(this.#offsets.length - 1);
  }

  /** Is a point within a polygon or on its border? */
  holds(polygon: number, x: number, y: number): boolean {
    const rings: Ring[] = [];
    const last = this.#rings.values[polygon + 1] as number;
    for (let ring = this.#rings.values[polygon] as number; ring < last; ring++) {
      const start = this.#offsets.values[ring] as number;
      const end = this.#offsets.values[ring + 1] as number;
      rings.push(partAt(y, this.#positions.values, start, end));
    }
    // It answers 0 for a point on a border.
    return (
      pointInPolygon(
        [x, y],
        rings.filter((ring) => ring.length > 0),
      ) !== false
    );
  }
}

/**
 * What of a ring matters at one latitude: the positions with an edge that reaches it. Whatever is
 * left out between two of them lies, as they do, wholly above or wholly below, and so does the edge
 * that replaces it. Of a coast with a hundred thousand positions a few remain to be tested exactly.
 */
function partAt(latitude: number, positions: Float64Array, start: number, end: number): Ring {
  const part: Ring = [];
  // A ring is closed: its last position is its first one, and before it comes the last but one.
  const last = end - 2;
  let before = Math.sign((positions[last - 1] as number) - latitude);
  let here = Math.sign((positions[start + 1] as number) - latitude);
  for (let at = start; at < last; at += 2) {
    const after = Math.sign((positions[at + 3] as number) - latitude);
    if (here === 0 || here !== before || here !== after) {
      part.push([positions[at] as number, positions[at + 1] as number]);
    }
    before = here;
    here = after;
  }
  const [first] = part;
  if (first !== undefined) part.push(first);
  return part;
}
