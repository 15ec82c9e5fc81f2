/** Door of the search for places: by name, by coordinate, and which type a place counts as. */

export { type Coordinate, parseCoordinate } from "./coordinate.ts";
export { PlaceNames } from "./place-names.ts";
export { PlaceShapes } from "./place-shapes.ts";
export { compareDominantTypes, dominantTypeOf } from "./place-types.ts";
export { type Shapes, StoredShapes } from "./stored-shapes.ts";
