/** The report in the form of the official tool's `report.json`. */
import { basename } from "node:path";
import type { DiagnosticLevel } from "../../load/index.ts";
import type { Facet, MeasuredField } from "../../stats/index.ts";
import type { LintReport, OddSeries } from "./report.ts";

/** A level as the official tool spells it: `LEVEL_ERROR`. */
export type OfficialLevel = `LEVEL_${Uppercase<DiagnosticLevel>}`;

/** What the official tool writes; counts and numbers of lines are texts there. */
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
 * The report in the official tool's shape, for programs that read that: levels with their counters,
 * an entry per finding that was kept, series with odd values or dates. Files are named without
 * their folders, as there.
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
      allowNanSvobs: true,
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
      // Where the tool says it in words, it names no points.
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
