/** What a source holds, and what was found while it was loaded. */

import type { CommonsInfo } from "../../index.ts";
import { failsStrict } from "../../lint/strict.ts";
import type { lint } from "../../lint.ts";
import { type CliCommand, type OptionValues, texts } from "../command.ts";
import { exitCodes, UsageError } from "../io.ts";
import { leftOut } from "../opened-world.ts";
import { options as rows } from "../options.ts";
import type { Answer } from "../output.ts";
import { type Line, ofLevel } from "../styled-text.ts";

export const infoCommand: CliCommand = {
  usage: "info <source...>",
  about: "what a source holds, and the diagnostics of loading it",
  options: [{ flags: "--verify", about: "check all bytes of a snapshot, and its structure" }],
  groups: ["answers", "loading"],
  examples: [
    "pocket-commons info data-samples/us-states",
    "pocket-commons info graph.mcf --json",
    "pocket-commons info world.pocket --verify",
  ],
  run: async ([sources], options, { ask }) => {
    const commons = await ask(texts(sources), { ...options, isReported: true });
    const report = describeInfo(commons.info, options);
    if (options["verify"] !== true) return report;
    if (!("verify" in commons)) {
      throw new UsageError("only a file is verified: fetch the snapshot first");
    }
    const verdict = commons.verify("structure")
      ? "verified"
      : "not verified: it was loaded from text, only a snapshot can be checked";
    return { ...report, text: [...report.text, "", verdict] };
  },
};

/** Counts, and what a person calls what they count. */
const labels = [
  ["nodes", "nodeCount"],
  ["triples", "tripleCount"],
  ["observations", "observationCount"],
  ["series", "seriesCount"],
  ["facets", "facetCount"],
  ["variables", "variableCount"],
  ["entities", "entityCount"],
  ["provenances", "provenanceCount"],
] as const;

type Report = Pick<Answer, "json" | "rows" | "text">;

/** Counts, then every kind of diagnostic with its first example; counts alone when quiet. */
function describeInfo(info: CommonsInfo, { quiet }: OptionValues): Required<Report> {
  const { diagnostics, bytes, imports: _, ...counts } = info;
  const counters = quiet === true ? [] : diagnostics.counters;
  const lines: Line[] = labels.map(
    ([what, name]) => `${what.padEnd(14)}${counts[name].toLocaleString("en-US").padStart(14)}`,
  );
  const megabytes = (bytes / 1e6).toFixed(1);
  lines.push(`${"memory".padEnd(14)}${`${megabytes} MB`.padStart(14)}`);
  if (counters.length > 0) lines.push("");
  for (const { level, counter, count, examples } of counters) {
    lines.push([ofLevel(level, level.padEnd(8)), ` ${String(count).padStart(7)}  ${counter}`]);
    const [first] = examples;
    if (first === undefined) continue;
    const line = first.line === undefined ? "" : `:${first.line}`;
    lines.push(`${" ".repeat(18)}${first.file}${line}: ${first.message}`);
  }
  return { json: info, rows: rowsOf({ ...counts, bytes }, counters), text: lines };
}

/** What was counted; a kind of diagnostic with its level and its first example. */
function rowsOf(
  counts: Readonly<Record<string, number>>,
  counters: CommonsInfo["diagnostics"]["counters"],
) {
  const columns = ["what", "count", "level", "file", "line", "message"];
  const counted = Object.entries(counts).map(([what, count]) => [what, String(count)]);
  const found = counters.map(({ level, counter, count, examples: [first] }) => [
    counter,
    String(count),
    level,
    first?.file ?? "",
    String(first?.line ?? ""),
    first?.message ?? "",
  ]);
  const rows = [...counted, ...found].map((row) => columns.map((_, at) => row[at] ?? ""));
  return { columns, rows };
}

/** @throws UsageError if the data became something else, though no error was found. */
async function refuseOtherData(
  sources: Parameters<typeof lint>[0],
  options: OptionValues,
): Promise<void> {
  const { lint } = await import("../../lint.ts");
  const { provenance, allowOutside } = options;
  const report = await lint(sources, { provenance, allowOutside, maxExamples: 1 });
  const problems = report.counters
    .filter(failsStrict)
    .map(({ counter, count, findings: [first] }) => {
      const { file = "", line = "", message = "" } = first ?? {};
      return `${file}:${line} ${counter}: ${message}${count > 1 ? `, and ${count - 1} more` : ""}`;
    });
  if (problems.length === 0) return;
  throw new UsageError(`--strict: nothing was saved: ${problems.join("; ")}`);
}

export const saveCommand: CliCommand = {
  usage: "save <source...>",
  about: "load sources and write one snapshot, which opens at once",
  details: "The exit code is 1 if a part of the sources was left out.",
  options: [rows.output],
  groups: ["reports", "loading"],
  aboutCommon: {
    strict:
      "write nothing if there is an error, or a warning of data that became something else than what was written",
  },
  examples: [
    "pocket-commons save schema/ observations/ -o data.pocket --strict",
    "pocket-commons save data -o data.pocket",
  ],
  run: async ([sources], options, { open, read }) => {
    const { output: file } = options;
    if (file === undefined) throw new UsageError("say where the snapshot goes: -o FILE");
    const started = performance.now();
    const commons = await open(texts(sources), options);
    if (options.strict === true) await refuseOtherData(await read(texts(sources)), options);
    const seconds = (performance.now() - started) / 1000;
    await commons.save(file);
    const { info } = commons;
    const { rows: counts, text } = describeInfo(info, options);
    const timed = ["seconds", String(seconds), "", "", "", ""];
    return {
      json: { ...info, seconds },
      rows: { ...counts, rows: [...counts.rows, timed] },
      text: [...text, "", `loaded in ${seconds.toFixed(2)} s`, `saved as ${file}`],
      exitCode: leftOut(info) > 0 ? exitCodes.mistakes : exitCodes.done,
    };
  },
};
