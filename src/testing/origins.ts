/** Which requests a mock answers, and its messages for others. */

import { endpoints } from "../adapters/endpoints.ts";
import { didYouMean, nearest } from "../errors/nearest.ts";
import { createRouter } from "../router/route-paths.ts";

/** The address of the real service. */
export const realOrigins: readonly string[] = ["https://api.datacommons.org"];

/** The origin of a path alone, as in `commons.fetch`. */
const noOrigin = "http://localhost";

const rows = Object.values(endpoints);
const routeOf = createRouter(rows);

/**
 * @param given as the caller wrote it
 * @returns the problem; undefined if the mock answers the request
 */
export function strangerProblem(
  given: string,
  url: URL,
  origins: readonly string[],
): string | undefined {
  if (given.startsWith("/") && url.origin === noOrigin) return undefined;
  if (origins.some((origin) => isAt(url, origin))) return undefined;
  const there = origins.map((origin) => `${origin}${url.pathname}${url.search}`);
  const hint = routeOf(url.pathname) !== undefined ? `; did you mean ${there[0]}?` : "";
  return `nothing answers for ${url.href}: this mock is ${origins.join(", ")}${hint}`;
}

/** The problem of an address without an origin. */
export function relativeProblem(given: string, [origin]: readonly string[]): string {
  const meant = given.startsWith("/") ? didYouMean([`${origin}${given}`]) : "";
  return `nothing answers for '${given}': without a mock, fetch fails for an address without an origin${meant}`;
}

/**
 * The problem of a path that has no endpoint.
 *
 * @param subject what lacks it
 * @param whole the path with that of the origin before it
 */
export function pathProblem(path: string, subject = "the service", whole = path): string {
  const before = path.startsWith("/core/api/") ? "/core/api" : "";
  const known = rows.map((row) => `${before}${row.path}`);
  const end = whole.length - path.length;
  const taken =
    end > 0 ? `: the origin has '${whole.slice(0, end)}' of '${whole}' as its own path` : "";
  return `${subject} has no endpoint '${path}'${taken}${didYouMean(nearest(path, known))}`;
}

/** @returns an origin, perhaps with a path before those of the service */
export function originOf(text: string): string {
  // `localhost:8080` parses, too: as the protocol `localhost`.
  if (!(URL.canParse(text) && /^https?:/i.test(text))) {
    throw new TypeError(`an origin is a URL such as ${realOrigins[0]}, not '${text}'`);
  }
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname.replace(/\/+$/, "")}`;
}

/** Path and query within the service. */
export function withinService(url: URL, origins: readonly string[]): URL {
  const base = origins.find((origin) => isAt(url, origin)) ?? url.origin;
  const prefix = base.slice(url.origin.length);
  const isKept = prefix === "/core/api";
  return isKept ? url : new URL(`${url.pathname.slice(prefix.length)}${url.search}`, url.origin);
}

/** @param origin as `originOf` gives it */
function isAt(url: URL, origin: string): boolean {
  return `${url.origin}${url.pathname}`.startsWith(`${origin}/`);
}
