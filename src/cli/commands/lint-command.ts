/** What is wrong with sources, and where. */

import { writeFile } from "node:fs/promises";
import type { DiagnosticLevel } from "../../index.ts";
import { levels } from "../../lint/lint-report.ts";
import { failsStrict } from "../../lint/strict.ts";
import type {
  FixedFile,
  LintCounter,
  LintFinding,
  LintOptions,
  LintReport,
  OtherSources,
} from "../../lint.ts";
import { type CliCommand, countOption, type OptionValues, textOption, texts } from "../command.ts";
import { exitCodes, UsageError } from "../io.ts";
import { barOn } from "../opened-world.ts";
import { options as rows } from "../options.ts";
import { type Answer, printNote, type Rows } from "../output.ts";
import { counted, type Line, ofLevel, oneLine, type Span } from "../styled-text.ts";

export const lintCommand: CliCommand = {
  usage: "lint <source...>",
  about: "find mistakes in sources, with their places",
  options: [
    {
      flags: "-l, --level <level>",
      about: "show findings of this level and worse",
      byDefault: "info",
      choices: levels,
    },
    {
      flags: "--fail-on <level>",
      about: "exit with 1 for a finding of this level or worse",
      byDefault: "error",
      choices: [...levels, "never"],
    },
    { ...rows.examples, byDefault: "5" },
    { flags: "--schema", about: "look names up in the public schema, which is in the package" },
    {
      flags: "--fix",
      about:
        "write what has one cure into the files, and check them again; with --dry-run print the differences",
    },
    rows.dryRun,
    { flags: "--report-json", about: "print the form of the official tool's report.json" },
  ],
  groups: ["answers", "sources"],
  aboutCommon: {
    with: "sources to which yours refer; they are loaded and not checked",
    strict:
      "exit with 1 also for warnings of data that became something else than what was written",
  },
  examples: [
    "pocket-commons lint my/import",
    "pocket-commons lint my/import --with schema/ --level warning --fail-on warning",
    "pocket-commons lint my/import --report-json > report.json",
    "pocket-commons lint my/import --fix --dry-run",
  ],
  run: async ([arg], options, { io, read }) => {
    const threshold = levelOption(options, "level") ?? "info";
    const failOn = levelOption(options, "failOn");
    const bar = options.quiet === true ? undefined : barOn(io);
    const settings: LintOptions = {
      maxExamples: countOption(options, "examples"),
      with: options.with,
      schema: options["schema"] === true,
      provenance: options.provenance,
      allowOutside: options.allowOutside,
      onProgress: bar?.show,
    };
    if (options["dryRun"] === true && options["fix"] !== true) {
      throw new UsageError("--dry-run is for --fix");
    }
    const sources = await read(texts(arg));
    const isFixing = options["fix"] === true;
    const { fix, lint } = await import("../../lint.ts");
    const checked = isFixing
      ? fix(sources, settings)
      : lint(sources, settings).then((report) => ({ files: [], report }));
    const { files, report } = await checked.finally(() => bar?.stop());
    const fails =
      (options.strict === true && report.counters.some(failsStrict)) ||
      levels.some(
        (level) => failOn !== undefined && isFrom(level, failOn) && report.levels[level] > 0,
      );
    const exitCode = fails ? exitCodes.mistakes : exitCodes.done;
    if (options["dryRun"] === true) return { ...(await differencesOf(files, report)), exitCode };
    if (isFixing) await writeFixed(files, (line) => printNote(line, io));
    // These forms have no place for it.
    const isElsewhere = options.csv === true || options["reportJson"] === true;
    if (isElsewhere && report.others !== undefined && options.quiet !== true) {
      printNote(othersOf(report.others), io);
    }
    return { ...(await answerOf(fromLevel(report, threshold), options)), exitCode };
  },
};

/** The differences alone, as programs that patch files take them. */
async function differencesOf(files: readonly FixedFile[], report: LintReport): Promise<Answer> {
  const { createTwoFilesPatch } = await import("diff");
  const patches = files.map(({ path, before, after }) =>
    createTwoFilesPatch(path, path, before, after, undefined, undefined, { context: 3 }),
  );
  const columns = ["file", "difference"];
  const rows = files.map(({ path }, at) => [path, patches[at]]);
  const left = [...foundOf(report.levels)].map((span) =>
    typeof span === "string" ? span : span.text,
  );
  return {
    json: files.map(({ path, before, after }) => ({ path, before, after })),
    rows: { columns, rows },
    text: patches.flatMap((patch) => patch.replace(/\n$/, "").split("\n")),
    notes: [`${counted(files.length, "file")} would change; then there is: ${left.join("")}`],
  };
}

async function writeFixed(files: readonly FixedFile[], note: (line: Line) => void): Promise<void> {
  const inMemory = files.find((file) => file.isInMemory);
  if (inMemory !== undefined) {
    throw new UsageError(`${inMemory.path} is no file on disk; --dry-run prints its differences`);
  }
  for (const { path, after } of files) await writeFile(path, after);
  for (const { path } of files) note(`fixed: ${path}`);
  if (files.length === 0) note("nothing to fix");
}

async function answerOf(report: LintReport, options: OptionValues): Promise<Answer> {
  if (options["reportJson"] === true) {
    const { toReportJson } = await import("../../lint.ts");
    const official = toReportJson(report);
    const text = JSON.stringify(official, null, 2).split("\n");
    return { json: official, rows: rowsOf(report), text };
  }
  return { json: report, rows: rowsOf(report), text: textOf(report) };
}

/** Undefined for `never`. */
function levelOption(options: OptionValues, name: string): DiagnosticLevel | undefined {
  const value = textOption(options, name);
  return levels.find((known) => known === value);
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

function textOf(report: LintReport): Line[] {
  const lines: Line[] = [];
  let file: string | undefined;
  for (const finding of report.findings) {
    if (lines.length === 0 || finding.file !== file) {
      if (lines.length > 0) lines.push("");
      file = finding.file;
      lines.push({ style: "heading", text: file ?? "the sources as a whole" });
    }
    lines.push(...linesOf(finding));
  }
  if (lines.length > 0) lines.push("");
  lines.push(...countersOf(report.counters), ...summaryOf(report));
  return lines;
}

/** `12:error  Sanity_X  what`, and below it the line itself. */
function linesOf({ line, level, counter, message, text }: LintFinding): Line[] {
  const place = line === undefined ? "" : `${line}: `;
  const head: Line = [`  ${place}`, ofLevel(level), ` ${counter}: ${oneLine(message)}`];
  if (text === undefined) return [head];
  const shown = oneLine(text.trim());
  const quoted = shown.length > lineMax ? `${shown.slice(0, lineMax)}…` : shown;
  return [head, { style: "faint", text: `      | ${quoted}` }];
}

/** Kinds of which more was found than is shown. */
function countersOf(counters: readonly LintCounter[]): Line[] {
  const cut = counters.filter(({ count, findings }) => count > findings.length);
  if (cut.length === 0) return [];
  const rows = cut.map(
    ({ level, counter, count, findings }): Line => [
      `  ${String(count).padStart(8)} `,
      ofLevel(level, level.padEnd(7)),
      ` ${counter} (${findings.length} shown)`,
    ],
  );
  return ["more of a kind than is shown (--examples shows more):", ...rows, ""];
}

function summaryOf({ levels: counts, fileCount, rowCount, others }: LintReport): Line[] {
  const places = `${counted(fileCount, "file")} of ${counted(rowCount, "node or row", "nodes and rows")}`;
  const checked: Line = [...foundOf(counts), ` in ${places}`];
  return others === undefined ? [checked] : [checked, othersOf(others)];
}

/** What was left out of them may be what a reference is missing. */
function othersOf({ fileCount, levels: counts }: OtherSources): Line {
  const loaded = `${counted(fileCount, "file")} loaded with --with or --schema and not checked`;
  const isSound = levels.every((level) => counts[level] === 0);
  return isSound ? loaded : [`${loaded}; loading found `, ...foundOf(counts), " there"];
}

/** `1 error, 2 warnings, 1 info` */
function foundOf(counts: LintReport["levels"]): Span[] {
  const found = [...levels].reverse().filter((level) => counts[level] > 0);
  if (found.length === 0) return ["nothing found"];
  return found.flatMap((level, at) => {
    const many = level === "info" || level === "fatal" ? level : `${level}s`;
    const span = ofLevel(level, counted(counts[level], level, many));
    return at === 0 ? [span] : [", ", span];
  });
}
