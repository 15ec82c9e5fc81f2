/** The face of the library: one loaded world and every question it answers. */

import type { AnswerSettings, Endpoint } from "../adapters/edge/endpoint.ts";
import { type Fetch, fetchOf } from "../adapters/edge/fetch.ts";
import { invoke } from "../adapters/edge/invoke.ts";
import { toRpcError } from "../adapters/edge/rpc-error.ts";
import {
  type AnswerOptions,
  type FetchSettings,
  type PlainAnswer,
  type PlainRequest,
  RestService,
} from "../adapters/edge/service.ts";
import { endpoints } from "../adapters/endpoints.ts";
import { type V0Methods, type V1Methods, v0Methods, v1Methods } from "../adapters/older-methods.ts";
import type { V2SparqlRequest } from "../adapters/shapes.ts";
import { resolvePart } from "../adapters/v2/v2-resolve.ts";
import { sparqlPart } from "../adapters/v2/v2-sparql.ts";
import type {
  V2NodeRequest,
  V2NodeResponse,
  V2ObservationRequest,
  V2ObservationResponse,
  V2ResolveRequest,
  V2ResolveResponse,
} from "../adapters/v2-shapes.ts";
import { Catalog } from "../catalog/catalog.ts";
import { disposing } from "../errors/closed.ts";
import type { ExplainedRequest, Explanation } from "../explain/explanation.ts";
import { Export, type ExportFormat } from "../export/export-formats.ts";
import { checkLimits, Governor, type RequestLimits } from "../governor/governor.ts";
import { isStream, plainHost, type SnapshotHost, type SnapshotStream } from "../snapshot/host.ts";
import { type CommonsHandle, handleOf } from "../snapshot/share.ts";
import type { Snapshot, SnapshotCheck } from "../snapshot/snapshot.ts";
import { version } from "../snapshot/version.ts";
import { columnsOf, contentsOf } from "../snapshot/world-contents.ts";
import type { SparqlResponse } from "../sparql/run/evaluate.ts";
import type { ObservationTable } from "../stats/read/observations.ts";
import { isUrl } from "../store/columns/foreign-values.ts";
import type { Graph } from "../store/graph/graph.ts";
import type { Table } from "../tables/column-table.ts";
import type { TableQuestion } from "../tables/table-question.ts";
import type { CommonsInfo, World } from "../world/world.ts";
import { ClosableWorld } from "./closable-world.ts";

/** Where `save` writes: a path, a `file:` URL, or a stream of Node or the web. */
export type SaveTarget = string | URL | SnapshotStream;

/** A world to ask: in this process or elsewhere. */
export interface AskedCommons {
  readonly info: CommonsInfo;
  readonly contentTag: string;
  /** Counters of what was read from a world elsewhere, since it was opened. */
  readonly traffic?: object;
  /** Asks any question. Where parts of the world lie elsewhere, the answer is a promise. */
  ask<Result>(
    question: (commons: Commons, limits: RequestLimits) => Result | Promise<Result>,
  ): Result | Promise<Result>;
}

/** What a Commons is made of. */
interface CommonsParts {
  readonly world: World;
  readonly info: CommonsInfo;
  readonly settings?: FetchSettings | undefined;
  /** What the place does for snapshots. Default: no files. */
  readonly host?: SnapshotHost | undefined;
  /** The snapshot that the world is read from. */
  readonly snapshot?: Snapshot | undefined;
}

/**
 * A loaded world. Immutable and safe to share. The typed methods are synchronous, take the shape of
 * the endpoint's POST body and return its response; they throw `RpcError`.
 */
export class Commons {
  readonly info: CommonsInfo;
  /**
   * Answers any endpoint as the real service would, without a network. It rejects where the global
   * `fetch` does: for what is no URL, and when the signal aborts.
   */
  readonly fetch: Fetch;
  /** The v1 endpoints. */
  readonly v1: V1Methods;
  /** The unversioned endpoints; what these send in a `payload` is returned without one. */
  readonly v0: V0Methods;
  readonly #world: ClosableWorld;
  readonly #service: RestService;
  readonly #settings: FetchSettings & AnswerSettings;
  readonly #host: SnapshotHost;
  #snapshot: Snapshot | undefined;
  readonly #tag: string;
  #handle: CommonsHandle | undefined;

  /** @internal */
  constructor({ world, info, settings = {}, host = plainHost, snapshot }: CommonsParts) {
    const closable = new ClosableWorld(world);
    this.#world = closable;
    checkLimits(settings);
    // A signal given to `open` ends the opening, and no request. Keys may come but once.
    const { keys } = settings;
    const all = typeof keys === "object" ? { ...settings, keys: [...keys] } : settings;
    this.#settings = { ...all, signal: undefined };
    this.#host = host;
    this.#snapshot = snapshot;
    this.#tag = snapshot?.tag ?? loadTag();
    this.info = Object.freeze(info);
    this.#service = new RestService(endpoints, closable, this.#settings);
    this.fetch = fetchOf(this.#service);
    this.v1 = v1Methods(closable, this.#settings);
    this.v0 = v0Methods(closable, this.#settings);
    Object.freeze(this);
  }

  /**
   * What `fetch` answers, at once and as plain data: for servers, and for test doubles that cannot
   * wait.
   *
   * @throws TypeError for what is no URL, and the signal's reason when it is aborted
   */
  answer(request: PlainRequest, options: AnswerOptions = {}): PlainAnswer {
    return this.#service.ask(request, options);
  }

  /**
   * Runs what is no endpoint within the limits of one request.
   *
   * @throws RpcError as the methods do
   * @internal
   */
  governed<Result>(work: (governor: Governor) => Result): Result {
    try {
      return work(new Governor(this.#settings));
    } catch (error) {
      throw toRpcError(error);
    }
  }

  /**
   * Loads what synchronous methods need and a page does not load at once: SPARQL and `resolve`.
   * `fetch` loads each by itself. In Node all is there at once, and this returns at once.
   */
  async ready(): Promise<void> {
    await Promise.all([sparqlPart.load(), resolvePart.load()]);
  }

  /** The graph in ids, ranges and columns, for analysis at full speed. */
  get graph(): Graph {
    return this.#world.graph;
  }

  /** The observations in ids, ranges and columns. */
  get observations(): ObservationTable {
    return this.#world.observations;
  }

  /** What is in there: lists of variables, entities, types, properties and facets. */
  get catalog(): Catalog {
    return new Catalog(this.#world);
  }

  /** `/v2/node`: labels, values and neighbours of nodes by a relation expression. */
  node(request: V2NodeRequest, options?: RequestLimits): V2NodeResponse {
    return this.#answer(endpoints["v2.node"], request, options);
  }

  /** `/v2/observation`: which observations exist, from whom, and their values. */
  observation(request: V2ObservationRequest, options?: RequestLimits): V2ObservationResponse {
    return this.#answer(endpoints["v2.observation"], request, options);
  }

  /**
   * `/v2/resolve`: nodes by name, identifier or coordinate, and variables by what they are about.
   */
  resolve(request: V2ResolveRequest, options?: RequestLimits): V2ResolveResponse {
    return this.#answer(endpoints["v2.resolve"], request, options);
  }

  /**
   * `/v2/sparql`: a query in SPARQL. Options override the options of `open`.
   *
   * @throws TypeError in a page that did not await `ready`
   */
  sparql(request: V2SparqlRequest, options?: AnswerSettings): SparqlResponse {
    return this.#answer(endpoints["v2.sparql"], request, options);
  }

  /**
   * Observations as columns: a row per observation, or a column per date or variable. Facets and
   * order are those of `observation`, with all dates of a series when the question wants all of
   * them. Limits are those of any request; they count until the table is made.
   *
   * A promise, because the first call loads the code that makes tables. Programs that only use
   * endpoints do not load it.
   *
   * @throws RpcError (rejects) for an expression that names no entities, and for a table that takes
   * too much
   * @throws TypeError (rejects) for any other question that cannot be meant
   */
  async table(question: TableQuestion, options?: RequestLimits): Promise<Table> {
    const { tableOf } = await import("../tables/table-of.ts");
    return tableOf(this.#world, question, new Governor({ ...this.#settings, ...options }));
  }

  /**
   * How the answer to a request is made, and why it is empty: the first step that left nothing, and
   * what the world has instead. It answers the request as well, within the same limits. The first
   * call loads the code for it.
   *
   * @param request under the name of the method that takes it: `{ node: { nodes, property } }`
   * @throws RpcError (rejects) for a request that the method refuses, or that takes too much
   * @throws TypeError (rejects) for anything else
   */
  async explain(request: ExplainedRequest, options?: AnswerSettings): Promise<Explanation> {
    const { explain } = await import("../explain/explain.ts");
    return explain(this.#world, request, { ...this.#settings, ...options });
  }

  #answer<Request, Params, Response>(
    row: Endpoint<Request, Params, Response>,
    request: Request,
    options: AnswerSettings | undefined,
  ): Response {
    const settings = options === undefined ? this.#settings : { ...this.#settings, ...options };
    return invoke(row, this.#world, request, settings);
  }

  /**
   * Asks any question, at once. `RemoteCommons` has the same method: code that uses it works with
   * worlds here and elsewhere.
   */
  ask<Result>(question: (commons: Commons, limits: RequestLimits) => Result): Result {
    return question(this, {});
  }

  /**
   * The world as files of text, made as they are read; `writeExport` puts them into a folder.
   *
   * @throws TypeError for a format that there is not
   */
  export(format: ExportFormat): Export {
    return new Export(this.#world, format);
  }

  /**
   * Writes everything as one snapshot, which `open` opens at once. A file is there whole or not at
   * all: it is written next to the old one and takes its place at the end. A stream is ended.
   *
   * @throws SnapshotError (rejects) when it cannot be written, or when the snapshot that this
   * Commons was opened from turns out to be damaged
   * @throws TypeError (rejects) when the target is not a path or a stream
   */
  async save(target: SaveTarget): Promise<void> {
    const isPath = (typeof target === "string" && target !== "") || isUrl(target);
    const { saveToFile } = this.#host;
    if (!(isPath || isStream(target))) throw new TypeError("save needs a path or a stream");
    if (isPath && saveToFile === undefined) {
      throw new TypeError("save needs a stream here: there are no files");
    }
    const contents = contentsOf(this.#world, this.info);
    const about = { library: version, contents };
    const { imageOf, saveToStream, storedColumnsOf } = await import(
      "../snapshot/stored-columns.ts"
    );
    const image = imageOf(storedColumnsOf(this.#world), about, this.#host.crc32);
    if (isStream(target)) await saveToStream(target, image);
    else await saveToFile?.(target, image);
  }

  /**
   * A short text that changes when the contents do: the same for every opening of one snapshot, and
   * another one for each loading of text. Servers send it as ETag.
   */
  get contentTag(): string {
    return this.#tag;
  }

  /**
   * Checks what was not read yet of the snapshot that this Commons was opened from. What was
   * loaded from other files has nothing to check.
   *
   * @param check `checksums` (default): all bytes; `structure`: the columns against each other, too
   * @returns whether there is a snapshot, all of which was found sound
   * @throws SnapshotError naming section and offset
   */
  verify(check?: SnapshotCheck): boolean {
    this.#world.check();
    this.#snapshot?.verify(check);
    return this.#snapshot !== undefined;
  }

  /**
   * A handle to the world's memory, which `attach` in a worker turns into a Commons without a copy.
   * It carries the settings of this Commons. What was not read yet of a snapshot is read first.
   *
   * @throws SnapshotError where memory cannot be shared, or when the snapshot is damaged
   */
  share(): CommonsHandle {
    this.#world.check();
    this.#handle ??= {
      ...handleOf(columnsOf(this.#world), contentsOf(this.#world, this.info)),
      settings: sharedSettings(this.#settings),
    };
    return this.#handle;
  }

  /**
   * Lets go of the world: its memory, and the file of a snapshot that is open. Questions after this
   * end with a `ClosedError`, and so does what still reads; numbers in `info` stay. `using` calls it.
   * What other threads or other Commons have of the same memory stays theirs. To close again does
   * nothing.
   */
  close(): void {
    this.#world.close();
    this.#snapshot?.close();
    this.#snapshot = undefined;
    this.#handle = undefined;
  }

  /** As `close`. */
  [disposing](): void {
    this.close();
  }
}

/** The tag of what was loaded: it has no checksum. */
const loadTag = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** Every setting of `FetchSettings`: the compiler reports one that is missing. */
const isShared: Readonly<Record<keyof FetchSettings, true>> = {
  dialect: true,
  timeout: true,
  maxRows: true,
  maxMemoryBytes: true,
  maxBodyBytes: true,
  keys: true,
  requireKey: true,
  ignoreUnknownFields: true,
  reasons: true,
  selfHostedRules: true,
  envelopes: true,
};

/** Settings for another thread: plain data, without the other options of `open`. */
function sharedSettings(settings: FetchSettings): FetchSettings {
  const given = Object.entries(settings).filter(
    ([name, value]) => Object.hasOwn(isShared, name) && value !== undefined,
  );
  const { keys, ...rest } = Object.fromEntries(given) as FetchSettings;
  if (keys === undefined) return rest;
  return { ...rest, keys: typeof keys === "string" ? keys : [...keys] };
}
