/** Coordinates as a request writes them. */

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
export function meridiansOf({ longitude }: Coordinate): number[] {
  return [longitude - 360, longitude, longitude + 360];
}

function finiteNumber(text: string): number | undefined {
  const number = decimal.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

function turned(longitude: number): number {
  return longitude - 360 * Math.round(longitude / 360);
}
