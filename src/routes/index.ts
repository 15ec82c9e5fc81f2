/** Door of all routes beside the documented endpoints. */

export { answerExplorer } from "./explorer/index.ts";
export {
  type Checked,
  type Checks,
  type Route,
  type RouteAnswer,
  type RouteRequest,
  RouteTable,
} from "./route.ts";
export { unlistedRoutes } from "./unlisted/index.ts";
export { websiteRoutes } from "./website/index.ts";
