/** Door of the search for nodes: by identifier, coordinate, name, or what a text is about. */

export { entitiesIn, entitiesOf } from "./entities.ts";
export { matchIdentifiers } from "./identifiers.ts";
export { type IndicatorMatch, type IndicatorType, indicatorTypes } from "./indicator-search.ts";
export { type Coordinate, parseCoordinate } from "./place-shapes.ts";
export { placesNamed, searchIndicators, typedPlacesAt } from "./world-searches.ts";
