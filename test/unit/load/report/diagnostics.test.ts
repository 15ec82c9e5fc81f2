import { describe, expect, test } from "vitest";
import {
  type Diagnostic,
  DiagnosticLog,
  type Finding,
  shown,
} from "../../../../src/load/report/diagnostics.ts";

const finding = (changes: Partial<Finding> = {}): Finding => ({
  level: "error",
  counter: "A_B",
  line: 1,
  message: () => "m",
  ...changes,
});

describe("DiagnosticLog", () => {
  test("counts all and keeps the first five", () => {
    const log = new DiagnosticLog();
    for (let line = 1; line <= 7; line++) log.report("f", finding({ line }));
    log.report("f", finding({ level: "warning" }));
    log.report("g", finding({ suffix: "name", line: undefined }));
    const { levels, counters } = log.summary();
    expect(levels).toEqual({ info: 0, warning: 1, error: 8, fatal: 0 });
    expect(counters.map(({ level, counter, count }) => [level, counter, count])).toEqual([
      ["error", "A_B", 7],
      ["warning", "A_B", 1],
      ["error", "A_B_name", 1],
    ]);
    expect(counters[0]?.examples.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
    expect(counters[2]?.examples).toEqual([
      { level: "error", counter: "A_B_name", file: "g", line: undefined, message: "m" },
    ]);
  });

  test("makes a text only if someone reads it", () => {
    let made = 0;
    const message = () => `${++made}`;
    const quiet = new DiagnosticLog();
    for (let line = 0; line < 10; line++) quiet.report("f", finding({ message }));
    expect(made).toBe(5);
    const seen: Diagnostic[] = [];
    const loud = new DiagnosticLog({ onDiagnostic: (diagnostic) => seen.push(diagnostic) });
    for (let line = 0; line < 10; line++) loud.report("f", finding({ message }));
    expect(seen.length).toBe(10);
  });

  test("has a bounded number of counters, whatever the input calls its properties", () => {
    const log = new DiagnosticLog();
    for (let index = 0; index < 3_000; index++) log.report("f", finding({ suffix: `p${index}` }));
    log.report("f", finding({ suffix: "x".repeat(10_000) }));
    const { counters, levels } = log.summary();
    expect(levels.error).toBe(3_001);
    expect(counters.length).toBe(1_001);
    expect(counters.at(-1)).toMatchObject({ counter: "A_B_other", count: 2_001 });
  });

  test("a strict one throws at an error, and says where", () => {
    const log = new DiagnosticLog({ strict: true });
    log.report("f", finding({ level: "warning" }));
    expect(() => log.report("f", finding({ line: 7 }))).toThrow("f:7: m (A_B)");
    expect(() => log.report("f", finding({ level: "fatal", line: undefined }))).toThrow(
      "f: m (A_B)",
    );
  });
});

test("shown cuts long texts between characters", () => {
  expect(shown("a'b")).toBe("'a'b'");
  const cut = shown(`${"x".repeat(159)}😀 and more`);
  expect(cut).toBe(`'${"x".repeat(159)}…'`);
});
