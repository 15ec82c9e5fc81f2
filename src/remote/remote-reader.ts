/** The face of a remote world: the questions of `Commons`, as promises. */

import { type Fetch, fetchOf } from "../adapters/edge/fetch.ts";
import { errorBody } from "../adapters/edge/rpc-error.ts";
import {
  type AnswerOptions,
  type PlainAnswer,
  type PlainRequest,
  RestService,
  type ServiceOptions,
} from "../adapters/edge/service.ts";
import { endpoints } from "../adapters/endpoints.ts";
import type { Commons } from "../commons/commons.ts";
import { CommonsError, disposing } from "../errors/errors.ts";
import type { RpcErrorBody } from "../errors/rpc.ts";
import { type RequestLimits, serviceLimits } from "../options/governor.ts";
import { limitRows, requireCallOptions, serviceRows } from "../options/request-rows.ts";
import { type OptionRows, requireOptions, withDefaults } from "../options/required-options.ts";
import { inspecting, shownWorld } from "../world/shown-world.ts";
import { NamedWorld, type OpenedVersion } from "./named-world.ts";
import { type Ask, Question } from "./question.ts";
import type { RemoteWorld } from "./remote-world.ts";
import { storeForThreads, type ThreadCounts } from "./store-for-threads.ts";
import { type ReadEvent, StoreReader, type Traffic } from "./store-reader.ts";
import { type BlockStore, RemoteError, reasonOf, retryHeader } from "./stores/block-store.ts";

/** How a remote world is opened, and the limits of its questions. */
export interface RemoteOptions {
  /** Bytes of memory for blocks and columns; half for each. Default: 256 MiB. */
  readonly maxCacheBytes?: number | undefined;
  /** Milliseconds that a question may take, waiting included. Default: 30,000. */
  readonly timeout?: number | undefined;
  /** As the limit of a request. Default: 10 million. */
  readonly maxRows?: number | undefined;
  /** As the limit of a request. Default: 192 MiB. */
  readonly maxMemoryBytes?: number | undefined;
  /** Bytes that a question may read. Default: 64 MiB. */
  readonly maxReadBytes?: number | undefined;
  /** Milliseconds that one call of the store may take. Default: 10,000. */
  readonly readTimeout?: number | undefined;
  /** Ends the opening, and no question. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each call of the store that gave bytes. */
  readonly onRead?: ((event: ReadEvent) => void) | undefined;
  /**
   * What happens when another snapshot took the place of the one that was opened. With true, the
   * question runs once more, over the new snapshot. Default: false, it rejects with `replaced`; true
   * with `follow`.
   */
  readonly reopen?: boolean | undefined;
  /** Name of the version that is opened, and stays. Default: the one that is current. */
  readonly version?: string | undefined;
  /**
   * Milliseconds between two looks at the store. When it names another version, later questions are asked of
   * that one. Default: the version that was opened stays.
   */
  readonly follow?: number | undefined;
}

const defaults = {
  maxCacheBytes: 256 << 20,
  ...serviceLimits,
  timeout: 30_000,
  maxReadBytes: 64 << 20,
  readTimeout: 10_000,
} as const;

/** A remote world as a service. */
export interface RemoteService {
  /** As `fetch` of a service. The header `Server-Timing` says what was read for the answer. */
  readonly fetch: Fetch;
  /** What `fetch` answers, as plain data. */
  answer(request: PlainRequest, options?: AnswerOptions): Promise<PlainAnswer>;
}

/** The members of a `RemoteCommons` that are no questions. */
export class RemoteReader {
  /** `service().fetch` */
  readonly fetch: Fetch;
  readonly #options: RemoteOptions & typeof defaults;
  readonly #reader: StoreReader;
  readonly #named: NamedWorld;
  #isClosed = false;

  /** @internal */
  constructor(store: BlockStore, options: RemoteOptions) {
    requireOptions("openRemote", options, remoteRows);
    this.#options = withDefaults(options, defaults);
    const { readTimeout, onRead } = this.#options;
    this.#reader = new StoreReader(store, { readTimeout, onRead });
    const { version, follow, maxCacheBytes, maxRows, maxMemoryBytes } = this.#options;
    if (version !== undefined && follow !== undefined) {
      throw new TypeError("openRemote: 'version' stays, and 'follow' changes it: give one of them");
    }
    const limits = { maxRows, maxMemoryBytes };
    this.#named = new NamedWorld({ reader: this.#reader, maxCacheBytes, limits, version, follow });
    // The service needs the world, which is not open yet.
    let service: RemoteService | undefined;
    this.fetch = async (input, init) => {
      service ??= this.service();
      return await service.fetch(input, init);
    };
  }

  /**
   * The world as a service. Its requests have the limits of the world unless options say otherwise.
   *
   * @throws RemoteError when the world was closed
   * @throws TypeError for a limit that is not a number, or a negative one
   */
  service(options: ServiceOptions = {}): RemoteService {
    requireOptions("service", options, serviceRows);
    const { timeout, maxRows, maxMemoryBytes } = this.#options;
    const settings = withDefaults(options, { timeout, maxRows, maxMemoryBytes });
    const service = new RestService(endpoints, this.#open.generation().kept.engine, settings);
    return Object.freeze<RemoteService>({
      fetch: async (...request) => await this.#fetch(service, ...request),
      answer: async (request, given) => {
        const read = service.read(request, given);
        if ("status" in read) return read;
        const { admitted, body, options } = read;
        return (await this.#answer(service, admitted, body, options)).answer;
      },
    });
  }

  /** @internal */
  async open(): Promise<void> {
    const { signal } = this.#options;
    signal?.throwIfAborted();
    const aborted = () => this.close();
    signal?.addEventListener("abort", aborted, { once: true });
    try {
      await this.#named.open();
    } catch (error) {
      this.close();
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener("abort", aborted);
    }
  }

  /** What is in the world, in numbers. */
  get info(): Commons["info"] {
    return this.#open.info;
  }

  /** A short text that changes when the contents do. */
  get contentTag(): string {
    return this.#open.tag;
  }

  /** The version that answers now, and when the store was last asked for it. */
  get version(): OpenedVersion {
    return this.#named.version;
  }

  /**
   * What threads of a server read the same version from, and how they open it. Their reads are counted here, and
   * `count` takes what they count themselves.
   *
   * @internal
   */
  get source(): {
    readonly store: BlockStore;
    readonly options: RemoteOptions;
    readonly count: (counts: ThreadCounts) => void;
  } {
    const { maxCacheBytes, timeout, maxRows, maxMemoryBytes, maxReadBytes } = this.#options;
    const { name: version } = this.version;
    // How long the store may take is counted here alone, where it is asked again, too.
    const readTimeout = Number.POSITIVE_INFINITY;
    const limits = { maxCacheBytes, timeout, maxRows, maxMemoryBytes, maxReadBytes, readTimeout };
    const { traffic } = this.#reader;
    const count = ({ questions, hits }: ThreadCounts) => {
      traffic.questions += questions;
      traffic.hits += hits;
    };
    const store = storeForThreads(this.#reader, this.#open);
    return { store, options: { ...limits, version }, count };
  }

  /** What was read since the world was opened. */
  get traffic(): Traffic {
    return Object.freeze({ ...this.#reader.traffic });
  }

  /**
   * Asks any question of the world: `ask((commons) => commons.catalog.variables())`. The function
   * is called again and again until all that it reads is here. So it must only ask questions, wait
   * for nothing but this Commons, and return a complete result, nothing that reads on later.
   *
   * @throws RemoteError (rejects) when the world cannot be read, and what the function throws
   */
  async ask<Result>(
    question: (commons: Commons) => Result | Promise<Result>,
    limits: RequestLimits = {},
  ): Promise<Result> {
    requireCallOptions("ask", limits);
    return await this.within((commons, left) => question(commons.limited(left)), limits);
  }

  /**
   * @param question gets what is left of the limits
   * @internal
   */
  async within<Result>(
    question: (commons: Commons, limits: RequestLimits) => Result | Promise<Result>,
    limits: RequestLimits = {},
  ): Promise<Result> {
    const ask: Ask<Result> = (commons, left) => question(commons, { ...limits, ...left });
    return (await this.#ask(ask, limits)).result;
  }

  /** Ends all reading. Questions that wait for the store reject with `closed`. `using` calls it. */
  close(): void {
    this.#isClosed = true;
    this.#named.close();
    this.#reader.close();
  }

  /** As `close`. */
  [disposing](): void {
    this.close();
  }

  /** What `console.log` of Node prints: what is in the world, and the name of its store. */
  [inspecting](): string {
    const world = this.#isClosed ? undefined : this.#named.world;
    if (world === undefined) return `RemoteCommons, closed, from ${this.#reader.name}`;
    return shownWorld("RemoteCommons", world.info, this.#reader.name);
  }

  get #open(): RemoteWorld {
    const { world } = this.#named;
    if (world === undefined || this.#isClosed) {
      throw new RemoteError("closed", `${this.#reader.name}: the reader was closed`);
    }
    return world;
  }

  async #ask<Result>(ask: Ask<Result>, options: RequestLimits): Promise<Asking<Result>> {
    const world = this.#open;
    this.#reader.traffic.questions++;
    try {
      return await this.#askOf(world, ask, options);
    } catch (error) {
      const { follow, reopen = follow !== undefined } = this.#options;
      const mayPass = error instanceof RemoteError && this.#named.mayPass(error);
      if (!(mayPass && reopen)) throw error;
    }
    return await this.#askOf(await this.#named.after(world), ask, options);
  }

  async #askOf<Result>(
    world: RemoteWorld,
    ask: Ask<Result>,
    { timeout = this.#options.timeout, signal }: RequestLimits,
  ): Promise<Asking<Result>> {
    const { maxReadBytes } = this.#options;
    const question = new Question(world, ask, { timeout, maxReadBytes, signal });
    try {
      return { result: await question.answer(), question };
    } catch (error) {
      if (!(error instanceof CommonsError) || error.code !== "INTERNAL") throw error;
      throw this.#forged(error.cause);
    }
  }

  /** The error for a question that failed inside: with consistent columns none does. */
  #forged(cause?: unknown): RemoteError {
    const reason = cause === undefined ? "" : ` (${reasonOf(cause)})`;
    const message = `${this.#reader.name}: the question failed inside${reason}: what the snapshot holds was forged or damaged`;
    return new RemoteError("damaged", message);
  }

  async #fetch(service: RestService, ...request: Parameters<Fetch>): Promise<Response> {
    let timing = "";
    const response = await fetchOf({
      admit: service.admit.bind(service),
      optionsOf: service.optionsOf.bind(service),
      answer: async (...given) => {
        const asked = await this.#answer(service, ...given);
        timing = asked.timing;
        return asked.answer;
      },
    })(...request);
    if (timing !== "") response.headers.set("server-timing", timing);
    return response;
  }

  async #answer(
    service: RestService,
    ...[admitted, body, options]: Parameters<RestService["answer"]>
  ): Promise<{ readonly answer: PlainAnswer; readonly timing: string }> {
    const ask: Ask<PlainAnswer> = ({ engine }, limits) =>
      service.answer(admitted, body, { ...options, ...limits }, engine);
    try {
      const { result, question } = await this.#ask(ask, options);
      const answer = isInternalAnswer(result) ? answerOf(this.#forged()) : result;
      return { answer, timing: timingOf(question) };
    } catch (error) {
      if (error instanceof RemoteError) return { answer: answerOf(error), timing: "" };
      throw error;
    }
  }
}

interface Asking<Result> {
  readonly result: Result;
  readonly question: Question<Result>;
}

export const remoteRows = {
  ...limitRows,
  maxCacheBytes: { is: ["number"] },
  maxReadBytes: { is: ["number"] },
  readTimeout: { is: ["number"] },
  onRead: { is: ["function"] },
  reopen: { is: ["flag"] },
  version: { is: ["text"] },
  follow: { is: ["number"], min: 1, max: 2 ** 31 - 1 },
} satisfies OptionRows<RemoteOptions>;

function isInternalAnswer({ status, body }: PlainAnswer): boolean {
  if (status !== 500 || !body.includes('"internal error"')) return false;
  return (JSON.parse(body) as RpcErrorBody).message === "internal error";
}

function timingOf({ rounds, bytes, waited }: Question<unknown>): string {
  return `store;dur=${waited.toFixed(1)};desc="${rounds} rounds, ${bytes} bytes"`;
}

function answerOf(error: RemoteError): PlainAnswer {
  return {
    status: error.rpc.status,
    headers: {
      "content-type": "application/json",
      "access-control-allow-origin": "*",
      ...retryHeader(error),
    },
    body: errorBody(error),
  };
}
