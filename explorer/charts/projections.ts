/** Which projection suits some places. Each keeps areas: colours are compared by how much there is of them. */
import {
  type GeoPermissibleObjects,
  type GeoProjection,
  geoAlbersUsa,
  geoAzimuthalEqualArea,
  geoCentroid,
  geoDistance,
  geoEqualEarth,
  geoPath,
} from "d3-geo";

export interface Projected {
  readonly kind: "united-states" | "world" | "region";
  readonly projection: GeoProjection;
  /** Height over width of what is drawn. */
  readonly ratio: number;
}

/** Radians from the centre to the farthest point: farther than that is more than a country, or one in parts. */
const regionMax = 0.45;
const worldMin = 1;

/**
 * The United States with Alaska and Hawaii beside the other states, where all the places are on such a
 * map; a part of the world seen from above its centre; or the whole world.
 */
export function projectionFor(features: readonly object[]): Projected {
  const all = { type: "FeatureCollection", features } as GeoPermissibleObjects;
  const centre = geoCentroid(all);
  const reach = positionsIn(features).reduce(
    (most, position) => Math.max(most, geoDistance(centre, position)),
    0,
  );
  const { kind, projection } = chosen(features, centre, reach);
  const [[left, top], [right, bottom]] = geoPath(projection).bounds(all);
  const ratio = (bottom - top) / (right - left);
  return { kind, projection, ratio: Number.isFinite(ratio) && ratio > 0 ? ratio : 1 };
}

function chosen(features: readonly object[], [x, y]: [number, number], reach: number) {
  const unitedStates = geoAlbersUsa();
  const isThere = (one: object) => unitedStates(geoCentroid(one as GeoPermissibleObjects)) !== null;
  if (reach > regionMax && features.every(isThere)) {
    return { kind: "united-states", projection: unitedStates } as const;
  }
  if (reach > worldMin) return { kind: "world", projection: geoEqualEarth() } as const;
  return { kind: "region", projection: geoAzimuthalEqualArea().rotate([-x, -y]) } as const;
}

/** Every position of the geometries, however deep it lies. */
function positionsIn(features: readonly object[]): readonly [number, number][] {
  const found: [number, number][] = [];
  const walk = (part: unknown): void => {
    if (!Array.isArray(part)) return;
    if (typeof part[0] === "number") found.push([part[0], part[1]]);
    else for (const one of part) walk(one);
  };
  for (const feature of features) {
    walk((feature as { geometry?: { coordinates?: unknown } }).geometry?.coordinates);
  }
  return found;
}
