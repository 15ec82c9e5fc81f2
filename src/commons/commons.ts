/** The face of the library: one loaded world and every question it answers. */

import type { AnswerSettings, MeaningOptions, WorldOptions } from "../adapters/edge/endpoint.ts";
import { type Fetch, fetchOf, type Service, serviceOf } from "../adapters/edge/fetch.ts";
import { answered } from "../adapters/edge/rpc-error.ts";
import { RestService, type ServiceOptions } from "../adapters/edge/service.ts";
import {
  type EndpointMethods,
  v0Methods,
  v1Methods,
  v2Methods,
} from "../adapters/endpoint-methods.ts";
import { endpoints } from "../adapters/endpoints.ts";
import { v0Part } from "../adapters/v0/endpoints.ts";
import { v1Part } from "../adapters/v1/endpoints.ts";
import { resolvePart } from "../adapters/v2/v2-resolve.ts";
import { sparqlPart } from "../adapters/v2/v2-sparql.ts";
import { Catalog, searchPart } from "../catalog/catalog.ts";
import { closed, disposing } from "../errors/errors.ts";
import type { ExplainedRequest, Explanation } from "../explain/explanation.ts";
import { Governor, type RequestLimits, serviceLimits } from "../options/governor.ts";
import {
  checkRow,
  limitRows,
  meaningRows,
  requireCallOptions,
  saveRows,
  serviceRows,
} from "../options/request-rows.ts";
import { requireOptions, withDefaults } from "../options/required-options.ts";
import { exportRows } from "../publish/format-names.ts";
import { type SdmxMethods, sdmxMethods } from "../sdmx/sdmx-methods.ts";
import {
  plainHost,
  type SaveOptions,
  type SaveTarget,
  type SnapshotHost,
} from "../snapshot/host.ts";
import { type CommonsHandle, handleOf } from "../snapshot/share.ts";
import { type Snapshot, type SnapshotCheck, structurePart } from "../snapshot/snapshot.ts";
import { columnsOf, contentsOf } from "../snapshot/world-contents.ts";
import type { ObservationTable } from "../stats/read/observations.ts";
import type { Graph } from "../store/graph/graph.ts";
import type { Table } from "../tables/column-table.ts";
import type { Checked, RowOf } from "../tables/row-of.ts";
import type { TableQuestion } from "../tables/table-question.ts";
import type { Understanding, UnderstandOptions } from "../understand/understanding.ts";
import { inspecting, shownWorld } from "../world/shown-world.ts";
import type { CommonsInfo, World } from "../world/world.ts";
import { Reads } from "./reads.ts";
import type { ExportOptions, ExportReport, ExportTarget } from "./write-export.ts";

/** A world to ask: in this process or elsewhere. */
export interface AskedCommons {
  readonly info: CommonsInfo;
  readonly contentTag: string;
  /** Counters of what was read from a world elsewhere, since it was opened. */
  readonly traffic?: object;
  /** Which version of a world elsewhere answers, and when its store was last asked for it. */
  readonly version?: object;
  /** What threads read a world elsewhere from. @internal */
  readonly source?: object;
  /** Asks any question, within limits. Where parts of the world lie elsewhere, the answer is a promise. */
  ask<Result>(
    question: (commons: Commons) => Result | Promise<Result>,
    limits?: RequestLimits,
  ): Result | Promise<Result>;
}

type WorldSnapshot = Pick<Snapshot, "tag" | "verify" | "close"> & Partial<Pick<Snapshot, "file">>;

/** What a Commons is made of. */
interface CommonsParts {
  readonly world: World;
  readonly info: CommonsInfo;
  /** Of every request that does not give its own, and whether it calculates. Default: none. */
  readonly limits?: (RequestLimits & WorldOptions) | undefined;
  /** What the place does for snapshots. Default: no files. */
  readonly host?: SnapshotHost | undefined;
  /** The snapshot that the world is read from, or all of them. */
  readonly snapshot?: WorldSnapshot | undefined;
}

/** @internal What a page loads late. */
export const engineParts = [sparqlPart, resolvePart, searchPart, structurePart, v1Part, v0Part];

/**
 * A loaded world. Immutable and safe to share. Questions are answered at once; they throw
 * `CommonsError`. What must load code or write files returns a promise.
 */
export class Commons extends Reads implements EndpointMethods {
  /** What is in the world, in numbers. */
  readonly info: CommonsInfo;
  /**
   * A short text that changes when the contents do: the same for every opening of one snapshot, another one
   * for each loading. Servers send it as ETag.
   */
  readonly contentTag: string;
  /** Graph and observations in ids, ranges and columns, for analysis at full speed. */
  readonly engine: World;
  readonly #world: ClosableWorld;
  readonly #limits: RequestLimits & WorldOptions;
  readonly #host: SnapshotHost;
  #snapshot: WorldSnapshot | undefined;
  #handle: CommonsHandle | undefined;
  // Each is made when it is first asked for.
  #fetch: Fetch | undefined;
  #v2: EndpointMethods["v2"] | undefined;
  #v1: EndpointMethods["v1"] | undefined;
  #v0: EndpointMethods["v0"] | undefined;

  /** @internal */
  constructor(parts: CommonsParts & { readonly tag?: string }) {
    super();
    if (parts === undefined) throw new TypeError("a Commons is made by 'open' and 'attach'");
    const { limits = {}, info, host = plainHost, snapshot } = parts;
    const { world } = parts;
    this.#world = world instanceof ClosableWorld ? world : new ClosableWorld(world);
    this.engine = this.#world;
    this.#limits = limits;
    this.#host = host;
    this.#snapshot = snapshot;
    this.contentTag = parts.tag ?? snapshot?.tag ?? loadTag();
    this.info = Object.freeze(info);
    Object.freeze(this);
  }

  /**
   * `service().fetch`: answers any endpoint as the real service would, without a network. Like
   * there, a request needs a key; any that is not empty will do.
   */
  get fetch(): Fetch {
    this.#fetch ??= fetchOf(new RestService(endpoints, this.engine, this.#limits));
    return this.#fetch;
  }

  /** The v2 endpoints. */
  get v2(): EndpointMethods["v2"] {
    this.#v2 ??= v2Methods(this.engine, this.#limits);
    return this.#v2;
  }

  /** The v1 endpoints. */
  get v1(): EndpointMethods["v1"] {
    this.#v1 ??= v1Methods(this.engine, this.#limits);
    return this.#v1;
  }

  /** The unversioned endpoints; what these send in a `payload` is returned without one. */
  get v0(): EndpointMethods["v0"] {
    this.#v0 ??= v0Methods(this.engine, this.#limits);
    return this.#v0;
  }

  /**
   * The world as a service, by the rules of the real one unless options say otherwise. A request
   * over it has limits by default: 1.5 seconds, 10 million rows, 192 MiB.
   *
   * @throws TypeError for a limit that is not a number, or a negative one
   */
  service(options: ServiceOptions = {}): Service {
    requireOptions("service", options, serviceRows);
    return serviceOf(new RestService(endpoints, this.engine, withDefaults(options, this.#limits)));
  }

  /**
   * The same world, in the same memory, whose methods and services have these limits by default. To
   * close one of both closes the other.
   *
   * @throws TypeError for a limit that is not a number, or a negative one
   */
  limited(limits: RequestLimits): Commons {
    requireOptions("limited", limits, limitRows);
    return this.#with(limits);
  }

  #with(settings: RequestLimits & WorldOptions): Commons {
    const limits = withDefaults(settings, this.#limits);
    const { engine: world, info, contentTag: tag } = this;
    const [host, snapshot] = [this.#host, this.#snapshot];
    return new Commons({ world, info, limits, host, snapshot, tag });
  }

  /**
   * The same world with the limits of a service, where it has none: for routes that answer others.
   *
   * @internal
   */
  asService(defaults: WorldOptions = {}): Commons {
    return this.#with({ ...withDefaults(this.#limits, serviceLimits), ...defaults });
  }

  /**
   * Runs what is no endpoint within the limits of one request.
   * @throws CommonsError as the methods do
   * @internal
   */
  governed<Result>(work: (governor: Governor) => Result, limits: RequestLimits = {}): Result {
    try {
      return work(new Governor(withDefaults(limits, this.#limits)));
    } catch (error) {
      throw answered(error);
    }
  }

  /**
   * Loads SPARQL, `resolve`, `catalog.search`, `v1`, `v0` and `verify("structure")` where a world was
   * opened lazily or attached in a page; with `meaning`
   * also the table that searches need to compare meanings. In Node all is there at once.
   */
  async ready(options: MeaningOptions = {}): Promise<void> {
    requireOptions("ready", options, meaningRows);
    await Promise.all(engineParts.map((part) => part.load()));
    if (options.meaning === true) await searchPart.require().loadMeaning();
  }

  /** What is in there: lists of variables, entities, types, properties and facets. */
  get catalog(): Catalog {
    return new Catalog(this.engine, this.#limits.meaning);
  }

  /** Data about one entity or several, by filters: as SDMX has them. */
  get sdmx(): SdmxMethods {
    return sdmxMethods(this.engine, this.#limits);
  }

  /**
   * Observations as columns: a row per observation, or a column per date or variable. Facets and
   * order are those of `v2.observation`, with all dates of a series when the question wants all of
   * them. Limits count until the table is made.
   *
   * A promise, because the first call loads the code that makes tables.
   *
   * @throws CommonsError (rejects) for an expression that names no entities, and for a table that takes
   * too much
   * @throws TypeError (rejects) for any other question that cannot be meant
   */
  async table<const Question extends TableQuestion>(
    question: Checked<Question>,
    options: RequestLimits = {},
  ): Promise<Table<RowOf<Question>>> {
    requireCallOptions("table", options);
    const { tableOf } = await import("../tables/table-of.ts");
    const governor = new Governor(withDefaults(options, this.#limits));
    return tableOf(this.engine, question, governor) as unknown as Table<RowOf<Question>>;
  }

  /**
   * How the answer to a request is made, and why it is empty: the first step that left nothing, and
   * what the world has instead. It answers the request, too. The first call loads the code for it.
   *
   * @param request under the name of the method that takes it: `{ node: { nodes, property } }`
   * @throws CommonsError (rejects) for a request that the method refuses, or that takes too much
   * @throws TypeError (rejects) for anything else
   */
  async explain(request: ExplainedRequest, options: AnswerSettings = {}): Promise<Explanation> {
    if (typeof request !== "string") requireCallOptions("explain", options);
    const [{ explain }] = await Promise.all([import("../explain/explain.ts"), sparqlPart.load()]);
    return explain(this.engine, request, withDefaults(options, this.#limits));
  }

  /**
   * What a question in somebody's own words means, and what answers it. The first call loads the code for it.
   *
   * @param options corrections of what was read, and limits
   * @throws CommonsError (rejects) at a limit
   * @throws TypeError (rejects) for what is no text, and for options that there are not
   */
  async understand(text: string, options: UnderstandOptions = {}): Promise<Understanding> {
    const { understand } = await import("../understand/understand.ts");
    return understand(this.engine, text, options, this.#limits);
  }

  /**
   * Asks any question, at once. `RemoteCommons` has the same method: code that uses it works with
   * worlds here and elsewhere.
   *
   * @param limits of each request that the question makes; default: none
   */
  ask<Result>(question: (commons: Commons) => Result, limits?: RequestLimits): Result {
    requireCallOptions("ask", limits);
    return question(limits === undefined ? this : this.limited(limits));
  }

  /**
   * Writes the world as files of text. Each file of a folder appears under its name once it is
   * complete; each stream is ended. The first call loads the code for it.
   *
   * @returns the files, rows and bytes that were written, and what the format left out
   * @throws TypeError (rejects) for a target or a format that is none, and for a folder that holds something, without `force`
   * @throws what the file system or the stream throws (rejects), and the reason of the signal
   */
  async export(target: ExportTarget, options: ExportOptions = {}): Promise<ExportReport> {
    requireOptions("export", options, exportRows);
    this.#world.check();
    const { writeExport } = await import("./write-export.ts");
    return await writeExport(this.engine, target, options, this.#host.openFolder);
  }

  /**
   * Writes everything as one snapshot, which `open` opens at once. A file is there whole or not at
   * all: it is written next to the old one and takes its place at the end. A stream is ended.
   *
   * @throws CommonsError `SNAPSHOT` (rejects) when it cannot be written, or when the snapshot that this
   * Commons was opened from turns out to be damaged
   * @throws TypeError (rejects) when the target is not a path or a stream
   * @throws the reason of the signal (rejects)
   */
  async save(target: SaveTarget, options: SaveOptions = {}): Promise<void> {
    requireOptions("save", options, saveRows);
    const { writeSnapshot } = await import("./write-snapshot.ts");
    await writeSnapshot(this.engine, this.info, target, options, this.#host);
  }

  /**
   * Checks what was not read yet of the snapshot that this Commons was opened from. What was
   * loaded from other files has nothing to check.
   *
   * @param check `checksums` (default): all bytes; `structure`: the columns against each other, too
   * @returns whether there is a snapshot, all of which was found sound
   * @throws CommonsError `SNAPSHOT` naming section and offset
   */
  verify(check?: SnapshotCheck): boolean {
    requireOptions("verify", { check }, { check: checkRow });
    this.#world.check();
    this.#snapshot?.verify(check);
    return this.#snapshot !== undefined;
  }

  /**
   * A handle to the world's memory, which `attach` in a worker turns into a Commons without a copy.
   * What was not read yet of a snapshot is read first.
   *
   * @throws CommonsError `SNAPSHOT` where memory cannot be shared, or when the snapshot is damaged
   */
  share(): CommonsHandle {
    this.#world.check();
    this.#handle ??= handleOf(columnsOf(this.engine), contentsOf(this.engine, this.info));
    return this.#handle;
  }

  /**
   * Lets go of the world: its memory, and the file of a snapshot that is open. Questions after this
   * end with a `CommonsError`, and so does what still reads; numbers in `info` stay. `using` calls it.
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

  /** What `console.log` of Node prints: what is in the world, and the snapshot that it is read from. */
  [inspecting](): string {
    return shownWorld("Commons", this.info, this.#snapshot?.file);
  }
}

/** All that answers for one Commons reads through this. After `close`, nothing of the world is reachable. */
class ClosableWorld implements World {
  #world: World | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** @throws CommonsError `CLOSED` */
  get graph(): Graph {
    return this.#open.graph;
  }

  /** @throws CommonsError `CLOSED` */
  get observations(): ObservationTable {
    return this.#open.observations;
  }

  /** @throws CommonsError `CLOSED` */
  check(): void {
    void this.#open;
  }

  close(): void {
    this.#world = undefined;
  }

  get #open(): World {
    if (this.#world === undefined) throw closed();
    return this.#world;
  }
}

/** The tag of what was loaded: it has no checksum. */
const loadTag = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
