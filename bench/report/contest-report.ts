/** Tables of a comparison. */

import type { Entry } from "../contest/contest.ts";
import { rowNames, rowTitles } from "../contest/rows.ts";
import { entrants } from "../peers/entrants.ts";
import type { Judgement } from "./reach.ts";
import { count, duration, megabytes, orDash, table } from "./table.ts";

export function reachTable(judgements: readonly Judgement[]): string {
  return table(
    ["row", "what", "best peer", "ours", "ratio", "wanted", "verdict"],
    judgements.map(({ row, title, best, ours, ratio, wanted, verdict }) => [
      row,
      title,
      best,
      ours,
      ratio,
      wanted,
      verdict === "missed" ? "**missed**" : verdict,
    ]),
    3,
  );
}

/** @param part of the calls: their median, or what 99 of 100 stay below */
export function callTable(entries: readonly Entry[], part: "p50" | "p99"): string {
  const asked = entries.filter(({ entrant }) => entrants[entrant].isLoadOnly !== true);
  const rows = rowNames.filter((row) =>
    asked.some(({ figures }) => figures[`${row}.${part}`] !== undefined),
  );
  return table(
    ["row", "question", ...asked.map(titleOf)],
    rows.map((row) => [
      row,
      rowTitles[row],
      ...asked.map(({ figures }) => orDash(figures[`${row}.${part}`], duration)),
    ]),
    2,
  );
}

export function loadTable(entries: readonly Entry[]): string {
  const cells = ({ figures }: Entry) => {
    const of = (name: string, print: (value: number) => string) => orDash(figures[name], print);
    const per = (above: string, below: string, print: (value: number) => string, factor = 1) => {
      const [value, rows] = [figures[above], figures[below]];
      return value === undefined || rows === undefined ? "–" : print((value / rows) * factor);
    };
    const bytes = (value: number) => `${value.toFixed(1)} B`;
    const rate = (value: number) => `${count(Math.round(value))}/s`;
    return [
      per("load.triples.rows", "load.triples.time", rate, 1000),
      of("load.triples.cpu", duration),
      per("load.observations.rows", "load.observations.time", rate, 1000),
      of("load.observations.cpu", duration),
      per("load.triples.rss", "load.triples.rows", bytes),
      per("load.observations.rss", "load.observations.rows", bytes),
      orDash(peakOf(figures), megabytes),
      of("save.bytes", megabytes),
      of("save.time", duration),
      of("reopen.first", duration),
      of("reopen.bytes", duration),
      of("reopen.whole", duration),
    ];
  };
  const names = [
    "load triples",
    "CPU for it",
    "load observations",
    "CPU for it",
    "RSS growth per triple",
    "RSS growth per observation",
    "peak above the start",
    "saved",
    "saving",
    "reopened, until the first answer",
    "reading the saved bytes",
    "reopened, all of it",
  ];
  const columns = entries.map(cells);
  return table(
    ["figure", ...entries.map(titleOf)],
    names.map((name, at) => [name, ...columns.map((column) => column[at]!)]),
    1,
  );
}

export function versionsLine(entries: readonly Entry[]): string {
  const named = entries.map(
    (entry) => `${titleOf(entry)}: ${entry.version}, ${entry.rounds} rounds`,
  );
  return `${named.join("; ")}.`;
}

function peakOf(figures: Entry["figures"]): number | undefined {
  const peaks = ["triples", "observations", "both"].flatMap(
    (part) => figures[`load.${part}.peak`] ?? [],
  );
  return peaks.length === 0 ? undefined : Math.max(...peaks);
}

function titleOf({ entrant }: Entry): string {
  return entrants[entrant].title;
}
