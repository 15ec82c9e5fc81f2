/** Door of the website's routes. */
export { websiteRoutes } from "./website-routes.ts";
