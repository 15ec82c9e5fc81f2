/** What a check of sources has to say. */
import type { Diagnostic, DiagnosticLevel } from "../../load/index.ts";
import type { Facet, MeasuredField } from "../../stats/index.ts";

/** A diagnostic with its place, as far as it has one. */
export interface LintFinding extends Omit<Diagnostic, "file"> {
  /** undefined where the finding is about the sources as a whole. */
  readonly file: string | undefined;
  /** The line itself, without its ending. */
  readonly text: string | undefined;
}

/** All findings of one level and counter: the exact number and the first few. */
export interface LintCounter {
  readonly level: DiagnosticLevel;
  readonly counter: string;
  readonly count: number;
  readonly findings: readonly LintFinding[];
}

/** A series that a check of its values or dates found odd. */
export interface OddSeries extends Pick<Facet, MeasuredField> {
  readonly entity: string;
  readonly variable: string;
  readonly checks: readonly OddSeriesCheck[];
}

/** What one check found odd about a series. */
export interface OddSeriesCheck {
  /** A counter of the report. */
  readonly counter: string;
  /** The observations that it is about; of a hole those at both sides. */
  readonly points: readonly { readonly date: string; readonly value: number | string }[];
  readonly details?: string;
  /** Of a fluctuation: 1 is a doubling. */
  readonly change?: number;
}

/** Sources that were loaded so that the checked ones may refer to them. */
export interface OtherSources {
  readonly files: number;
  /** What loading found in them, which the report does not count: they are not checked. */
  readonly levels: Readonly<Record<DiagnosticLevel, number>>;
}

/** All that a check of sources found. */
export interface LintReport {
  /** Findings of each level. */
  readonly levels: Readonly<Record<DiagnosticLevel, number>>;
  /** Severest level first, then by name. */
  readonly counters: readonly LintCounter[];
  /** The findings of all counters, by file and line; those without a file come last. */
  readonly findings: readonly LintFinding[];
  /** The first series of each check. */
  readonly series: readonly OddSeries[];
  /** Files that were checked. */
  readonly files: number;
  /** As they lie on disk. */
  readonly bytes: number;
  /** MCF nodes and rows of tables. */
  readonly rows: number;
  /** undefined if there were none. */
  readonly others: OtherSources | undefined;
}

/** From mild to severe. */
export const levels: readonly DiagnosticLevel[] = ["info", "warning", "error", "fatal"];
