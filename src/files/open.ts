/** From files to a Commons. */

import { availableParallelism } from "node:os";
import type { FetchSettings } from "../adapters/index.ts";
import {
  attachTo,
  Commons,
  type ReopenOptions,
  reopen,
  type SnapshotSource,
} from "../commons/index.ts";
import { describeArgument } from "../errors/index.ts";
import {
  DiagnosticLog,
  type LoadOptions,
  type LoadSource,
  labelOf,
  load,
  type ResolverMaker,
} from "../load/index.ts";
import { entitiesIn, resolverOver } from "../resolve/index.ts";
import type { CommonsHandle } from "../snapshot/index.ts";
import { BufferBytes, type SnapshotBytes } from "../snapshot/index.ts";
import { FileBytes, nodeHost, WholeFile } from "../snapshot-file/index.ts";
import type { FacetRanking } from "../stats/index.ts";
import { canStartThreads, startThread, ThreadPool } from "../threads/index.ts";
import { type Freeze, infoOf, type World, WorldBuilder } from "../world/index.ts";
import {
  type Base,
  type BlobContent,
  type MemoryFiles,
  type NamedBlob,
  sourcesOf,
} from "./memory-files.ts";

/** How `open` loads, and how the Commons then answers. */
export interface OpenOptions extends LoadOptions, ReopenOptions {
  /**
   * Threads that read large tables at once, this one included: tables above 256 MiB, since smaller
   * ones are read sooner by one. Default: as many as the machine runs in parallel, at most four.
   * What is loaded is the same for any number, which is 64 at most.
   */
  readonly threads?: number;
  /**
   * Who knows the entities that files describe by name or identifier, and that no loaded file
   * knows. Nothing else of it is loaded. Default: nobody.
   */
  readonly base?: Commons;
  /** Replaces the built-in ranking of facets. */
  readonly ranking?: FacetRanking;
}

/** A path, a `file:` URL, or files in memory: by name, or a `File`, which has one. */
export type Source = string | URL | MemoryFiles | NamedBlob;

/** What was loaded before: a snapshot in memory, or an opened world. */
export type BaseSource = SnapshotSource | BlobContent | Commons;

/**
 * Loads files, folders, files in memory (`{ "town.mcf": text, "counts.csv": bytes }`) or a list of
 * them into one immutable world, or opens one snapshot, in a file or in memory. A snapshot is known
 * by its first bytes. A file is checked part by part when a part is first read; it stays open until
 * then, or until nobody holds the Commons any more. Bytes in memory are checked as a whole first,
 * their structure too, unless `structure` is false.
 *
 * Snapshots and opened worlds in a list are bases: what they hold comes first, and files add to it.
 * Their columns are copied, not read as text; their diagnostics come before those of the files.
 *
 * @throws LoadError (rejects) when a file cannot be read as what it is; nothing is half-loaded
 * @throws SnapshotError (rejects) when a snapshot cannot be opened; later, when a part of it that a
 * question needs is damaged
 * @throws TypeError (rejects) when the source is neither a path nor files in memory, or no source is
 * given, or when a snapshot alone is to be opened with options of loading
 */
export async function open(
  source: Source | BaseSource | readonly (Source | BaseSource)[],
  options: OpenOptions = {},
): Promise<Commons> {
  const { bases, sources } = await sourcesOf(source, "open");
  const [base] = bases;
  if (sources.length > 0 || bases.length > 1 || base instanceof Commons) {
    return await loadFiles(bases, sources, options);
  }
  if (base === undefined) throw new TypeError("open needs at least one path");
  return await reopen(storedIn(base, options), options, nodeHost);
}

function storedIn(base: string | Uint8Array, { whole }: ReopenOptions): SnapshotBytes {
  if (typeof base !== "string") return new BufferBytes(base);
  return whole === true ? new WholeFile(base) : new FileBytes(base);
}

/**
 * A Commons over the memory of another thread's.
 *
 * @param handle what `commons.share()` returned there
 * @param settings override those of the Commons that was shared
 * @throws SnapshotError when it is no such handle or of another version
 */
export function attach(handle: CommonsHandle, settings: FetchSettings = {}): Commons {
  return attachTo(handle, settings, nodeHost);
}

async function loadFiles(
  bases: readonly Base[],
  sources: readonly LoadSource[],
  options: OpenOptions,
): Promise<Commons> {
  const log = new DiagnosticLog(options);
  const opened = await Promise.all(bases.map((base) => openBase(base, options)));
  for (const { info } of opened) log.adopt(info.diagnostics);
  const freeze = await loadAndFreeze(opened, sources, options, log);
  reportConflicts(freeze, sources.map(labelOf).join(", ") || "open", log);
  const { world } = freeze;
  const info = infoOf(world, log.summary());
  return new Commons({ world, info, settings: options, host: nodeHost });
}

/** What is read of a base is checked as if it was opened alone. */
async function openBase(base: Base, options: OpenOptions): Promise<Commons> {
  if (base instanceof Commons) return base;
  const { whole, structure, signal } = options;
  const given = Object.entries({ whole, structure, signal }).filter(([, one]) => one !== undefined);
  return await reopen(storedIn(base, options), Object.fromEntries(given), nodeHost);
}

async function loadAndFreeze(
  bases: readonly Commons[],
  sources: readonly LoadSource[],
  options: OpenOptions,
  log: DiagnosticLog,
): Promise<Freeze> {
  const { ranking } = options;
  const builder = new WorldBuilder();
  const pool = poolOf(builder, options.threads);
  try {
    if (bases.length > 0) {
      const { addWorld } = await import("../bases/index.ts");
      for (const base of bases) addWorld(worldOf(base), builder);
    }
    const known = options.base === undefined ? bases : [...bases, options.base];
    if (sources.length > 0) await load(sources, builder, options, log, pool, resolverWith(known));
    options.signal?.throwIfAborted();
    return pool === undefined ? builder.freeze(ranking) : await pool.freeze({ ranking });
  } finally {
    await pool?.stop();
  }
}

function worldOf({ graph, observations }: Commons): World {
  return { graph, observations };
}

/** What files say counts first, then the bases in their order. */
function resolverWith(bases: readonly Commons[]): ResolverMaker {
  if (bases.length === 0) return resolverOver;
  return async (fill) => {
    const all = [await resolverOver(fill), ...bases.map((base) => entitiesIn(worldOf(base)))];
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

/** Beyond these, bringing together what they read takes longer than reading. */
const threadsByDefaultMax = 4;
const threadsMax = 64;

function poolOf(
  builder: WorldBuilder,
  threads = Math.min(availableParallelism(), threadsByDefaultMax),
): ThreadPool | undefined {
  if (!(Number.isInteger(threads) && threads > 0 && threads <= threadsMax)) {
    throw new TypeError(
      `threads is a whole number from 1 to ${threadsMax}, not ${describeArgument(threads)}`,
    );
  }
  if (threads === 1 || !canStartThreads()) return undefined;
  return new ThreadPool(builder, threads - 1, startThread);
}

/** Which file a value came from is no longer known when two of them turn out to be of one date. */
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
