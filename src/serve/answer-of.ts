/** What a world answers a server: as the documented service does, and kinder where clients need it. */
import { type Commons, endpointOf, type Service, type ServiceOptions } from "../index.ts";
import { RouteTable } from "../routes/route.ts";
import { unlistedRoutes } from "../routes/unlisted/unlisted-routes.ts";
import { websiteRoutes } from "../routes/website/website-routes.ts";
import { kinder, taken } from "./lenience.ts";
import { type ServerAnswer, type ServerRequest, SharedHeaders } from "./plain-http.ts";

export interface AnswerRules {
  /** Whether answers are those of the documented service to the letter. */
  readonly isExact: boolean;
  /** Whether the website's routes are answered. */
  readonly hasWebsite: boolean;
  /** By which documented endpoints are answered; plain data, without limits. */
  readonly settings: ServiceOptions;
}

/** The service of each world. A server asks one world by one set of rules. */
const services = new WeakMap<Commons, Service>();

function serviceOf(commons: Commons, { settings }: AnswerRules): Service {
  const known = services.get(commons) ?? commons.service(settings);
  services.set(commons, known);
  return known;
}

const website = new RouteTable(websiteRoutes);
const unlisted = new RouteTable(unlistedRoutes);

/** The path of the route that answers there, as in its row; undefined where none does. */
export function routeOf(path: string, { isExact, hasWebsite }: AnswerRules): string | undefined {
  const endpoint = endpointOf(path) ?? (isExact ? undefined : unlisted.routeOf(path));
  return endpoint ?? (hasWebsite ? website.routeOf(path) : undefined);
}

/**
 * @param commons a world with the limits of requests, which only this server asks
 * @param route what `routeOf` returns for the path
 * @throws TypeError for what is no request that can be read
 */
export function answerOf(
  commons: Commons,
  given: ServerRequest,
  route: string | undefined,
  rules: AnswerRules,
): ServerAnswer {
  const { isExact, hasWebsite } = rules;
  const request = isExact ? given : taken(given, route);
  const isDocumented = route !== undefined && endpointOf(route) !== undefined;
  const page = hasWebsite && !isDocumented ? answered(website, commons, request) : undefined;
  if (page !== undefined) return page;
  if (isExact || isDocumented || route === undefined) {
    const answer = asked(commons, request, rules);
    return isExact ? answer : kinder(request.url, route, answer);
  }
  return answerUnlisted(commons, request, rules) ?? asked(commons, request, rules);
}

const withoutCors = new SharedHeaders(
  ({ "access-control-allow-origin": _, ...headers }) => headers,
);

/** What the service of the world answers; the server decides who may read it. */
function asked(commons: Commons, request: ServerRequest, rules: AnswerRules): ServerAnswer {
  const { status, headers, body } = serviceOf(commons, rules).answer(request);
  return { status, headers: withoutCors.of(headers), body };
}

/**
 * As the endpoints that they are made of, these routes need a key where one is required: one of the
 * endpoints is asked with it. That is the only check of their keys.
 */
function answerUnlisted(
  commons: Commons,
  request: ServerRequest,
  rules: AnswerRules,
): ServerAnswer | undefined {
  const [path = "", query] = request.url.split("?", 2);
  const given = new URLSearchParams(query);
  const question = new URLSearchParams({ nodes: "typeOf", property: "->name" });
  for (const name of ["key", "api_key"]) {
    const key = given.get(name);
    if (key !== null) question.set(name, key);
  }
  const before = path.startsWith("/core/api/") ? "/core/api" : "";
  const url = `${before}/v2/node?${question}`;
  const admitted = asked(commons, { ...request, method: "GET", url, body: "" }, rules);
  return admitted.status === 200 ? answered(unlisted, commons, request) : admitted;
}

/** These tables have no handlers that answer later. */
function answered(
  table: RouteTable,
  commons: Commons,
  request: ServerRequest,
): ServerAnswer | undefined {
  const answer = table.answer(commons, request);
  if (answer === undefined || answer instanceof Promise) return undefined;
  const { status, contentType, body } = answer;
  return { status, headers: { "content-type": contentType }, body };
}
