/** Door of the routes that the service's documentation does not list. */
export {
  getObservations,
  getVariableMetadata,
  resolvePlaces,
  searchIndicators,
} from "./agent/index.ts";
export { Fields } from "./fields.ts";
export { unlistedRoutes } from "./routes.ts";
export { answerUnlisted, type UnlistedRequest, unlistedRouteOf } from "./unlisted.ts";
