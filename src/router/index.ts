/** Door of the router: fields of requests, how they are read, and paths. */

export {
  bothSpellings,
  choice,
  count,
  date,
  dcid,
  dcids,
  described,
  type Fault,
  type Field,
  type Fields,
  filled,
  flag,
  ids,
  integer,
  json,
  type Layout,
  layoutOf,
  lists,
  numberWithin,
  oneSpelling,
  pageToken,
  type RpcCode,
  records,
  required,
  text,
  texts,
} from "./fields.ts";
export { createRouter, type Match, type PathRow, type Router, selfHostedRoot } from "./paths.ts";
export {
  type FieldFault,
  isObject,
  keyNames,
  type QueryPair,
  type ReadingStyle,
  readFields,
} from "./read-fields.ts";
