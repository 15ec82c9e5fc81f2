/** From sources of any kind to a Commons. */

import { describeArgument } from "../errors/excerpts.ts";
import type { LoadHost } from "../load/bytes/file-tree.ts";
import { MemoryTree, memoryRoot } from "../load/bytes/memory-tree.ts";
import type { ChunkReader } from "../load/chunks/chunk-format.ts";
import { type LoadOptions, load } from "../load/load.ts";
import { type LoadSource, labelOf } from "../load/load-plan.ts";
import { DiagnosticLog } from "../load/report/diagnostics.ts";
import type { ResolverMaker } from "../load/statements/entity-questions.ts";
import { entitiesIn } from "../resolve/entities.ts";
import { resolverOver } from "../resolve/resolver-over.ts";
import { isSnapshot } from "../snapshot/format.ts";
import type { SnapshotHost } from "../snapshot/host.ts";
import { BufferBytes, type SnapshotBytes } from "../snapshot/snapshot-bytes.ts";
import type { FacetRanking } from "../stats/facets/ranking.ts";
import {
  type BlobContent,
  bytesIn,
  bytesOf,
  isBlob,
  isNameless,
  isShared,
  isUrl,
} from "../store/columns/foreign-values.ts";
import { type Freeze, type FreezeOptions, infoOf, WorldBuilder } from "../world/world.ts";
import { Commons } from "./commons.ts";
import { type ReopenOptions, reopen, type SnapshotSource } from "./reopen.ts";

/** How `open` loads. */
export interface OpenSettings extends LoadOptions, ReopenOptions {
  /**
   * A world in which entities are looked up that files describe by name or identifier, if no loaded
   * file has them. Nothing else of it is loaded. Default: none.
   */
  readonly base?: Commons | undefined;
  /** Replaces the built-in ranking of facets. */
  readonly ranking?: FacetRanking | undefined;
}

/** What was loaded before: a snapshot in memory, or an opened world. */
export type BaseSource = SnapshotSource | BlobContent | Commons;

interface AnyOptions extends OpenSettings {
  readonly threads?: number | undefined;
}

/** `open`, in Node and in a page. */
export async function openSources(
  source: unknown,
  options: AnyOptions,
  host: OpenHost,
): Promise<Commons> {
  const { bases, sources } = await sourcesOf(source, host);
  const [base] = bases;
  if (sources.length > 0 || bases.length > 1 || base instanceof Commons) {
    return await loadFiles(bases, sources, options, host);
  }
  if (base === undefined) throw new TypeError(host.nothingGiven);
  return await reopen(storedIn(base, options, host), options, host.snapshots);
}

function storedIn(
  base: string | Uint8Array,
  { read }: ReopenOptions,
  host: OpenHost,
): SnapshotBytes {
  return typeof base === "string" ? host.snapshotAt(base, read === "all") : new BufferBytes(base);
}

async function loadFiles(
  bases: readonly Base[],
  sources: readonly LoadSource[],
  options: AnyOptions,
  host: OpenHost,
): Promise<Commons> {
  const log = new DiagnosticLog(options);
  const opened = await Promise.all(bases.map((base) => openBase(base, options, host)));
  for (const { info } of opened) log.adopt(info.diagnostics);
  const freeze = await loadAndFreeze(opened, sources, options, log, host);
  // Their columns were copied. What the caller opened stays the caller's.
  for (const commons of opened) if (!bases.includes(commons)) commons.close();
  reportConflicts(freeze, sources.map(labelOf).join(", ") || "open", log);
  const { world } = freeze;
  const info = infoOf(world, log.summary());
  return new Commons({ world, info, host: host.snapshots });
}

/** Checks what it reads of a base as if the base was opened alone. */
async function openBase(base: Base, options: AnyOptions, host: OpenHost): Promise<Commons> {
  if (base instanceof Commons) return base;
  const { read, verify, signal } = options;
  const given = Object.entries({ read, verify, signal }).filter(([, one]) => one !== undefined);
  return await reopen(storedIn(base, options, host), Object.fromEntries(given), host.snapshots);
}

async function loadAndFreeze(
  bases: readonly Commons[],
  sources: readonly LoadSource[],
  options: AnyOptions,
  log: DiagnosticLog,
  host: OpenHost,
): Promise<Freeze> {
  const { ranking } = options;
  const builder = new WorldBuilder();
  const pool = host.threads(builder, options.threads);
  try {
    if (bases.length > 0) {
      const { addWorld } = await import("../world/add-world.ts");
      for (const base of bases) addWorld(base.engine, builder);
    }
    const known = options.base === undefined ? bases : [...bases, options.base];
    if (sources.length > 0) await load(sources, builder, options, log, pool, resolverWith(known));
    options.signal?.throwIfAborted();
    return pool === undefined ? builder.freeze(ranking) : await pool.freeze({ ranking });
  } finally {
    await pool?.stop();
  }
}

/** Looks in the files first, then in the bases in their order. */
function resolverWith(bases: readonly Commons[]): ResolverMaker {
  if (bases.length === 0) return resolverOver;
  return async (fill) => {
    const all = [await resolverOver(fill), ...bases.map((base) => entitiesIn(base.engine))];
    return {
      resolve: (question) => {
        for (const one of all) {
          const found = one.resolve(question);
          if (found.length > 0) return found;
        }
        return [];
      },
    };
  };
}

/** Two values of one date are found in the freeze, which has not the files of the values. */
function reportConflicts(
  { conflictingObservations, conflicts }: Freeze,
  file: string,
  log: DiagnosticLog,
): void {
  const kind = {
    level: "error",
    counter: "Sanity_InconsistentSvObsValues",
    line: undefined,
  } as const;
  for (const { variable, entity, date } of conflicts) {
    const message = () =>
      `two values for one observation, the later one was kept: variable '${variable}', ` +
      `entity '${entity}', date '${date}'`;
    log.report(file, { ...kind, message });
  }
  const more = conflictingObservations - conflicts.length;
  if (more > 0) log.report(file, { ...kind, message: () => `${more} more of this kind` }, more);
}

/** What a file in memory holds: its text, its bytes, or a `Blob`. */
export type FileContent = string | ArrayBuffer | SharedArrayBuffer | ArrayBufferView | BlobContent;

/**
 * Files in memory, by name. They are loaded as a folder of these files would be: the name decides
 * the format. It may be a path with slashes, and diagnostics name the file by it. Bytes must not
 * change while they are loaded.
 */
export type MemoryFiles = Readonly<Record<string, FileContent>>;

/** What was given, in two kinds; the order within a kind is that of the caller. */
interface GivenSources {
  /** What was loaded before: snapshots, in files or in memory, and opened worlds. */
  readonly bases: readonly Base[];
  /** What is to be loaded. */
  readonly sources: readonly LoadSource[];
}

/** A snapshot in memory or its path, or a Commons. */
type Base = Uint8Array | string | Commons;

/**
 * Bytes alone are a snapshot, whatever they hold. Paths stay what they are. All files in memory are
 * one folder, whichever of the sources they are in, which stands where the first of them stood.
 *
 * @throws TypeError for what is no source, and for two files in memory of one name
 */
async function sourcesOf(source: unknown, host: OpenHost): Promise<GivenSources> {
  const alone = isNameless(source) ? await bytesIn(source) : bytesOf(source);
  if (alone !== undefined) return { bases: [alone], sources: [] };
  const kinds = new GivenKinds(host);
  for (const one of Array.isArray(source) ? source : [source]) await kinds.add(one);
  return kinds.sources;
}

/** Sorts what is given into its kinds. */
class GivenKinds {
  readonly #bases: Base[] = [];
  readonly #files = new Map<string, Uint8Array>();
  /** Undefined for the place of all files in memory. */
  readonly #sources: (LoadSource | undefined)[] = [];

  readonly #host: OpenHost;

  constructor(host: OpenHost) {
    this.#host = host;
  }

  get sources(): GivenSources {
    const inMemory = () => ({
      tree: new MemoryTree(this.#files, this.#host.formats),
      path: memoryRoot,
    });
    return { bases: this.#bases, sources: this.#sources.map((one) => one ?? inMemory()) };
  }

  async add(one: unknown): Promise<void> {
    const bytes = isNameless(one) ? await bytesIn(one) : bytesOf(one);
    if (bytes !== undefined && isSnapshot(bytes)) this.#bases.push(bytes);
    else if (one instanceof Commons) this.#bases.push(one);
    else {
      const named = namedContents(one);
      if (named === undefined) this.#addPaths(one);
      else for (const [name, content] of named) await this.#addFile(name, content);
    }
  }

  #addPaths(one: unknown): void {
    const { snapshots, sources } = this.#host.paths(one);
    for (const path of snapshots) this.#bases.push(path);
    for (const source of sources) this.#sources.push(source);
  }

  async #addFile(name: string, content: unknown): Promise<void> {
    const path = pathOf(name);
    const files = this.#files;
    if (files.has(path)) throw new TypeError(`two files in memory have the name '${path}'`);
    const bytes = await contentOf(path, content);
    if (isSnapshot(bytes)) {
      this.#bases.push(bytes);
      return;
    }
    if (files.size === 0) this.#sources.push(undefined);
    files.set(path, bytes);
  }
}

/** Undefined for what is no file in memory. */
function namedContents(source: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (typeof source !== "object" || source === null || isUrl(source)) return undefined;
  if (isBlob(source)) return [["name" in source ? String(source.name) : "", source]];
  const prototype: unknown = Object.getPrototypeOf(source);
  const isRecord = prototype === null || Object.getPrototypeOf(prototype) === null;
  const entries = isRecord ? Object.entries(source) : [];
  return entries.length === 0 ? undefined : entries;
}

/** @throws TypeError for a name that is no path within a folder */
function pathOf(name: string): string {
  const parts = name.split("/").filter((part) => part !== ".");
  if (parts.some((part) => part === "" || part === "..") || name.includes("\0")) {
    throw new TypeError(
      `a file in memory needs a name, which is a path within a folder, as in { "a.mcf": text }; not '${name}'`,
    );
  }
  return parts.join("/");
}

async function contentOf(path: string, content: unknown): Promise<Uint8Array> {
  if (typeof content === "string") return new TextEncoder().encode(content);
  const bytes = isBlob(content) ? await bytesIn(content) : bytesOf(content);
  // Decoders of browsers refuse shared memory.
  if (bytes !== undefined) return isShared(bytes.buffer) ? new Uint8Array(bytes) : bytes;
  const given = describeArgument(content);
  throw new TypeError(`the file '${path}' needs a text, bytes or a Blob, not ${given}`);
}

/** What opening a world needs of Node, or of a page. */
export interface OpenHost {
  readonly snapshots: SnapshotHost;
  /** For files in memory; those on disk have it with them. */
  readonly formats: LoadHost;
  /** The message when no source is given. */
  readonly nothingGiven: string;
  /** @throws TypeError for what is no path, and for every path where there are no files */
  paths(source: unknown): GivenPaths;
  /** A snapshot in a file. */
  snapshotAt(path: string, isWhole: boolean): SnapshotBytes;
  /**
   * Undefined if this thread does all.
   * @throws TypeError for a number of threads that is none
   */
  threads(builder: WorldBuilder, threads: number | undefined): LoadThreads | undefined;
}

interface GivenPaths {
  readonly snapshots: readonly string[];
  readonly sources: readonly LoadSource[];
}

/** Threads that read chunks of tables into a builder, and freeze it. */
interface LoadThreads extends ChunkReader {
  freeze(options: FreezeOptions): Promise<Freeze>;
  stop(): Promise<void>;
}
