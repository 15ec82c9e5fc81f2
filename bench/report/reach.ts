/**
 * What Pocket Commons wants to reach: how many times as good as the best of its peers a row must
 * be, or within which limit, and whether it is.
 */

import type { Figures } from "../contest/figures.ts";
import { rowTitles } from "../contest/rows.ts";
import type { Scale } from "../data/scales.ts";
import { type EntrantName, entrants } from "../peers/entrants.ts";
import type { ScaleResults } from "./results.ts";
import { count, duration, megabytes, times } from "./table.ts";

export type Verdict = "reached" | "missed" | "not measured";

export interface Judgement {
  readonly row: string;
  readonly title: string;
  readonly ours: string;
  /** The best peer and its figure; empty where a limit counts. */
  readonly best: string;
  readonly ratio: string;
  readonly wanted: string;
  readonly verdict: Verdict;
}

type Wanted = { readonly [Key in Scale]?: number };
type Named = keyof typeof rowTitles;

interface Goal {
  readonly row: string;
  readonly title: string;
  readonly wanted: Wanted;
  readonly print: (value: number) => string;
  /** @param small the results at scale S, which a larger scale may be compared with */
  readonly ours: (results: ScaleResults, small?: ScaleResults) => number | undefined;
  /** The figure of a peer; without it `wanted` is a limit. */
  readonly theirs?: (peer: Figures) => number | undefined;
  /** Without these a ratio says little: one of them is the best, as far as is known. */
  readonly rivals?: readonly EntrantName[];
  /** The peers that it is a matter of. Default: all. */
  readonly among?: readonly EntrantName[];
  /** Whether more is better. Default: less is. */
  readonly isRate?: boolean;
}

export const goals: readonly Goal[] = [
  faster("q1", everywhere(5), ["n3"]),
  faster("q2", everywhere(5), ["n3"]),
  faster("q3", everywhere(20), ["sqlite"]),
  faster("q4", everywhere(60), ["sqlite"]),
  faster("q5", everywhere(12), ["n3", "sqlite_plain"]),
  faster("o1", everywhere(20), ["sqlite"]),
  faster("o2", everywhere(25), ["sqlite", "duckdb"]),
  faster("o2_expression", everywhere(60), ["sqlite", "duckdb"], "o2"),
  faster("o3", everywhere(20), ["sqlite"]),
  faster("o4", everywhere(12), ["sqlite"]),
  faster("o5", everywhere(1), ["arrow", "duckdb"]),
  faster("o6", everywhere(1), ["arrow", "duckdb"]),
  faster("s1", everywhere(2), ["sqlite"]),
  { ...faster("s1_new", { S: 1 }, ["oxigraph"]), row: "s1_new_peers" },
  faster("s2", everywhere(12), ["sqlite"]),
  faster("s3", everywhere(16), ["sqlite"]),
  limit("s1_new", rowTitles.s1_new, everywhere(0.15), duration, figure("s1_new.p50")),
  limit(
    "typed_q1",
    "q1 by typed method, beyond the read",
    everywhere(0.003),
    duration,
    typed("q1"),
  ),
  limit(
    "typed_o1",
    "o1 by typed method, beyond the read",
    everywhere(0.003),
    duration,
    typed("o1"),
  ),
  limit(
    "fetch_q1",
    "q1 through fetch, beyond the typed method",
    everywhere(0.008),
    duration,
    (results) => beyond(caseOf(results, "q1", "fetch"), caseOf(results, "q1", "typed")),
  ),
  ...(["q1", "o1"] as const).map((row) =>
    limit(`p99_${row}`, `${row}, 99 of 100, of its median`, everywhere(2.5), times, (results) =>
      quotient(figure(`${row}.p99`)(results), figure(`${row}.p50`)(results)),
    ),
  ),
  loading("load_triples", "load triples, 1 thread", "pocket", "triples", everywhere(1.6)),
  loading("load_triples_2", "load triples, 2 threads", "pocket_2", "triples", everywhere(2.5)),
  {
    ...loading("load_rdf", "load N-Triples, 1 thread", "pocket_rdf", "triples", { S: 3 }),
    among: ["oxigraph"],
    rivals: ["oxigraph"],
  },
  loading(
    "load_observations",
    "load observations, 1 thread",
    "pocket",
    "observations",
    everywhere(2.5),
  ),
  loading("load_observations_2", "load observations, 2 threads", "pocket_2", "observations", {
    S: 4,
    M: 6,
  }),
  {
    ...limit(
      "load_mcf",
      "load MCF, 1 thread",
      everywhere(60e6),
      rate,
      (results) => results.own["mcf.rate"],
    ),
    isRate: true,
  },
  limit("memory_triples", "memory per triple", everywhere(32), bytes, perRow("triples")),
  limit(
    "memory_observations",
    "memory per observation",
    everywhere(10),
    bytes,
    perRow("observations"),
  ),
  limit(
    "memory_both",
    "memory of both tables, of the memory wanted",
    everywhere(1),
    times,
    shareOfMemory("rss"),
  ),
  limit(
    "memory_peak",
    "peak while loading, of the memory wanted",
    everywhere(2.5),
    times,
    shareOfMemory("peak"),
  ),
  {
    row: "snapshot_size",
    title: "size of a snapshot",
    wanted: everywhere(2),
    print: megabytes,
    ours: figure("save.bytes"),
    theirs: (peer) => peer["save.bytes"],
    among: ["sqlite", "duckdb"],
    rivals: ["sqlite"],
  },
  {
    row: "snapshot_size_parquet",
    title: "size of a snapshot, against sorted Parquet",
    wanted: everywhere(1),
    print: megabytes,
    ours: figure("save.bytes"),
    theirs: (peer) => peer["save.bytes"],
    among: ["duckdb_parquet", "hyparquet"],
    rivals: ["duckdb_parquet"],
  },
  limit("reopen_whole", "whole reopen, of reading its bytes", everywhere(1.3), times, (results) =>
    quotient(figure("reopen.whole")(results), figure("reopen.bytes")(results)),
  ),
  limit(
    "reopen_first",
    "first answer of a snapshot",
    { S: 20, M: 50 },
    duration,
    figure("reopen.first"),
  ),
  {
    row: "reopen_first_peers",
    title: "first answer of a snapshot, against peers",
    wanted: everywhere(1),
    print: duration,
    ours: figure("reopen.first"),
    theirs: (peer) => peer["reopen.first"],
    rivals: ["sqlite", "hyparquet"],
  },
  limit(
    "start",
    "a process with one answer, beyond Node's own start",
    everywhere(45),
    duration,
    ({ own }) => beyond(own["start.time"], own["start.node"]),
  ),
  limit(
    "large_peak",
    "peak while loading",
    { L: 8 * 2 ** 30 },
    megabytes,
    figure("load.both.most"),
  ),
  ...(["q1", "q2", "o1"] as const).map((row) =>
    limit(`large_${row}`, `${row}, of its time at S`, { L: 1.5 }, times, (results, small) =>
      quotient(figure(`${row}.p50`)(results), small && figure(`${row}.p50`)(small)),
    ),
  ),
  limit(
    "large_o4",
    "o4, of its time at S, per line of its answer",
    { L: 1.5 },
    times,
    (results, small) => quotient(timePerLine(results, "o4"), small && timePerLine(small, "o4")),
  ),
];

/** Judges every goal that a scale has. */
export function judge(results: ScaleResults, small?: ScaleResults): Judgement[] {
  return goals.flatMap((goal) => {
    const wanted = goal.wanted[results.scale];
    return wanted === undefined ? [] : [judgeOne(goal, wanted, results, small)];
  });
}

function judgeOne(
  goal: Goal,
  wanted: number,
  results: ScaleResults,
  small: ScaleResults | undefined,
): Judgement {
  const { row, title, print, isRate = false } = goal;
  const ours = goal.ours(results, small);
  const best = bestPeer(goal, results);
  const said = { row, title, ours: ours === undefined ? "–" : print(ours) };
  if (goal.theirs === undefined) {
    const isReached = ours !== undefined && (isRate ? ours >= wanted : ours <= wanted);
    const limitText = `${isRate ? "≥" : "≤"} ${print(wanted)}`;
    const verdict = ours === undefined ? "not measured" : isReached ? "reached" : "missed";
    return { ...said, best: "", ratio: "", wanted: limitText, verdict };
  }
  const ratio =
    ours === undefined || best === undefined
      ? undefined
      : isRate
        ? ours / best.value
        : best.value / ours;
  return {
    ...said,
    best: best === undefined ? "–" : `${entrants[best.entrant].title}: ${print(best.value)}`,
    ratio: ratio === undefined ? "–" : times(ratio),
    wanted: times(wanted),
    verdict: ratio === undefined ? "not measured" : ratio >= wanted ? "reached" : "missed",
  };
}

/** The best of all peers, if those took part that must. */
function bestPeer(
  { theirs, rivals = [], among, isRate = false }: Goal,
  { entries }: ScaleResults,
): { readonly entrant: EntrantName; readonly value: number } | undefined {
  const found = entries.flatMap(({ entrant, figures }) => {
    const counts = entrants[entrant].kind === "peer" && (among?.includes(entrant) ?? true);
    const value = counts ? theirs?.(figures) : undefined;
    return value === undefined ? [] : [{ entrant, value }];
  });
  if (!rivals.every((rival) => found.some(({ entrant }) => entrant === rival))) return undefined;
  const [best] = found.sort((a, b) => (isRate ? b.value - a.value : a.value - b.value));
  return best;
}

function everywhere(wanted: number): Wanted {
  return { S: wanted, M: wanted };
}

/** A call that takes a fraction of what the best peer takes for `asked`. */
function faster(row: Named, wanted: Wanted, rivals: readonly EntrantName[], asked = row): Goal {
  return {
    row,
    title: rowTitles[row],
    wanted,
    print: duration,
    ours: figure(`${row}.p50`),
    theirs: (peer) => peer[`${asked}.p50`],
    rivals,
  };
}

function limit(
  row: string,
  title: string,
  wanted: Wanted,
  print: Goal["print"],
  ours: Goal["ours"],
): Goal {
  return { row, title, wanted, print, ours };
}

/** Rows per second of wall time. */
function loading(
  row: string,
  title: string,
  entrant: EntrantName,
  table: "triples" | "observations",
  wanted: Wanted,
): Goal {
  const rowsPerSecond = (figures: Figures | undefined) =>
    quotient(figures?.[`load.${table}.rows`], figures?.[`load.${table}.time`], 1000);
  return {
    row,
    title,
    wanted,
    print: (value) => `${count(Math.round(value))}/s`,
    ours: (results) => rowsPerSecond(figuresOf(results, entrant)),
    theirs: rowsPerSecond,
    rivals: ["duckdb"],
    isRate: true,
  };
}

function figure(name: string): (results: ScaleResults) => number | undefined {
  return (results) => figuresOf(results, "pocket")?.[name];
}

function figuresOf({ entries }: ScaleResults, entrant: EntrantName): Figures | undefined {
  return entries.find((entry) => entry.entrant === entrant)?.figures;
}

/** What a typed method takes longer than the engine's own read of the same. */
function typed(row: "q1" | "o1"): Goal["ours"] {
  return (results) => beyond(caseOf(results, row, "typed"), figure(`${row}.p50`)(results));
}

function caseOf(results: ScaleResults, row: string, by: string): number | undefined {
  return results.cases.find((one) => one.case === row && one.contestant === by)?.median;
}

function beyond(whole?: number, part?: number): number | undefined {
  return whole === undefined || part === undefined ? undefined : Math.max(0, whole - part);
}

function timePerLine(results: ScaleResults, row: Named): number | undefined {
  return quotient(figure(`${row}.p50`)(results), figure(`${row}.lines`)(results));
}

function perRow(table: "triples" | "observations"): Goal["ours"] {
  return (results) =>
    quotient(figure(`load.${table}.rss`)(results), figure(`load.${table}.rows`)(results));
}

/** Memory of both tables as a share of what the limits above allow them. */
function shareOfMemory(name: "rss" | "peak"): Goal["ours"] {
  return (results) => {
    const triples = figure("load.triples.rows")(results);
    const observations = figure("load.observations.rows")(results);
    if (triples === undefined || observations === undefined) return undefined;
    return quotient(figure(`load.both.${name}`)(results), triples * 32 + observations * 10);
  };
}

function quotient(above?: number, below?: number, factor = 1): number | undefined {
  return above === undefined || below === undefined ? undefined : (above / below) * factor;
}

function bytes(value: number): string {
  return `${value.toFixed(1)} B`;
}

function rate(value: number): string {
  return `${(value / 1e6).toFixed(0)} MB/s`;
}
