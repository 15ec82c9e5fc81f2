/**
 * Areas as GeoJSON texts: polygons and multipolygons, read with tolerance. Rings are planar, with
 * longitudes as x and latitudes as y.
 */

import { Bitmap } from "../columns/id-sets.ts";
import type { TermId } from "../texts/dictionary.ts";
import { sampleBits } from "../texts/far-texts.ts";
import type { Graph } from "./graph.ts";

/** Degrees: longitude, latitude. */
export type Position = [longitude: number, latitude: number];

/** Closed: the last position is the first one again. */
export type Ring = Position[];

/** Ring 0 is the border, the others are holes. */
export interface Polygon {
  readonly rings: readonly Ring[];
  /** Degrees. Where the antimeridian is crossed, longitudes go beyond ±180. */
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

type Box = Omit<Polygon, "rings">;

/** The polygons of a text; one that is malformed is passed over, and so is any other shape. */
export function readPolygons(text: string): Polygon[] {
  const { type, coordinates } = parseObject(text);
  if (type === "Polygon") return [coordinates].map(polygonOf).filter(isRead);
  if (type !== "MultiPolygon" || !Array.isArray(coordinates)) return [];
  return coordinates.map(polygonOf).filter(isRead);
}

function parseObject(text: string): { readonly type?: unknown; readonly coordinates?: unknown } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

function isRead<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}

function polygonOf(coordinates: unknown): Polygon | undefined {
  if (!Array.isArray(coordinates)) return undefined;
  const rings = coordinates.map(ringOf).filter(isRead);
  const [border, ...holes] = rings;
  if (border === undefined || rings.length < coordinates.length) return undefined;
  const box = boxOf(border);
  for (const hole of holes) moveTowards(box, hole);
  return { rings, ...box };
}

function ringOf(coordinates: unknown): Ring | undefined {
  if (!Array.isArray(coordinates)) return undefined;
  const ring: Ring = [];
  for (const position of coordinates) {
    if (!Array.isArray(position)) return undefined;
    const [longitude, latitude] = position;
    if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) return undefined;
    ring.push([longitude, latitude]);
  }
  const [first] = ring;
  const last = ring.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (first[0] !== last[0] || first[1] !== last[1]) ring.push([...first]);
  return ring.length < 4 ? undefined : unrolled(ring);
}

/**
 * Continues a ring beyond ±180 degrees where it crosses the antimeridian: of the two ways between
 * two longitudes the shorter one is meant, as on a globe. Whole turns are the edges of maps and
 * stay. A ring round a pole does not come back to where it began and is taken as written.
 */
function unrolled(ring: Ring): Ring {
  let turns = 0;
  let before: number | undefined;
  const moved = ring.map(([longitude, latitude]): Position => {
    const step = longitude - (before ?? longitude);
    if (Math.abs(step) > 180 && Math.abs(step) < 360) turns -= Math.sign(step);
    before = longitude;
    return [longitude + 360 * turns, latitude];
  });
  return turns === 0 ? moved : ring;
}

function boxOf(ring: Ring): Box {
  let [west, south] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [east, north] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [longitude, latitude] of ring) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return { west, south, east, north };
}

/** Turns a hole to the side of the antimeridian where its border was continued. */
function moveTowards(border: Box, hole: Ring): void {
  const { west, east } = boxOf(hole);
  const distance = (border.west + border.east - west - east) / 2;
  const turns = Math.round(distance / 360);
  for (const position of hole) position[0] += 360 * turns;
}

// Below: areas of places as a snapshot has them, by the boxes around their polygons.

/** The first that a place has counts: simplified outlines only where the exact one is missing. */
export const shapeProperties: readonly string[] = [
  "geoJsonCoordinates",
  "geoJsonCoordinatesDP1",
  "geoJsonCoordinatesDP2",
  "geoJsonCoordinatesDP3",
];

/** A literal with the text of an area; several of a place are parts of one area. */
export interface Shape {
  readonly place: TermId;
  readonly literal: TermId;
}

export const shapeNames = { rows: "far.shapes.rows", groups: "far.shapes.groups" } as const;

/** Words of a box: west, south, east, north. */
export const boxWords = 4;
/** Words of a row: a box, the place, the number of the literal. */
export const shapeWords = 6;

const perDegree = 1e6;
const least = -(2 ** 31);
const most = 2 ** 31 - 1;

/** Degrees, or what lies nearest of what a row can hold. */
export function shapeUnits(degrees: number): number {
  return Math.max(least, Math.min(most, degrees * perDegree));
}

export function shapeBoxOf({ west, south, east, north }: Polygon): number[] {
  const low = [west, south].map((side) => Math.floor(shapeUnits(side)));
  return [...low, ...[east, north].map((side) => Math.ceil(shapeUnits(side)))];
}

/** Rows of a group: neighbours, which have a box around all of them. */
export function shapeGroupRows(rows: number): number {
  return 2 ** sampleBits(rows);
}

/** Shapes of all places. */
export function* shapesOf(graph: Graph): Iterable<Shape> {
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
      const literal = out.terms[row] as TermId;
      if (dictionary.isNode(literal) || shaped.has(place)) continue;
      having.push(place);
      yield { place, literal };
    }
    for (const place of having) shaped.add(place);
  }
}
