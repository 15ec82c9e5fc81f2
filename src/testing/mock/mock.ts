/** A test double of the service: a world behind `fetch`, which says what a test did not mean. */

import { createReader, endpoints, type Fetch, type FetchInit } from "../../adapters/index.ts";
import { Commons } from "../../commons/index.ts";
import type { OpenOptions } from "../../index.ts";
import {
  type Clock,
  delayOf,
  type FaultPlan,
  faultOf,
  faultyAnswer,
  realClock,
} from "../faults/index.ts";
import { type Addition, WorldMaker, world } from "../world/index.ts";
import { type Call, type CallPattern, missingCall, type OpenCall } from "./calls.ts";
import { unknownNames } from "./known-names.ts";
import { mentionsOf } from "./mentioned.ts";
import { MockError } from "./mock-error.ts";
import { originOf, pathProblem, realOrigins, strangerProblem, withinService } from "./origins.ts";

export interface MockOptions {
  /**
   * Where the mocked service is; a request to anything else throws. A URL may have a path, below
   * which the service lies. Default: the real service's, `https://api.datacommons.org`.
   */
  readonly origins?: string | readonly string[];
  /**
   * What a request does that mentions a dcid, a property, a type or a variable that the world lacks,
   * or a path that the service has not. `error` (default): `fetch` rejects with a `MockError`. `warn`:
   * `onWarning` is told. `empty`: it is answered as the real service would.
   */
  readonly missing?: "error" | "warn" | "empty";
  /** Default: `console.warn`. */
  readonly onWarning?: (message: string) => void;
  /** Delays, and requests that go wrong. Default: none. */
  readonly faults?: FaultPlan;
  /** What waits for delays. Default: the real time, also where a test has fake timers. */
  readonly clock?: Clock;
  /** Whether errors say their reason in their body, as the option of `open`. Default: as the Commons. */
  readonly reasons?: boolean;
  /** How data are opened, and how requests are answered. No effect on a Commons. */
  readonly open?: OpenOptions;
}

/**
 * A mock of the service over some data.
 *
 * @param data a Commons, a world as `world()` makes it, or what `open` takes
 * @throws LoadError (rejects) when data cannot be loaded
 * @throws TypeError (rejects) when an origin is no URL
 */
export async function mock(data: Addition, options: MockOptions = {}): Promise<Mock> {
  return new Mock(await commonsOf(data, options.open), options);
}

async function commonsOf(data: Addition, options: OpenOptions | undefined): Promise<Commons> {
  if (data instanceof Commons) return data;
  const maker = data instanceof WorldMaker ? data : world().add(data);
  return await maker.open(options);
}

const read = createReader(endpoints);

/** A service for tests. `fetch` may be handed to what is tested, or be installed. */
export class Mock {
  /** Answers as the service would; what the test did not mean rejects. */
  readonly fetch: Fetch;
  /** The data, for answers that a test compares with. */
  readonly commons: Commons;
  readonly #options: MockOptions;
  readonly #origins: readonly string[];
  readonly #calls: Call[] = [];
  readonly #times = new Map<string, number>();
  /** Aborted by `reset`, so that nothing hangs beyond a test. */
  #life = new AbortController();

  /** @internal */
  constructor(commons: Commons, options: MockOptions) {
    this.commons = commons;
    this.#options = options;
    this.#origins = [options.origins ?? realOrigins].flat().map(originOf);
    this.fetch = async (input, init) => await this.#fetch(input, init);
  }

  /** What it answers for: origins, each perhaps with a path below which the service lies. */
  get origins(): readonly string[] {
    return this.#origins;
  }

  /** Every request so far, in the order in which they came. */
  get calls(): readonly Call[] {
    return [...this.#calls];
  }

  /** What requests rejected with or warned of, for tests of code that catches errors. */
  get problems(): readonly string[] {
    return this.#calls.flatMap(({ problem }) => problem ?? []);
  }

  /**
   * Throws unless a call was made.
   *
   * @param endpoint its name in the table of endpoints, such as `v2.node`
   * @param pattern parameters that the call must have, by the names of the log; others may be there
   * @param times how often; default: at least once
   * @throws MockError naming the calls that there were
   */
  assertCalled(endpoint: string, pattern: CallPattern = {}, times?: number): void {
    const problem = missingCall(this.#calls, endpoint, pattern, times);
    if (problem !== undefined) throw new MockError(problem);
  }

  /**
   * Throws if any request was not meant, also where the tested code caught the error.
   *
   * @throws MockError
   */
  assertNoProblems(): void {
    const { problems } = this;
    if (problems.length > 0) throw new MockError(problems.join("\n"));
  }

  /** A mock of its own over the same data and what is added to them. This one stays as it is. */
  async fork(
    change: (world: WorldMaker) => WorldMaker = (same) => same,
    options: MockOptions = {},
  ): Promise<Mock> {
    const all = { ...this.#options, ...options };
    return new Mock(await change(world().add(this.commons)).open(all.open), all);
  }

  /**
   * Makes this the global `fetch`.
   *
   * @returns what puts the former one back
   */
  install(): () => void {
    const former = globalThis.fetch;
    const own = this.fetch as typeof globalThis.fetch;
    globalThis.fetch = own;
    return () => {
      if (globalThis.fetch === own) globalThis.fetch = former;
    };
  }

  /** Forgets all calls. Occurrences count from 1 again; requests that hang are aborted. */
  reset(): void {
    this.#calls.length = 0;
    this.#times.clear();
    this.#life.abort(new MockError("the mock was reset while this request was open"));
    this.#life = new AbortController();
  }

  async #fetch(input: Request | URL | string, init: FetchInit | undefined): Promise<Response> {
    const given = input instanceof Request ? input.url : String(input);
    const { request, body } = await readRequest(input, init);
    const url = new URL(request.url);
    const stranger = strangerProblem(given, url, this.#origins);
    const inside = withinService(url, this.#origins);
    const told = stranger === undefined ? read({ url: inside, body }) : undefined;
    const key = `${request.method} ${inside.pathname}${inside.search}\n${body}`;
    const occurrence = (this.#times.get(key) ?? 0) + 1;
    this.#times.set(key, occurrence);
    const { endpoint = "", params = {} } = told ?? {};
    const call: OpenCall = { endpoint, params, method: request.method, url: url.href, occurrence };
    this.#calls.push(call);
    if (stranger !== undefined) throw problemOf(call, stranger);
    if (told === undefined) this.#tell(call, pathProblem(inside.pathname));
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
    const { deadline, maxRows, maxBytes, maxBodyBytes } = init ?? {};
    const { reasons = this.#options.reasons } = init ?? {};
    const response = await this.commons.fetch(url, {
      method,
      headers,
      signal,
      ...(method === "POST" ? { body } : {}),
      deadline,
      maxRows,
      maxBytes,
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
    this.#tell(call, [...unknown.values()].join("\n"), [...unknown.keys()]);
  }

  #tell(call: OpenCall, problem: string, missing: readonly string[] = []): void {
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

function problemOf(call: OpenCall, problem: string, missing: readonly string[] = []): MockError {
  call.problem = problem;
  return new MockError(problem, missing);
}

/** A bare path is asked of this machine, as `commons.fetch` has it. */
async function readRequest(
  input: Request | URL | string,
  init: FetchInit | undefined,
): Promise<{ readonly request: Request; readonly body: string }> {
  const isPath = typeof input === "string" && input.startsWith("/");
  const request = new Request(isPath ? `http://localhost${input}` : input, init);
  request.signal.throwIfAborted();
  return { request, body: request.body === null ? "" : await request.text() };
}
