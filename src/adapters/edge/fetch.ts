/** The service as a `fetch` function: route → key → decode → handle → enclose, in this order. */
import { LimitError } from "../../errors/index.ts";
import { Governor, type RequestLimits } from "../../governor/index.ts";
import type { QueryOptions } from "../../sparql/index.ts";
import type { World } from "../../world/index.ts";
import type { AnyEndpoint } from "../table/index.ts";
import { type Envelope, enclose, errorBody, RpcError, toRpcError } from "../table/index.ts";
import { checkKey, type KeyRule } from "./auth.ts";
import { decode, parseBody } from "./decode.ts";
import { type Incoming, incomingOf } from "./incoming.ts";
import { type QueryPair, splitQuery } from "./query-string.ts";
import { createRouter, type Route, type Router } from "./route.ts";

/** Limits of requests by `fetch`. */
export interface FetchLimits extends RequestLimits {
  /** Bytes of a body that are read. Default: 32 MiB. */
  readonly maxBodyBytes?: number | undefined;
}

export interface FetchSettings extends QueryOptions, Omit<FetchLimits, "signal"> {
  /** The API key, or keys, that are valid. Default: any that is not empty. */
  readonly keys?: string | Iterable<string>;
  /**
   * Whether any endpoint needs a key. Default: true, as documented; today's public
   * service answers `/node/…` and `/place/stat-vars` without one (behaviour: http 1.4).
   */
  readonly requireKey?: boolean;
  /**
   * Passes over unknown names in query and body, as today's public service does, instead of
   * refusing them, as documented (behaviour: http 6). Default: false.
   */
  readonly ignoreUnknownFields?: boolean;
  /**
   * Adds the reason of an error to the details of its body where the real service's message does not
   * say it, as for a missing parameter. Default: false, as the real service.
   */
  readonly reasons?: boolean;
  /**
   * Refuses below `/core/api` what self-hosted instances are documented not to do (behaviour: http
   * 9). Default: false, both kinds of path answer alike.
   */
  readonly selfHostedRules?: boolean;
  /**
   * How the answers of these endpoints are packed: sources differ (behaviour: v0 9). Default:
   * `payload` for `/bulk/pop-obs`, `deflated` for `/bulk/place-obs`.
   */
  readonly envelopes?: {
    readonly [Row in "v0.popObs" | "v0.placeObs"]?: Exclude<Envelope, "none">;
  };
}

/** What the global `fetch` takes, limits and `reasons`; they override the options of `open`. */
export interface FetchInit
  extends RequestInit,
    Omit<FetchLimits, "signal">,
    Pick<FetchSettings, "reasons"> {}

/** Like the global `fetch`; of a URL only path and query count, and a bare path will do. */
export type Fetch = (input: Request | URL | string, init?: FetchInit) => Promise<Response>;

const bodyBytesMax = 1 << 25;

/**
 * Serves a table of endpoints over a world. The promise rejects where that of the global `fetch`
 * would, on a request that is none or was aborted; whatever else goes wrong is an error response.
 */
export function createFetch(
  endpoints: Readonly<Record<string, AnyEndpoint>>,
  world: World,
  settings: FetchSettings = {},
): Fetch {
  const rows = withEnvelopes(endpoints, settings.envelopes ?? {});
  // Made by the first request: not every program sends one.
  let router: Router | undefined;
  const keyRule: KeyRule = {
    required: settings.requireKey ?? true,
    accepted: settings.keys === undefined ? undefined : keysOf(settings.keys),
  };
  const ignoreUnknownFields = settings.ignoreUnknownFields ?? false;
  const admit = ({ url, method, headers }: Incoming): Admitted | Response => {
    router ??= createRouter(rows);
    const route = router(url.pathname);
    if (route !== undefined && method === "OPTIONS") return preflight();
    if (route === undefined || !allows(route, method)) {
      throw new RpcError("notFound", "Method does not exist.", { detail: "service_control" });
    }
    const query = splitQuery(url.search);
    checkKey(route, query, headers, keyRule);
    return { route, query };
  };

  const answer = ({ route, query }: Admitted, body: string, limits: FetchLimits): Response => {
    const governor = new Governor(limits);
    const { row, path, selfHosted } = route;
    const encoded = { query, path, body: parseBody(body) };
    const params = decode(row.layout, encoded, ignoreUnknownFields) as never;
    if (selfHosted && settings.selfHostedRules === true) row.selfHostedRule?.(params);
    const response = row.handle(world, params, governor, settings);
    governor.look();
    return json(200, textOf(row.envelope ?? "none", response));
  };

  return async (input, init) => {
    const incoming = incomingOf(input, init);
    incoming.signal?.throwIfAborted();
    const { reasons = settings.reasons } = init ?? {};
    const refuse = (error: unknown): Response => refusalOf(error, reasons === true);
    const admitted = attempt(() => admit(incoming), refuse);
    if (admitted instanceof Response) return admitted;
    const limits = limitsOf(settings, init ?? {}, incoming.signal);
    const { maxBodyBytes = bodyBytesMax } = limits;
    let body = "";
    try {
      if (incoming.method === "POST") body = await incoming.text(maxBodyBytes);
    } catch (error) {
      if (error instanceof LimitError) return refuse(error);
      throw error;
    }
    incoming.signal?.throwIfAborted();
    return attempt(() => answer(admitted, body, limits), refuse);
  };
}

/** Options of a call override the options of `open`. */
function limitsOf(
  settings: FetchSettings,
  init: FetchInit,
  signal: AbortSignal | undefined,
): FetchLimits {
  const {
    deadline = settings.deadline,
    maxRows = settings.maxRows,
    maxBytes = settings.maxBytes,
    maxBodyBytes = settings.maxBodyBytes,
  } = init;
  return { signal, deadline, maxRows, maxBytes, maxBodyBytes };
}

/** A text is one key, not the letters it iterates over. */
function keysOf(keys: string | Iterable<string>): ReadonlySet<string> {
  return new Set(typeof keys === "string" ? [keys] : keys);
}

interface Admitted {
  readonly route: Route;
  readonly query: readonly QueryPair[];
}

function withEnvelopes(
  endpoints: Readonly<Record<string, AnyEndpoint>>,
  envelopes: Readonly<Record<string, Envelope>>,
): AnyEndpoint[] {
  return Object.entries(endpoints).map(([name, row]) => {
    const envelope = envelopes[name];
    return envelope === undefined ? row : { ...row, envelope };
  });
}

/** @throws LimitError when the text would be longer than texts can be */
function textOf(envelope: Envelope, response: unknown): string {
  try {
    return JSON.stringify(enclose(envelope, response));
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new LimitError("the answer is too long for one text: ask for less at once", { cause });
  }
}

function allows({ row }: Route, method: string): boolean {
  return row.methods.some((allowed) => allowed === method);
}

/** What `step` returns, or the error response to what it throws. */
function attempt<Result>(
  step: () => Result,
  refuse: (error: unknown) => Response,
): Result | Response {
  try {
    return step();
  } catch (error) {
    return refuse(error);
  }
}

function refusalOf(error: unknown, hasReason: boolean): Response {
  const refusal = toRpcError(error);
  const challenge = refusal.status === 401 ? { "www-authenticate": "Bearer" } : {};
  return json(refusal.status, errorBody(refusal, hasReason), challenge);
}

function json(status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
  return new Response(body, {
    status,
    headers: { ...jsonHeaders, ...headers },
  });
}

/**
 * Lets any page ask, as the public service does today (behaviour: http 7.6). An earlier gateway
 * refused such requests, and no browser could send a key.
 */
function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...anyOrigin,
      "access-control-allow-methods": "GET, POST, OPTIONS",
      "access-control-allow-headers":
        "Authorization, Content-Type, Accept, Origin, X-Requested-With, X-Api-Key",
      "access-control-max-age": "3600",
    },
  });
}

const anyOrigin = { "access-control-allow-origin": "*" } as const;
const jsonHeaders = { "content-type": "application/json", ...anyOrigin } as const;
