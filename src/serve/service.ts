/** What a server answers: plain requests in, plain answers out. It knows no sockets. */
import { type Commons, endpointOf } from "../index.ts";
import { answerWebsite, websiteRouteOf } from "../website/index.ts";
import { encoded } from "./encoding.ts";
import type { Gate } from "./gate.ts";
import { posted, withByVariable } from "./lenience.ts";
import type { Metrics } from "./metrics.ts";
import type { PlainAnswer, PlainRequest } from "./plain-http.ts";

export interface ServiceParts {
  /** The world of this moment. */
  readonly commons: () => Commons;
  readonly gate: Gate;
  readonly metrics: Metrics;
  /** Whether answers are those of the documented service to the letter. */
  readonly isExact: boolean;
  /** Whether the website's routes are answered. */
  readonly hasWebsite: boolean;
}

/** Headers that answers of the library bring and a server decides on. */
const ownHeaders: ReadonlySet<string> = new Set(["access-control-allow-origin"]);
/** What `commons.fetch` reads of a request's headers. */
const readHeaders = ["x-api-key", "authorization", "content-type"] as const;

export class Service {
  readonly #parts: ServiceParts;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  async answer(request: PlainRequest): Promise<PlainAnswer> {
    const { gate } = this.#parts;
    const { headers, method } = request;
    if (!gate.admitsHost(headers["host"])) {
      return problem(421, "this server does not go by that name: see --allowed-host");
    }
    if (method === "OPTIONS") {
      return { status: 204, headers: gate.preflightOf(headers["origin"]), body: "" };
    }
    const isHead = method === "HEAD";
    const answer = await this.#find(isHead ? { ...request, method: "GET" } : request);
    const cors = gate.corsOf(headers["origin"]);
    return await this.#packed(answer, cors, headers["accept-encoding"]);
  }

  /** How metrics name what was asked. */
  endpointOf(url: string): string {
    const path = pathOf(url);
    return this.#routeOf(path) ?? (path in own ? path : "other");
  }

  async #find(request: PlainRequest): Promise<PlainAnswer> {
    const { method, url } = request;
    const page = own[pathOf(url)];
    if (page !== undefined && method === "GET") return await page(this.#parts);
    return await this.#ask(request);
  }

  #routeOf(path: string): string | undefined {
    return endpointOf(path) ?? (this.#parts.hasWebsite ? websiteRouteOf(path) : undefined);
  }

  async #ask(request: PlainRequest): Promise<PlainAnswer> {
    const { method, url, headers } = request;
    const commons = this.#parts.commons();
    const tag = `W/"${commons.contentTag}"`;
    const answer = await this.#answerOf(commons, request);
    const isCacheable = method === "GET" && this.#routeOf(pathOf(url)) !== undefined;
    if (!isCacheable || answer.status !== 200) return answer;
    // Only who may have the answer is told that it is still the same.
    if (tagsOf(headers["if-none-match"]).includes(tag)) {
      return { status: 304, headers: { etag: tag }, body: "" };
    }
    return { ...answer, headers: { ...answer.headers, etag: tag, "cache-control": "no-cache" } };
  }

  async #answerOf(commons: Commons, given: PlainRequest): Promise<PlainAnswer> {
    const { isExact } = this.#parts;
    const request = isExact ? given : posted(given);
    const { method, url, headers, body } = request;
    const page = this.#parts.hasWebsite ? answerWebsite(commons, request) : undefined;
    if (page !== undefined) {
      return {
        status: page.status,
        headers: { "content-type": page.contentType },
        body: page.body,
      };
    }
    const known = readHeaders.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    const init = { method, headers: Object.fromEntries(known) };
    const response = await commons.fetch(url, method === "POST" ? { ...init, body } : init);
    const kept = [...response.headers].filter(([name]) => !ownHeaders.has(name));
    const text = await response.text();
    return {
      status: response.status,
      headers: Object.fromEntries(kept),
      body: isExact ? text : withByVariable(url, text),
    };
  }

  async #packed(
    { status, headers, body }: PlainAnswer,
    cors: Readonly<Record<string, string>>,
    accepts: string | undefined,
  ): Promise<PlainAnswer> {
    const common = { ...headers, ...cors, "x-content-type-options": "nosniff" };
    if (typeof body !== "string" || status === 304) return { status, headers: common, body };
    const packed = await encoded(body, accepts);
    const vary = [cors["vary"], "Accept-Encoding"].filter((name) => name !== undefined).join(", ");
    const encoding = packed.encoding === undefined ? {} : { "content-encoding": packed.encoding };
    return { status, headers: { ...common, vary, ...encoding }, body: packed.body };
  }
}

/** What the server itself answers. */
const own: Readonly<Record<string, (parts: ServiceParts) => PlainAnswer | Promise<PlainAnswer>>> = {
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

const unkept = { "cache-control": "no-store" } as const;

/** An answer of the server itself to what it will not do. */
export function problem(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): PlainAnswer {
  const body = JSON.stringify({ message });
  return { status, headers: { "content-type": "application/json", ...headers }, body };
}

const pathOf = (url: string): string => url.split("?", 1)[0] as string;

function tagsOf(header: string | undefined): readonly string[] {
  return header === undefined ? [] : header.split(",").map((tag) => tag.trim());
}
