/** What a server answers: plain requests in, plain answers out. It knows no sockets. */
import { type Commons, endpointOf } from "../index.ts";
import { unlistedRouteOf } from "../unlisted/index.ts";
import { websiteRouteOf } from "../website/index.ts";
import type { ServerAnswer, ServerRequest } from "./answers/index.ts";
import { type AnswerRules, answerOf } from "./answers/index.ts";
import { encoded, encodingOf } from "./encoding.ts";
import type { ExplorerPage } from "./explorer-page.ts";
import type { Gate } from "./gate.ts";
import type { Metrics } from "./metrics.ts";
import type { WorkerPool } from "./workers/index.ts";

export interface ServiceRules extends AnswerRules {
  /** Whether tools for language models are at `/mcp`. */
  readonly hasAgents: boolean;
}

export interface ServiceParts {
  /** The world of this moment. */
  readonly commons: () => Commons;
  readonly gate: Gate;
  readonly metrics: Metrics;
  readonly rules: ServiceRules;
  /** Threads that answer; undefined: this one does. */
  readonly pool: WorkerPool | undefined;
  /** What a browser is shown. */
  readonly explorer: ExplorerPage | undefined;
}

export interface ServedAnswer extends ServerAnswer {
  /** What counts and logs call the request: the path of its route, as documented. */
  readonly endpoint: string;
}

export class Service {
  readonly #parts: ServiceParts;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  /** At once where it can be: an answer that is sent in fewer bytes takes a turn. */
  answer(request: ServerRequest): ServedAnswer | Promise<ServedAnswer> {
    const { gate } = this.#parts;
    const { headers, method, url } = request;
    if (!gate.admitsHost(headers["host"])) {
      return this.refusal(url, 421, "this server does not go by that name: see --allowed-host");
    }
    const path = pathOf(url);
    const route = this.#routeOf(path);
    const endpoint = nameOf(route, path);
    if (method === "OPTIONS") {
      const preflight = gate.preflightOf(headers["origin"]);
      return { status: 204, headers: preflight, body: "", endpoint };
    }
    const cors = gate.corsOf(headers["origin"]);
    const accepts = headers["accept-encoding"];
    const isHead = method === "HEAD";
    const page = isHead || method === "GET" ? own[path] : undefined;
    const asking = isHead ? { ...request, method: "GET" } : request;
    const answer = page === undefined ? this.#shown(asking, path, route) : page(this.#parts);
    if (answer instanceof Promise) {
      return answer.then((one) => packed(one, endpoint, cors, accepts));
    }
    return packed(answer, endpoint, cors, accepts);
  }

  /** An answer of the server itself to what it will not do. */
  refusal(url: string, status: number, message: string, headers = {}): ServedAnswer {
    const path = pathOf(url);
    return {
      status,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ message }),
      endpoint: nameOf(this.#routeOf(path), path),
    };
  }

  #shown(request: ServerRequest, path: string, route: string | undefined) {
    const { explorer, commons, rules } = this.#parts;
    if (path === mcpPath && rules.hasAgents) return answerAgents(commons(), request);
    if (explorer?.has(path)) return explorer.answer(commons(), request);
    return this.#ask(request, route);
  }

  #routeOf(path: string): string | undefined {
    const { isExact, hasWebsite } = this.#parts.rules;
    const endpoint = endpointOf(path) ?? (isExact ? undefined : unlistedRouteOf(path));
    return endpoint ?? (hasWebsite ? websiteRouteOf(path) : undefined);
  }

  #ask(request: ServerRequest, route: string | undefined): ServerAnswer | Promise<ServerAnswer> {
    const { commons, rules, pool } = this.#parts;
    const world = commons();
    const tag = `W/"${world.contentTag}"`;
    const tagged = (answer: ServerAnswer) => withTag(answer, request, route, tag);
    if (pool === undefined) return tagged(answerOf(world, request, route, rules));
    pool.use(world);
    return pool.answer(request, route).then(tagged);
  }
}

/** A client that has the answer of this tag is told that it is still the same. */
function withTag(
  answer: ServerAnswer,
  { method, headers }: ServerRequest,
  route: string | undefined,
  tag: string,
): ServerAnswer {
  // Only who may have the answer hears that.
  if (method !== "GET" || answer.status !== 200 || route === undefined) return answer;
  const known = headers["if-none-match"];
  if (known !== undefined && tagsOf(known).includes(tag)) {
    return { status: 304, headers: { etag: tag }, body: "" };
  }
  return { ...answer, headers: { ...answer.headers, etag: tag, "cache-control": "no-cache" } };
}

function packed(
  answer: ServerAnswer,
  endpoint: string,
  cors: Readonly<Record<string, string>>,
  accepts: string | undefined,
): ServedAnswer | Promise<ServedAnswer> {
  const { status, body } = answer;
  const headers = { ...answer.headers, ...cors, "x-content-type-options": "nosniff" };
  if (status === 304) return { status, headers, body, endpoint };
  const vary = cors["vary"] === undefined ? "Accept-Encoding" : `${cors["vary"]}, Accept-Encoding`;
  const encoding = encodingOf(body, accepts);
  if (encoding === undefined) return { status, headers: { ...headers, vary }, body, endpoint };
  return encoded(body, encoding).then((bytes) => ({
    status,
    headers: { ...headers, vary, "content-encoding": encoding },
    body: bytes,
    endpoint,
  }));
}

const mcpPath = "/mcp";

/** A package that is not installed is no fault of who asks. */
async function answerAgents(commons: Commons, request: ServerRequest): Promise<ServerAnswer> {
  try {
    const { answerMcp } = await import("../mcp.ts");
    return await answerMcp(commons, request);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const body = JSON.stringify({ message: error.message });
    return { status: 501, headers: { "content-type": "application/json" }, body };
  }
}

/** What the server itself answers. */
const own: Readonly<Record<string, (parts: ServiceParts) => ServerAnswer | Promise<ServerAnswer>>> =
  {
    __proto__: null as never,
    "/healthz": ({ commons }) => {
      const { nodes, triples, observations } = commons().info;
      const body = JSON.stringify({ status: "ok", nodes, triples, observations });
      return { status: 200, headers: { "content-type": "application/json", ...unkept }, body };
    },
    "/metrics": async ({ metrics }) => ({
      status: 200,
      headers: { "content-type": metrics.contentType, ...unkept },
      body: await metrics.text(),
    }),
  };

const nameOf = (route: string | undefined, path: string): string =>
  route ?? (path in own || path === mcpPath ? path : "other");

const unkept = { "cache-control": "no-store" } as const;

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

function tagsOf(header: string | undefined): readonly string[] {
  return header === undefined ? [] : header.split(",").map((tag) => tag.trim());
}
