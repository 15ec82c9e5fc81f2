/** Results as tables for a reader. */

import { cpus, loadavg, totalmem } from "node:os";
import type { WorldSize } from "./data/world.ts";
import type { Result } from "./harness.ts";
import type { LoadMeasurement, LoadResult } from "./loads.ts";

/** Everything that one run found out. */
export interface Report {
  readonly machine: Machine;
  readonly size: WorldSize;
  readonly loads: readonly LoadResult[];
  readonly results: readonly Result[];
}

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly node: string;
  readonly date: string;
  /** Processes that wanted a core, on average over a minute, before and at the end. */
  readonly busy: readonly [before: number, after: number];
}

export function thisMachine(busyBefore: number): Machine {
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
    busy: [busyBefore, busyNow()],
  };
}

export function busyNow(): number {
  return Number(loadavg()[0]!.toFixed(1));
}

/** The report as Markdown. */
export function printReport({ machine, size, loads, results }: Report): string {
  const { cpu, cores, memoryGiB, node, date, busy } = machine;
  const parts = [
    `${cpu}, ${cores} cores, ${memoryGiB} GiB; Node ${node}; ${date}; load average ${busy.join(" → ")}`,
    `World: ${count(size.triples)} triples, ${count(size.observations)} observations`,
  ];
  if (loads.length > 0) parts.push("## Load", loadTable(loads), startLine(loads));
  const memory = memoryTable(loads);
  if (memory !== undefined) parts.push("## Memory", memory);
  if (results.length > 0) parts.push("## Reads", resultTable(results));
  return `${parts.join("\n\n")}\n`;
}

function loadTable(loads: readonly LoadResult[]): string {
  const heads = ["case", "files", "rows", "size", "load", "of it freeze", "rows/s", "MB/s"];
  const rows = loads.map(({ title, median, fileBytes, ...load }) => {
    const rowCount = median.triples + median.observations;
    return [
      load.case,
      title,
      count(rowCount),
      megabytes(fileBytes),
      duration(median.loadMs),
      duration(median.loadMs - median.readMs),
      count(rowCount / (median.loadMs / 1000)),
      (fileBytes / 1e6 / (median.loadMs / 1000)).toFixed(0),
      duration(median.cpuMs),
      megabytes(median.peakRss),
      `±${percent(load.rme)}`,
      String(load.rounds),
      load.hash,
    ];
  });
  return table([...heads, "CPU", "peak RSS", "rme", "rounds", "hash"], rows, 2);
}

function startLine(loads: readonly LoadResult[]): string {
  const middle = (of: (load: LoadMeasurement) => number) =>
    duration(loads.map(({ median }) => of(median)).sort((a, b) => a - b)[loads.length >> 1]!);
  const imported = middle(({ importMs }) => importMs);
  const answered = middle(({ firstAnswerMs }) => firstAnswerMs);
  return `A new process: ${imported} to import the library, ${answered} for its first answer.`;
}

/** Needs the triples alone and the same triples with the observations. */
function memoryTable(loads: readonly LoadResult[]): string | undefined {
  const triples = loads.find((load) => load.case === "l2")?.median;
  const world = loads.find((load) => load.case === "l5")?.median;
  if (triples === undefined || world === undefined) return undefined;
  const graph = triples.columns;
  const perTriple = (bytes: number) => (bytes / triples.triples).toFixed(1);
  const perObservation = (bytes: number) => (bytes / world.observations).toFixed(1);
  const rest = (of: (load: LoadMeasurement) => number) => perObservation(of(world) - of(triples));
  const graphOf = ({ columns: { all, observations } }: LoadMeasurement) => all - observations;
  return table(
    ["bytes", "per triple", "per observation"],
    [
      ["columns: dictionary", perTriple(graph.dictionary), ""],
      ["columns: arcs out", perTriple(graph.arcsOut), ""],
      ["columns: arcs in", perTriple(graph.arcsIn), ""],
      ["columns: by predicate, names", perTriple(graph.byPredicateAndNames), ""],
      ["columns: observations", "", perObservation(world.columns.observations)],
      ["columns: texts of observations", "", rest(graphOf)],
      ["**columns, all**", perTriple(graph.all), rest(({ columns }) => columns.all)],
      ["heap and external", perTriple(triples.heapGrowth), rest(({ heapGrowth }) => heapGrowth)],
      ["RSS growth", perTriple(triples.rssGrowth), rest(({ rssGrowth }) => rssGrowth)],
    ],
    1,
  );
}

function resultTable(results: readonly Result[]): string {
  const rows = results.map((result) => [
    result.case,
    result.title,
    result.contestant,
    count(result.lines),
    duration(result.median),
    duration(result.p99),
    duration(result.cpu),
    count(result.operationsPerSecond),
    `±${percent(result.rme)}`,
    count(result.samples),
    result.hash,
  ]);
  const heads = ["case", "question", "by", "lines", "median", "p99", "CPU", "ops/s", "rme"];
  return table([...heads, "samples", "hash"], rows, 3);
}

/** Markdown whose columns are also straight in a terminal. The first `texts` columns are texts. */
function table(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  texts: number,
): string {
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...rows.map((row) => row[at]!.length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells
      .map((cell, at) => (at < texts ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join(" | ")} |`;
  const rule = widths.map((width, at) =>
    at < texts ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [line(heads), line(rule), ...rows.map(line)].join("\n");
}

/** Three digits and a unit. */
function duration(milliseconds: number): string {
  const [unit, value] =
    milliseconds >= 1000
      ? ["s", milliseconds / 1000]
      : milliseconds >= 1
        ? ["ms", milliseconds]
        : milliseconds >= 0.001
          ? ["µs", milliseconds * 1e3]
          : ["ns", milliseconds * 1e6];
  return `${value >= 100 ? value.toFixed(0) : value.toPrecision(3)} ${unit}`;
}

function count(value: number): string {
  const digits = value < 100 && !Number.isInteger(value) ? 1 : 0;
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function percent(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(1)} %` : "–";
}
