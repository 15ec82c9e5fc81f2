/** A test double of the service: a `fetch` over a world, which reports mistakes of a test. */

import type { Fetch, FetchInit, Service } from "../adapters/edge/fetch.ts";
import { createReader } from "../adapters/edge/request-reader.ts";
import type { PlainAnswer } from "../adapters/edge/service.ts";
import type { EndpointName } from "../adapters/endpoint-methods.ts";
import { endpoints } from "../adapters/endpoints.ts";
import { Commons } from "../commons/commons.ts";
import { type WorldMaker, world } from "../commons/world-maker.ts";
import { CommonsError, disposing } from "../errors/errors.ts";
import type { Source } from "../index.ts";
import { requireSource, withDefaults } from "../options/required-options.ts";
import {
  type Call,
  type CallPattern,
  loopProblem,
  missingCall,
  type OpenCall,
  samePageMax,
} from "./calls.ts";
import { faultyAnswer, faultyAnswerNow } from "./fault-answer.ts";
import { chancesOf, FaultCounter } from "./fault-counter.ts";
import { type Fault, realClock } from "./fault-plan.ts";
import { missingFor, orderFor, serviceOf } from "./missing.ts";
import { checkMockOptions, type MockOptions } from "./mock-options.ts";
import { openStrictly, warn } from "./open-here.ts";
import {
  originOf,
  pathProblem,
  realOrigins,
  relativeProblem,
  strangerProblem,
  withinService,
} from "./origins.ts";
import { atOnce, type MockedRequest, readRequest } from "./sent-request.ts";
import { Turns } from "./turns.ts";

/**
 * A mock of the service over some data.
 *
 * @param data what `open` takes, a Commons or `world()` among it
 * @throws CommonsError `LOAD` (rejects) when data cannot be loaded, and at an error in them, with file and line
 * @throws TypeError (rejects) when an origin is no URL, and for options that are none: before anything
 * is loaded, with the nearest known name
 */
export async function mock(data: Source, options: MockOptions = {}): Promise<Mock> {
  requireSource("mock", data);
  checkMockOptions(options);
  const isOpened = data instanceof Commons;
  const commons = isOpened ? data : await openStrictly(data, options);
  return new Mock(commons, options, !isOpened, await chancesOf(options.faults));
}

/** Puts the former global `fetch` back when it is called, and at the end of a block with `using`. */
export interface Installed {
  (): void;
  /** Puts the former `fetch` back. */
  readonly [disposing]: () => void;
}

const read = createReader(endpoints);

/** The doubles that are installed, each with the `fetch` that was there before it. */
const installedDoubles = new Set<{ readonly own: unknown; former: typeof globalThis.fetch }>();

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
  readonly #counter: FaultCounter;
  readonly #turns = new Turns();
  /** Aborted by `reset` and at the end, so that no request hangs after a test. */
  #life = new AbortController();
  readonly #installed = new Set<() => void>();
  /** Whether it opened the data itself, and closes them. */
  readonly #isOwner: boolean;

  /** @internal */
  constructor(
    commons: Commons,
    options: MockOptions,
    isOwner: boolean,
    chances: Awaited<ReturnType<typeof chancesOf>>,
  ) {
    this.commons = commons;
    this.#isOwner = isOwner;
    this.#options = options;
    this.#counter = new FaultCounter(options.faults, chances);
    this.#service = commons.service(serviceOf(commons, options.service));
    this.#origins = [options.origins ?? realOrigins].flat().map(originOf);
    this.fetch = async (input, init) => await this.#turns.after(() => this.#fetch(input, init));
  }

  /** The addresses that it answers for: origins, some perhaps with a path. */
  get origins(): readonly string[] {
    return this.#origins;
  }

  /** Every request so far, in order. */
  get calls(): readonly Call[] {
    return [...this.#calls];
  }

  /** Messages of all errors, for tests of code that catches errors. What only warned is none. */
  get problems(): readonly string[] {
    return this.#calls.flatMap(({ problem }) => problem ?? []);
  }

  /**
   * Throws unless a call was made.
   *
   * @param endpoint its name in the table of endpoints, such as `v2.node`
   * @param pattern parameters that the call must have, by the names of the log (`{ entities: ["geoId/06"] }`)
   * or as the body was sent (`{ entity: { dcids: ["geoId/06"] } }`); others may be there
   * @param times how often; default: at least once
   * @throws CommonsError `MOCK` that lists the calls; for a name that the service lacks, with the nearest
   */
  assertCalled(endpoint: EndpointName, pattern: CallPattern = {}, times?: number): void {
    const problem = missingCall(this.#calls, endpoint, pattern, times);
    if (problem !== undefined) throw new CommonsError("MOCK", problem);
  }

  /**
   * Throws if any request was rejected, also when the tested code caught its error. If it throws, it
   * resets the mock first, so that a mistake of one test never fails the next.
   *
   * @throws CommonsError `MOCK`
   */
  assertNoProblems(): void {
    const { problems } = this;
    if (!problems.length) return;
    this.reset();
    throw new CommonsError("MOCK", problems.join("\n"));
  }

  /**
   * A new mock over the same data and additions to it. This one stays as it is.
   *
   * @param change adds to the world that it gets, or returns another one that is added
   */
  async fork(
    change: (world: WorldMaker) => WorldMaker | undefined = (same) => same,
    options: MockOptions = {},
  ): Promise<Mock> {
    checkMockOptions(options);
    const all = withDefaults(options, this.#options);
    if (typeof change !== "function") {
      throw new TypeError("fork needs a function: (world) => world.add(…)");
    }
    const more = world().add(this.commons);
    // A function with braces may return nothing: it changed the world that it got.
    const own = (change(more) as WorldMaker | undefined) ?? more;
    // Another world may hold the one that it got: that cannot hold it, too.
    const source = own === more ? more : world().add(this.commons).add(own);
    const commons = await openStrictly(source, all, this.commons);
    return new Mock(commons, all, true, await chancesOf(all.faults));
  }

  /**
   * Makes this the global `fetch`. As without a mock, an address needs an origin, but in a page.
   *
   * @returns a function that puts the former one back; `using` calls it. Several mocks may be put back in any order
   */
  install(): Installed {
    const own = (async (input, init) =>
      await this.#turns.after(() =>
        this.#fetch(this.#whole(input, init), init),
      )) as Fetch as typeof globalThis.fetch;
    const double = { own, former: globalThis.fetch };
    installedDoubles.add(double);
    globalThis.fetch = own;
    const restore = () => {
      this.#installed.delete(restore);
      if (!installedDoubles.delete(double)) return;
      if (globalThis.fetch === own) globalThis.fetch = double.former;
      // One that was installed later must not put this one back.
      for (const later of installedDoubles) {
        if (later.former === own) later.former = double.former;
      }
    };
    this.#installed.add(restore);
    return Object.assign(restore, { [disposing]: restore });
  }

  /** Drops all calls. Occurrences count from 1 again; requests that hang are aborted. */
  reset(): void {
    this.#calls.length = 0;
    this.#counter.reset();
    this.#life.abort(new CommonsError("MOCK", "the mock was reset while this request was open"));
    this.#life = new AbortController();
  }

  /**
   * What `using` calls: ends requests that hang, puts the global `fetch` back, and closes data that
   * `mock` or `fork` opened. A Commons that was given stays open. Later requests reject.
   */
  [disposing](): void {
    this.#life.abort(new CommonsError("MOCK", "the mock was disposed of"));
    for (const restore of this.#installed) restore();
    if (this.#isOwner) this.commons.close();
  }

  /**
   * Answers at once, for tools that cannot wait, such as undici's MockAgent. It counts, checks and refuses as
   * `fetch` does. Delays of faults are passed over.
   *
   * @throws CommonsError `MOCK` for a mistake of the test, and for a fault that takes time (`hang`,
   * `truncated`)
   * @throws TypeError for a connection that a fault resets, for what is no request, and for a body that is no text
   */
  answer(request: MockedRequest): PlainAnswer {
    this.#life.signal.throwIfAborted();
    const { method = "GET", url: given, headers, body = "" } = atOnce(request);
    const asked = { given, url: new URL(given, "http://localhost"), method, body };
    const { call, inRow, fault, inside } = this.#planned(asked);
    const url = `${inside.pathname}${inside.search}`;
    const made = this.#service.answer({ method, url, body, headers });
    this.#checkAnswer(call, made.status);
    const ordered = orderFor(this.commons, call, made.status)?.(made.body) ?? made.body;
    const whole = { ...made, body: ordered };
    if (fault === undefined) {
      refuseLoop(call, inRow, whole.body);
      return whole;
    }
    delete call.status;
    const faulty = faultyAnswerNow(fault, whole);
    call.status = faulty.status;
    return faulty;
  }

  /**
   * What the global `fetch` makes of an address: in a page, a relative one lies on its origin.
   *
   * @throws CommonsError `MOCK` elsewhere: the code would fail without the mock
   */
  #whole(input: Request | URL | string, init: FetchInit | undefined): Request | URL | string {
    if (typeof input !== "string" || URL.canParse(input)) return input;
    const page = Reflect.get(globalThis, "location") as { readonly href: string } | undefined;
    if (URL.canParse(input, page?.href)) return new URL(input, page?.href).href;
    const { method = "GET" } = init ?? {};
    const call = { endpoint: "", params: {}, method, url: input, body: "", occurrence: 1 };
    this.#calls.push(call);
    throw problemOf(call, relativeProblem(input, this.#origins));
  }

  async #fetch(input: Request | URL | string, init: FetchInit | undefined): Promise<Response> {
    const { request, response } = await this.#exchange(input, init);
    // As of an answer that came from there.
    return Object.defineProperty(response, "url", { value: request.url, configurable: true });
  }

  async #exchange(
    input: Request | URL | string,
    init: FetchInit | undefined,
  ): Promise<{ readonly request: Request; readonly response: Response }> {
    // Of now: a `reset` while the body is read ends this request, too.
    const life = this.#life.signal;
    life.throwIfAborted();
    const given = input instanceof Request ? input.url : String(input);
    const { request, body } = await readRequest(input, init);
    const asked = { given, url: new URL(request.url), method: request.method, body };
    const { call, inRow, fault, delay, inside } = this.#planned(asked);
    const signal = AbortSignal.any([request.signal, life]);
    if (delay > 0) await (this.#options.clock ?? realClock).sleep(delay, signal);
    // A mistake of the test is found before the service goes wrong.
    const whole = await this.#answer(call, inside, request, body, init);
    if (fault === undefined) {
      if (inRow > samePageMax) refuseLoop(call, inRow, await whole.clone().text());
      return { request, response: whole };
    }
    delete call.status;
    const { onWarning = warn } = this.#options;
    const onHeld = () => onWarning(`${call.endpoint} ${heldProblem}`);
    const response = await faultyAnswer(fault, whole, signal, onHeld);
    call.status = response.status;
    return { request, response };
  }

  /**
   * Counts a call, and finds what happens to it.
   *
   * @throws CommonsError `MOCK` for an address or a path that is none, and for a loop without an end
   */
  #planned({ given, url, method, body }: Asked): Planned {
    const stranger = strangerProblem(given, url, this.#origins);
    const inside = withinService(url, this.#origins);
    const decoded = stranger === undefined ? read({ url: inside, body }) : undefined;
    const { endpoint = "", params = {} } = decoded ?? {};
    const counted = { endpoint, params, url: inside, body };
    const { occurrence, inRow, fault, delay } = this.#counter.next(counted);
    const call: OpenCall = { endpoint, params, method, url: url.href, body, occurrence };
    this.#calls.push(call);
    if (stranger !== undefined) throw problemOf(call, stranger);
    refuseLoop(call, inRow);
    if (decoded === undefined)
      this.#report(call, pathProblem(inside.pathname, documented, url.pathname));
    if (fault !== undefined) call.fault = fault.kind;
    return { call, inRow, fault, delay, inside };
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
    this.#checkAnswer(call, response.status);
    const inOrder = orderFor(this.commons, call, response.status);
    return inOrder === undefined
      ? response
      : new Response(inOrder(await response.text()), response);
  }

  /** Names of requests that the service refused do not count. */
  #checkAnswer(call: OpenCall, status: number): void {
    call.status = status;
    if (status !== 200 || this.#options.missing === "empty") return;
    const missing = missingFor(this.commons, call);
    if (missing !== undefined) this.#report(call, missing.problem, missing.names);
  }

  #report(call: OpenCall, problem: string, missing: readonly string[] = []): void {
    const { missing: rule = "error", onWarning = warn } = this.#options;
    if (rule === "empty") return;
    if (rule === "error") throw problemOf(call, problem, missing);
    onWarning(problem);
  }
}

/** A request before it is looked at. */
interface Asked {
  /** As the caller wrote the address. */
  readonly given: string;
  readonly url: URL;
  readonly method: string;
  readonly body: string;
}

interface Planned {
  readonly call: OpenCall;
  /** As the counter has it. */
  readonly inRow: number;
  readonly fault: Fault | undefined;
  /** Milliseconds. */
  readonly delay: number;
  /** Path and query within the service. */
  readonly inside: URL;
}

/** A server has the newer routes, too. */
const documented = "the documented service, as a mock answers it,";

/** Some test runners wait for the end of the process. */
const heldProblem =
  "still hangs and keeps the process running: abort the request, or call `reset()`";

/** @throws CommonsError `MOCK` for a loop without an end */
function refuseLoop(call: OpenCall, inRow: number, answer?: string): void {
  const loop = loopProblem({ ...call, inRow }, answer);
  if (loop) throw problemOf(call, loop);
}

function problemOf(call: OpenCall, problem: string, missing: readonly string[] = []): CommonsError {
  call.problem = problem;
  // Its answer is withheld.
  delete call.status;
  return new CommonsError("MOCK", problem, { missing });
}
