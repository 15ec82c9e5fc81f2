import { expect, test } from "vitest";
import { dateIn, needsDayFirst } from "../../../../src/load/described/cell-forms.ts";

test.each([
  ["2020", "2020"],
  ["2020-07", "2020-07"],
  ["2020-07-31", "2020-07-31"],
  ["2020-07-31T09:30:00Z", "2020-07-31T09:30:00Z"],
  ["2020/7", "2020-07"],
  ["2020-7-1", "2020-07-01"],
  ["2020.07.31", "2020-07-31"],
  ["2020M07", "2020-07"],
  ["2020m7", "2020-07"],
  ["202007", "2020-07"],
  ["20200731", "2020-07-31"],
  ["7/2020", "2020-07"],
  ["Jul 2020", "2020-07"],
  ["July 2020", "2020-07"],
  ["Jul-2020", "2020-07"],
  ["Sept. 2020", "2020-09"],
  ["2020 Jul", "2020-07"],
  ["July 4, 2020", "2020-07-04"],
  ["Jul 4th 2020", "2020-07-04"],
  ["4 July 2020", "2020-07-04"],
  ["4-Jul-2020", "2020-07-04"],
  ["3/4/2020", "2020-03-04"],
  ["3.4.2020", "2020-04-03"],
  ["2020-07-31 12:00:00", "2020-07-31"],
])("%s is the date %s", (cell, date) => {
  expect(dateIn(cell)).toEqual({ date });
});

test.each(["2020Q3", "2020-Q3", "2020 q3", "Q3 2020", "Q3/2020", "3Q2020", "2020:Q3"])(
  "%s is a quarter: its last month, and three months long",
  (cell) => {
    expect(dateIn(cell)).toEqual({ date: "2020-09", period: "P3M" });
  },
);

test.each([
  "FY2021",
  "TBD",
  "Total",
  "2020-13",
  "2020-19-20",
  "2019-20",
  "2020Q5",
  "31/31/2020",
  "20",
  "20201",
  "Monday 2020",
  "13/2020",
])("%s is no date", (cell) => {
  expect(dateIn(cell)).toBeUndefined();
});

test("the day stands first where the option says so", () => {
  expect(dateIn("3/4/2020", true)).toEqual({ date: "2020-04-03" });
  expect(dateIn("3.4.2020", true)).toEqual({ date: "2020-04-03" });
  expect(dateIn("12/31/2020", true)).toBeUndefined();
});

test("a number above 12 says whether the day stands first", () => {
  expect(needsDayFirst("31/12/2020")).toBe(true);
  expect(needsDayFirst("12/31/2020")).toBe(false);
  expect(needsDayFirst("3/4/2020")).toBeUndefined();
  expect(needsDayFirst("2020-01-01")).toBeUndefined();
});
