/** Requests that are read and not answered. */
import { readFields } from "../../router/read-fields.ts";
import { createRouter } from "../../router/route-paths.ts";
import type { AnyEndpoint, Endpoint } from "./endpoint.ts";
import { documented, documentedToday, parseBody, splitQuery } from "./request-text.ts";
import { answered } from "./rpc-error.ts";

/**
 * What a handler would receive of a request object.
 *
 * @throws CommonsError for a request that is refused
 */
export function paramsOf<Request, Params, Response>(
  row: Endpoint<Request, Params, Response>,
  request: Request,
): Params {
  return readFields(row.layout, { body: request }, documented);
}

/** A request as its text lies on the wire. */
interface WrittenRequest {
  readonly url: URL;
  readonly body: string;
}

/** A request that has a row. */
interface ReadRequest {
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
      const params = readFields(row.layout, encoded, documentedToday) as Record<string, unknown>;
      const blank = row.layout.blank as Record<string, unknown>;
      const set = Object.entries(params).filter(([key, value]) => value !== blank[key]);
      return { endpoint, params: Object.fromEntries(set) };
    } catch (error) {
      // `fetch` refuses what cannot be read; anything else is a mistake of ours.
      if (answered(error).message === "internal error") throw error;
      return { endpoint, params: {} };
    }
  };
}
