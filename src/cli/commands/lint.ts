/** What is wrong with sources, and where. */

import {
  type DiagnosticLevel,
  type LintCounter,
  type LintFinding,
  type LintOptions,
  type LintReport,
  lint,
  type OtherSources,
  toReportJson,
} from "../../index.ts";
import { type CliCommand, type OptionValues, textOption, texts } from "../command.ts";
import { exitCodes, UsageError } from "../io.ts";
import type { Answer, Rows } from "../output.ts";
import { barOn } from "../sources.ts";

/** From mild to severe. */
const levels: readonly DiagnosticLevel[] = ["info", "warning", "error", "fatal"];

export const lintCommand: CliCommand = {
  usage: "lint <source...>",
  about: "what is wrong with sources, and where; fails when something is",
  options: [
    ["-l, --level <level>", "show from this level on: info, warning or error", "info"],
    ["--fail-on <level>", "exit with 1 from this level on: info, warning, error or never", "error"],
    ["-n, --examples <count>", "findings to show of each kind; all are counted", "5"],
    ["--report-json", "print the form of the official tool's report.json"],
  ],
  aboutWith: "sources that are referred to; they are loaded and not checked",
  examples: [
    "pocket-commons lint my/import",
    "pocket-commons lint my/import --with schema/ --level warning --fail-on warning",
    "pocket-commons lint my/import --report-json > report.json",
  ],
  run: async ([arg], options, { io }) => {
    const threshold = levelOption(options, "level");
    const failOn =
      textOption(options, "failOn") === "never" ? undefined : levelOption(options, "failOn");
    const bar = options.quiet === true ? undefined : barOn(io);
    const settings: LintOptions = {
      examples: countOption(options, "examples"),
      ...(options.with === undefined ? {} : { with: options.with }),
      ...(options.provenance === undefined ? {} : { provenance: options.provenance }),
      ...(bar === undefined ? {} : { onProgress: bar.show }),
    };
    try {
      const report = await lint(texts(arg), settings);
      bar?.stop();
      // These forms have no place for it.
      const isElsewhere = options.csv === true || options["reportJson"] === true;
      if (isElsewhere && report.others !== undefined && options.quiet !== true) {
        io.stderr(`${othersOf(report.others)}\n`);
      }
      const fails = levels.some(
        (level) => failOn !== undefined && isFrom(level, failOn) && report.levels[level] > 0,
      );
      const answer = answerOf(fromLevel(report, threshold), options);
      return { ...answer, exitCode: fails ? exitCodes.findings : exitCodes.done };
    } finally {
      bar?.stop();
    }
  },
};

function answerOf(report: LintReport, options: OptionValues): Answer {
  if (options["reportJson"] === true) {
    const official = toReportJson(report);
    return { json: official, text: JSON.stringify(official, null, 2) };
  }
  if (options.csv === true) return { json: report, rows: rowsOf(report) };
  return { json: report, text: textOf(report) };
}

function levelOption(options: OptionValues, name: string): DiagnosticLevel {
  const value = textOption(options, name);
  const level = levels.find((known) => known === value);
  if (level !== undefined) return level;
  const flag = name === "failOn" ? "--fail-on" : `--${name}`;
  throw new UsageError(`${flag} takes one of ${levels.join(", ")}`);
}

function countOption(options: OptionValues, name: string): number {
  const value = textOption(options, name) ?? "";
  if (!/^\d{1,6}$/.test(value)) throw new UsageError(`--${name} takes a number`);
  return Number(value);
}

function isFrom(level: DiagnosticLevel, threshold: DiagnosticLevel): boolean {
  return levels.indexOf(level) >= levels.indexOf(threshold);
}

/** The numbers of levels stay: what is not shown is still there. */
function fromLevel(report: LintReport, threshold: DiagnosticLevel): LintReport {
  return {
    ...report,
    counters: report.counters.filter(({ level }) => isFrom(level, threshold)),
    findings: report.findings.filter(({ level }) => isFrom(level, threshold)),
  };
}

function rowsOf({ findings }: LintReport): Rows {
  return {
    columns: ["level", "counter", "file", "line", "message"],
    rows: findings.map(({ level, counter, file = "", line, message }) => [
      level,
      counter,
      file,
      line === undefined ? "" : String(line),
      message,
    ]),
  };
}

const lineMax = 160;

function textOf(report: LintReport): string {
  const lines: string[] = [];
  let file: string | undefined;
  for (const finding of report.findings) {
    if (lines.length === 0 || finding.file !== file) {
      if (lines.length > 0) lines.push("");
      file = finding.file;
      lines.push(file ?? "the sources as a whole");
    }
    lines.push(...linesOf(finding));
  }
  if (lines.length > 0) lines.push("");
  lines.push(...countersOf(report.counters), summaryOf(report));
  return lines.join("\n");
}

/** `12:error  Sanity_X  what`, and below it the line itself. */
function linesOf({ line, level, counter, message, text }: LintFinding): string[] {
  const place = line === undefined ? "" : `${line}: `;
  const told = `  ${place}${level} ${counter}: ${oneLine(message)}`;
  if (text === undefined) return [told];
  const shown = oneLine(text.trim());
  return [told, `      | ${shown.length > lineMax ? `${shown.slice(0, lineMax)}…` : shown}`];
}

/** A text of the input must not look like several findings. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]/g, "\u240a");
}

/** Kinds of which more was found than is shown. */
function countersOf(counters: readonly LintCounter[]): string[] {
  const cut = counters.filter(({ count, findings }) => count > findings.length);
  if (cut.length === 0) return [];
  const rows = cut.map(
    ({ level, counter, count, findings }) =>
      `  ${String(count).padStart(8)} ${level.padEnd(7)} ${counter} (${findings.length} shown)`,
  );
  return ["more of a kind than is shown (--examples shows more):", ...rows, ""];
}

function summaryOf({ levels: counts, files, rows, others }: LintReport): string {
  const checked = `${foundOf(counts)} in ${filesOf(files)} of ${rows} nodes and rows`;
  return others === undefined ? checked : `${checked}\n${othersOf(others)}`;
}

/** What was left out of them may be what a reference is missing. */
function othersOf({ files, levels: counts }: OtherSources): string {
  const loaded = `${filesOf(files)} loaded with --with and not checked`;
  const isSound = levels.every((level) => counts[level] === 0);
  return isSound ? loaded : `${loaded}; loading found ${foundOf(counts)} there`;
}

function foundOf(counts: LintReport["levels"]): string {
  const parts = [...levels].reverse().flatMap((level) => {
    const count = counts[level];
    return count === 0 ? [] : [`${count} ${level}${count === 1 || level === "info" ? "" : "s"}`];
  });
  return parts.length === 0 ? "nothing found" : parts.join(", ");
}

function filesOf(count: number): string {
  return `${count} ${count === 1 ? "file" : "files"}`;
}
