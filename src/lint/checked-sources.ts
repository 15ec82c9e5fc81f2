/** Loads the checked sources, and others that they may refer to. */

import { resolve } from "node:path";
import { onDisk } from "../disk/index.ts";
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
  type Sink,
  sourcePaths,
} from "../load/index.ts";
import { resolverOver } from "../resolve/index.ts";
import { type Freeze, WorldBuilder } from "../world/index.ts";
import { CheckedWorld, type MadeStatements, MadeStatementsBuilder } from "./checked-world.ts";
import type { OtherSources } from "./lint-report.ts";

interface CheckedSources {
  readonly plan: LoadPlan;
  readonly freeze: Freeze;
  readonly worlds: CheckedWorld;
  readonly loaded: Omit<LoadReport, "diagnostics">;
  readonly others: OtherSources | undefined;
  /** Reads the checked sources once more: the same statements in the same order. */
  readonly reload: (sink: Sink) => Promise<void>;
}

/** @param log takes the diagnostics of the load. */
export async function loadSources(
  sources: readonly string[],
  options: LoadOptions,
  log: DiagnosticLog,
): Promise<CheckedSources> {
  const plan = await planLoad(onDisk(...sources), options, log);
  const makeResolver = onlyOnce(resolverOver);
  const builder = builderFor(plan);
  const loaded = await loadPlanned(plan, builder, options, log, undefined, makeResolver);
  const freeze = builder.freeze();
  const worlds = new CheckedWorld(freeze.world, freeze.world, madeBy(builder));
  const reload = async (sink: Sink): Promise<void> => {
    await loadQuietly(plan, sink, options, log, makeResolver);
  };
  return { plan, freeze, worlds, loaded, others: undefined, reload };
}

/**
 * Loads all sources into one world, and the checked ones once more into a world of their own: a
 * frozen world does not hold which file a statement came from. A file of both is checked.
 */
export async function loadBeside(
  sources: readonly string[],
  others: readonly string[],
  options: LoadOptions,
  log: DiagnosticLog,
): Promise<CheckedSources> {
  const paths = await sourcePaths(onDisk(...sources), options, log);
  const split = new SplitLog(log, paths);
  const makeResolver = onlyOnce(resolverOver);
  const whole = await planLoad(onDisk(...others, ...sources), options, split);
  const all = new WorldBuilder();
  const read = await loadPlanned(whole, all, options, split, undefined, makeResolver);
  const { world } = all.freeze();
  const plan = partOfPlan(whole, paths);
  const own = builderFor(plan);
  const loaded = await loadQuietly(plan, own, options, log, makeResolver);
  const freeze = own.freeze();
  const files = read.files - loaded.files;
  const worlds = new CheckedWorld(freeze.world, world, madeBy(own));
  const reload = async (sink: Sink): Promise<void> => {
    await loadQuietly(plan, sink, options, log, makeResolver);
  };
  const { levels } = split.others.summary();
  return { plan, freeze, worlds, loaded, others: { files, levels }, reload };
}

/** Loads without diagnostics: an earlier load reported them. */
async function loadQuietly(
  plan: LoadPlan,
  sink: Sink,
  { signal }: LoadOptions,
  log: DiagnosticLog,
  makeResolver: ResolverMaker,
): Promise<LoadReport> {
  const options = signal === undefined ? {} : { signal };
  return await loadPlanned(plan, sink, options, log.quiet(), undefined, makeResolver);
}

/** Only importers of custom folders make statements of their own. */
function builderFor(plan: LoadPlan): WorldBuilder {
  const isImported = plan.tasks.some(({ kind }) => kind === "custom");
  return isImported ? new MadeStatementsBuilder() : new WorldBuilder();
}

function madeBy(builder: WorldBuilder): MadeStatements | undefined {
  return builder instanceof MadeStatementsBuilder ? builder.made : undefined;
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
