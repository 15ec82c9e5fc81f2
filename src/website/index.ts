/** Door of the website's routes. */

export { arcsOf, entriesOf, firstTexts, textsOf } from "./nodes.ts";
export type { WebsiteRequest } from "./request.ts";
export { type WebsiteRoute, websiteRoutes } from "./routes.ts";
export { answerWebsite, type WebsiteAnswer, websiteRouteOf } from "./website.ts";
