/** Door of the rows without a version. */

export { v0Endpoints } from "./endpoints.ts";
