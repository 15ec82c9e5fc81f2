/** Requests to a Commons, and to the routes that are made of its endpoints. */
import type { Commons, RequestLimits } from "../../index.ts";
import { answerUnlisted, unlistedRouteOf } from "../../unlisted/index.ts";
import type { ServerAnswer, ServerRequest } from "./plain-http.ts";
import { SharedHeaders } from "./shared-headers.ts";

const withoutCors = new SharedHeaders(
  ({ "access-control-allow-origin": _, ...headers }) => headers,
);

/** What `commons.answer` answers; who may read it is the server's to say. */
export function asked(
  commons: Commons,
  request: ServerRequest,
  limits: RequestLimits,
): ServerAnswer {
  const { status, headers, body } = commons.answer(request, limits);
  return { status, headers: withoutCors.of(headers), body };
}

/**
 * What a route answers that the service's documentation does not list; undefined where there is none.
 * As the endpoints it is made of, it needs a key where one is asked for: one of them is asked with it.
 *
 * @param route its path, as documented
 */
export function unlisted(
  commons: Commons,
  request: ServerRequest,
  route: string | undefined,
  limits: RequestLimits,
): ServerAnswer | undefined {
  if (route === undefined || unlistedRouteOf(route) === undefined) return undefined;
  const [path = "", query] = request.url.split("?", 2);
  const given = new URLSearchParams(query);
  const question = new URLSearchParams({ nodes: "typeOf", property: "->name" });
  for (const name of ["key", "api_key"]) {
    const key = given.get(name);
    if (key !== null) question.set(name, key);
  }
  const before = path.startsWith("/core/api/") ? "/core/api" : "";
  const url = `${before}/v2/node?${question}`;
  const admitted = asked(commons, { ...request, method: "GET", url, body: "" }, limits);
  if (admitted.status !== 200) return admitted;
  const answer = answerUnlisted(commons, request);
  return answer && { ...answer, headers: { "content-type": "application/json" } };
}
