/** Door of the endpoint table's means: what a row says, its faults and limits. */

export { checkPairs } from "./answer-size.ts";
export {
  type AnswerSettings,
  type AnyEndpoint,
  type Endpoint,
  endpoint,
  getAndPost,
  type Method,
} from "./endpoint.ts";
export { type Envelope, enclose } from "./envelope.ts";
export { type FieldPlace, isMessage, type Layout, type Message } from "./layout.ts";
export { ObjectText, quoted } from "./object-text.ts";
export {
  type ChoiceField,
  choice,
  date,
  dcid,
  dcids,
  type Fault,
  type Field,
  filled,
  flag,
  ids,
  integer,
  pageToken,
  records,
  required,
  type TextField,
  type TextsField,
  text,
  texts,
} from "./params.ts";
export { EnginePart } from "./part.ts";
export {
  errorBody,
  nilMarshal,
  type RpcCode,
  type RpcDetail,
  RpcError,
  type RpcErrorBody,
  toRpcError,
} from "./rpc-error.ts";
