/** A test double of the service: a `fetch` over a world, which reports mistakes of a test. */

import type { Fetch, FetchInit } from "../adapters/edge/fetch.ts";
import { createReader } from "../adapters/edge/invoke.ts";
import type { ServiceOptions } from "../adapters/edge/service.ts";
import { endpoints } from "../adapters/endpoints.ts";
import { Commons, type Service } from "../commons/commons.ts";
import { type WorldMaker, world } from "../commons/world-maker.ts";
import { disposing } from "../errors/closed.ts";
import { CommonsError } from "../errors/errors.ts";
import type { OpenOptions, Source } from "../index.ts";
import { faultyAnswer } from "./fault-answer.ts";
import { type Clock, delayOf, type FaultPlan, faultOf, realClock } from "./fault-plan.ts";
import { mentionsOf, unknownNames } from "./mentioned-names.ts";
import { openHere } from "./open-here.ts";
import { originOf, pathProblem, realOrigins, strangerProblem, withinService } from "./origins.ts";

/** Options of `mock`. */
export interface MockOptions {
  /**
   * Addresses of the mocked service; a request to any other throws. An address may have a path,
   * which then comes before the paths of the service. Default: the real one,
   * `https://api.datacommons.org`.
   */
  readonly origins?: string | readonly string[] | undefined;
  /**
   * For a request with a dcid, a property, a type or a variable that the world lacks, or with a
   * path that the service lacks. `error` (default): `fetch` rejects with a `CommonsError`. `warn`: the
   * mock calls `onWarning`. `empty`: the mock answers as the real service does.
   */
  readonly missing?: "error" | "warn" | "empty" | undefined;
  /** Default: `console.warn`. */
  readonly onWarning?: ((message: string) => void) | undefined;
  /** Delays, and requests that go wrong. Default: none. */
  readonly faults?: FaultPlan | undefined;
  /** What waits for delays. Default: the real time, also when a test has fake timers. */
  readonly clock?: Clock | undefined;
  /** How requests are answered. Default: as the real service does. */
  readonly service?: ServiceOptions | undefined;
  /** How data are opened. No effect on a Commons. */
  readonly open?: OpenOptions | undefined;
}

/**
 * A mock of the service over some data.
 *
 * @param data what `open` takes, a Commons or `world()` among it
 * @throws CommonsError `LOAD` (rejects) when data cannot be loaded
 * @throws TypeError (rejects) when an origin is no URL
 */
export async function mock(data: Source, options: MockOptions = {}): Promise<Mock> {
  return new Mock(await commonsOf(data, options.open), options);
}

async function commonsOf(data: Source, options: OpenOptions | undefined): Promise<Commons> {
  if (data instanceof Commons) return data;
  return await openHere(data, options);
}

/** Puts the former global `fetch` back when it is called, and at the end of a block with `using`. */
export interface Installed {
  (): void;
  readonly [disposing]: () => void;
}

const read = createReader(endpoints);

/** A service for tests. Give `fetch` to the tested code, or install it. */
export class Mock {
  /** Answers as the service does. Rejects for a mistake of the test. */
  readonly fetch: Fetch;
  /** The data, for tests that compare answers with it. */
  readonly commons: Commons;
  readonly #options: MockOptions;
  readonly #service: Service;
  readonly #origins: readonly string[];
  readonly #calls: Call[] = [];
  readonly #times = new Map<string, number>();
  /** Aborted by `reset`, so that no request hangs after a test. */
  #life = new AbortController();

  /** @internal */
  constructor(commons: Commons, options: MockOptions) {
    this.commons = commons;
    this.#options = options;
    this.#service = commons.service(options.service);
    this.#origins = [options.origins ?? realOrigins].flat().map(originOf);
    this.fetch = async (input, init) => await this.#fetch(input, init);
  }

  /** The addresses that it answers for: origins, some perhaps with a path. */
  get origins(): readonly string[] {
    return this.#origins;
  }

  /** Every request so far, in order. */
  get calls(): readonly Call[] {
    return [...this.#calls];
  }

  /** Messages of all errors and warnings, for tests of code that catches errors. */
  get problems(): readonly string[] {
    return this.#calls.flatMap(({ problem }) => problem ?? []);
  }

  /**
   * Throws unless a call was made.
   *
   * @param endpoint its name in the table of endpoints, such as `v2.node`
   * @param pattern parameters that the call must have, by the names of the log; others may be there
   * @param times how often; default: at least once
   * @throws CommonsError `MOCK` that lists the calls
   */
  assertCalled(endpoint: string, pattern: CallPattern = {}, times?: number): void {
    const problem = missingCall(this.#calls, endpoint, pattern, times);
    if (problem !== undefined) throw new CommonsError("MOCK", problem);
  }

  /**
   * Throws if any request was a mistake, also when the tested code caught its error.
   *
   * @throws CommonsError `MOCK`
   */
  assertNoProblems(): void {
    const { problems } = this;
    if (problems.length > 0) throw new CommonsError("MOCK", problems.join("\n"));
  }

  /** A new mock over the same data and additions to it. This one stays as it is. */
  async fork(
    change: (world: WorldMaker) => WorldMaker = (same) => same,
    options: MockOptions = {},
  ): Promise<Mock> {
    const all = { ...this.#options, ...options };
    return new Mock(await openHere(change(world().add(this.commons)), all.open), all);
  }

  /**
   * Makes this the global `fetch`.
   *
   * @returns a function that puts the former one back; `using` calls it
   */
  install(): Installed {
    const former = globalThis.fetch;
    const own = this.fetch as typeof globalThis.fetch;
    globalThis.fetch = own;
    const restore = () => {
      if (globalThis.fetch === own) globalThis.fetch = former;
    };
    return Object.assign(restore, { [disposing]: restore });
  }

  /** Drops all calls. Occurrences count from 1 again; requests that hang are aborted. */
  reset(): void {
    this.#calls.length = 0;
    this.#times.clear();
    this.#life.abort(new CommonsError("MOCK", "the mock was reset while this request was open"));
    this.#life = new AbortController();
  }

  async #fetch(input: Request | URL | string, init: FetchInit | undefined): Promise<Response> {
    const given = input instanceof Request ? input.url : String(input);
    const { request, body } = await readRequest(input, init);
    const url = new URL(request.url);
    const stranger = strangerProblem(given, url, this.#origins);
    const inside = withinService(url, this.#origins);
    const decoded = stranger === undefined ? read({ url: inside, body }) : undefined;
    const key = `${request.method} ${inside.pathname}${inside.search}\n${body}`;
    const occurrence = (this.#times.get(key) ?? 0) + 1;
    this.#times.set(key, occurrence);
    const { endpoint = "", params = {} } = decoded ?? {};
    const call: OpenCall = { endpoint, params, method: request.method, url: url.href, occurrence };
    this.#calls.push(call);
    if (stranger !== undefined) throw problemOf(call, stranger);
    if (decoded === undefined) this.#report(call, pathProblem(inside.pathname));
    const answer = async (): Promise<Response> =>
      await this.#answer(call, inside, request, body, init);
    const faultKey = { endpoint, request: key, occurrence };
    const plan = this.#options.faults ?? {};
    const fault = faultOf(plan, faultKey);
    const delay = delayOf(plan, faultKey);
    const signal = AbortSignal.any([request.signal, this.#life.signal]);
    if (delay > 0) await (this.#options.clock ?? realClock).sleep(delay, signal);
    if (fault === undefined) return await answer();
    call.fault = fault.kind;
    const response = await faultyAnswer(fault, answer, signal);
    call.status = response.status;
    return response;
  }

  async #answer(
    call: OpenCall,
    url: URL,
    { method, headers, signal }: Request,
    body: string,
    init: FetchInit | undefined,
  ): Promise<Response> {
    const { timeout, maxRows, maxMemoryBytes, maxBodyBytes, reasons } = init ?? {};
    const response = await this.#service.fetch(url, {
      method,
      headers,
      signal,
      ...(method === "POST" ? { body } : {}),
      timeout,
      maxRows,
      maxMemoryBytes,
      maxBodyBytes,
      ...(reasons === undefined ? {} : { reasons }),
    });
    call.status = response.status;
    if (response.ok && this.#options.missing !== "empty") this.#checkNames(call);
    return response;
  }

  #checkNames(call: OpenCall): void {
    const unknown = unknownNames(this.commons, mentionsOf(call.endpoint, call.params));
    if (unknown.size === 0) return;
    this.#report(call, [...unknown.values()].join("\n"), [...unknown.keys()]);
  }

  #report(call: OpenCall, problem: string, missing: readonly string[] = []): void {
    const { missing: rule = "error", onWarning = warn } = this.#options;
    if (rule === "empty") return;
    if (rule === "error") throw problemOf(call, problem, missing);
    call.problem = problem;
    onWarning(problem);
  }
}

function warn(message: string): void {
  // biome-ignore lint/suspicious/noConsole: the default is a warning that a developer reads.
  console.warn(message);
}

function problemOf(call: OpenCall, problem: string, missing: readonly string[] = []): CommonsError {
  call.problem = problem;
  return new CommonsError("MOCK", problem, { missing });
}

/** A path alone goes to this machine, as with `commons.fetch`. */
async function readRequest(
  input: Request | URL | string,
  init: FetchInit | undefined,
): Promise<{ readonly request: Request; readonly body: string }> {
  const isPath = typeof input === "string" && input.startsWith("/");
  const request = new Request(isPath ? `http://localhost${input}` : input, init);
  request.signal.throwIfAborted();
  return { request, body: request.body === null ? "" : await request.text() };
}

/** A request that a mock got. */
export interface Call {
  /** Name of the endpoint, such as `v2.node`; empty for a path that is none. */
  readonly endpoint: string;
  /**
   * Parameters as the service reads them from path, query or body. Lists are lists, however they
   * were written. Names are those of the request's type in camel case, without dots: `variables`,
   * `entities`, `entityExpression`.
   */
  readonly params: Readonly<Record<string, unknown>>;
  readonly method: string;
  readonly url: string;
  /** How often this request came, this time included. */
  readonly occurrence: number;
  /** Undefined until the answer, and without an answer. */
  readonly status?: number;
  /** The fault of the plan, if any. */
  readonly fault?: string;
  /** The mistake, if it is one. */
  readonly problem?: string;
}

type OpenCall = { -readonly [Key in keyof Call]: Call[Key] };

/** Parameters that a call must have. */
export type CallPattern = Readonly<Record<string, unknown>>;

const shownMax = 5;

/** @returns why the expected calls are missing; undefined when they are there */
function missingCall(
  calls: readonly Call[],
  endpoint: string,
  pattern: CallPattern,
  times: number | undefined,
): string | undefined {
  const found = calls.filter((call) => call.endpoint === endpoint && matches(call.params, pattern));
  if (times === undefined ? found.length > 0 : found.length === times) return undefined;
  const wanted = `${endpoint} ${JSON.stringify(pattern)}`;
  const often = times === undefined ? "" : ` ${times} times, but ${found.length}`;
  const others = calls.filter((call) => call.endpoint === endpoint);
  const shown = (others.length > 0 ? others : calls).slice(0, shownMax);
  const there = shown.map(
    (call) => `\n  ${call.endpoint || call.url} ${JSON.stringify(call.params)}`,
  );
  const list = there.length === 0 ? "; there was no call" : `; there were:${there.join("")}`;
  return `${wanted} was not called${often}${list}`;
}

function matches(params: CallPattern, pattern: CallPattern): boolean {
  return Object.keys(pattern).every(
    (key) => Object.hasOwn(params, key) && isSame(params[key], pattern[key]),
  );
}

/** Compares JSON values. */
function isSame(left: unknown, right: unknown): boolean {
  if (typeof left !== "object" || left === null) return Object.is(left, right);
  if (typeof right !== "object" || right === null) return false;
  const keys = Object.keys(left);
  return (
    Array.isArray(left) === Array.isArray(right) &&
    keys.length === Object.keys(right).length &&
    keys.every(
      (key) => Object.hasOwn(right, key) && isSame(Reflect.get(left, key), Reflect.get(right, key)),
    )
  );
}
