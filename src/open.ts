/** From files to a Commons. */

import { fileURLToPath } from "node:url";
import type { FetchSettings } from "./adapters/index.ts";
import { Commons } from "./commons.ts";
import { DiagnosticLog, type LoadOptions, load, type ResolverMaker } from "./load/index.ts";
import { entitiesOf } from "./resolve/index.ts";
import type { FacetRanking } from "./stats/index.ts";
import { type Freeze, WorldBuilder } from "./world.ts";

export interface OpenOptions extends LoadOptions, FetchSettings {
  /** Replaces the built-in ranking of facets. */
  readonly ranking?: FacetRanking;
}

/** A path, or a `file:` URL. */
export type Source = string | URL;

/**
 * Loads files, folders or a list of them into one immutable world.
 *
 * @throws LoadError (rejects) when a file cannot be read as what it is; nothing is half-loaded
 * @throws TypeError (rejects) when the source is no path or there is none
 */
export async function open(
  source: Source | readonly Source[],
  options: OpenOptions = {},
): Promise<Commons> {
  const sources = pathsOf(source);
  const builder = new WorldBuilder();
  const log = new DiagnosticLog(options);
  await load(sources, builder, options, log, resolverOver);
  options.signal?.throwIfAborted();
  const freeze = builder.freeze(options.ranking);
  reportConflicts(freeze, sources.join(", "), log);
  return new Commons(freeze.world, log.summary(), options);
}

/** Finds entities that tables name in a world of everything else that is loaded. */
const resolverOver: ResolverMaker = async (fill) => {
  const builder = new WorldBuilder();
  await fill(builder);
  const { world } = builder.freeze();
  return { resolve: ({ property, type, text }) => entitiesOf(world, property, type, text) };
};

function pathsOf(source: Source | readonly Source[]): string[] {
  const sources: readonly unknown[] = Array.isArray(source) ? source : [source];
  if (sources.length === 0) throw new TypeError("open needs at least one path");
  return sources.map((path) => {
    if (typeof path === "string" && path !== "") return path;
    if (path instanceof URL) return fileURLToPath(path);
    throw new TypeError(`open needs a path, a file URL or a list of them, not ${String(path)}`);
  });
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
