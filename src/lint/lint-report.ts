/** The report of a check of sources, and its form as the official tool's `report.json`. */

import type { Cure, Diagnostic, DiagnosticLevel } from "../load/bytes/diagnostics.ts";
import { basename } from "../load/bytes/paths.ts";
import type { Facet, MeasuredField } from "../stats/facet-fields.ts";

/** A diagnostic with its place, if it has one. */
export interface LintFinding extends Omit<Diagnostic, "file"> {
  /** undefined when the finding is about the sources as a whole. */
  readonly file: string | undefined;
  /** The line itself, without its ending. */
  readonly text: string | undefined;
  /** What to write instead, if there is one answer. `fix` does so. */
  readonly cure?: Cure;
  /** Of a value that changed much since the date before: 1 is a doubling. */
  readonly change?: number;
}

/** The findings of one level and counter: their number, and the first few. */
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
  /** The odd observations; of a hole those before and after it. */
  readonly points: readonly { readonly date: string; readonly value: number | string }[];
  readonly details?: string;
  /** Of a fluctuation: 1 is a doubling. */
  readonly change?: number;
}

/** Sources that were loaded for references, and not checked. */
export interface OtherSources {
  readonly fileCount: number;
  /** Diagnostics of their load, by level. The report does not count them. */
  readonly levels: Readonly<Record<DiagnosticLevel, number>>;
}

/** The result of a check. */
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
  readonly fileCount: number;
  /** Their size on disk. */
  readonly bytes: number;
  /** MCF nodes and rows of tables. */
  readonly rowCount: number;
  /** undefined if there were none. */
  readonly others: OtherSources | undefined;
}

/** Ascending. */
export const levels: readonly DiagnosticLevel[] = ["info", "warning", "error", "fatal"];

/** A level in the official tool's form: `LEVEL_ERROR`. */
export type OfficialLevel = `LEVEL_${Uppercase<DiagnosticLevel>}`;

/** The official tool's report. Counts and numbers of lines are texts there. */
export interface OfficialReport {
  readonly levelSummary: Readonly<
    Partial<Record<OfficialLevel, { readonly counters: Readonly<Record<string, string>> }>>
  >;
  readonly entries: readonly OfficialEntry[];
  readonly statsCheckSummary?: readonly OfficialSeries[];
  readonly commandArgs: Readonly<Record<string, boolean | number | string>>;
}

/** A finding. */
export interface OfficialEntry {
  readonly level: OfficialLevel;
  readonly location?: { readonly file: string; readonly lineNumber: string };
  readonly userMessage: string;
  readonly counterKey: string;
}

/** A series that has odd values or dates. */
export interface OfficialSeries extends Pick<Facet, MeasuredField> {
  readonly placeDcid: string;
  readonly statVarDcid: string;
  readonly validationCounters: readonly OfficialSeriesCheck[];
}

/** What one check found about a series. */
export interface OfficialSeriesCheck {
  readonly counterKey: string;
  readonly problemPoints?: readonly {
    readonly date: string;
    readonly values: readonly {
      readonly value: { readonly type: string; readonly value: string };
    }[];
  }[];
  readonly additionalDetails?: string;
  readonly percentDifference?: number;
}

// Checks of series are in a list of their own.
const seriesCounter = /^StatsCheck_/;

/**
 * The report in the official tool's form, for programs that read it: levels with their counters, an
 * entry per kept finding, series with odd values or dates. Names of files are without folders, as
 * there.
 */
export function toReportJson(report: LintReport): OfficialReport {
  const levelSummary: {
    [Level in OfficialLevel]?: { readonly counters: Readonly<Record<string, string>> };
  } = {};
  for (const level of ["info", "warning", "error", "fatal"] as const) {
    const counters = report.counters.filter((counter) => counter.level === level);
    if (counters.length === 0) continue;
    levelSummary[officialLevel(level)] = {
      counters: Object.fromEntries(counters.map(({ counter, count }) => [counter, String(count)])),
    };
  }
  const entries = report.findings
    .filter(({ counter }) => !seriesCounter.test(counter))
    .map(({ level, file, line, message, counter }) => ({
      level: officialLevel(level),
      ...(file === undefined
        ? {}
        : { location: { file: basename(file), lineNumber: String(line ?? 0) } }),
      userMessage: message,
      counterKey: counter,
    }));
  const series = report.series.map(officialSeries);
  return {
    levelSummary,
    entries,
    ...(series.length === 0 ? {} : { statsCheckSummary: series }),
    commandArgs: {
      existenceChecks: true,
      resolution: "RESOLUTION_MODE_LOCAL",
      numThreads: 1,
      statChecks: true,
      observationAbout: true,
      allowNanSvobs: false,
      checkMeasurementResult: true,
      coordinatesResolution: false,
      includeRuntimeMetadata: false,
    },
  };
}

function officialLevel(level: DiagnosticLevel): OfficialLevel {
  return `LEVEL_${level.toUpperCase() as Uppercase<DiagnosticLevel>}`;
}

function officialSeries({ entity, variable, checks, ...facet }: OddSeries): OfficialSeries {
  return {
    placeDcid: entity,
    statVarDcid: variable,
    ...facet,
    validationCounters: checks.map(({ counter, points, details, change }) => ({
      counterKey: counter,
      // With details in words, the tool lists no points.
      ...(details !== undefined
        ? {}
        : {
            problemPoints: points.map(({ date, value }) => ({
              date,
              values: [{ value: { type: typeOf(value), value: String(value) } }],
            })),
          }),
      ...(details === undefined ? {} : { additionalDetails: details }),
      // The tool writes shares times a hundred.
      ...(change === undefined ? {} : { percentDifference: 100 * change }),
    })),
  };
}

function typeOf(value: number | string): string {
  return typeof value === "number" ? "NUMBER" : "TEXT";
}
