/** Loads the checked sources, and others that they may refer to. */

import { resolve } from "../load/bytes/paths.ts";
import { type LoadOptions, type LoadReport, loadPlanned } from "../load/load.ts";
import {
  type LoadPlan,
  type LoadSource,
  partOfPlan,
  planLoad,
  sourcePaths,
} from "../load/load-plan.ts";
import { DiagnosticLog, type Finding } from "../load/report/diagnostics.ts";
import type { EntityResolver, ResolverMaker } from "../load/statements/entity-questions.ts";
import type { Sink } from "../load/statements/sink.ts";
import { resolverOver } from "../resolve/resolver-over.ts";
import { type Freeze, type World, WorldBuilder } from "../world/world.ts";
import { CheckedWorld, MadeStatementsBuilder } from "./checked-world.ts";
import type { OtherSources } from "./lint-report.ts";

interface CheckedSources {
  readonly plan: LoadPlan;
  readonly freeze: Freeze;
  readonly worlds: CheckedWorld;
  readonly loaded: Omit<LoadReport, "diagnostics">;
  readonly others: OtherSources | undefined;
  /** Reads the checked sources once more: the same statements in the same order. */
  readonly reload: (sink: Sink) => Promise<unknown>;
}

/**
 * Loads the checked sources into a world of their own, and if there are others, all of them into
 * another world: a frozen world does not hold which file a statement came from. A file of both is
 * checked.
 * @param log takes the diagnostics of the checked sources.
 */
export async function loadSources(
  sources: readonly LoadSource[],
  others: readonly LoadSource[],
  options: LoadOptions,
  log: DiagnosticLog,
): Promise<CheckedSources> {
  const makeResolver = onlyOnce(resolverOver);
  const { signal } = options;
  const later = signal === undefined ? {} : { signal };
  // A later load reports nothing: the first one did.
  const reload = (plan: LoadPlan, sink: Sink): Promise<LoadReport> =>
    loadPlanned(plan, sink, later, log.quiet(), undefined, makeResolver);
  const all =
    others.length === 0 ? undefined : await loadAll(sources, others, options, log, makeResolver);
  const plan = all?.plan ?? (await planLoad(sources, options, log));
  const own = builderFor(plan);
  const loaded = await (all === undefined
    ? loadPlanned(plan, own, options, log, undefined, makeResolver)
    : reload(plan, own));
  const freeze = own.freeze();
  const made = own instanceof MadeStatementsBuilder ? own.made : undefined;
  return {
    plan,
    freeze,
    worlds: new CheckedWorld(freeze.world, all?.world ?? freeze.world, made),
    loaded,
    others: all && { fileCount: all.fileCount - loaded.fileCount, levels: all.levels },
    reload: (sink) => reload(plan, sink),
  };
}

/** Loads all sources together. @returns the plan of the checked ones, and diagnostics of others */
async function loadAll(
  sources: readonly LoadSource[],
  others: readonly LoadSource[],
  options: LoadOptions,
  log: DiagnosticLog,
  makeResolver: ResolverMaker,
): Promise<{ readonly plan: LoadPlan; readonly world: World } & OtherSources> {
  const paths = await sourcePaths(sources, options, log);
  const split = new SplitLog(log, paths);
  const whole = await planLoad([...others, ...sources], options, split);
  const builder = new WorldBuilder();
  const { fileCount } = await loadPlanned(whole, builder, options, split, undefined, makeResolver);
  const { world } = builder.freeze();
  const { levels } = split.others.summary();
  return { plan: partOfPlan(whole, paths), world, fileCount, levels };
}

/** Only importers of custom folders make statements of their own. */
function builderFor(plan: LoadPlan): WorldBuilder {
  const isImported = plan.tasks.some(({ kind }) => kind === "custom");
  return isImported ? new MadeStatementsBuilder() : new WorldBuilder();
}

/** Separates the diagnostics of files that are not checked. */
class SplitLog extends DiagnosticLog {
  readonly others = new DiagnosticLog({ goesOn: true });
  readonly #checked: DiagnosticLog;
  readonly #paths: ReadonlySet<string>;

  constructor(checked: DiagnosticLog, paths: ReadonlySet<string>) {
    super({ goesOn: true });
    this.#checked = checked;
    this.#paths = paths;
  }

  override report(file: string, finding: Finding, times = 1): void {
    const log = this.#paths.has(resolve(file)) ? this.#checked : this.others;
    log.report(file, finding, times);
  }
}

/** One resolver for all loads: a later load has the same questions as the first. */
function onlyOnce(make: ResolverMaker): ResolverMaker {
  let resolver: Promise<EntityResolver> | undefined;
  return (fill) => {
    resolver ??= make(fill);
    return resolver;
  };
}
