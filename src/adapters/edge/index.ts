/** Door of the edge: from a request in HTTP or as an object to a handler, and back. */

export { type AnsweringService, type Fetch, type FetchInit, fetchOf } from "./fetch.ts";
export { invoke, paramsOf } from "./invoke.ts";
export { provideLateResponses } from "./late-response.ts";
export { createReader, type ReadRequest, type WrittenRequest } from "./read-request.ts";
export {
  type AnswerOptions,
  type FetchLimits,
  type FetchSettings,
  type PlainAnswer,
  type PlainRequest,
  RestService,
} from "./rest-service.ts";
export { createRouter, type Router } from "./route.ts";
