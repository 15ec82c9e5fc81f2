/** From files to a Commons. */

import type { FetchSettings } from "./adapters/index.ts";
import { Commons } from "./commons.ts";
import { DiagnosticLog, type LoadOptions, load } from "./load/index.ts";
import type { FacetRanking } from "./stats/index.ts";
import { type Freeze, WorldBuilder } from "./world.ts";

export interface OpenOptions extends LoadOptions, FetchSettings {
  /** Replaces the built-in ranking of facets. */
  readonly ranking?: FacetRanking;
}

/**
 * Loads files, folders or a list of them into one immutable world.
 *
 * @throws LoadError (rejects) when a file cannot be read as what it is; nothing is half-loaded
 */
export async function open(
  source: string | readonly string[],
  options: OpenOptions = {},
): Promise<Commons> {
  const builder = new WorldBuilder();
  const sources = typeof source === "string" ? [source] : source;
  const log = new DiagnosticLog(options);
  await load(sources, builder, options, log);
  options.signal?.throwIfAborted();
  const freeze = builder.freeze(options.ranking);
  reportConflicts(freeze, sources.join(", "), log);
  return new Commons(freeze.world, log.summary(), options);
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
