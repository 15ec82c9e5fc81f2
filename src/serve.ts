/** Pocket Commons over HTTP, for clients in other languages and on other pages. */

export type { AccessLine, ServeOptions } from "./serve/server-options.ts";
export {
  type Closed,
  type Served,
  type ServedElsewhere,
  type Serving,
  serve,
} from "./serve/serving.ts";
