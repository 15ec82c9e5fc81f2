/** From files to a Commons. */

import type { FetchSettings } from "./adapters/index.ts";
import { Commons } from "./commons.ts";
import { type LoadOptions, load } from "./load/index.ts";
import type { FacetRanking } from "./stats/index.ts";
import { WorldBuilder } from "./world.ts";

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
  const report = await load(sources, builder, options);
  const { world } = builder.freeze(options.ranking);
  return new Commons(world, report.diagnostics, options);
}
