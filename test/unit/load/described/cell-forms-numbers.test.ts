import { expect, test } from "vitest";
import { FileLog, type Finding } from "../../../../src/load/bytes/diagnostics.ts";
import { numberIn, withoutSigns } from "../../../../src/load/described/cell-forms.ts";

function read(cell: string, decimal: "." | "," = ".", unit?: string) {
  const findings: Finding[] = [];
  const log = new FileLog({ report: (_, finding) => void findings.push(finding) }, "a.csv");
  const number = numberIn(cell, decimal, { log, line: 7, where: () => "column 'x'" }, unit);
  const told = findings.map(({ level, counter, line, message }) => {
    expect(line).toBe(7);
    expect(message()).toMatch(/: column 'x'$/);
    return `${level} ${counter.replace("Sanity_", "")}`;
  });
  return { number, told };
}

test.each([
  ["2093", "2093"],
  [" -1.50 ", "-1.50"],
  ["1e3", "1e3"],
])("%j is the number %s, without a word", (cell, number) => {
  expect(read(cell)).toEqual({ number, told: [] });
});

test.each([
  ["2,093", "2093"],
  ["1,234,567.8", "1234567.8"],
  ["2 093", "2093"],
  ["2\u202f093.5", "2093.5"],
  ["1'234'567", "1234567"],
])("%j has thousands: %s", (cell, number) => {
  expect(read(cell)).toEqual({ number, told: ["info ThousandsInObsValue"] });
});

test.each([
  ["$51,339", "51339"],
  ["-$5", "-5"],
  ["88%", "88"],
  ["12.5 %", "12.5"],
  ["12 €", "12"],
  ["(1,234)", "-1234"],
  ["($7)", "-7"],
  ["\u22125", "-5"],
  ["1,130*", "1130"],
  ["12.5 \u2020", "12.5"],
  ["12 [2]", "12"],
  ["15 (p)", "15"],
  ["12 [ab]", "12"],
  ["$7**", "7"],
])("%j has a sign that is not kept: %s", (cell, number) => {
  expect(read(cell)).toEqual({ number, told: ["info SignInObsValue"] });
});

test.each([
  "\u2013",
  "\u2014",
  "..",
  "...",
  "\u2026",
  "n.d.",
  "k.A.",
  "k. A.",
  "s/d",
  ":",
  "x",
  "(D)",
  "**",
  ".",
  "/",
])("%j says that there is no value", (cell) => {
  expect(read(cell)).toEqual({ number: undefined, told: ["info NoValueInObs"] });
  expect(read(cell, ",")).toEqual({ number: undefined, told: ["info NoValueInObs"] });
});

test.each([
  "TBD",
  "1-2",
  "$",
  "%",
  "1,23",
  "0,123",
  "12 34",
  "1e400",
  "$TBD",
  "x$5",
  "12 [abc]",
  "5 people",
  "()",
  "12\u00b9",
  "15 r",
  "130 (2)",
  "5-",
])("%j is no number", (cell) => {
  expect(read(cell)).toEqual({ number: undefined, told: ["error SVObs_Value_NotANumber"] });
});

test("a decimal comma where none is read names the setting that reads it", () => {
  const messages = (cell: string): string[] => {
    const found: string[] = [];
    const log = new FileLog(
      { report: (_, finding) => void found.push(finding.message()) },
      "a.csv",
    );
    numberIn(cell, ".", { log, line: 1, where: () => "column 'x'" });
    return found;
  };
  expect(messages("5,5")).toEqual([
    `'5,5' is not a number; it is not loaded; decimal: "," of its columns reads it: column 'x'`,
  ]);
  expect(messages("5 people").join("")).not.toContain("decimal");
});

test.each([
  ["1,5", "1.5"],
  ["1.234,5", "1234.5"],
  ["1 234 567,89", "1234567.89"],
  ["-3", "-3"],
  ["1.234", "1234"],
])("%j with a decimal comma is %s", (cell, number) => {
  expect(read(cell, ",")).toEqual({ number, told: [] });
});

test.each(["1.5", "1,234,567", "1,2.5", "TBD"])("%j with a decimal comma is no number", (cell) => {
  expect(read(cell, ",")).toEqual({ number: undefined, told: ["error SVObs_Value_NotANumber"] });
});

test("signs are told apart from the number", () => {
  expect(withoutSigns("€ 1.234,5")).toBe("1.234,5");
  expect(withoutSigns("12")).toBe("12");
});

test.each([
  ["€5", "USDollar", undefined, "error UnitOfObsValue"],
  ["5%", "USDollar", undefined, "error UnitOfObsValue"],
  ["$5", "USDollar", "5", "info SignInObsValue"],
  ["5%", "Person", "5", "info SignInObsValue"],
])("%j in a column of the unit %s is %s", (cell, unit, number, told) => {
  expect(read(cell, ".", unit)).toEqual({ number, told: [told] });
});

/** The number, and what is found, whole. */
function whole(cell: string, decimal: "." | ",", unit?: string): string[] {
  const found: string[] = [];
  const log = new FileLog(
    { report: (_, { level, message }) => void found.push(`${level} ${message()}`) },
    "a.csv",
  );
  const number = numberIn(cell, decimal, { log, line: 7, where: () => "column 'x'" }, unit);
  return [String(number), ...found];
}

test.each<[cell: string, decimal: "." | ",", unit: string | undefined, expected: string[]]>([
  ["$5", ".", "USDollar", ["5", "info '$5' is read as 5 in USDollar: column 'x'"]],
  ["5 %", ".", "Percent", ["5", "info '5 %' is read as 5 in Percent: column 'x'"]],
  [
    "$5",
    ".",
    undefined,
    ["5", "info '$5' is read as 5; '$' is left out, and the observation has no unit: column 'x'"],
  ],
  ["5*", ".", undefined, ["5", "info '5*' is read as 5, without '*': column 'x'"]],
  ["5 [2]", ".", "Person", ["5", "info '5 [2]' is read as 5, without '[2]': column 'x'"]],
  ["£5 (p)", ".", "GBP", ["5", "info '£5 (p)' is read as 5, without '(p)' in GBP: column 'x'"]],
  ["(5)", ".", undefined, ["-5", "info '(5)' is read as -5: column 'x'"]],
  ["(5", ".", undefined, ["undefined", "error '(5' is not a number; it is not loaded: column 'x'"]],
  ["5)", ".", undefined, ["undefined", "error '5)' is not a number; it is not loaded: column 'x'"]],
  [
    "(5) x",
    ".",
    undefined,
    ["undefined", "error '(5) x' is not a number; it is not loaded: column 'x'"],
  ],
  ["5,000", ".", undefined, ["5000", "info '5,000' is read as 5000: column 'x'"]],
  ["5.000", ",", undefined, ["5000"]],
  ["5,5 €", ",", "Euro", ["5.5", "info '5,5 €' is read as 5.5 in Euro: column 'x'"]],
  [
    "5,5 €",
    ",",
    "USDollar",
    [
      "undefined",
      "error '5,5 €' is not in 'USDollar', the unit of its column; it is not loaded: column 'x'",
    ],
  ],
  ["5 ¥", ".", "Euro", ["5", "info '5 ¥' is read as 5 in Euro: column 'x'"]],
  [
    "soon",
    ",",
    undefined,
    [
      "undefined",
      "error 'soon' is not a number with a decimal comma; it is not loaded: column 'x'",
    ],
  ],
  [
    "x5,5",
    ".",
    undefined,
    ["undefined", "error 'x5,5' is not a number; it is not loaded: column 'x'"],
  ],
  [
    "-,5",
    ".",
    undefined,
    [
      "undefined",
      `error '-,5' is not a number; it is not loaded; decimal: "," of its columns reads it: column 'x'`,
    ],
  ],
])(
  "%j with the decimal sign %j and the unit %s is told in whole sentences",
  (cell, decimal, unit, expected) => {
    expect(whole(cell, decimal, unit)).toEqual(expected);
  },
);
