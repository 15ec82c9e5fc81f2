/** Door of the routes that the service's documentation does not list. */
export { unlistedRoutes } from "./routes.ts";
export { answerUnlisted, type UnlistedRequest, unlistedRouteOf } from "./unlisted.ts";
