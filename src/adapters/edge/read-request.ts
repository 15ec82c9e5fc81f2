/** What a request says, without an answer: for whoever looks on. */
import { type AnyEndpoint, toRpcError } from "../table/index.ts";
import { decode, parseBody } from "./decode.ts";
import { splitQuery } from "./query-string.ts";
import { createRouter } from "./route.ts";

/** A request as its text lies on the wire. */
export interface WrittenRequest {
  readonly url: URL;
  readonly body: string;
}

/** A request that has a row. */
export interface ReadRequest {
  /** Name of the row. */
  readonly endpoint: string;
  /** What the handler would get of it, as far as it was set; empty if it cannot be read. */
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * @returns what reads requests as `fetch` does; undefined for a path that has no row. Unknown names
 * are passed over: `fetch` may refuse them.
 */
export function createReader(
  endpoints: Readonly<Record<string, AnyEndpoint>>,
): (request: WrittenRequest) => ReadRequest | undefined {
  const names = new Map(Object.entries(endpoints).map(([name, row]) => [row, name]));
  const router = createRouter(names.keys());
  return ({ url, body }) => {
    const route = router(url.pathname);
    if (route === undefined) return undefined;
    const { row, path } = route;
    const endpoint = names.get(row) ?? row.path;
    try {
      const encoded = { query: splitQuery(url.search), path, body: parseBody(body) };
      const params = decode(row.layout, encoded, true) as Record<string, unknown>;
      const blank = row.layout.blank as Record<string, unknown>;
      const set = Object.entries(params).filter(([key, value]) => value !== blank[key]);
      return { endpoint, params: Object.fromEntries(set) };
    } catch (error) {
      // What cannot be read is what `fetch` says of it; anything else is a mistake of ours.
      if (toRpcError(error).message === "internal error") throw error;
      return { endpoint, params: {} };
    }
  };
}
