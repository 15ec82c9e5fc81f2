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

/** Services by the rules of a server, and by the world that it asks. */
const services = new WeakMap<AnswerRules, WeakMap<Commons, Service>>();

function serviceOf(commons: Commons, rules: AnswerRules): Service {
  const ofServer = services.get(rules) ?? new WeakMap<Commons, Service>();
  services.set(rules, ofServer);
  const service = ofServer.get(commons) ?? commons.service(rules.settings);
  ofServer.set(commons, service);
  return service;
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
 * Routes that ask for no key by themselves need one where documented endpoints do: a short question
 * to one of them is asked with the same key. That is the only check of their keys.
 *
 * @param before of the path, as self-hosted instances have it: they ask for no key
 * @returns the refusal; undefined: the key is right, or none is needed
 */
export function keyRefusalOf(
  commons: Commons,
  request: ServerRequest,
  rules: AnswerRules,
  before: "" | "/core/api" = "",
): ServerAnswer | undefined {
  const given = new URLSearchParams(request.url.split("?", 2)[1]);
  const question = new URLSearchParams({ nodes: "typeOf", property: "->name" });
  for (const name of ["key", "api_key"]) {
    const key = given.get(name);
    if (key !== null) question.set(name, key);
  }
  const url = `${before}/v2/node?${question}`;
  const answer = asked(commons, { ...request, method: "GET", url, body: "" }, rules);
  return answer.status === 200 ? undefined : answer;
}

function answerUnlisted(
  commons: Commons,
  request: ServerRequest,
  rules: AnswerRules,
): ServerAnswer | undefined {
  const before = request.url.startsWith("/core/api/") ? "/core/api" : "";
  return keyRefusalOf(commons, request, rules, before) ?? answered(unlisted, commons, request);
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
