/** Two lines of headings: when they belong together, and what they become. */
import { expect, test } from "vitest";
import type { LaidTable } from "../../../../src/load/layouts/layout.ts";
import { twoHeadings } from "../../../../src/load/layouts/two-headings.ts";

/** Headings of a table with two lines of them and a row; undefined if it is none. */
function headingsOf(upper: string, lower: string, row: string): string | undefined {
  const [header, below, first] = [upper, lower, row].map((line) => line.split(","));
  if (!twoHeadings.isHeader(header!, below!, [first!])) return undefined;
  const { columns } = twoHeadings.lay(header!, below!, [first!], []) as LaidTable;
  return columns.map(({ heading }) => heading).join();
}

const row = "France,1,2,3,4";

test.each<[what: string, upper: string, lower: string, row: string, headings: string | undefined]>([
  [
    "years above sexes",
    "Country,2019,,2020,",
    ",Male,Female,Male,Female",
    row,
    "Country,2019 Male,2019 Female,2020 Male,2020 Female",
  ],
  [
    "a heading below the line of years",
    ",2019,,2020,",
    "Country,Male,Female,Male,Female",
    row,
    "Country,2019 Male,2019 Female,2020 Male,2020 Female",
  ],
  [
    "the same heading in both lines",
    "Country,2019,2019,2020,2020",
    "Country,Male,Female,Male,Female",
    row,
    "Country,2019 Male,2019 Female,2020 Male,2020 Female",
  ],
  [
    "a word for dates above dates",
    "Country,Men,,Year,",
    ",2019,2020,2019,2020",
    row,
    "Country,Men 2019,Men 2020,2019,2020",
  ],
  [
    "ages",
    "Country,Men,,Women,",
    ", 0-14 ,15+,0-14,15+",
    row,
    "Country,Men 0-14,Men 15+,Women 0-14,Women 15+",
  ],
  [
    "ages with blanks",
    "Country,Men,,Women,",
    ",0 \u2013 14,15 +,0 \u2013 14,15 +",
    row,
    "Country,Men 0 \u2013 14,Men 15 +,Women 0 \u2013 14,Women 15 +",
  ],
  ["units below", "Country,Men,,Women,", ",kg,m,kg,m", row, undefined],
  ["numbers below", "Country,Men,,Women,", ",0,14,0,14", row, undefined],
  [
    "numbers of four digits in ages",
    "Country,Men,,Women,",
    ",0-1400,15+,0-1400,15+",
    row,
    undefined,
  ],
  ["words within ages", "Country,Men,,Women,", ",0-ab,15+,0-ab,15+", row, undefined],
  ["groups that differ", "Country,2019,,2020,", ",Male,Female,Male,All", row, undefined],
  [
    "groups that differ, with all headings",
    "Country,2019,2019,2020,2020",
    ",Male,Female,Male,All",
    row,
    "Country,2019 Male,2019 Female,2020 Male,2020 All",
  ],
  ["each heading once", "Country,2019,2020", ",Male,Female", "France,1,2", undefined],
  ["one column of values", "Country,2019", ",Male", "France,1", undefined],
  [
    "one heading above all, and none beside it",
    ",2019,",
    "Country,Male,Female",
    "France,1,2",
    undefined,
  ],
  [
    "one heading above all, beside another",
    "Country,2019,",
    ",Male,Female",
    "France,1,2",
    "Country,2019 Male,2019 Female",
  ],
  ["a date at the left", "2018,2019,,2020,", ",Male,Female,Male,Female", row, undefined],
  ["no heading at the left", "2019,,2020,", "Male,Female,Male,Female", "1,2,3,4", undefined],
  ["a gap in both lines at the left", "A,,2019,", ",,Male,Female", "x,y,1,2", undefined],
  ["lines of two lengths", "Country,2019,,2020,", ",Male,Female,Male", row, undefined],
  [
    "a row of another length",
    "Country,2019,,2020,",
    ",Male,Female,Male,Female",
    "France,1,2",
    undefined,
  ],
  [
    "a row without a name",
    "Country,2019,,2020,",
    ",Male,Female,Male,Female",
    ",1,2,3,4",
    undefined,
  ],
  [
    "a row of blanks for a name",
    "Country,2019,,2020,",
    ",Male,Female,Male,Female",
    " ,1,2,3,4",
    undefined,
  ],
  [
    "a row of words",
    "Country,2019,,2020,",
    ",Male,Female,Male,Female",
    "France,a few,2,3,4",
    undefined,
  ],
  [
    "a row without a number",
    "Country,2019,,2020,",
    ",Male,Female,Male,Female",
    "France,-,:,..,x",
    undefined,
  ],
  [
    "a row with signs for no value",
    "Country,2019,,2020,",
    ",Male,Female,Male,Female",
    "France,-,:,..,7",
    "Country,2019 Male,2019 Female,2020 Male,2020 Female",
  ],
  [
    "a row with signs around numbers",
    "Country,2019,,2020,",
    ",Male,Female,Male,Female",
    "France,$1,(2),3 %,-4.5",
    "Country,2019 Male,2019 Female,2020 Male,2020 Female",
  ],
  [
    "a row with four signs for no value",
    "Country,2019,,2020,",
    ",Male,Female,Male,Female",
    "France,....,2,3,4",
    undefined,
  ],
  [
    "a row with a letter after a number",
    "Country,2019,,2020,",
    ",Male,Female,Male,Female",
    "France,1 b,2,3,4",
    undefined,
  ],
])("a table with %s", (_, upper, lower, first, headings) => {
  expect(headingsOf(upper, lower, first)).toBe(headings);
});

test("the line below is a row of labels", () => {
  const header = ["Country", "2019", ""];
  const laid = twoHeadings.lay(header, [" ", " Male ", "Female"], [], []) as LaidTable;
  expect({ ...laid, columns: laid.columns.length }).toEqual({
    columns: 3,
    width: 3,
    labelRows: 1,
    isJudged: true,
  });
});
