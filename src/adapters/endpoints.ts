/**
 * The table of contents of the service. Routing, decoding, key rule, error texts, typed methods
 * and documentation come from these rows and from nowhere else.
 */

import { createRouter, type Router } from "../router/route-paths.ts";
import type { AnyEndpoint } from "./edge/endpoint.ts";
import type { EndpointName } from "./endpoint-methods.ts";
import { v0Endpoints } from "./v0/endpoints.ts";
import { v1Endpoints } from "./v1/endpoints.ts";
import { v2Endpoints } from "./v2/endpoints.ts";

export const endpoints = {
  ...v2Endpoints,
  ...v1Endpoints,
  ...v0Endpoints,
} as const satisfies Readonly<Record<EndpointName, AnyEndpoint>>;

let router: Router<AnyEndpoint> | undefined;

/**
 * The path of the endpoint that answers at a path, as documented: `/v1/triples/{direction}/{node...}`
 * for `/v1/triples/out/geoId/06`. Logs and metrics of a server group requests by it.
 *
 * @param path path of a URL without a query, of the public service or below `/core/api`
 * @returns undefined where no endpoint answers
 */
export function endpointOf(path: string): string | undefined {
  router ??= createRouter<AnyEndpoint>(Object.values(endpoints));
  return router(path)?.row.path;
}
