import { expect, test } from "vitest";
import { isNothing, reportNoValue, saysNoValue } from "../../../../src/load/values/no-value.ts";
import { logged } from "./findings.ts";

test.each([
  "",
  "-",
  "NA",
  "n/a",
  "#N/A",
  "None",
  "nil",
  "NULL",
  "<NA>",
  "NaN",
  "-nan",
  "#N/A N/A",
  "#NA",
  "1.#IND",
  "-1.#ind",
  "1.#QNAN",
  "-1.#QNAN",
])("%j is nothing", (cell) => {
  expect(isNothing(cell)).toBe(true);
});

test.each(["0", "--", "naan", "x", "nan.", "#n/a n/a.", "none of these"])(
  "%j is something",
  (cell) => {
    expect(isNothing(cell)).toBe(false);
  },
);

test.each(["-", "NaN", " .. ", "x", "N", ":", "(NM)", "n.a.", "...."])(
  "%j below a heading of values says that there is none",
  (cell) => {
    expect(saysNoValue(cell)).toBe(true);
  },
);

test.each(["", " ", "0", "-1", "xx", "(1)", "n1", "none of these"])(
  "%j does not say that there is no value",
  (cell) => {
    expect(saysNoValue(cell)).toBe(false);
  },
);

const signs =
  "\u2013 \u2014 / : * x n . ~ .. ... .... ..... \u2026 ** *** **** -- --- n.a. n.d. n.v. n. a. n. v. " +
  "k.a. k.d. s.a. s.d. s. d. nd n/d s/d (x) (d) (na) (s) (nd) (l) (nm) (t) ND S/D (NA)";
const spaced = signs.replaceAll(/(?<=[nks]\.) (?=[adv]\.)/g, "_").split(" ");

test("signs of statistical offices say that there is no value, and what is longer does not", () => {
  const cells = spaced.map((sign) => sign.replace("_", " "));
  expect(cells.filter((cell) => !saysNoValue(cell))).toEqual([]);
  const longer = cells.flatMap((cell) => [`7${cell}`, `${cell}7`]);
  expect(longer.filter(saysNoValue)).toEqual([]);
  const others = [
    "......",
    "*****",
    "----",
    "n.b.",
    "k.v.",
    "n.a",
    "(z)",
    "(x",
    "\u2014\u2014",
    "nn",
  ];
  expect(others.filter(saysNoValue)).toEqual([]);
});

test("a cell that says so is noted with its place", () => {
  const { found, log } = logged();
  reportNoValue("..", { log, line: 7, where: () => "column 'n'" });
  expect(found).toEqual([
    {
      file: "a.mcf",
      level: "info",
      counter: "Sanity_NoValueInObs",
      line: 7,
      message: "'..' says that there is no value: column 'n'",
    },
  ]);
});
