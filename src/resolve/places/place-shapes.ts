/**
 * Places by coordinate: a packed R-tree over the boxes of all polygons, and their rings.
 *
 *   tree        box 0     box 1     box 2 …     one per polygon
 *   places      p4        p4        p7
 *   rings       0         1         3           rings of polygon i: [i] … [i + 1]
 *   offsets     0    5    9    14   20 …        positions of ring r: [r] … [r + 1]
 *   positions   x y x y x y …                   longitude and latitude in degrees
 */

import Flatbush from "flatbush";
import pointInPolygon from "point-in-polygon-hao";
import type { Steps } from "../../governor/index.ts";
import {
  Bitmap,
  Float64Builder,
  type Graph,
  type TermId,
  Uint32Builder,
} from "../../store/index.ts";
import type { Coordinate } from "./coordinate.ts";
import { type Polygon, type Ring, readPolygons } from "./geo-json.ts";

/** The first that a place has counts: simplified outlines only where the exact one is missing. */
const shapeProperties = [
  "geoJsonCoordinates",
  "geoJsonCoordinatesDP1",
  "geoJsonCoordinatesDP2",
  "geoJsonCoordinatesDP3",
];

export class PlaceShapes {
  #tree: Flatbush | undefined;
  readonly #places = new Uint32Builder();
  readonly #rings = new Uint32Builder();
  readonly #offsets = new Uint32Builder();
  readonly #positions = new Float64Builder();

  private constructor() {}

  static *of(graph: Graph): Steps<PlaceShapes> {
    const shapes = new PlaceShapes();
    const sides = new Float64Builder();
    for (const { place, text } of shapesOf(graph)) {
      for (const polygon of readPolygons(text)) shapes.#add(place, polygon, sides);
      // One shape can be megabytes of text.
      yield;
    }
    shapes.#rings.push(shapes.#offsets.length);
    shapes.#offsets.push(shapes.#positions.length);
    shapes.#tree = treeOf(sides);
    return shapes;
  }

  /** Places with an area that holds the coordinate, ascending. A border belongs to its area. */
  at({ latitude, longitude }: Coordinate): TermId[] {
    const found = new Set<TermId>();
    // The same meridian is written in three ways by areas that cross the antimeridian.
    for (const x of [longitude - 360, longitude, longitude + 360]) {
      for (const polygon of this.#tree?.search(x, latitude, x, latitude) ?? []) {
        const place = this.#places.values[polygon] as TermId;
        if (!found.has(place) && this.#holds(polygon, x, latitude)) found.add(place);
      }
    }
    return [...found].sort((a, b) => a - b);
  }

  #add(place: TermId, polygon: Polygon, sides: Float64Builder): void {
    this.#places.push(place);
    this.#rings.push(this.#offsets.length);
    for (const ring of polygon.rings) {
      this.#offsets.push(this.#positions.length);
      for (const [longitude, latitude] of ring) {
        this.#positions.push(longitude);
        this.#positions.push(latitude);
      }
    }
    const { west, south, east, north } = polygon;
    for (const side of [west, south, east, north]) sides.push(side);
  }

  #holds(polygon: number, x: number, y: number): boolean {
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

/** Shapes of all places as texts; several of a place are parts of one area. */
function* shapesOf(graph: Graph): Iterable<{ place: TermId; text: string }> {
  const { dictionary, out } = graph;
  const shaped = new Bitmap(dictionary.nodeCount);
  for (const property of shapeProperties) {
    const predicate = graph.predicateOf(property);
    if (predicate === undefined) continue;
    const having: TermId[] = [];
    const { start, end } = graph.rowsByPredicate(predicate);
    for (let at = start; at < end; at++) {
      const row = graph.rowByPredicate(at);
      const place = graph.subjectOf(row);
      const shape = out.terms[row] as TermId;
      if (dictionary.isNode(shape) || shaped.has(place)) continue;
      having.push(place);
      yield { place, text: dictionary.textOf(shape) };
    }
    for (const place of having) shaped.add(place);
  }
}

/** `sides` are west, south, east and north of each box. A tree cannot be empty. */
function treeOf({ values, length }: Float64Builder): Flatbush | undefined {
  if (length === 0) return undefined;
  const tree = new Flatbush(length / 4);
  for (let at = 0; at < length; at += 4) {
    const [west, south, east, north] = values.subarray(at, at + 4);
    tree.add(west as number, south as number, east, north);
  }
  tree.finish();
  return tree;
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
