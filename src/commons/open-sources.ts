/** From sources of any kind to a Commons. */

import type { ChunkReader } from "../load/chunks/chunk-format.ts";
import { load } from "../load/load.ts";
import { type LoadSource, labelOf } from "../load/load-plan.ts";
import { DiagnosticLog } from "../load/report/diagnostics.ts";
import type { ResolverMaker } from "../load/statements/entity-questions.ts";
import { entitiesIn } from "../resolve/entities.ts";
import { resolverOver } from "../resolve/resolver-over.ts";
import { BufferBytes, type SnapshotBytes } from "../snapshot/snapshot-bytes.ts";
import { incompleteMessage } from "../world/given-facets.ts";
import { type Freeze, type FreezeOptions, infoOf, WorldBuilder } from "../world/world.ts";
import { Commons, type CommonsHost } from "./commons.ts";
import { type Base, type SourceHost, sourcesOf } from "./given-sources.ts";
import { type OpenSettings, type ReopenOptions, reopen } from "./reopen.ts";

/** What opening a world needs of Node, or of a page. */
export interface OpenHost extends SourceHost {
  readonly snapshots: CommonsHost;
  /** The message when no source is given. */
  readonly nothingGiven: string;
  /** A snapshot in a file. */
  snapshotAt(path: string, isWhole: boolean): SnapshotBytes;
  /**
   * Undefined if this thread does all.
   * @throws TypeError for a number of threads that is none
   */
  threads(builder: WorldBuilder, threads: number | undefined): LoadThreads | undefined;
}

/** Threads that read chunks of tables into a builder, and freeze it. */
interface LoadThreads extends ChunkReader {
  freeze(options: FreezeOptions): Promise<Freeze>;
  stop(): Promise<void>;
}

interface AnyOptions extends OpenSettings {
  readonly threads?: number | undefined;
}

/** `open`, in Node and in a page. */
export async function openSources(
  source: unknown,
  options: AnyOptions,
  host: OpenHost,
): Promise<Commons> {
  const { bases, sources } = await sourcesOf(source, host, "open", options.signal);
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
  for (const { info } of opened) {
    log.adopt(info.diagnostics);
    log.imports.push(...(info.imports ?? []));
  }
  const freeze = await loadAndFreeze(opened, sources, options, log, host);
  // Their columns were copied. What the caller opened stays the caller's.
  for (const commons of opened) if (!bases.includes(commons)) commons.close();
  const file = sources.map(labelOf).join(", ") || "open";
  reportConflicts(freeze, file, log);
  reportIncomplete(freeze, file, log);
  const { world } = freeze;
  const info = infoOf(world, log.summary(), log.imports);
  return new Commons({ world, info, host: host.snapshots });
}

/** Checks what it reads of a base as if the base was opened alone. */
export async function openBase(base: Base, options: AnyOptions, host: OpenHost): Promise<Commons> {
  if (base instanceof Commons) return base;
  const { read, verify, signal } = options;
  return await reopen(storedIn(base, options, host), { read, verify, signal }, host.snapshots);
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

/** An entity that is lacking is found in the freeze, which knows all properties of a variable. */
function reportIncomplete(
  { incompleteObservations, incomplete }: Freeze,
  file: string,
  log: DiagnosticLog,
): void {
  const kind = {
    level: "error",
    counter: "Sanity_IncompleteObservation",
    line: undefined,
  } as const;
  for (const one of incomplete)
    log.report(file, { ...kind, message: () => incompleteMessage(one) });
  const more = incompleteObservations - incomplete.length;
  if (more > 0) log.report(file, { ...kind, message: () => `${more} more of this kind` }, more);
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
