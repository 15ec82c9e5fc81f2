import { describe, expect, test } from "vitest";
import { barChart, lineChart } from "../../../src/cli/charts.ts";

describe("bars", () => {
  test("are as long as their numbers are large, and lighter below zero", () => {
    const bars = [
      { label: "one", value: 1_000_000 },
      { label: "minus two", value: -500_000 },
      { label: "none", value: 0 },
    ];
    expect(barChart(bars)).toEqual([
      `one        1,000,000  ${"█".repeat(40)}`,
      `minus two   -500,000  ${"▒".repeat(20)}`,
      "none               0",
    ]);
  });

  test("show small numbers with four digits", () => {
    expect(barChart([{ label: "a", value: 0.123456 }])[0]).toMatch(/^a {2}0\.1235 {2}█{40}$/);
    expect(barChart([])).toEqual([]);
  });
});

describe("lines", () => {
  const rising = { label: "up", points: [0, 1].map((at) => ({ at, value: at * 11 })) };

  test("go from one corner to the other", () => {
    const chart = lineChart([rising], "2000", "2001");
    expect(chart).toHaveLength(15);
    expect(chart[0]).toMatch(/^11 │ +●+$/);
    expect(chart[11]).toMatch(/^ 0 │●+$/);
    expect(chart[0]).toHaveLength("11 │".length + 60);
    for (const line of chart.slice(0, 12)) expect(line).toContain("●");
    expect(chart[13]).toBe(`    2000${"2001".padStart(56)}`);
    expect(chart[14]).toBe("    ● up");
  });

  test("stand where their numbers do, wherever scales begin", () => {
    const falling = { label: "down", points: [5, 6].map((at) => ({ at, value: (7 - at) * 11 })) };
    const rows = (chart: readonly string[]) =>
      chart.slice(0, 12).map((line) => line.slice(line.indexOf("│")));
    const down = lineChart([falling], "a", "b");
    expect(rows(down)).toEqual(rows(lineChart([rising], "a", "b")).reverse());
    expect([down[0]!.slice(0, 4), down[11]!.slice(0, 4)]).toEqual(["22 │", "11 │"]);
  });

  test("of one number, or of one point, stand in the middle", () => {
    const flat = { label: "flat", points: [0, 5].map((at) => ({ at, value: 3 })) };
    expect(lineChart([flat], "a", "b").filter((line) => line.includes("●●"))).toHaveLength(1);
    const point = { label: "point", points: [{ at: 5, value: 3 }] };
    expect(lineChart([point], "a", "a").filter((line) => line.includes("●"))).toHaveLength(2);
    expect(lineChart([], "", "")).toEqual([]);
  });

  test("have different marks, and say how many are not drawn", () => {
    const many = Array.from({ length: 10 }, (_, at) => ({ ...rising, label: `line ${at}` }));
    const chart = lineChart(many, "a", "b");
    expect(chart.at(-1)?.trim()).toBe("and 2 more that are not drawn");
    expect(new Set(chart.slice(14, 22).map((line) => line.trim()[0]))).toHaveLength(8);
  });
});
