/** Door of the routes that the service's documentation does not list. */
export { agentRoutes, unlistedRoutes } from "./unlisted-routes.ts";
