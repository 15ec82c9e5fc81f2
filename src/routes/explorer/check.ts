/** What is wrong with the sources: what loading reported, and what a check of the files finds. */
import type { Commons, CounterSummary, DiagnosticLevel } from "../../index.ts";
import type { LintFinding, LintReport } from "../../lint.ts";
import type { RouteContext } from "../route.ts";

/** Which lines of a list are wanted. */
export interface PageOf {
  readonly offset: number;
  readonly limit: number;
}

export interface Diagnostics {
  readonly levels: Commons["info"]["diagnostics"]["levels"];
  /** The first of them. */
  readonly counters: readonly CounterSummary[];
  /** Of counters. */
  readonly total: number;
  /** Whether there are files to check. */
  readonly canCheck: boolean;
}

export interface Findings {
  readonly levels: LintReport["levels"];
  readonly counters: readonly {
    readonly level: string;
    readonly counter: string;
    readonly count: number;
  }[];
  readonly findings: readonly LintFinding[];
  /** Of findings that are kept and wanted. */
  readonly total: number;
  readonly fileCount: number;
  readonly rowCount: number;
}

const countersMax = 200;

export function diagnosticsOf(
  { info }: Commons,
  _params: object,
  { checks }: RouteContext,
): Diagnostics {
  const { levels, counters } = info.diagnostics;
  return {
    levels,
    counters: counters.slice(0, countersMax),
    total: counters.length,
    canCheck: checks !== undefined,
  };
}

const severest: readonly DiagnosticLevel[] = ["fatal", "error", "warning", "info"];

/** A page of findings, the severest first; `level` keeps one level. Null where there are no files to check. */
export async function findingsOf(
  commons: Commons,
  { level, offset, limit }: PageOf & { readonly level: string },
  { checks }: RouteContext,
): Promise<Findings | null> {
  if (checks === undefined) return null;
  const { levels, counters, findings, fileCount, rowCount } = await checks(commons);
  const wanted = severest.flatMap((one) =>
    level === "" || level === one ? findings.filter((finding) => finding.level === one) : [],
  );
  return {
    levels,
    counters: counters
      .slice(0, countersMax)
      .map(({ level, counter, count }) => ({ level, counter, count })),
    findings: wanted.slice(offset, offset + limit),
    total: wanted.length,
    fileCount,
    rowCount,
  };
}
