/** Door of the edge: from a request in HTTP or as an object to a handler, and back. */

export {
  createFetch,
  type Fetch,
  type FetchInit,
  type FetchLimits,
  type FetchSettings,
} from "./fetch.ts";
export { invoke, paramsOf } from "./invoke.ts";
export { createReader, type ReadRequest, type WrittenRequest } from "./read-request.ts";
export { createRouter, type Router } from "./route.ts";
