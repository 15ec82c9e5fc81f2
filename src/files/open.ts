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
import { BufferBytes } from "../snapshot/index.ts";
import { FileBytes, isSnapshotFile, nodeHost, WholeFile } from "../snapshot-file/index.ts";
import type { FacetRanking } from "../stats/index.ts";
import { canStartThreads, startThread, ThreadPool } from "../threads/index.ts";
import { type Freeze, infoOf, WorldBuilder } from "../world/index.ts";
import { type BlobContent, type MemoryFiles, type NamedBlob, sourcesOf } from "./memory-files.ts";

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

/**
 * Loads files, folders, files in memory (`{ "town.mcf": text, "counts.csv": bytes }`) or a list of
 * them into one immutable world, or opens one snapshot, in a file or in memory. A snapshot is known
 * by its first bytes. A file is checked part by part when a part is first read; it stays open until
 * then, or until nobody holds the Commons any more. Bytes in memory are checked as a whole first,
 * their structure too, unless `structure` is false.
 *
 * @throws LoadError (rejects) when a file cannot be read as what it is; nothing is half-loaded
 * @throws SnapshotError (rejects) when a snapshot cannot be opened; later, when a part of it that a
 * question needs is damaged
 * @throws TypeError (rejects) when the source is neither a path nor files in memory, or no source is
 * given, when a snapshot is to be loaded together with others, or with options of loading
 */
export async function open(
  source: Source | SnapshotSource | BlobContent | readonly Source[],
  options: OpenOptions = {},
): Promise<Commons> {
  const given = await sourcesOf(source, "open");
  if ("snapshot" in given) return await reopen(new BufferBytes(given.snapshot), options, nodeHost);
  const { sources } = given;
  if (sources.length === 0) throw new TypeError("open needs at least one path");
  const snapshot = sources.find((one) => typeof one === "string" && isSnapshotFile(one));
  if (snapshot === undefined) return await loadFiles(sources, options);
  if (sources.length > 1 || typeof snapshot !== "string") {
    throw new TypeError(
      `${labelOf(snapshot)} is a snapshot and cannot be loaded with others: open it alone`,
    );
  }
  const stored = options.whole === true ? new WholeFile(snapshot) : new FileBytes(snapshot);
  return await reopen(stored, options, nodeHost);
}

/**
 * A Commons over the memory of another thread's.
 *
 * @param handle what `commons.share()` returned there
 * @throws SnapshotError when it is no such handle or of another version
 */
export function attach(handle: CommonsHandle, settings: FetchSettings = {}): Commons {
  return attachTo(handle, settings, nodeHost);
}

async function loadFiles(sources: readonly LoadSource[], options: OpenOptions): Promise<Commons> {
  const log = new DiagnosticLog(options);
  const freeze = await loadAndFreeze(sources, options, log);
  reportConflicts(freeze, sources.map(labelOf).join(", "), log);
  const { world } = freeze;
  const info = infoOf(world, log.summary());
  return new Commons({ world, info, settings: options, host: nodeHost });
}

async function loadAndFreeze(
  sources: readonly LoadSource[],
  options: OpenOptions,
  log: DiagnosticLog,
): Promise<Freeze> {
  const { ranking } = options;
  const builder = new WorldBuilder();
  const pool = poolOf(builder, options.threads);
  try {
    await load(sources, builder, options, log, pool, resolverWith(options.base));
    options.signal?.throwIfAborted();
    return pool === undefined ? builder.freeze(ranking) : await pool.freeze({ ranking });
  } finally {
    await pool?.stop();
  }
}

/** What is loaded counts first, then the base. */
function resolverWith(base: Commons | undefined): ResolverMaker {
  if (base === undefined) return resolverOver;
  const known = entitiesIn({ graph: base.graph, observations: base.observations });
  return async (fill) => {
    const own = await resolverOver(fill);
    return {
      resolve: (question) => {
        const found = own.resolve(question);
        return found.length > 0 ? found : known.resolve(question);
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
