/** Door of the search for nodes: by identifier, coordinate, name, or what a text is about. */

export { entitiesIn, entitiesOf, resolverOver } from "./entities.ts";
export { type IdentifierMatch, matchIdentifiers } from "./identifiers.ts";
export { type IndicatorMatch, type IndicatorType, indicatorTypes } from "./indicators.ts";
export { type Coordinate, parseCoordinate } from "./place-shapes.ts";
export { placesNamed, searchIndicators, type TypedPlace, typedPlacesAt } from "./world-searches.ts";
