/** Door of the search for nodes: by identifier, coordinate, name, or what is said about them. */
export { type Coordinate, parseCoordinate } from "./coordinate.ts";
export { entitiesOf } from "./entities.ts";
export { type IdentifierMatch, matchIdentifiers } from "./identifiers.ts";
export { type IndicatorMatch, type IndicatorType, indicatorTypes } from "./indicators.ts";
export { compareDominantTypes, dominantTypeOf } from "./place-types.ts";
export { placesAt, placesNamed, searchIndicators } from "./search.ts";
