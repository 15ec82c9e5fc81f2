/** Places by coordinate: a packed R-tree over the boxes of all polygons, and their rings. */

import Flatbush from "flatbush";
import type { Steps } from "../../governor/index.ts";
import {
  Float64Builder,
  type Graph,
  readPolygons,
  shapesOf,
  type TermId,
  Uint32Builder,
} from "../../store/index.ts";
import { type Coordinate, meridiansOf } from "./coordinate.ts";
import { PackedPolygons } from "./packed-polygons.ts";
import type { Shapes } from "./stored-shapes.ts";

export class PlaceShapes implements Shapes {
  #tree: Flatbush | undefined;
  /** The place of each polygon. */
  readonly #places = new Uint32Builder();
  readonly #polygons = new PackedPolygons();

  private constructor() {}

  static *of(graph: Graph): Steps<PlaceShapes> {
    const shapes = new PlaceShapes();
    const sides = new Float64Builder();
    for (const { place, literal } of shapesOf(graph)) {
      for (const polygon of readPolygons(graph.dictionary.textOf(literal))) {
        shapes.#places.push(place);
        shapes.#polygons.add(polygon);
        const { west, south, east, north } = polygon;
        for (const side of [west, south, east, north]) sides.push(side);
      }
      // One shape can be megabytes of text.
      yield;
    }
    shapes.#tree = treeOf(sides);
    return shapes;
  }

  at(coordinate: Coordinate): TermId[] {
    const found = new Set<TermId>();
    const { latitude } = coordinate;
    for (const x of meridiansOf(coordinate)) {
      for (const polygon of this.#tree?.search(x, latitude, x, latitude) ?? []) {
        const place = this.#places.values[polygon] as TermId;
        if (!found.has(place) && this.#polygons.holds(polygon, x, latitude)) found.add(place);
      }
    }
    return [...found].sort((a, b) => a - b);
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
