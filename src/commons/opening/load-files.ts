/** Loads files into a world: a part of the code of its own, which the first files load. */

import { DiagnosticLog } from "../../load/bytes/diagnostics.ts";
import type { ChunkReader } from "../../load/chunk-format.ts";
import { type LoadOptions, loadPlanned } from "../../load/load.ts";
import { type LoadPlan, type LoadSource, labelOf, planLoad } from "../../load/load-plan.ts";
import type { ResolverMaker } from "../../load/statements/entity-questions.ts";
import { entitiesIn } from "../../resolve/entities.ts";
import { resolverOver } from "../../resolve/resolver-over.ts";
import type { FacetRanking } from "../../stats/ranking.ts";
import type { Graph } from "../../store/graph/graph.ts";
import {
  type CommonsInfo,
  type Freeze,
  type FreezeOptions,
  infoOf,
  type World,
  WorldBuilder,
} from "../../world/world.ts";
import { reportMixedDates } from "./mixed-dates.ts";

/** A world that was loaded before. */
interface LoadedWorld {
  readonly engine: World;
  readonly info: CommonsInfo;
}

interface LoadSettings extends LoadOptions {
  readonly base?: LoadedWorld | undefined;
  readonly ranking?: FacetRanking | undefined;
  /** A graph that says more about the provenances of observations. Default: none. */
  readonly facts?: Graph | undefined;
}

/** Threads that read chunks of tables into a builder, and freeze it. */
interface LoadThreads extends ChunkReader {
  freeze(options: FreezeOptions): Promise<Freeze>;
  stop(): Promise<void>;
}

/** Undefined if this thread does all. */
export type StartThreads = (builder: WorldBuilder) => Promise<LoadThreads | undefined>;

/** What is read. */
interface Files {
  readonly plan: LoadPlan;
  readonly makeResolver: ResolverMaker;
}

/** @param bases what they hold comes first. */
export async function loadFiles(
  bases: readonly LoadedWorld[],
  sources: readonly LoadSource[],
  options: LoadSettings,
  startThreads: StartThreads,
): Promise<{ world: World; info: CommonsInfo }> {
  const log = new DiagnosticLog(options);
  for (const { info } of bases) {
    log.adopt(info.diagnostics);
    log.imports.push(...(info.imports ?? []));
  }
  options.signal?.throwIfAborted();
  const known = options.base === undefined ? bases : [...bases, options.base];
  const files: Files | undefined =
    sources.length === 0
      ? undefined
      : { plan: await planLoad(sources, options, log), makeResolver: resolverWith(known) };
  const freeze = await loadAndFreeze(bases, files, options, log, startThreads);
  const file = sources.map(labelOf).join(", ") || "open";
  reportConflicts(freeze, file, log);
  if (bases.length + Math.min(sources.length, 1) > 1) {
    const { refuseMixedIds } = await import("./made-names.ts");
    const graphs = bases.map(({ engine }) => engine.graph);
    refuseMixedIds(freeze.world.graph, graphs, sources.length === 0 ? "" : file);
  }
  await reportIncomplete(freeze, file, files, options, log);
  if (files !== undefined) reportMixedDates(freeze.world, file, log);
  const { world } = freeze;
  return { world, info: infoOf(world, log.summary(), log.imports) };
}

async function loadAndFreeze(
  bases: readonly LoadedWorld[],
  files: Files | undefined,
  options: LoadSettings,
  log: DiagnosticLog,
  startThreads: StartThreads,
): Promise<Freeze> {
  const { ranking, facts } = options;
  const builder = new WorldBuilder();
  const pool = await startThreads(builder);
  try {
    if (bases.length > 0) {
      const { addWorld } = await import("../../world/add-world.ts");
      for (const base of bases) addWorld(base.engine, builder);
    }
    if (files !== undefined) {
      const { plan, makeResolver } = files;
      await loadPlanned(plan, builder, options, log, pool, makeResolver);
    }
    options.signal?.throwIfAborted();
    return pool === undefined
      ? builder.freeze(ranking, facts)
      : await pool.freeze({ ranking, facts });
  } finally {
    await pool?.stop();
  }
}

/** Looks in the files first, then in the bases in their order. */
function resolverWith(bases: readonly LoadedWorld[]): ResolverMaker {
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
async function reportIncomplete(
  { incompleteObservations, incomplete }: Freeze,
  file: string,
  files: Files | undefined,
  { signal }: LoadSettings,
  log: DiagnosticLog,
): Promise<void> {
  if (incompleteObservations === 0) return;
  const { IncompleteFinder } = await import("../../load/incomplete-finder.ts");
  const lost = new IncompleteFinder(incompleteObservations, incomplete);
  if (files !== undefined) {
    const { plan, makeResolver } = files;
    await loadPlanned(plan, lost, { signal }, log.quiet(), undefined, makeResolver);
  }
  lost.report(log, file);
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
  for (const { variable, entity, date, provenance } of conflicts) {
    const refusal = log.described.get(provenance);
    if (refusal !== undefined) log.refuse(refusal(`'${variable}' of '${entity}' in '${date}'`));
    const message = () =>
      `two values for one observation, the later one was kept: variable '${variable}', ` +
      `entity '${entity}', date '${date}'; lint names file and line`;
    log.report(file, { ...kind, message });
  }
  const more = conflictingObservations - conflicts.length;
  if (more > 0) log.report(file, { ...kind, message: () => `${more} more of this kind` }, more);
}
