/** What is wrong with the sources: what loading said, and what a check of the files finds. */
import type {
  Commons,
  CounterSummary,
  DiagnosticLevel,
  LintFinding,
  LintReport,
} from "../index.ts";
import type { Asked } from "./request.ts";

/** What a page of findings needs of a report. */
export type Checked = Pick<LintReport, "levels" | "counters" | "findings" | "files" | "rows">;

/** Looks for mistakes in the sources of a world. */
export type Checks = (commons: Commons) => Promise<Checked>;

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
  readonly files: number;
  readonly rows: number;
}

const countersMax = 200;

export function diagnosticsOf(
  { info }: Commons,
  _asked: Asked,
  checks: Checks | undefined,
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

/** A page of findings, the severest first, of one level if `level` says so. Null where there are no files to check. */
export async function findingsOf(
  commons: Commons,
  asked: Asked,
  checks: Checks | undefined,
): Promise<Findings | null> {
  if (checks === undefined) return null;
  const level = asked.text("level");
  const offset = asked.count("offset", 0, Number.MAX_SAFE_INTEGER);
  const limit = asked.count("limit", 20, 500);
  const { levels, counters, findings, files, rows } = await checks(commons);
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
    files,
    rows,
  };
}
