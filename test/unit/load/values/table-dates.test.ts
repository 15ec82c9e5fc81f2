import { describe, expect, test } from "vitest";
import { dateIn, dayIn, monthFirst } from "../../../../src/load/values/table-dates.ts";
import { logged } from "./findings.ts";

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

const languages = ["en", "de", "fr", "it", "es", "pt", "pl", "nl", "ro", "ru", "uk"];
const year = Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2020, at, 15)));
const monthOf = (day: Date) => String(day.getUTCMonth() + 1).padStart(2, "0");

test.each(languages)(
  "whole names of months are read as the language %s writes them",
  (language) => {
    const write = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
    const within = new Intl.DateTimeFormat(language, {
      day: "numeric",
      month: "long",
      timeZone: "UTC",
    });
    const named = (day: Date) =>
      within.formatToParts(day).find(({ type }) => type === "month")!.value;
    expect(year.map((day) => dateIn(`${write.format(day)} 2020`)?.date)).toEqual(
      year.map((day) => `2020-${monthOf(day)}`),
    );
    expect(year.map((day) => dateIn(`15 ${named(day)} 2020`)?.date)).toEqual(
      year.map((day) => `2020-${monthOf(day)}-15`),
    );
  },
);

test.each([
  ["en", "jan feb mar apr may jun jul aug sep oct nov dec"],
  ["de", "jan feb mrz apr mai jun jul aug sept okt nov dez"],
  ["fr", "janv fév mars avr mai juin juil août sept oct nov déc"],
  ["it", "gen feb mar apr mag giu lug ago set ott nov dic"],
  ["pl", "sty lut mar kwi maj cze lip sie wrz paz lis gru"],
  ["ro", "ian feb mar apr mai iun iul aug sept oct noi dec"],
  ["ru", "янв фев мар апр май июн июл авг сен окт ноя дек"],
  ["uk", "січ лют бер кві тра чер лип сер вер жов лис гру"],
])("short names of months are read in %s", (_, names) => {
  const read = names.split(" ").map((name) => dateIn(`${name}. 2020`)?.date);
  expect(read).toEqual(year.map((day) => `2020-${monthOf(day)}`));
});

test.each([
  ["2020年", "2020"],
  ["2020年7月", "2020-07"],
  ["2020年7月4日", "2020-07-04"],
  ["2020年10月12日", "2020-10-12"],
  ["2020년 7월 4일", "2020-07-04"],
  ["2020-7/4", "2020-07-04"],
  ["2020/07/04 08:50:00", "2020-07-04"],
  ["4.7.2020 08:50", "2020-07-04"],
  ["7/4/2020 8:50 PM", "2020-07-04"],
  ["2020-07-31T", undefined],
  ["2020-07-31x", undefined],
  ["x2020-07", undefined],
  ["20207", undefined],
  ["202013", undefined],
  ["2020/13", undefined],
  ["2020-m7", "2020-07"],
  ["2020m13", undefined],
  ["7-2020", "2020-07"],
  ["7.2020", "2020-07"],
  ["Jul, 2020", "2020-07"],
  ["Jul2020", "2020-07"],
  ["Jul--2020x", undefined],
  ["July 1st, 2020", "2020-07-01"],
  ["July 2nd 2020", "2020-07-02"],
  ["July 3rd 2020", "2020-07-03"],
  ["July 31 2020", "2020-07-31"],
  ["July 32 2020", undefined],
  ["4 de julho de 2020", "2020-07-04"],
  ["4. Juli, 2020", "2020-07-04"],
  ["2020-Jul", "2020-07"],
  ["2020/Jul.", "2020-07"],
  ["3/4/20", undefined],
])("%s is the date %s in any of its forms", (cell, date) => {
  expect(dateIn(cell)).toEqual(date === undefined ? undefined : { date });
});

test.each([
  ["2020Q1", "2020-03", "P3M"],
  ["2020Q2", "2020-06", "P3M"],
  ["Q4, 2020", "2020-12", "P3M"],
  ["4q-2020", "2020-12", "P3M"],
  ["2020/q1", "2020-03", "P3M"],
  ["2019-S1", "2019-06", "P6M"],
  ["2019S2", "2019-12", "P6M"],
  ["2019h1", "2019-06", "P6M"],
  ["2019-H2", "2019-12", "P6M"],
  ["2026-W53", "2027-01-03", "P1W"],
  ["2023-W52", "2023-12-31", "P1W"],
])("%s is the date %s, which is %s long", (cell, date, period) => {
  expect(dateIn(cell)).toEqual({ date, period });
});

test.each([
  "2020Q0",
  "Q5 2020",
  "x2020Q1",
  "2020Q1x",
  "1Q2020x",
  "2020W05x",
  "5Q2020",
  "2019-S3",
  "2019S0",
  "x2019S1",
])("%s is no part of a year", (cell) => {
  expect(dateIn(cell)).toBeUndefined();
});

test.each([
  ["13/1/2020", "first"],
  ["12/13/2020", "second"],
  ["12/1/2020", "either"],
  ["13/14/2020", "first"],
  ["1/12/2020", "either"],
  ["5.6.2020", undefined],
  ["05/5/2020", undefined],
  ["x5/6/2020", undefined],
  ["5/6/20", undefined],
])("of %s the number of the day is: %s", (cell, which) => {
  expect(dayIn(cell)).toBe(which);
});

describe("a date of an official table has its month first", () => {
  const read = (...texts: readonly string[]) => {
    const { found, log } = logged();
    return { dates: texts.map((text, at) => monthFirst(text, log, at + 2)), found };
  };
  const told = (level: string, line: number, message: string) => ({
    file: "a.mcf",
    level,
    counter: "Sanity_ReadObsDate",
    line,
    once: `month first ${level}`,
    message: `dates such as ${message}`,
  });

  test("and that is reported as a warning where the day could stand first", () => {
    expect(read("03/04/2020")).toEqual({
      dates: ["2020-03-04"],
      found: [
        told(
          "warning",
          2,
          "'03/04/2020' are read with the month first, as 2020-03-04; if the day stands first, write 2020-04-03",
        ),
      ],
    });
  });

  test("unless it shows, there or in a row before", () => {
    expect(read("06/30/2023", "3/4/2020 08:00", "4/4/2020")).toEqual({
      dates: ["2023-06-30", "2020-03-04", "2020-04-04"],
      found: [
        told("info", 2, "'06/30/2023' are read with the month first, as 2023-06-30"),
        told("info", 3, "'3/4/2020 08:00' are read with the month first, as 2020-03-04"),
        told("info", 4, "'4/4/2020' are read with the month first, as 2020-04-04"),
      ],
    });
  });

  test("and every other text stays as it is", () => {
    const texts = [
      "2020-07-31",
      "31/12/2020",
      "3-4-2020",
      "3.4.2020",
      "3/4/20200",
      "x3/4/2020",
      "2020",
    ];
    expect(read(...texts)).toEqual({ dates: texts, found: [] });
  });
});
