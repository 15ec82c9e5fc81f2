/** Boundaries as the website's maps take them. */
import type { Commons } from "../../index.ts";
import { descendants, entriesOf, firstTexts, textsOf } from "../node-values.ts";
import { displayNames } from "./website-places.ts";

type Position = readonly number[];
type Ring = Position[];

export interface Feature {
  readonly type: "Feature";
  readonly id: string;
  readonly properties: { readonly name: string; readonly geoDcid: string };
  readonly geometry: object;
}

export interface FeatureCollection {
  readonly type: "FeatureCollection";
  readonly features: readonly Feature[];
  readonly properties: { readonly currentGeo: string };
}

/** Which of the simplified shapes the website draws for a type of places. */
const simplified: ReadonlyMap<string, string> = new Map([
  ...["Country", "State", "AdministrativeArea1"].map((type) => [type, "DP3"] as const),
  ...["EurostatNUTS1", "EurostatNUTS2"].map((type) => [type, "DP2"] as const),
  ...["County", "AdministrativeArea2", "AdministrativeArea3", "EurostatNUTS3"].map(
    (type) => [type, "DP1"] as const,
  ),
]);

/**
 * Shapes of the places of a type inside of a place. Where a world has no simplified shapes, those of
 * the property itself are drawn.
 */
export function placeShapes(
  commons: Commons,
  { place, type }: { readonly place: string; readonly type: string },
  { property, nameProperty }: { readonly property: string; readonly nameProperty: string },
): FeatureCollection | object {
  const places = descendants(commons, place, type);
  if (places.length === 0) return {};
  return collectionOf(shapesOf(commons, places, { type, property, nameProperty }).features, place);
}

/** Shapes of places, and of how many the text is none that can be drawn. */
export interface Shapes {
  readonly features: readonly Feature[];
  readonly unread: number;
}

/** Shapes of places of a type, as `placeShapes` chooses them. */
export function shapesOf(
  commons: Commons,
  places: readonly string[],
  {
    type,
    property,
    nameProperty,
  }: { readonly type: string; readonly property: string; readonly nameProperty: string },
): Shapes {
  const shapes = entriesOf(commons, places, "->", `${property}${simplified.get(type) ?? ""}`);
  const whole = entriesOf(commons, places, "->", property);
  const texts = places.flatMap((dcid) => {
    const text = textsOf(shapes.get(dcid))[0] ?? textsOf(whole.get(dcid))[0];
    return text === undefined ? [] : [{ dcid, text }];
  });
  // From afar, a name of each place is read: only of those that are drawn.
  const drawn = texts.map(({ dcid }) => dcid);
  const names =
    nameProperty === "" ? displayNames(commons, drawn) : firstTexts(commons, drawn, nameProperty);
  const features = texts.flatMap(({ dcid, text }) =>
    featureOf(dcid, names.get(dcid) ?? "Unnamed Area", text),
  );
  return { features, unread: texts.length - features.length };
}

/** Shapes of nodes, whatever they are. */
export function nodeShapes(
  commons: Commons,
  nodes: readonly string[],
  property: string,
): FeatureCollection {
  const shapes = entriesOf(commons, nodes, "->", property);
  const features = nodes.flatMap((dcid) => featureOf(dcid, dcid, textsOf(shapes.get(dcid))[0]));
  return collectionOf(features, "");
}

const collectionOf = (features: readonly Feature[], currentGeo: string): FeatureCollection => ({
  type: "FeatureCollection",
  features,
  properties: { currentGeo },
});

/** None for what is no shape, or is a point. */
function featureOf(dcid: string, name: string, text: string | undefined): Feature[] {
  const geometry = text === undefined ? undefined : geometryOf(text);
  if (geometry === undefined) return [];
  return [{ type: "Feature", id: dcid, properties: { name, geoDcid: dcid }, geometry }];
}

function geometryOf(text: string): object | undefined {
  let shape: unknown;
  try {
    shape = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof shape !== "object" || shape === null) return undefined;
  const { type, coordinates } = shape as { type?: unknown; coordinates?: unknown };
  if (type === "MultiLineString") return shape;
  const polygons = type === "Polygon" ? [coordinates] : type === "MultiPolygon" ? coordinates : [];
  if (!arePolygons(polygons) || polygons.length === 0) return undefined;
  return { type: "MultiPolygon", coordinates: polygons.map(woundForD3) };
}

function arePolygons(value: unknown): value is Ring[][] {
  const isPosition = (one: unknown) =>
    // A third ordinate, the height, is not drawn: whatever it is, the position can be read.
    Array.isArray(one) && one.slice(0, 2).filter(Number.isFinite).length === 2;
  const isRing = (one: unknown) => Array.isArray(one) && one.every(isPosition);
  const isPolygon = (one: unknown) => Array.isArray(one) && one.length > 0 && one.every(isRing);
  return Array.isArray(value) && value.every(isPolygon);
}

/** d3 wants outer rings clockwise, against the right-hand rule of GeoJSON. */
function woundForD3([outer = [], ...holes]: Ring[]): Ring[] {
  return [isClockwise(outer) ? outer : outer.toReversed(), ...holes.map(clockwise)];
}

/** Holes stay as the right-hand rule has them. */
const clockwise = (ring: Ring): Ring => (isClockwise(ring) ? ring : ring.toReversed());

/** By the sum over the edges: positive for rings that go round clockwise. */
function isClockwise(ring: Ring): boolean {
  let sum = 0;
  for (const [at, [x = 0, y = 0]] of ring.entries()) {
    const [nextX = 0, nextY = 0] = ring[(at + 1) % ring.length] ?? [];
    sum += (nextX - x) * (nextY + y);
  }
  return sum > 0;
}
