/** Pocket Commons over HTTP, for clients in other languages and on other pages. */

export {
  type AccessLine,
  type Served,
  type ServedElsewhere,
  type ServeOptions,
  type Serving,
  serve,
} from "./serve/index.ts";
