/**
 * Places by coordinate. What stays in memory is one box per polygon, in a packed R-tree; the
 * polygons themselves are read again from their literals when a box is hit, and the latest of them
 * are kept.
 *
 *   tree     box 0    box 1    box 2 …     one per polygon
 *   shapes   s0       s0       s1          where the polygon is from: a place and a literal
 *   parts    0        1        0           which polygon of the literal it is
 */

import Flatbush from "flatbush";
import pointInPolygon from "point-in-polygon-hao";
import { Bitmap, Float64Builder, type Graph, type TermId, Uint32Builder } from "../store/index.ts";
import type { Coordinate } from "./coordinate.ts";
import { type Polygon, readPolygons } from "./geo-json.ts";

/** The first that a place has counts: simplified outlines only where the exact one is missing. */
const shapeProperties = [
  "geoJsonCoordinates",
  "geoJsonCoordinatesDP1",
  "geoJsonCoordinatesDP2",
  "geoJsonCoordinatesDP3",
];

/** Positions of polygons that are kept; one takes some 60 bytes. */
const keptPositionsMax = 1 << 20;

export class PlaceShapes {
  readonly #graph: Graph;
  readonly #tree: Flatbush | undefined;
  readonly #places = new Uint32Builder();
  readonly #literals = new Uint32Builder();
  readonly #shapes = new Uint32Builder();
  readonly #parts = new Uint32Builder();
  /** By literal; the one that was used longest ago comes first. */
  readonly #kept = new Map<TermId, readonly Polygon[]>();
  #keptPositions = 0;

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#addShapes();
    this.#tree = this.#boxes();
  }

  /** Places with an area that holds the coordinate, ascending. A border belongs to its area. */
  at({ latitude, longitude }: Coordinate): TermId[] {
    const found = new Set<TermId>();
    // The same meridian is written in three ways by areas that cross the antimeridian.
    for (const x of [longitude - 360, longitude, longitude + 360]) {
      for (const polygon of this.#tree?.search(x, latitude, x, latitude) ?? []) {
        const shape = this.#shapes.values[polygon] as number;
        const place = this.#places.values[shape] as TermId;
        if (!found.has(place) && this.#holds(polygon, shape, x, latitude)) found.add(place);
      }
    }
    return [...found].sort((a, b) => a - b);
  }

  #addShapes(): void {
    const graph = this.#graph;
    const shaped = new Bitmap(graph.dictionary.nodeCount);
    for (const property of shapeProperties) {
      const predicate = graph.predicateOf(property);
      if (predicate === undefined) continue;
      const first = this.#places.length;
      const { start, end } = graph.rowsByPredicate(predicate);
      for (let at = start; at < end; at++) this.#addShape(graph.rowByPredicate(at), shaped);
      for (let shape = first; shape < this.#places.length; shape++) {
        shaped.add(this.#places.values[shape] as TermId);
      }
    }
  }

  #addShape(row: number, shaped: Bitmap): void {
    const place = this.#graph.subjectOf(row);
    const literal = this.#graph.out.terms[row] as TermId;
    if (shaped.has(place) || this.#graph.dictionary.isNode(literal)) return;
    this.#places.push(place);
    this.#literals.push(literal);
  }

  #boxes(): Flatbush | undefined {
    const sides = new Float64Builder();
    for (let shape = 0; shape < this.#places.length; shape++) {
      const polygons = this.#polygonsOf(this.#literals.values[shape] as TermId);
      for (const [part, { west, south, east, north }] of polygons.entries()) {
        this.#shapes.push(shape);
        this.#parts.push(part);
        for (const side of [west, south, east, north]) sides.push(side);
      }
    }
    if (this.#shapes.length === 0) return undefined;
    const tree = new Flatbush(this.#shapes.length);
    for (let at = 0; at < sides.length; at += 4) {
      const [west, south, east, north] = sides.values.subarray(at, at + 4);
      tree.add(west as number, south as number, east, north);
    }
    tree.finish();
    return tree;
  }

  #holds(polygon: number, shape: number, x: number, y: number): boolean {
    const polygons = this.#polygonsOf(this.#literals.values[shape] as TermId);
    const rings = polygons[this.#parts.values[polygon] as number]?.rings ?? [];
    // It answers 0 for a point on a border.
    return pointInPolygon([x, y], [...rings]) !== false;
  }

  #polygonsOf(literal: TermId): readonly Polygon[] {
    const polygons =
      this.#kept.get(literal) ?? readPolygons(this.#graph.dictionary.textOf(literal));
    if (!this.#kept.delete(literal)) this.#keptPositions += positionsOf(polygons);
    this.#kept.set(literal, polygons);
    for (const [oldest, dropped] of this.#kept) {
      if (this.#keptPositions <= keptPositionsMax || oldest === literal) break;
      this.#kept.delete(oldest);
      this.#keptPositions -= positionsOf(dropped);
    }
    return polygons;
  }
}

function positionsOf(polygons: readonly Polygon[]): number {
  return polygons.reduce((count, { positionCount }) => count + positionCount, 0);
}
