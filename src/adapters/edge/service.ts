/** The service without sockets or streams: route → key → decode → handle → enclose, in this order. */

import { strFromU8, strToU8, zlibSync } from "fflate";
import { LimitError } from "../../errors/errors.ts";
import { describeArgument } from "../../errors/excerpts.ts";
import { refused } from "../../errors/rpc.ts";
import { Governor, type RequestLimits, serviceLimits } from "../../options/governor.ts";
import { answerRows } from "../../options/request-rows.ts";
import { requireOptions } from "../../options/required-options.ts";
import { keyNames, type QueryPair, readFields } from "../../router/read-fields.ts";
import { createRouter, type Match, type Router } from "../../router/route-paths.ts";
import type { World } from "../../world/world.ts";
import type { AnswerForm, AnyEndpoint, Envelope } from "./endpoint.ts";
import {
  decoded,
  decodeQueryText,
  documented,
  documentedToday,
  parseBody,
  splitQuery,
  type Target,
  targetOf,
  tooLarge,
} from "./request-text.ts";
import { answered, errorBody } from "./rpc-error.ts";

/** Limits of requests by `fetch` and `answer`. */
export interface FetchLimits extends RequestLimits {
  /** Bytes of a body that are read. Default: 32 MiB. */
  readonly maxBodyBytes?: number | undefined;
}

/** How a service answers requests. Members that are undefined count as absent. */
export interface ServiceOptions extends AnswerForm, Omit<FetchLimits, "signal"> {
  /** The API key, or keys, that are valid. Default: any that is not empty. */
  readonly keys?: string | Iterable<string> | undefined;
  /**
   * Whether any endpoint needs a key. Default: true, as documented; today's public
   * service answers `/node/…` and `/place/stat-vars` without one (behaviour: http 1.4).
   */
  readonly requireKey?: boolean | undefined;
  /**
   * Passes over unknown names in query and body, as today's public service does, instead of
   * refusing them, as documented (behaviour: http 6). Default: false.
   */
  readonly ignoreUnknownFields?: boolean | undefined;
  /**
   * Adds the reason of an error to the details of its body where the real service's message does not
   * say it, as for a missing parameter. Default: false, as the real service.
   */
  readonly reasons?: boolean | undefined;
  /**
   * Refuses below `/core/api` what self-hosted instances are documented not to do (behaviour: http
   * 9). Default: false, both kinds of path answer alike.
   */
  readonly selfHostedRules?: boolean | undefined;
  /**
   * How the answers of these endpoints are packed: sources differ (behaviour: v0 9). Default:
   * `payload` for `/bulk/pop-obs`, `deflated` for `/bulk/place-obs`.
   */
  readonly envelopes?:
    | { readonly [Row in "v0.popObs" | "v0.placeObs"]?: Exclude<Envelope, "none"> | undefined }
    | undefined;
}

/** Limits and settings of one request; they override those of the service. */
export interface AnswerOptions extends FetchLimits, Pick<ServiceOptions, "reasons"> {}

/** A request as it comes from the wire. */
export interface PlainRequest {
  /** Default: GET. */
  readonly method?: string | undefined;
  /** A URL, of which only path and query count, or these alone. */
  readonly url: string;
  /** Names are in lower case, as Node has them. `x-api-key` is read. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined;
  /** The text of a POST request. */
  readonly body?: string | undefined;
}

/** An answer as it goes on the wire. */
export interface PlainAnswer {
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or nothing. */
  readonly body: string;
}

/** A request that has a row, and a key if it needs one. */
interface Admitted {
  readonly route: Match<AnyEndpoint>;
  readonly query: readonly QueryPair[];
}

interface ReadRequest {
  readonly admitted: Admitted;
  readonly body: string;
  readonly options: AnswerOptions;
}

const bodyBytesMax = 1 << 25;

/** Whose requests are answered. */
interface KeyRule {
  /** Whether rows may ask for a key at all. */
  readonly required: boolean;
  /** Undefined: any key that is not empty. */
  readonly accepted: ReadonlySet<string> | undefined;
}

/** A table of endpoints over a world. */
export class RestService {
  readonly #rows: readonly AnyEndpoint[];
  readonly #world: World;
  readonly #settings: ServiceOptions;
  readonly #keyRule: KeyRule;
  // Made by the first request: not every program sends one.
  #router: Router<AnyEndpoint> | undefined;

  constructor(
    endpoints: Readonly<Record<string, AnyEndpoint>>,
    world: World,
    settings: ServiceOptions = {},
  ) {
    this.#rows = withEnvelopes(endpoints, settings.envelopes ?? {});
    this.#world = world;
    this.#settings = settings;
    this.#keyRule = {
      required: settings.requireKey ?? true,
      accepted: settings.keys === undefined ? undefined : keysOf(settings.keys),
    };
  }

  /**
   * Checks what it can of a request before its body is there.
   *
   * @param key the value of the header `x-api-key`
   * @returns an answer where the body is of no interest
   */
  admit(method: string, target: Target, key: string, isReasoned: boolean): Admitted | PlainAnswer {
    try {
      this.#router ??= createRouter(this.#rows);
      const route = this.#router(target.pathname);
      if (route !== undefined && method === "OPTIONS") return preflight;
      if (route === undefined || !allows(route, method)) {
        throw refused("notFound", "Method does not exist.", { detail: "service_control" });
      }
      const query = splitQuery(target.search);
      checkKey(route, query, key, this.#keyRule);
      return { route, query };
    } catch (error) {
      return refusalOf(error, isReasoned);
    }
  }

  /** @param world where another one than that of the service is to answer */
  answer(
    { route, query }: Admitted,
    body: string,
    options: AnswerOptions,
    world: World = this.#world,
  ): PlainAnswer {
    const settings = this.#settings;
    try {
      const governor = new Governor(options);
      const { row, path, selfHosted } = route;
      const encoded = { query, path, body: parseBody(body) };
      const style = settings.ignoreUnknownFields === true ? documentedToday : documented;
      const params = readFields(row.layout, encoded, style) as never;
      if (selfHosted && settings.selfHostedRules === true) row.selfHostedRule?.(params);
      const text = this.#textOf(world, row, params, governor);
      return { status: 200, headers: jsonHeaders, body: text };
    } catch (error) {
      return refusalOf(error, options.reasons === true);
    }
  }

  #textOf(world: World, row: AnyEndpoint, params: never, governor: Governor): string {
    const { envelope = "none", write } = row;
    const settings = this.#settings;
    if (write !== undefined && envelope === "none") {
      const text = withinLength(() => write(world, params, governor, settings));
      governor.look();
      return text;
    }
    const response = row.handle(world, params, governor, settings);
    governor.look();
    return withinLength(() => JSON.stringify(enclose(envelope, response)));
  }

  /**
   * @throws TypeError for what is no URL, for options that are none, and for a part that is not loaded; the
   * signal's reason when it is aborted
   */
  ask(request: PlainRequest, given?: AnswerOptions): PlainAnswer {
    const read = this.read(request, given);
    return "status" in read ? read : this.answer(read.admitted, read.body, read.options);
  }

  /**
   * What there is to answer of a request, or an answer where that is nothing.
   *
   * @throws as `ask` does
   */
  read(request: PlainRequest, given?: AnswerOptions): ReadRequest | PlainAnswer {
    const { method = "GET", url, headers = {}, body = "" } = request;
    if (typeof url !== "string") {
      throw new TypeError(`answer needs a request as { url }, not ${describeArgument(request)}`);
    }
    if (given !== undefined) requireOptions("answer", given, answerRows);
    const options = this.optionsOf(given ?? {}, given?.signal);
    options.signal?.throwIfAborted();
    const isReasoned = options.reasons === true;
    const key = headers["x-api-key"];
    const admitted = this.admit(
      method,
      targetOf(url),
      typeof key === "string" ? key : "",
      isReasoned,
    );
    if ("status" in admitted) return admitted;
    admitted.route.row.part?.require();
    const { maxBodyBytes } = options;
    if (body.length > maxBodyBytes) return refusalOf(tooLarge(maxBodyBytes), isReasoned);
    return { admitted, body: method === "POST" ? decoded(body) : "", options };
  }

  /** Options of a call override those of the service. */
  optionsOf(
    given: Omit<AnswerOptions, "signal">,
    signal: AbortSignal | undefined,
  ): AnswerOptions & { readonly maxBodyBytes: number } {
    const settings = this.#settings;
    const {
      timeout = settings.timeout ?? serviceLimits.timeout,
      maxRows = settings.maxRows ?? serviceLimits.maxRows,
      maxMemoryBytes = settings.maxMemoryBytes ?? serviceLimits.maxMemoryBytes,
      maxBodyBytes = settings.maxBodyBytes ?? bodyBytesMax,
      reasons = settings.reasons,
    } = given;
    const limits = { signal, timeout, maxRows, maxMemoryBytes, maxBodyBytes };
    return reasons === undefined ? limits : { ...limits, reasons };
  }
}

/** A text is one key, not the letters it iterates over. */
function keysOf(keys: string | Iterable<string>): ReadonlySet<string> {
  return new Set(typeof keys === "string" ? [keys] : keys);
}

function withEnvelopes(
  endpoints: Readonly<Record<string, AnyEndpoint>>,
  envelopes: Readonly<Record<string, Envelope | undefined>>,
): readonly AnyEndpoint[] {
  return Object.entries(endpoints).map(([name, row]) => {
    const envelope = envelopes[name];
    return envelope === undefined ? row : { ...row, envelope };
  });
}

/** @throws LimitError when the text would be longer than texts can be */
function withinLength(make: () => string): string {
  try {
    return make();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new LimitError("the answer is too long for one text: ask for less at once", { cause });
  }
}

function allows({ row }: Match<AnyEndpoint>, method: string): boolean {
  return row.methods.some((allowed) => allowed === method);
}

export function refusalOf(error: unknown, isReasoned: boolean): PlainAnswer {
  const refusal = answered(error);
  const { status } = refusal.rpc;
  const body = errorBody(refusal, isReasoned);
  return { status, headers: status === 401 ? challengeHeaders : jsonHeaders, body };
}

const anyOrigin = { "access-control-allow-origin": "*" } as const;
const jsonHeaders = Object.freeze({ "content-type": "application/json", ...anyOrigin });
const challengeHeaders = Object.freeze({ ...jsonHeaders, "www-authenticate": "Bearer" });

/**
 * Lets any page ask, as the public service does today (behaviour: http 7.6). An earlier gateway
 * refused such requests, and no browser could send a key.
 */
const preflight: PlainAnswer = Object.freeze({
  status: 204,
  headers: Object.freeze({
    ...anyOrigin,
    "access-control-allow-methods": "GET, POST, OPTIONS",
    "access-control-allow-headers":
      "Authorization, Content-Type, Accept, Origin, X-Requested-With, X-Api-Key",
    "access-control-max-age": "3600",
  }),
  body: "",
});

/**
 * The one place where keys are checked (behaviour: http 1, http 8.3). Refuses a request that needs a
 * key and has none, or one that is not accepted. Where the row, the rule or a self-hosted instance
 * needs no key, any key will do.
 *
 * @param header the value of the header `x-api-key`
 * @throws CommonsError
 */
function checkKey(
  { row, selfHosted }: Match<AnyEndpoint>,
  query: readonly QueryPair[],
  header: string,
  { required, accepted }: KeyRule,
): void {
  if (!required || selfHosted || row.key === "optional") return;
  const key = keyOf(query, header);
  if (key === "") {
    throw refused(
      "unauthenticated",
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
      { detail: "service_control" },
    );
  }
  if (accepted !== undefined && !accepted.has(key)) {
    throw refused("invalidArgument", "API key not valid. Please pass a valid API key.", {
      detail: "service_control",
    });
  }
}

/** The first place that holds a key decides; an empty one holds none. */
function keyOf(query: readonly QueryPair[], header: string): string {
  for (const wanted of keyNames) {
    const found = query.find(([name, value]) => name === wanted && value !== "");
    if (found !== undefined) return decodeQueryText(found[1]);
  }
  return header;
}

export function enclose(envelope: Envelope, response: unknown): unknown {
  if (envelope === "none") return response;
  const text = JSON.stringify(response);
  if (envelope === "payload") return { payload: text };
  const bytes = zlibSync(strToU8(text));
  return { payload: JSON.stringify(btoa(strFromU8(bytes, true))) };
}
