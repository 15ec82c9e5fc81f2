/** Loads what is checked, and what it may refer to. */
import { resolve } from "node:path";
import {
  DiagnosticLog,
  type EntityResolver,
  type Finding,
  type LoadOptions,
  type LoadPlan,
  type LoadReport,
  loadPlanned,
  partOfPlan,
  planLoad,
  type ResolverMaker,
  sourcePaths,
} from "../load/index.ts";
import { resolverOver } from "../resolve/index.ts";
import { type Freeze, WorldBuilder } from "../world/index.ts";
import { CheckedWorld } from "./graph/index.ts";
import type { OtherSources } from "./report/index.ts";

export interface CheckedSources {
  readonly plan: LoadPlan;
  readonly freeze: Freeze;
  readonly worlds: CheckedWorld;
  readonly loaded: Omit<LoadReport, "diagnostics">;
  readonly others: OtherSources | undefined;
}

/** @param log takes what loading says of these sources. */
export async function loadSources(
  sources: readonly string[],
  options: LoadOptions,
  log: DiagnosticLog,
): Promise<CheckedSources> {
  const plan = await planLoad(sources, options.provenance, log);
  const builder = new WorldBuilder();
  const loaded = await loadPlanned(plan, builder, options, log, undefined, resolverOver);
  const freeze = builder.freeze();
  const worlds = new CheckedWorld(freeze.world, freeze.world);
  return { plan, freeze, worlds, loaded, others: undefined };
}

/**
 * Loads all sources for what only all of them tell, and the checked ones once more for themselves:
 * a frozen world no longer knows which file said what. A file that both have is checked.
 */
export async function loadBeside(
  sources: readonly string[],
  others: readonly string[],
  options: LoadOptions,
  log: DiagnosticLog,
): Promise<CheckedSources> {
  const paths = await sourcePaths(sources);
  const split = new SplitLog(log, paths);
  const makeResolver = onlyOnce(resolverOver);
  const whole = await planLoad([...others, ...sources], options.provenance, split);
  const all = new WorldBuilder();
  const read = await loadPlanned(whole, all, options, split, undefined, makeResolver);
  const { world } = all.freeze();
  const plan = partOfPlan(whole, paths);
  const own = new WorldBuilder();
  const { signal } = options;
  const again = signal === undefined ? {} : { signal };
  // All that is to be said of them was said by now.
  const quiet = new DiagnosticLog();
  const loaded = await loadPlanned(plan, own, again, quiet, undefined, makeResolver);
  const freeze = own.freeze();
  const files = read.files - loaded.files;
  const worlds = new CheckedWorld(freeze.world, world);
  return { plan, freeze, worlds, loaded, others: { files, levels: split.others.summary().levels } };
}

/** Sets apart what is said of files that are not checked. */
class SplitLog extends DiagnosticLog {
  readonly others = new DiagnosticLog();
  readonly #checked: DiagnosticLog;
  readonly #paths: ReadonlySet<string>;

  constructor(checked: DiagnosticLog, paths: ReadonlySet<string>) {
    super();
    this.#checked = checked;
    this.#paths = paths;
  }

  override report(file: string, finding: Finding, times = 1): void {
    const log = this.#paths.has(resolve(file)) ? this.#checked : this.others;
    log.report(file, finding, times);
  }
}

/** The second load asks about nothing that the first one did not ask about. */
function onlyOnce(make: ResolverMaker): ResolverMaker {
  let resolver: Promise<EntityResolver> | undefined;
  return (fill) => {
    resolver ??= make(fill);
    return resolver;
  };
}
