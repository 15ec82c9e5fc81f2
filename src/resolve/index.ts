/** Door of the search for nodes: by identifier, coordinate, name, or what is said about them. */

export { entitiesOf } from "./entities.ts";
export { entitiesIn, resolverOver } from "./entity-resolver.ts";
export { type IdentifierMatch, matchIdentifiers } from "./identifiers.ts";
export { type IndicatorMatch, type IndicatorType, indicatorTypes } from "./indicators.ts";
export {
  type Coordinate,
  compareDominantTypes,
  dominantTypeOf,
  parseCoordinate,
} from "./places/index.ts";
export { placesAt, placesNamed, searchIndicators } from "./search.ts";
