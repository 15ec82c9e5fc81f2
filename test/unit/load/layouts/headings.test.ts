/** Headings of dates, notes below tables, and cells that say nothing, in the words of many languages. */
import { describe, expect, test } from "vitest";
import {
  datedColumns,
  dateOf,
  firstOf,
  hasAll,
  isDated,
  isNote,
  isSourceNote,
  plainColumns,
  quoted,
  roleIn,
  timeHeading,
  withoutSign,
} from "../../../../src/load/layouts/headings.ts";

const times =
  "year years date time period month months quarter quarters jahr jahre stichtag monat monate zeit quartal quartale ano mês trimestre année año anno";

test.each(times.split(" "))("%s is a heading of dates", (word) => {
  const odd = [`${word}x`, `x${word}`, `${word} of birth`, ` ${word}`];
  expect([word, word.toUpperCase()].filter((one) => !timeHeading.test(one))).toEqual([]);
  expect(odd.filter((one) => timeHeading.test(one))).toEqual([]);
});

const notes =
  "source sources note notes footnote footnotes remark remarks quelle quellen anmerkung anmerkungen hinweis hinweise fußnote fußnoten fuente fuentes nota notas remarque remarques fonte fontes fonti bron bronnen källa kilde źródło";

describe("a note", () => {
  const header = ["Place", "Year", "Cats"];
  test.each([...notes.split(" "), "data source", "Data sources", "data note"])(
    "begins with %s and a colon",
    (word) => {
      const said = (first: string) => isSourceNote([first, "x", ""], header);
      expect([`${word}: a`, `${word.toUpperCase()} :a`, `${word}:`].map(said)).toEqual(
        word.includes("ß") ? [true, false, true] : [true, true, true],
      );
      expect([word, `${word}x: a`, `x${word}: a`, `a ${word}: b`, ` ${word}: a`].map(said)).toEqual(
        [false, false, false, false, false],
      );
    },
  );

  test.each<[cells: string[], is: boolean]>([
    [["Source: a"], true],
    [["Source: a", "", "7"], false],
    [["Source: a", "", "7 (p)"], false],
    [["Source: a", "", "1,5*"], false],
    [["Source: a", "", "in 2020"], true],
    [["Source: a", "", "a7"], true],
    [["Source: a", "", "7ab"], true],
    [["Source: a", "", "-"], true],
    [["Source: a", "2020", "b"], true],
    [["Source: a", "b", "c", "2020"], false],
    [["Source: 2020"], true],
    [["* Revised."], true],
    [["1/ Includes goats."], true],
    [["(a) With trailers"], true],
    [["(?) With trailers"], false],
    [["\u00b9\u00b2 With trailers"], true],
    [["r=revised"], true],
    [["p = provisional"], true],
    [["7 (p)", "Source: a"], false],
    [["12/Spandau", "", "9 kg"], false],
    [["1/Jan/2020", "Utah", "$5 USD"], false],
    [["** Revised", " with boats", ""], true],
    [["(1) Including trailers.", "", ""], true],
    [["[a] Preliminary"], true],
    [["1) Including trailers"], true],
    [["\u00b2 Including trailers"], true],
    [["\u2020Revised"], true],
    [[".. not available"], true],
    [["r = revised; p = provisional", ""], true],
    [["abc = revised"], false],
    [["*Texas", "2020", "7"], false],
    [["(1) Including trailers", "", "7"], false],
    [["Texas (1)", "", ""], false],
    [["(12)", "", ""], false],
    [["1.5) a"], false],
    [["St. Louis"], false],
    [["* ", "", ""], false],
    [[], false],
  ])("is %j: %s", (cells, is) => {
    expect(isSourceNote(cells, header)).toBe(is);
  });

  test.each<[cells: string[], is: boolean]>([
    [["a"], true],
    [["a", "", ""], true],
    [["a", "", "b"], false],
    [["", "", ""], false],
    [["", "a"], false],
  ])("stands alone in %j: %s", (cells, is) => {
    expect(isNote(cells)).toBe(is);
  });
});

test.each<[heading: string, date: string, is: boolean]>([
  ["2019", "2019", true],
  [" 2019 ", "2019", false],
  ["2019 ", "2019", true],
  ["2019-Q1", "2019-Q1", true],
  ["1990 [YR1990]", "1990", true],
  ["1990[1990]", "1990", true],
  ["2020M01 [2020M01]", "2020M01", true],
  ["2020Q1 [2020Q1]", "2020Q1", true],
  ["2020M012 [2020M012]", "2020M012 [2020M012]", false],
  ["1990 [YR1990] x", "1990 [YR1990] x", false],
  ["1990 [YR199]", "1990 [YR199]", false],
  ["1990 [XY1990]", "1990 [XY1990]", false],
  ["Year", "Year", false],
  ["x2019", "x2019", false],
  ["201", "201", false],
  ["2019 cats", "2019 cats", false],
])("the heading %j has the date %j: %s", (heading, date, is) => {
  expect([dateOf(heading), isDated(heading)]).toEqual([date, is]);
});

test("columns are those with a date, with their places", () => {
  const cell = (text: string) => text;
  expect(datedColumns(["geo", "2019 ", "x", "1990 [YR1990]"], cell)).toEqual([
    { heading: "2019", role: "value", at: 1, cell },
    { heading: "1990", role: "value", at: 3, cell },
  ]);
});

test("roles are those of the first form that fits, or else another one", () => {
  const rows = [
    [/^a/, "date"],
    [/b$/, "value"],
  ] as const;
  expect(["ab", "xb", "x"].map((heading) => roleIn(rows, heading))).toEqual([
    "date",
    "value",
    "open",
  ]);
  expect(plainColumns([" ab ", "x"], rows, "about")).toEqual([
    { heading: "ab", role: "date", at: 0 },
    { heading: "x", role: "about", at: 1 },
  ]);
});

test("headings are there, and the first of a list is that of the list", () => {
  const header = ["a", "b", "c"];
  expect([hasAll(header), hasAll(header, "c", "a"), hasAll(header, "a", "d")]).toEqual([
    true,
    true,
    false,
  ]);
  expect([firstOf(header, ["x", "c", "a"]), firstOf(header, ["x"])]).toEqual(["c", undefined]);
  expect([quoted(header), quoted(["x".repeat(150), "y".repeat(150)]).length]).toEqual([
    "a, b, c",
    200,
  ]);
});

test.each([
  [" 7 ", "7", []],
  [" : ", "", ["cells ':', which say that there is no value"]],
  ["", "", []],
])("the cell %j is %j", (cell, text, told) => {
  const found: string[] = [];
  expect([withoutSign(cell, (reason) => void found.push(reason)), found]).toEqual([text, told]);
});
