/** Door of the rows under `/v1`. */

export { v1Endpoints } from "./endpoints.ts";
