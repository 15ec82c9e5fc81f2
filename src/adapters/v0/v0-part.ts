/** What answers the endpoints without a version: a part that is loaded with the first of them. */

export {
  v0PlacesIn,
  v0PropertyLabels,
  v0PropertyValues,
  v0StatVars,
  v0Triples,
} from "./v0-nodes.ts";
export { v0PlaceObs, v0PopObs } from "./v0-populations.ts";
