/** What a world answers a server: as the documented service does, and kinder where clients need it. */
import { isAnswered, rpcBodyOf } from "../errors/rpc.ts";
import { type Commons, endpointOf, type Service, type ServiceOptions } from "../index.ts";
import { cutUrl } from "../router/route-paths.ts";
import { answerExplorer } from "../routes/explorer/explorer-routes.ts";
import { type Checks, type RouteAnswer, type RouteRequest, RouteTable } from "../routes/route.ts";
import { unlistedRoutes } from "../routes/unlisted-routes.ts";
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

const website = new RouteTable(websiteRoutes);
const unlisted = new RouteTable(unlistedRoutes);

/** What one server answers from the world that it is asked for. */
export class Answers {
  readonly #rules: AnswerRules;
  readonly #services = new WeakMap<Commons, Service>();

  constructor(rules: AnswerRules) {
    this.#rules = rules;
  }

  /** The path of the route that answers there, as in its row; undefined where none does. */
  routeOf(path: string): string | undefined {
    const { isExact, hasWebsite } = this.#rules;
    const endpoint = endpointOf(path) ?? (isExact ? undefined : unlisted.routeOf(path));
    return endpoint ?? (hasWebsite ? website.routeOf(path) : undefined);
  }

  /**
   * @param commons a world with the limits of requests, which only this server asks
   * @param route what `routeOf` returns for the path
   * @param signal ends the request
   * @throws TypeError for what is no request that can be read
   */
  answerOf(
    commons: Commons,
    given: ServerRequest,
    route: string | undefined,
    signal?: AbortSignal,
  ): ServerAnswer | Promise<ServerAnswer> {
    const { isExact, hasWebsite } = this.#rules;
    const request = isExact ? given : taken(given, route);
    const isDocumented = route !== undefined && endpointOf(route) !== undefined;
    if (isExact && (isDocumented || !hasWebsite)) return this.#ask(commons, request, signal);
    if (isDocumented) return this.#documented(commons, request, route, signal);
    const world = signal === undefined ? commons : commons.limited({ signal });
    const page = hasWebsite ? answered(website, world, request) : undefined;
    if (page !== undefined) return page;
    if (route === undefined) return this.#ask(commons, request, signal);
    // Newer paths of documented endpoints are answered as those.
    const ask = (same: RouteRequest) => {
      const endpoint = endpointOf(cutUrl(same.url)[0]);
      const { status, headers, body } = this.#documented(
        commons,
        taken({ ...request, ...same }, endpoint),
        endpoint,
        signal,
      );
      return { status, contentType: headers["content-type"] ?? "", body: body as string };
    };
    return answered(unlisted, world, request, ask) ?? this.#ask(commons, request, signal);
  }

  #documented(
    commons: Commons,
    request: ServerRequest,
    route: string | undefined,
    signal: AbortSignal | undefined,
  ): ServerAnswer {
    return kinder(request.url, route, this.#ask(commons, request, signal));
  }

  /**
   * Whether the key of a request is to be looked at before it is answered: where there are keys, all that
   * is read of the world needs one, also what is public elsewhere. Where any key will do, unlisted routes
   * need one, as the documented endpoints by themselves.
   */
  needsKey(url: string, route: string | undefined): boolean {
    const { keys, requireKey } = this.#rules.settings;
    if (keys !== undefined) return true;
    if (requireKey === false || route === undefined || url.startsWith("/core/api/")) return false;
    return unlisted.routeOf(route) !== undefined;
  }

  /**
   * A short question to an endpoint is asked with the same key. That is the only check of keys.
   *
   * @returns the refusal; undefined: the key is right
   */
  keyRefusalOf(commons: Commons, request: ServerRequest): ServerAnswer | undefined {
    const given = new URLSearchParams(cutUrl(request.url)[1]);
    const question = new URLSearchParams({ nodes: "typeOf", property: "->name" });
    for (const name of ["key", "api_key"]) {
      const key = given.get(name);
      if (key !== null) question.set(name, key);
    }
    const asked = { ...request, method: "GET", url: `/v2/node?${question}`, body: "" };
    const answer = this.#ask(commons, asked);
    return answer.status === 200 ? undefined : answer;
  }

  /** What the service of the world answers; the server decides who may read it. */
  #ask(commons: Commons, request: ServerRequest, signal?: AbortSignal): ServerAnswer {
    let service = this.#services.get(commons);
    if (service === undefined) {
      service = commons.service(this.#rules.settings);
      this.#services.set(commons, service);
    }
    const { status, headers, body } = service.answer(request, signal && { signal });
    return { status, headers: withoutCors.of(headers), body };
  }
}

const withoutCors = new SharedHeaders(
  ({ "access-control-allow-origin": _, ...headers }) => headers,
);

/** Undefined where the table has no such path. */
function answered(
  table: RouteTable,
  commons: Commons,
  request: ServerRequest,
  ask?: (request: RouteRequest) => RouteAnswer,
): ServerAnswer | Promise<ServerAnswer> | undefined {
  const answer = table.answer(commons, request, { ask });
  return answer instanceof Promise ? answer.then(served) : answer && served(answer);
}

const served = ({ contentType, headers, ...answer }: RouteAnswer): ServerAnswer => ({
  ...answer,
  headers: { ...headers, "content-type": contentType },
});

/** What is answered where a world could not be read: the error says with what status. */
export function unread(error: unknown): ServerAnswer {
  if (!isAnswered(error)) throw error;
  const pause: unknown = Reflect.get(error, "retryAfter");
  const headers = {
    "content-type": "application/json",
    ...(typeof pause === "number" && { "retry-after": String(Math.ceil(pause / 1000)) }),
  };
  return {
    status: error.rpc.status,
    headers,
    body: `${JSON.stringify(rpcBodyOf(error), null, 1)}\n`,
  };
}

/**
 * What the explorer's page asks, answered by a world.
 *
 * @param checks looks for mistakes in the sources, where there are any
 */
export async function explorerAnswer(
  commons: Commons,
  request: ServerRequest,
  checks?: Checks,
): Promise<ServerAnswer> {
  const answer = await answerExplorer(commons, request, checks);
  if (answer === undefined) {
    const body = JSON.stringify({ message: "the explorer has no such page" });
    return { status: 404, headers: { "content-type": "application/json" }, body };
  }
  const headers = { "content-type": answer.contentType, "cache-control": "no-cache" };
  return { status: answer.status, headers, body: answer.body };
}
