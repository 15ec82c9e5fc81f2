/** Paths of the public service and of a self-hosted instance → row of the endpoint table. */
import type { AnyEndpoint } from "./endpoint.ts";

/** A self-hosted instance serves the same paths below this (specification: Versioning). */
const SELF_HOSTED = "/core/api";

export interface Route {
  readonly row: AnyEndpoint;
  readonly selfHosted: boolean;
}

/** Finds a row by the path of a URL; undefined where no row stands. */
export type Router = (path: string) => Route | undefined;

export function createRouter(rows: Iterable<AnyEndpoint>): Router {
  const byPath = new Map<string, Route>();
  for (const row of rows) {
    byPath.set(row.path, { row, selfHosted: false });
    byPath.set(SELF_HOSTED + row.path, { row, selfHosted: true });
  }
  return (path) => byPath.get(withoutTrailingSlashes(path));
}

/** A path that ends in `/` means the same route (facts V1-V0 §1.6). */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end--;
  return path.slice(0, end);
}
