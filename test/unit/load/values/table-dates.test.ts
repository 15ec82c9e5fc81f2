import { expect, test } from "vitest";
import { dateIn, dayIn } from "../../../../src/load/values/table-dates.ts";

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
  ["July 4, 2020 8:50 PM", "2020-07-04"],
  ["4 July 2020, 20:50", "2020-07-04"],
  ["Jul 4th 2020", "2020-07-04"],
  ["4 July 2020", "2020-07-04"],
  ["4-Jul-2020", "2020-07-04"],
  ["3/4/2020", "2020-03-04"],
  ["3.4.2020", "2020-04-03"],
  ["2020-07-31 12:00:00", "2020-07-31"],
])("%s is the date %s", (cell, date) => {
  expect(dateIn(cell)).toEqual({ date });
});

test.each([
  ["Dez 2020", "2020-12"],
  ["März 2021", "2021-03"],
  ["4. Mai 2020", "2020-05-04"],
  ["1er août 2019", "2019-08-01"],
  ["déc. 2020", "2020-12"],
  ["juil. 2020", "2020-07"],
  ["ago-2020", "2020-08"],
  ["enero de 2020", "2020-01"],
  ["3 de março de 2020", "2020-03-03"],
  ["dez/2020", "2020-12"],
  ["giugno 2020", "2020-06"],
  ["wrzesień 2020", "2020-09"],
  ["12 października 2020", "2020-10-12"],
  ["mrt 2020", "2020-03"],
  ["iulie 2020", "2020-07"],
  ["сентябрь 2020", "2020-09"],
  ["5 мая 2020", "2020-05-05"],
  ["грудень 2020", "2020-12"],
])("%s has a month of a European language and is the date %s", (cell, date) => {
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
  "2020年1月1日x",
  "Monday 2020",
  "3 Monday 2020",
  "Monday 3, 2020",
  "2020 Monday",
  "13/2020",
  "2020.1",
  "2020.7",
])("%s is no date", (cell) => {
  expect(dateIn(cell)).toBeUndefined();
});

test("the day stands first where the option says so", () => {
  expect(dateIn("3/4/2020", true)).toEqual({ date: "2020-04-03" });
  expect(dateIn("3.4.2020", true)).toEqual({ date: "2020-04-03" });
  expect(dateIn("12/31/2020", true)).toBeUndefined();
});

test("a number above 12 says where the day stands, and without one it is open", () => {
  expect(dayIn("31/12/2020")).toBe("first");
  expect(dayIn("12/31/2020")).toBe("second");
  expect(dayIn("3/4/2020")).toBe("either");
  expect(dayIn("04-03-2020")).toBe("either");
  expect(dayIn("4/4/2020")).toBeUndefined();
  expect(dayIn("2020-01-01")).toBeUndefined();
});

test.each([
  ["2020-W05", "2020-02-02"],
  ["2020W53", "2021-01-03"],
  ["2021-w1", "2021-01-10"],
  ["2024-W01", "2024-01-07"],
])("%s is a week: its Sunday, and a week long", (cell, date) => {
  expect(dateIn(cell)).toEqual({ date, period: "P1W" });
});

test.each(["2021-W53", "2020-W00", "2020-W54"])("%s is no week of that year", (cell) => {
  expect(dateIn(cell)).toBeUndefined();
});
