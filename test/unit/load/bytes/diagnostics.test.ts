import { describe, expect, test } from "vitest";
import { LoadError } from "../../../../src/errors/errors.ts";
import {
  type Diagnostic,
  DiagnosticLog,
  FileLog,
  type Finding,
  shown,
  withoutHidden,
} from "../../../../src/load/bytes/diagnostics.ts";

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

describe("a log that goes on", () => {
  const told: string[] = [];
  const log = new DiagnosticLog({
    goesOn: true,
    onDiagnostic: ({ level, counter, file, line, message }) =>
      told.push(`${level} ${counter} ${file}:${line} ${message}`),
  });
  const refusal = new LoadError("is no text", { file: "a", line: 3 });
  const failing = (error: unknown) => async () => {
    throw error;
  };

  test("reports what cannot be read once per file, and counts each time", async () => {
    expect(await log.attempt(failing(refusal))).toBeUndefined();
    log.refuse(refusal);
    log.refuse(new LoadError("is cut"));
    expect(told).toEqual([
      "fatal Source_Unreadable a:3 is no text",
      "fatal Source_Unreadable :undefined is cut",
    ]);
    expect(log.refused).toBe(3);
    expect(await log.attempt(async () => 7)).toBe(7);
  });

  test("throws what is no fault of a file", async () => {
    const bug = new TypeError("a bug");
    await expect(log.attempt(failing(bug))).rejects.toBe(bug);
  });

  test("has a quiet twin that goes on, too, and reports nothing", () => {
    const quiet = log.quiet();
    quiet.refuse(refusal);
    expect([quiet.refused, told.length]).toEqual([1, 2]);
  });

  test("is another one than usual: that throws", async () => {
    const usual = new DiagnosticLog();
    expect(() => usual.refuse(refusal)).toThrow(refusal);
    await expect(usual.attempt(failing(refusal))).rejects.toBe(refusal);
    expect(() => usual.quiet().refuse(refusal)).toThrow(refusal);
    expect(usual.refused).toBe(0);
  });
});

test("what is to be reported once is reported once for each file, counter and reason", () => {
  const log = new DiagnosticLog();
  for (const file of ["f", "g", "f"]) {
    for (const once of ["x", "y", "x"]) {
      for (const counter of ["A_B", "C_D"]) log.report(file, finding({ counter, once }));
    }
  }
  const counts = () => log.summary().counters.map(({ counter, count }) => `${counter} ${count}`);
  expect(counts()).toEqual(["A_B 4", "C_D 4"]);
  for (let at = 0; at < 9_999 - 8; at++) log.report("h", finding({ once: `${at}` }));
  for (const once of ["last", "last", "over", "over"]) log.report("h", finding({ once }));
  // Ten thousand are remembered; those that come then are reported each time.
  expect(counts()[0]).toBe(`A_B ${4 + 9_991 + 1 + 2}`);
});

test("levels of one counter are counted apart", () => {
  const log = new DiagnosticLog();
  for (const level of ["error", "info", "error"] as const) log.report("f", finding({ level }), 2);
  expect(log.summary().counters.map(({ level, count }) => [level, count])).toEqual([
    ["error", 4],
    ["info", 2],
  ]);
});

test("shown cuts long texts between characters", () => {
  expect(shown("a'b")).toBe("'a'b'");
  expect(shown("x".repeat(160))).toBe(`'${"x".repeat(160)}'`);
  expect(shown(`😀${"x".repeat(159)}`)).toBe(`'😀${"x".repeat(158)}…'`);
  const cut = shown(`${"x".repeat(159)}😀 and more`);
  expect(cut).toBe(`'${"x".repeat(159)}…'`);
});

test.each([
  ["a\u00a0b", "'a<U+00A0>b'", "a b"],
  ["\u200ba", "'<U+200B>a'", "a"],
  ["a\u200bb", "'a<U+200B>b'", "ab"],
  ["a\ufeffb", "'a<U+FEFF>b'", "ab"],
  ["\ufeffa", "'<U+FEFF>a'", "a"],
  ["\u22121", "'<U+2212>1'", "1"],
  ["a\u2003\u2003b\u00a0", "'a<U+2003><U+2003>b<U+00A0>'", "a  b"],
  ["a\tb\r\nc ", "'a\tb\r\nc '", "a\tb\r\nc"],
])("characters of %j that nobody sees are named", (text, named, without) => {
  expect(shown(text)).toBe(named);
  expect(withoutHidden(text)).toBe(without);
});

test("what an earlier load reported is counted, and its examples are kept up to five", () => {
  const log = new DiagnosticLog();
  log.report("f", finding());
  const example = (line: number): Diagnostic => {
    return { level: "error", counter: "A_B", file: "g", line, message: "n" };
  };
  const examples = [1, 2, 3, 4, 5].map(example);
  const before = { level: "error", counter: "A_B", count: 7, examples } as const;
  const other = { level: "info", counter: "C_D", count: 2, examples: [] } as const;
  log.adopt({ levels: { info: 2, warning: 0, error: 7, fatal: 0 }, counters: [before, other] });
  expect(log.summary()).toEqual({
    levels: { info: 2, warning: 0, error: 8, fatal: 0 },
    counters: [
      {
        level: "error",
        counter: "A_B",
        count: 8,
        examples: [{ ...example(1), file: "f", message: "m" }, ...[1, 2, 3, 4].map(example)],
      },
      other,
    ],
  });
});

describe("the log of a file", () => {
  const told: unknown[] = [];
  const report = (file: string, { message, ...rest }: Finding, times?: number) =>
    told.push([file, { ...rest, message: message() }, times]);
  const log = new FileLog({ report }, "f");

  test("reports what is found in the file, or about another one", () => {
    log.report(finding());
    log.of("g").report(finding(), 3);
    log.damaged(7, () => "is odd");
    const one = { level: "error", counter: "A_B", line: 1, message: "m" };
    const left = "is odd; the row, node or statement of this line is left out";
    expect(told).toEqual([
      ["f", one, undefined],
      ["g", one, 3],
      ["f", { level: "error", counter: "Source_NotUtf8", line: 7, message: left }, undefined],
    ]);
  });

  test("is quiet where nobody gets what it reports", () => {
    expect(log.isQuiet).toBe(false);
    expect(new FileLog({ report, isQuiet: true }, "f").of("g").isQuiet).toBe(true);
    expect(new FileLog(new DiagnosticLog(), "f").isQuiet).toBe(false);
    expect(new FileLog(new DiagnosticLog().quiet(), "f").isQuiet).toBe(true);
  });
});
