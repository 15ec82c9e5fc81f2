import { describe, expect, test } from "vitest";
import type { Entry } from "../../../../bench/contest/contest.ts";
import type { Figures } from "../../../../bench/contest/figures.ts";
import type { Scale } from "../../../../bench/data/scales.ts";
import type { EntrantName } from "../../../../bench/peers/entrants.ts";
import { goals, judge } from "../../../../bench/report/reach.ts";
import type { ScaleResults } from "../../../../bench/report/results.ts";

type Given = { readonly [Name in EntrantName]?: Figures };

function resultsOf(given: Given, more: Partial<ScaleResults> = {}): ScaleResults {
  const entries = Object.entries(given).map(
    ([entrant, figures]): Entry => ({
      entrant: entrant as EntrantName,
      version: "1",
      rounds: 3,
      figures,
    }),
  );
  return {
    scale: "S",
    machine: {
      cpu: "abacus",
      cores: 1,
      memoryGiB: 1,
      node: "v20",
      date: "2026-01-01",
      loadBefore: 0,
      loadAfter: 0,
    },
    triples: 1,
    observations: 1,
    entries,
    own: {},
    loads: [],
    cases: [],
    disturbances: [],
    ...more,
  };
}

function judged(row: string, given: Given, more?: Partial<ScaleResults>, small?: ScaleResults) {
  return judge(resultsOf(given, more), small).find((each) => each.row === row)!;
}

describe("a row with peers", () => {
  test("is reached when ours is so many times as fast as the best of them", () => {
    const n3 = { "q1.p50": 0.005 };
    expect(judged("q1", { pocket: { "q1.p50": 0.001 }, n3 })).toMatchObject({
      best: "N3.js: 5.00 µs",
      ours: "1.00 µs",
      ratio: "5.0×",
      wanted: "5.0×",
      verdict: "reached",
    });
    expect(judged("q1", { pocket: { "q1.p50": 0.0011 }, n3 }).verdict).toBe("missed");
  });

  test("is measured by whichever peer is best, not by the expected one", () => {
    const given = { pocket: { "q1.p50": 0.001 }, n3: { "q1.p50": 0.005 } };
    const sqlite = { "q1.p50": 0.004 };
    expect(judged("q1", { ...given, sqlite })).toMatchObject({
      best: "SQLite, tuned: 4.00 µs",
      verdict: "missed",
    });
  });

  test("is not measured by a reference, nor when the expected best did not take part", () => {
    const pocket = { "q1.p50": 0.001 };
    for (const rival of ["maps", "sqlite"] as const) {
      const judgement = judged("q1", { pocket, [rival]: { "q1.p50": 1 } });
      expect(judgement).toMatchObject({ best: "–", ratio: "–", verdict: "not measured" });
    }
  });

  test("by expression is compared with the answer by dcid", () => {
    const given = { sqlite: { "o2.p50": 12 }, duckdb: { "o2.p50": 14 } };
    const judgement = judged("o2_expression", { pocket: { "o2_expression.p50": 0.2 }, ...given });
    expect(judgement).toMatchObject({ ratio: "60×", verdict: "reached" });
  });

  test("of some peers is not measured by the others", () => {
    const bytes = (megabytes: number) => ({ "save.bytes": megabytes * 1e6 });
    const given = { pocket: bytes(10), sqlite: bytes(30), duckdb_parquet: bytes(5) };
    expect(judged("snapshot_size", given)).toMatchObject({ ratio: "3.0×", verdict: "reached" });
    expect(judged("snapshot_size_parquet", given)).toMatchObject({
      best: "DuckDB over Parquet: 5.0 MB",
      ratio: "0.50×",
      verdict: "missed",
    });
  });

  test("of a rate is better when it is more", () => {
    const loadOf = (time: number) => ({ "load.triples.rows": 1000, "load.triples.time": time });
    const duckdb = loadOf(32);
    expect(judged("load_triples", { pocket: loadOf(20), duckdb })).toMatchObject({
      ours: "50,000/s",
      ratio: "1.6×",
      verdict: "reached",
    });
    expect(judged("load_triples", { pocket: loadOf(60), duckdb })).toMatchObject({
      ratio: "0.53×",
      verdict: "missed",
    });
  });
});

describe("a row with a limit", () => {
  test("is reached up to it", () => {
    const load = (rss: number) => ({ "load.triples.rss": rss, "load.triples.rows": 10 });
    expect(judged("memory_triples", { pocket: load(320) })).toMatchObject({
      ours: "32.0 B",
      wanted: "≤ 32.0 B",
      verdict: "reached",
    });
    expect(judged("memory_triples", { pocket: load(321) }).verdict).toBe("missed");
    expect(judged("memory_triples", {}).verdict).toBe("not measured");
  });

  test("of a rate is reached from it on", () => {
    expect(judged("load_mcf", {}, { own: { "mcf.rate": 60e6 } })).toMatchObject({
      wanted: "≥ 60 MB/s",
      verdict: "reached",
    });
    expect(judged("load_mcf", {}, { own: { "mcf.rate": 59e6 } }).verdict).toBe("missed");
  });

  test("of the peak counts the memory that both tables may take", () => {
    const rows = { "load.triples.rows": 100, "load.observations.rows": 100 };
    const pocket = { ...rows, "load.both.peak": 2.5 * 100 * 42, "load.both.rss": 1.1 * 100 * 42 };
    expect(judged("memory_peak", { pocket })).toMatchObject({ ours: "2.5×", verdict: "reached" });
    expect(judged("memory_both", { pocket })).toMatchObject({ ours: "1.1×", verdict: "missed" });
  });

  test("of L is the time at S", () => {
    const large = { scale: "L" as Scale };
    const given = { pocket: { "q1.p50": 0.0015 } };
    const small = resultsOf({ pocket: { "q1.p50": 0.001 } });
    expect(judged("large_q1", given, large, small)).toMatchObject({ verdict: "reached" });
    expect(judged("large_q1", given, large).verdict).toBe("not measured");
    const slower = resultsOf({ pocket: { "q1.p50": 0.0009 } });
    expect(judged("large_q1", given, large, slower).verdict).toBe("missed");
  });
});

test("every scale but the smallest has rows, each named once", () => {
  for (const scale of ["S", "M", "L"] as const) {
    const rows = judge(resultsOf({}, { scale })).map(({ row }) => row);
    expect(rows).not.toEqual([]);
    expect(new Set(rows).size).toBe(rows.length);
  }
  expect(judge(resultsOf({}, { scale: "T" }))).toEqual([]);
  expect(goals.length).toBeGreaterThan(30);
});
