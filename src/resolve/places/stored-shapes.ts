/**
 * Areas of places in the sections of a snapshot: a search reads the areas whose boxes hold the point. Nothing
 * is made before the first search; areas that were read lately are kept.
 */

import { ShapeColumns } from "../../store/graph/shape-columns.ts";
import { type Graph, type Polygon, readPolygons, type TermId } from "../../store/index.ts";
import { type Coordinate, meridiansOf } from "./coordinate.ts";
import { PackedPolygons } from "./packed-polygons.ts";

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
      /** By literal: it is asked once, whatever number of its boxes hold the point. */
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
