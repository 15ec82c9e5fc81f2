/** What a server answers: plain requests in, plain answers out, without sockets. */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";
import { type AskedCommons, Commons, endpointOf } from "../index.ts";
import type { AgentOptions } from "../routes/tools/agent-options.ts";
import type { McpHttp } from "../routes/tools/transports.ts";
import { type AnswerRules, Answers, unread } from "./answer-of.ts";
import type { ExplorerPage } from "./explorer-page.ts";
import { type Gate, noCors } from "./gate.ts";
import type { KeptAnswers } from "./kept-answers.ts";
import { isTrial, taken } from "./lenience.ts";
import {
  type ServedAnswer,
  type ServerAnswer,
  type ServerRequest,
  SharedHeaders,
  whole,
} from "./plain-http.ts";
import type { Metrics, VersionFacts } from "./watch/metrics.ts";
import type { WorkerPool } from "./worker-pool.ts";
import { type AskedThread, explorerRoute } from "./worker-side.ts";

const always = { "x-content-type-options": "nosniff", vary: "Accept-Encoding" } as const;

const untagged = new SharedHeaders((headers) => ({ ...headers, ...always }));

export interface ServiceRules extends AnswerRules {
  /** How tools for language models are served at `/mcp`; undefined: they are not there. */
  readonly agents: AgentOptions | undefined;
}

/** What a test double makes of a request, and of the answer that there would be. */
export type TestDouble = (
  commons: Commons,
  request: ServerRequest & { readonly meaning?: ServerRequest },
  answer: () => ServerAnswer | Promise<ServerAnswer>,
) => Promise<ServerAnswer>;

interface ServiceParts {
  /** The world of this moment. */
  readonly commons: () => AskedCommons;
  /** Milliseconds that a store may be silent until the server is not healthy. */
  readonly maxStoreSilence: number | undefined;
  readonly gate: Gate;
  readonly metrics: Metrics;
  readonly rules: ServiceRules;
  /** Threads that answer; undefined: this one does. */
  readonly pool: WorkerPool | undefined;
  readonly kept: KeptAnswers;
  /** Answers as a test double does; undefined: nothing goes wrong. */
  readonly double: TestDouble | undefined;
  /** What a browser is shown. */
  readonly explorer: ExplorerPage | undefined;
}

export class Service {
  readonly #parts: ServiceParts;
  readonly #answers: Answers;
  #tag: string | undefined;
  #tagged = untagged;
  #mcp: Promise<McpHttp> | undefined;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    this.#answers = new Answers(parts.rules);
  }

  /** At once where it can be: an answer that is sent in fewer bytes takes a turn. */
  answer(request: ServerRequest): ServedAnswer | Promise<ServedAnswer> {
    const { gate } = this.#parts;
    const { headers, method, url } = request;
    if (!gate.admitsHost(headers["host"])) {
      return this.refusal(url, 421, "this server does not go by that name: see --allowed-host");
    }
    if (method === "OPTIONS") {
      const preflight = gate.preflightOf(headers["origin"]);
      return { status: 204, headers: preflight, body: "", endpoint: this.nameOf(url) };
    }
    const cors = gate.corsOf(headers["origin"]);
    const asking = method === "HEAD" ? { ...request, method: "GET" } : request;
    const answer = this.#kept(asking);
    if (answer instanceof Promise) return answer.then((one) => forClient(one, headers, cors));
    return forClient(answer, headers, cors);
  }

  /** An answer of the server itself to what it will not do. */
  refusal(url: string, status: number, message: string, headers = {}): ServedAnswer {
    return {
      status,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ message }),
      endpoint: this.nameOf(url),
    };
  }

  /** What counts and logs call a request. */
  nameOf(url: string): string {
    const path = pathOf(url);
    return nameOfRoute(this.#answers.routeOf(path), path);
  }

  /** Looks at what was answered before. */
  #kept(request: ServerRequest): ServedAnswer | Promise<ServedAnswer> {
    const { commons, kept } = this.#parts;
    const world = commons();
    const known = request.method === "GET" ? kept.find(world, request) : undefined;
    if (known !== undefined) return known;
    const path = pathOf(request.url);
    const route = this.#answers.routeOf(path);
    const page = request.method === "GET" ? own[path] : undefined;
    const answer = page === undefined ? this.#admitted(request, path, route) : page(this.#parts);
    const endpoint = nameOfRoute(route, path);
    const { contentTag } = world;
    // Another world may have taken its place meanwhile.
    const isSame = () => commons().contentTag === contentTag;
    const isTagged = request.method === "GET" && route !== undefined;
    const accepts = request.headers["accept-encoding"];
    const finish = (one: ServerAnswer) => {
      const headers =
        isTagged && one.status === 200 && isSame() ? this.#taggedOf(contentTag) : untagged;
      return packed({ ...one, headers: headers.of(one.headers), endpoint }, accepts);
    };
    const keep = (one: ServedAnswer) => {
      const isKept = isTagged && one.status === 200 && one.rest === undefined && isSame();
      if (isKept) kept.keep(world, request, one);
      return one;
    };
    if (answer instanceof Promise) return answer.catch(unread).then(finish).then(keep);
    const finished = finish(answer);
    return finished instanceof Promise ? finished.then(keep) : keep(finished);
  }

  /** Headers of answers that a client may keep. */
  #taggedOf(contentTag: string): SharedHeaders {
    if (this.#tag === contentTag) return this.#tagged;
    this.#tag = contentTag;
    const etag = `W/"${contentTag}"`;
    this.#tagged = new SharedHeaders((headers) => ({
      ...headers,
      etag,
      "cache-control": "no-cache",
      ...always,
    }));
    return this.#tagged;
  }

  /** Conversations with language models; the first message loads the code for them. */
  readonly #agents = (): Promise<McpHttp> => {
    const { commons, rules } = this.#parts;
    this.#mcp ??= import("../mcp.ts").then(({ mcpOverHttp }) => mcpOverHttp(commons, rules.agents));
    return this.#mcp;
  };

  /** Ends conversations: whoever waits for an answer in one gets none. */
  async endConversations(): Promise<void> {
    const mcp = await this.#mcp;
    await mcp?.close();
  }

  #admitted(
    request: ServerRequest,
    path: string,
    route: string | undefined,
  ): ServerAnswer | Promise<ServerAnswer> {
    const answers = this.#answers;
    const show = (refusal?: ServerAnswer) => refusal ?? this.#shown(request, path, route);
    if (!answers.needsKey(request.url, route)) return show();
    const refusal = this.#parts.commons().ask((one) => answers.keyRefusalOf(one, request));
    return refusal instanceof Promise ? refusal.then(show) : show(refusal);
  }

  #shown(request: ServerRequest, path: string, route: string | undefined) {
    const { explorer, commons, rules, pool } = this.#parts;
    if (path === mcpPath && rules.agents !== undefined) return answerAgents(this.#agents, request);
    if (!explorer?.has(path)) return this.#ask(request, route);
    const here = () => explorer.answer(commons(), request);
    if (pool === undefined || explorer.isOnlyHere(path)) return here();
    return this.#byThreads(pool, { request, route: explorerRoute }, here);
  }

  #ask(request: ServerRequest, route: string | undefined): ServerAnswer | Promise<ServerAnswer> {
    const { commons, double, rules } = this.#parts;
    if (double === undefined) return this.#answered(request, route);
    const world = commons();
    const isOwn = route !== undefined && endpointOf(route) === undefined;
    const isDoubled = !isOwn && !isTrial(request);
    if (!isDoubled || !(world instanceof Commons)) return this.#answered(request, route);
    const asked = rules.isExact ? request : { ...request, meaning: taken(request, route) };
    return double(world, asked, () => this.#answered(request, route));
  }

  #answered(
    request: ServerRequest,
    route: string | undefined,
  ): ServerAnswer | Promise<ServerAnswer> {
    const { commons, pool } = this.#parts;
    const world = commons();
    const here = () =>
      world instanceof Commons
        ? this.#answers.answerOf(world, request, route)
        : // Parts of it may be missing later.
          world.ask(async (one) => whole(await this.#answers.answerOf(one, request, route), one));
    return pool === undefined ? here() : this.#byThreads(pool, { request, route }, here);
  }

  /** @param here answers in this thread */
  async #byThreads(
    pool: WorkerPool,
    asked: AskedThread,
    here: () => ServerAnswer | Promise<ServerAnswer>,
  ): Promise<ServerAnswer> {
    pool.use(this.#parts.commons());
    return (await pool.answer(asked)) ?? (await here());
  }
}

/** Below this, compressing costs more than sending. */
const encodedBytesMin = 4096;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

type Encoding = "br" | "gzip";

/**
 * @param accepts the header `Accept-Encoding`
 * @returns undefined where a body goes as it is
 */
function encodingOf(body: string | Uint8Array, accepts: string | undefined): Encoding | undefined {
  if (accepts === undefined || body.length < encodedBytesMin) return undefined;
  const headers = { "accept-encoding": accepts };
  const [choice] = new Negotiator({ headers }).encodings(["br", "gzip", "identity"]);
  return choice === "br" || choice === "gzip" ? choice : undefined;
}

async function encoded(body: string | Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === "gzip") return await toGzip(body);
  // 4 of 11: about the time of gzip, and fewer bytes.
  return await toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}

/** In as few bytes as the client can read. */
function packed(
  answer: ServedAnswer,
  accepts: string | undefined,
): ServedAnswer | Promise<ServedAnswer> {
  const encoding = encodingOf(answer.body, accepts);
  if (encoding === undefined || answer.rest !== undefined) return answer;
  const headers = { ...answer.headers, "content-encoding": encoding };
  return encoded(answer.body, encoding).then((body) => ({ ...answer, headers, body }));
}

/** The answer for this client: 304 for a client that has it already. */
function forClient(
  answer: ServedAnswer,
  asked: ServerRequest["headers"],
  cors: Readonly<Record<string, string>>,
): ServedAnswer {
  const { etag } = answer.headers;
  const known = asked["if-none-match"];
  // Only who may have the answer has come so far.
  const isKnown = etag !== undefined && known !== undefined && tagsOf(known).includes(etag);
  if (cors === noCors && !isKnown) return answer;
  const { vary } = answer.headers;
  const varies = [cors["vary"], vary].filter((name) => name !== undefined).join(", ");
  const headers: Readonly<Record<string, string>> = {
    ...answer.headers,
    ...cors,
    ...(varies !== "" && { vary: varies }),
  };
  if (!isKnown) return { ...answer, headers };
  const { "content-encoding": _, "content-type": __, "cache-control": ___, ...rest } = headers;
  return { ...answer, status: 304, headers: rest, body: "", rest: undefined };
}

const mcpPath = "/mcp";

/** A package that is not installed is no fault of who asks. */
async function answerAgents(
  agents: () => Promise<McpHttp>,
  request: ServerRequest,
): Promise<ServerAnswer> {
  try {
    const mcp = await agents();
    return await mcp.answer(request);
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
    "/healthz": ({ commons, maxStoreSilence = Number.POSITIVE_INFINITY }) => {
      const { info, version: facts } = commons();
      const version = facts as VersionFacts | undefined;
      const { nodeCount: nodes, tripleCount: triples, observationCount: observations } = info;
      const silence = version === undefined ? 0 : Date.now() - version.checkedAt;
      const isWell = silence <= maxStoreSilence;
      const body = JSON.stringify({
        status: isWell ? "ok" : "the store is silent",
        nodes,
        triples,
        observations,
        ...(version !== undefined && {
          version: version.name,
          published: version.published,
          checkedSecondsAgo: Math.round(silence / 1000),
        }),
      });
      const headers = { "content-type": "application/json", ...unkept };
      return { status: isWell ? 200 : 503, headers, body };
    },
    "/metrics": async ({ metrics }) => ({
      status: 200,
      headers: { "content-type": metrics.contentType, ...unkept },
      body: await metrics.text(),
    }),
  };

const nameOfRoute = (route: string | undefined, path: string): string =>
  route ?? (path in own || path === mcpPath ? path : "other");

const unkept = { "cache-control": "no-store" } as const;

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

const tagsOf = (header: string): readonly string[] => header.split(",").map((tag) => tag.trim());
