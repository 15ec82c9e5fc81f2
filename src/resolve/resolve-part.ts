/** What `/v2/resolve` searches with: a part that pages load late, in one import. */

export { indicatorTypes, searchIndicators } from "../search/subjects.ts";
export { matchIdentifiers } from "./identifiers.ts";
export { parseCoordinate } from "./place-shapes.ts";
export { topicMembers } from "./topic-members.ts";
export { placesNamed, typedPlacesAt } from "./world-searches.ts";
