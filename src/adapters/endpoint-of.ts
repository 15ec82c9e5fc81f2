import { createRouter, type Router } from "./edge/index.ts";
import { endpoints } from "./endpoints.ts";

let router: Router | undefined;

/**
 * The path of the endpoint that answers at a path, as documented: `/v1/triples/{direction}/{node...}`
 * for `/v1/triples/out/geoId/06`. Logs and metrics of a server group requests by it.
 *
 * @param path path of a URL without a query, of the public service or below `/core/api`
 * @returns undefined where no endpoint answers
 */
export function endpointOf(path: string): string | undefined {
  router ??= createRouter(Object.values(endpoints));
  return router(path)?.row.path;
}
