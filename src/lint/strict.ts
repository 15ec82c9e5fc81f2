/** Findings that mean that data became something else than what their author wrote: `--strict` fails for them. */
import type { DiagnosticSummary } from "../load/bytes/diagnostics.ts";
import type { World } from "../world/world.ts";
import { CheckedWorld } from "./checked-world.ts";
import { checkGraph } from "./checks/graph-checks.ts";
import { SeriesChecks } from "./checks/series-checks.ts";
import { LintLog } from "./lint-log.ts";

const counters = [
  "CSV_(?:EmptyColumn|HeaderFailure|ShortRows)",
  "Config_(?:AssumedDates|BadValue|MissingColumn|OtherEntityType|UnknownKey|UnmappedColumn|UnusedVariable)",
  "Existence_MissingReference_(?:observationAbout|variableMeasured)",
  "Graph_(?:MisspeltName_\\w+|MisspeltProperty|ScalingFactorOfOnePlace|TotalAsEntity|UnitOfOnePlace)",
  "Graph_Variable(?:AsEntity|OfOtherType)",
  "Resolution_(?:PrefixedDcid|TotalRow)",
  "Sanity_UnexpectedPropInStatVarObservation",
  "StrSplit_(?:BadQuotesInToken|MultiToken)(?:_\\w+)?",
];
const otherData = new RegExp(`^(?:${counters.join("|")})$`);

interface Counted {
  readonly level: string;
  readonly counter: string;
}

/** Whether a finding is severe enough for `--strict`: errors are, and such warnings. */
export function failsStrict({ level, counter }: Counted): boolean {
  if (level === "error" || level === "fatal") return true;
  return level === "warning" && otherData.test(counter);
}

/** What a strict load refuses in a world that was loaded without an error: a line for each kind. */
export function strictProblems({ engine, info }: Loaded): string[] {
  const log = new LintLog(1);
  new SeriesChecks(engine, log, 1).check(() => undefined);
  checkGraph(new CheckedWorld(engine, engine), new Set(), new Set(), log);
  const found = log
    .counters()
    .filter(({ counter }) => otherData.test(counter))
    .map(({ level, counter, count, findings: [first] }) => ({ level, counter, count, first }));
  const loaded = info.diagnostics.counters.map(({ level, counter, count, examples: [first] }) => ({
    ...{ level, counter, count, first },
  }));
  return [...loaded, ...found].filter(failsStrict).map(({ counter, count, first }) => {
    const more = count > 1 ? `, and ${count - 1} more` : "";
    return `${counter}: ${first?.message ?? ""}${more}`;
  });
}

interface Loaded {
  readonly engine: World;
  readonly info: { readonly diagnostics: DiagnosticSummary };
}
