/** What `/v2/resolve` searches with: a part that pages load late, in one import. */

export { matchIdentifiers } from "./identifiers.ts";
export { indicatorTypes } from "./indicator-search.ts";
export { parseCoordinate } from "./place-shapes.ts";
export { placesNamed, searchIndicators, typedPlacesAt } from "./world-searches.ts";
