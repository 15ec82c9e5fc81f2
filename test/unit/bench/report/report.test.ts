import { describe, expect, test } from "vitest";
import type { Scale } from "../../../../bench/data/scales.ts";
import { printAll, printScale } from "../../../../bench/report/report.ts";
import type { ScaleResults } from "../../../../bench/report/results.ts";

function resultsAt(scale: Scale, more: Partial<ScaleResults> = {}): ScaleResults {
  const loadOf = (time: number) => ({ "load.triples.rows": 1e6, "load.triples.time": time });
  return {
    scale,
    machine: {
      cpu: "abacus",
      cores: 2,
      memoryGiB: 4,
      node: "v20.0.0",
      date: "2026-01-02",
      loadBefore: 0.1,
      loadAfter: 1.2,
      others: 0.04,
    },
    triples: 1e6,
    observations: 2e6,
    entries: [
      {
        entrant: "pocket",
        version: "1",
        rounds: 3,
        figures: { ...loadOf(500), "q1.p50": 0.001, "q1.p99": 0.002 },
      },
      {
        entrant: "n3",
        version: "2",
        rounds: 3,
        figures: { ...loadOf(1000), "q1.p50": 0.004, "q1.p99": 0.009 },
      },
    ],
    own: { "mcf.rate": 70e6, "mcf.bytes": 7e6 },
    loads: [],
    cases: [],
    disturbances: [],
    ...more,
  };
}

describe("results of a scale", () => {
  const text = printScale(resultsAt("S"));
  const lineOf = (start: string) => text.split("\n").find((line) => line.startsWith(start));

  test("begin with the machine and what it did beside", () => {
    expect(text).toContain("## Scale S: 1,000,000 triples, 2,000,000 observations");
    expect(text).toContain("abacus, 2 cores, 4 GiB; Node v20.0.0; 2026-01-02");
    expect(text).toContain("load average 0.1 → 1.2, 0.04 cores busy elsewhere");
    expect(text).not.toContain("busy machine");
  });

  test("say which rows miss their reach, and which were not measured", () => {
    expect(lineOf("| q1 ")).toMatch(
      /N3\.js: 4\.00 µs +\| +1\.00 µs \| +4\.0× \| +5\.0× \| +\*\*missed/,
    );
    expect(lineOf("| q3 ")).toContain("not measured");
    expect(lineOf("| load_mcf ")).toMatch(/70 MB\/s .* reached/);
  });

  test("show every contestant's calls and loads", () => {
    const cells = (line: string | undefined) => line?.split("|").map((cell) => cell.trim());
    expect(cells(lineOf("| load triples "))).toEqual([
      "",
      "load triples",
      "2,000,000/s",
      "1,000,000/s",
      "",
    ]);
    expect(text.match(/\| q1 .*\| +2\.00 µs \| 9\.00 µs \|/)).not.toBeNull();
  });

  test("say when the machine was busy", () => {
    const disturbed = printScale(resultsAt("S", { disturbances: ["N3.js, round 2 0.9"] }));
    expect(disturbed).toContain("**Measured on a busy machine.**");
    expect(disturbed).toContain("N3.js, round 2 0.9");
  });
});

test("all results stand in the order of scales, whatever was measured last", () => {
  const text = printAll({ L: resultsAt("L"), M: resultsAt("M"), S: resultsAt("S") });
  expect([...text.matchAll(/^## Scale (\w)/gm)].map(([, scale]) => scale)).toEqual(["S", "M", "L"]);
  expect(text).toMatch(/\| large_q1 .* 1\.0× .* reached/);
});
