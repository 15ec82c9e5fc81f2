/** Door of the edge: rows of documented endpoints; from a request to a handler, and back. */

export {
  type AnswerSettings,
  type AnyEndpoint,
  type Endpoint,
  EnginePart,
  endpoint,
  getAndPost,
  type Method,
} from "./endpoint.ts";
export { type Fetch, type FetchInit, fetchOf } from "./fetch.ts";
export { createReader, invoke, paramsOf } from "./invoke.ts";
export { provideLateResponses } from "./late-response.ts";
export { ObjectText, quoted } from "./object-text.ts";
export {
  checkPairs,
  errorBody,
  nilMarshal,
  type RpcDetail,
  RpcError,
  type RpcErrorBody,
  toRpcError,
} from "./rpc-error.ts";
export {
  type AnswerOptions,
  type FetchLimits,
  type FetchSettings,
  type PlainAnswer,
  type PlainRequest,
  RestService,
} from "./service.ts";
