/**
 * Places by coordinate. Snapshots hold columns of boxes around areas. For other worlds the first
 * search makes a packed R-tree over the boxes of all polygons.
 */

import Flatbush from "flatbush";
import pointInPolygon from "point-in-polygon-hao";
import type { Steps } from "../options/governor.ts";
import { Float64Builder, Uint32Builder } from "../store/columns/growing-columns.ts";
import type { Graph } from "../store/graph/graph.ts";
import type { Ring } from "../store/graph/polygons.ts";
import { type Polygon, readPolygons, shapesOf } from "../store/graph/polygons.ts";
import { ShapeColumns } from "../store/graph/search-columns.ts";
import type { TermId } from "../store/texts/dictionary.ts";

/** Degrees; the latitude as given, the longitude turned into -180 … 180. */
export interface Coordinate {
  readonly latitude: number;
  readonly longitude: number;
}

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** `37.42#-122.08`: latitude and longitude, without spaces; undefined for anything else. */
export function parseCoordinate(text: string): Coordinate | undefined {
  const parts = text.split("#", 3);
  const [latitude, longitude] = parts.map(finiteNumber);
  if (parts.length !== 2 || latitude === undefined || longitude === undefined) return undefined;
  return { latitude, longitude: Math.abs(longitude) <= 180 ? longitude : turned(longitude) };
}

/** The same meridian is written in three ways by areas that cross the antimeridian. */
function meridiansOf({ longitude }: Coordinate): number[] {
  return [longitude - 360, longitude, longitude + 360];
}

function finiteNumber(text: string): number | undefined {
  const number = decimal.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

function turned(longitude: number): number {
  return longitude - 360 * Math.round(longitude / 360);
}

/** An R-tree over all polygons, which the first search makes. */
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

/** Places by the areas that they have. */
export interface Shapes {
  /** Places with an area that holds the coordinate, ascending. A border belongs to its area. */
  at(coordinate: Coordinate): TermId[];
}

/** The polygons of one literal. */
interface Area {
  readonly boxes: readonly Omit<Polygon, "rings">[];
  readonly polygons: PackedPolygons;
}

/** What is kept of areas, in positions: some megabytes. Short ones count as if they were longer. */
const keptMax = 1 << 18;
const areaMin = 1 << 10;

export class StoredShapes implements Shapes {
  readonly #graph: Graph;
  readonly #columns: ShapeColumns;
  /** By literal. */
  readonly #kept = new Map<TermId, Area>();
  #keptSize = 0;

  private constructor(graph: Graph, columns: ShapeColumns) {
    this.#graph = graph;
    this.#columns = columns;
  }

  /** Undefined where the world has no such sections. */
  static of(graph: Graph): StoredShapes | undefined {
    const columns = ShapeColumns.of(graph);
    return columns === undefined ? undefined : new StoredShapes(graph, columns);
  }

  at(coordinate: Coordinate): TermId[] {
    const { latitude } = coordinate;
    const found = new Set<TermId>();
    for (const x of meridiansOf(coordinate)) {
      /** By literal: each is tested once, however many of its boxes hold the point. */
      const holding = new Map<TermId, boolean>();
      for (const { place, literal } of this.#columns.at(x, latitude)) {
        if (found.has(place)) continue;
        const isWithin = holding.get(literal) ?? holds(this.#areaOf(literal), x, latitude);
        holding.set(literal, isWithin);
        if (isWithin) found.add(place);
      }
    }
    return [...found].sort((a, b) => a - b);
  }

  #areaOf(literal: TermId): Area {
    const kept = this.#kept.get(literal);
    if (kept !== undefined) return kept;
    const polygons = new PackedPolygons();
    const boxes = readPolygons(this.#graph.dictionary.textOf(literal)).map((polygon) => {
      polygons.add(polygon);
      const { west, south, east, north } = polygon;
      return { west, south, east, north };
    });
    const area: Area = { boxes, polygons };
    if (this.#keptSize > keptMax) {
      this.#kept.clear();
      this.#keptSize = 0;
    }
    this.#kept.set(literal, area);
    this.#keptSize += Math.max(areaMin, polygons.size);
    return area;
  }
}

function holds({ boxes, polygons }: Area, x: number, y: number): boolean {
  return boxes.some(
    ({ west, south, east, north }, polygon) =>
      west <= x && x <= east && south <= y && y <= north && polygons.holds(polygon, x, y),
  );
}

// Polygons as a few columns, and whether a point lies in one.

// rings       0         1         3           rings of polygon i: [i] … [i + 1]
// offsets     0    5    9    14   20 …        positions of ring r: [r] … [r + 1]
// positions   x y x y x y …                   longitude and latitude in degrees

class PackedPolygons {
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
