import { describe, expect, test } from "vitest";
import { byPlace, LintLog } from "../../../src/lint/lint-log.ts";

const finding = (file?: string, line?: number) =>
  ({ level: "error", counter: "C", message: "", file, line, text: undefined }) as const;

test("findings are in the order of their places, and last is what has none", () => {
  const inOrder = [
    finding("a"),
    finding("a", 1),
    finding("a", 12),
    finding("b", 2),
    finding("\uffee", 1),
    finding("\u{10000}", 1),
    finding(undefined, 5),
  ];
  for (const [at, one] of inOrder.entries()) {
    for (const [place, other] of inOrder.entries()) {
      expect(Math.sign(byPlace(one, other))).toBe(Math.sign(at - place));
    }
  }
  expect(byPlace(finding(), finding(undefined, 1))).toBe(0);
});

const kind = { level: "warning", counter: "C" } as const;
const said = (message: string) => ({ ...kind, line: undefined, message: () => message });

test("all findings are counted, and the first few are kept whole; messages of others are not made", () => {
  const log = new LintLog(2);
  const cure = { of: "value", property: "unit", from: "euro", to: "Euro" } as const;
  log.add("b.csv", { ...said("cured"), line: 7, cure: () => cure });
  log.addToWorld(
    { ...said("changed"), change: 2, target: () => ({ about: "node", node: "a" }) },
    3,
  );
  const message = () => {
    throw new Error("not kept");
  };
  expect(log.add("a.csv", { ...kind, line: 1, message })).toBeUndefined();
  log.report("a.csv", { ...kind, line: 1, message }, 2);
  log.addToWorld({ ...kind, message });
  const place = { file: "b.csv", line: 7, text: undefined };
  expect(log.counters()).toStrictEqual([
    {
      ...kind,
      count: 8,
      findings: [
        { ...kind, ...place, message: "cured", cure },
        {
          ...kind,
          file: undefined,
          line: undefined,
          message: "changed",
          text: undefined,
          change: 2,
        },
      ],
    },
  ]);
  expect(log.kept().map(({ target }) => target)).toEqual([undefined, { about: "node", node: "a" }]);
});

test("counters are in the order of levels, the severest first, and then of names", () => {
  const log = new LintLog(1);
  for (const [level, counter] of [
    ["info", "A"],
    ["error", "C"],
    ["warning", "B"],
    ["fatal", "D"],
    ["error", "B"],
  ] as const) {
    log.addToWorld({ level, counter, message: () => "" });
  }
  const names = log.counters().map(({ level, counter }) => `${level} ${counter}`);
  expect(names).toEqual(["fatal D", "error B", "error C", "warning B", "info A"]);
});

describe("empty cells", () => {
  const empty = (
    level: "info" | "warning" | "error",
    line: number,
    cell: number,
    message: string,
  ) => ({ level, counter: "E", line, cell, message: () => message }) as const;
  const reported = (log: LintLog) =>
    log
      .counters()
      .flatMap(({ count, findings }) => [
        count,
        ...findings.map(({ file, line, message }) => `${file}:${line} ${message}`),
      ]);

  test("are one finding each, the severest of those that they cause", () => {
    const log = new LintLog(5);
    for (const [level, cell, message] of [
      ["warning", 1, "first"],
      ["error", 1, "severest"],
      ["warning", 1, "later"],
      ["error", 1, "equal"],
      ["warning", 2, "other cell"],
    ] as const) {
      log.report("a.csv", empty(level, 2, cell, message));
    }
    expect(reported(log)).toEqual([1, "a.csv:2 severest", 1, "a.csv:2 other cell"]);
  });

  test("of another row or another file are others", () => {
    const log = new LintLog(5);
    log.report("a.csv", empty("warning", 2, 1, "a"));
    log.report("a.csv", empty("warning", 3, 1, "b"));
    log.report("b.csv", empty("warning", 3, 1, "c"));
    expect(reported(log)).toEqual([3, "a.csv:2 a", "a.csv:3 b", "b.csv:3 c"]);
    expect(reported(log)).toHaveLength(4);
  });

  test("of a column are one note with their number", () => {
    const log = new LintLog(5);
    for (const line of [2, 3, 4]) log.report("a.csv", empty("info", line, 1, "column x"));
    log.report("a.csv", empty("info", 4, 2, "column y"));
    log.report("b.csv", empty("info", 5, 1, "column x"));
    expect(reported(log)).toEqual([
      5,
      "a.csv:2 column x; 3 cells of it are empty",
      "a.csv:4 column y",
      "b.csv:5 column x",
    ]);
  });
});

test("what a whole file shares is reported once", () => {
  const log = new LintLog(5);
  for (const file of ["a", "a", "b"]) log.report(file, { ...said("x"), once: "x" });
  expect(log.counters().map(({ count }) => count)).toEqual([2]);
});
