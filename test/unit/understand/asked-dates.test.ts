/** Dates as people type them. */
import { expect, test } from "vitest";
import { readDates } from "../../../src/understand/asked-dates.ts";
import { AskedText } from "../../../src/understand/asked-text.ts";

const read = (text: string) => {
  const { date, span } =
    readDates(
      new AskedText(
        text,
        () => undefined,
        () => false,
      ),
    ) ?? {};
  return [date, span?.text];
};

test.each([
  ["population in 2020", "2020", "in 2020"],
  ["2020 population", "2020", "2020"],
  ["rate in May 2020", "2020-05", "in May 2020"],
  ["rate in april of 2020", "2020-04", "in april of 2020"],
  ["rate 2020-05-31", "2020-05-31", "2020-05-31"],
  ["rate on July 4, 2020", "2020-07-04", "July 4, 2020"],
  ["rate on the 4th of July", undefined, undefined],
  ["rate on 31 may 2020", "2020-05-31", "31 may 2020"],
  ["rate from 1990 to now", { from: "1990" }, "from 1990 to now"],
  ["rate 2018 vs 2015", { from: "2015", to: "2018" }, "2018 vs 2015"],
  ["rate in Q3 2022", { from: "2022-07", to: "2022-09" }, "in Q3 2022"],
  ["rate 2022 Q1", { from: "2022-01", to: "2022-03" }, "2022 Q1"],
  ["rate in 2022Q4", { from: "2022-10", to: "2022-12" }, "in 2022Q4"],
  [
    "rate in the third quarter of 2023",
    { from: "2023-07", to: "2023-09" },
    "in the third quarter of 2023",
  ],
  ["rate of 2nd quarter 2023", { from: "2023-04", to: "2023-06" }, "of 2nd quarter 2023"],
  [
    "rate in the second half of 2023",
    { from: "2023-07", to: "2023-12" },
    "in the second half of 2023",
  ],
  ["rate third half of 2023", "2023", "of 2023"],
  ["rate in week 5 of 2023", { from: "2023-01-30", to: "2023-02-05" }, "in week 5 of 2023"],
  ["rate 2020 week 53", { from: "2020-12-28", to: "2021-01-03" }, "2020 week 53"],
  ["rate week 1 2024", { from: "2024-01-01", to: "2024-01-07" }, "week 1 2024"],
  ["rate week 60 2024", "2024", "2024"],
  ["rate since last year", { years: 1 }, "since last year"],
  ["rate since 2010?", { from: "2010" }, "since 2010"],
  ["rate after 2010", { from: "2011" }, "after 2010"],
  ["rate after december 2010", { from: "2011-01" }, "after december 2010"],
  ["rate before 2020-03-01", { to: "2020-02-29" }, "before 2020-03-01"],
  ["rate until 2010", { to: "2010" }, "until 2010"],
  ["rate up to 2010", { to: "2010" }, "up to 2010"],
  ["rate from 2010 to 2015", { from: "2010", to: "2015" }, "from 2010 to 2015"],
  ["between 2015 and 2010", { from: "2010", to: "2015" }, "between 2015 and 2010"],
  ["rate 2010-2015", { from: "2010", to: "2015" }, "2010-2015"],
  ["rate in the 1990s", { from: "1990", to: "1999" }, "1990s"],
  ["rate over the last ten years", { years: 10 }, "over the last ten years"],
  ["the past decade", { years: 10 }, "the past decade"],
  ["most recent rate", "latest", "most recent"],
  ["people aged 16 to 19", undefined, undefined],
  ["may people 1234567", undefined, undefined],
  ["rate in 1500", "1500", "in 1500"],
  ["rate in 2199", "2199", "in 2199"],
  ["rate 1499", undefined, undefined],
  ["rate 2200", undefined, undefined],
  ["rate 12020", undefined, undefined],
  ["rate 20201", undefined, undefined],
  ["the 31st of May, 2020", "2020-05-31", "31st of May, 2020"],
  ["May 5th of 2020", "2020-05-05", "May 5th of 2020"],
  ["rate on 2nd june 2020", "2020-06-02", "2nd june 2020"],
  ["rate on 3rd of june of 2020", "2020-06-03", "3rd of june of 2020"],
  ["rate 32 may 2020", "2020-05", "may 2020"],
  ["rate in sept 2020", "2020-09", "in sept 2020"],
  ["rate in dec 2020", "2020-12", "in dec 2020"],
  ["mayor 2020", "2020", "2020"],
  ["ma 2020", "2020", "2020"],
  ["may 2020s", { from: "2020", to: "2029" }, "2020s"],
  ["rate 5 men may 2020", "2020-05", "may 2020"],
  ["rate 2020-12", "2020-12", "2020-12"],
  ["rate 2020-10", "2020-10", "2020-10"],
  ["rate 2020-01 to 2020-03", { from: "2020-01", to: "2020-03" }, "2020-01 to 2020-03"],
  ["rate 2020-13", "2020", "2020"],
  ["rate 2020-00", "2020", "2020"],
  ["rate 2020-05-41", "2020", "2020"],
  ["rate 2020-05-311", "2020", "2020"],
  ["rate 2020-051", "2020", "2020"],
  ["rate 2020-05-3", "2020", "2020"],
  ["rate 2020, 5", "2020", "2020"],
  ["rate 2015 - 2018", { from: "2015", to: "2018" }, "2015 - 2018"],
  ["rate 2015–2018", { from: "2015", to: "2018" }, "2015–2018"],
  ["rate 2015 -- 2018", "2015", "2015"],
  ["rate before january 2020", { to: "2019-12" }, "before january 2020"],
  ["rate after 2020-02-28", { from: "2020-02-29" }, "after 2020-02-28"],
  ["rate after 31 december 2019", { from: "2020-01-01" }, "after 31 december 2019"],
  ["rate in the 60s", { from: "1960", to: "1969" }, "60s"],
  ["rate in the 20s", { from: "2020", to: "2029" }, "20s"],
  ["rate in the 30s", { from: "1930", to: "1939" }, "30s"],
  ["rate in the 1965s", undefined, undefined],
  ["rate x1960s", undefined, undefined],
  ["rate 1960sx", undefined, undefined],
  ["last 12 years", { years: 12 }, "last 12 years"],
  ["during the last 3 decades", { years: 30 }, "during the last 3 decades"],
  ["since the past year", { years: 1 }, "since the past year"],
  ["in the last decade", { years: 10 }, "in the last decade"],
  ["in the last 1000 years", undefined, undefined],
  ["in the last years", undefined, undefined],
  ["in the last two people", undefined, undefined],
  ["in the last five yearsticks", undefined, undefined],
  ["at last 5 people", undefined, undefined],
  ["rate up 2010", "2010", "2010"],
])("'%s'", (text, date, span) => {
  expect(read(text)).toEqual([date, span]);
});

const each = (words: string) => words.split(", ");

test.each(each("since, from, starting, beginning, between"))("%s a year is from it on", (word) => {
  expect(read(`rate ${word} 2010 people`)).toEqual([{ from: "2010" }, `${word} 2010`]);
});

test.each(each("until, till, through, thru, up to"))("%s a year is to its end", (word) => {
  expect(read(`rate ${word} 2010`)).toEqual([{ to: "2010" }, `${word} 2010`]);
});

test.each(each("in, for, during, of, at, year"))("%s is read with the year after it", (word) => {
  expect(read(`rate ${word} 2010`)).toEqual(["2010", `${word} 2010`]);
});

test.each(each("to, and, until, till, through, thru, vs, versus"))("2010 %s 2020", (word) => {
  const span = `2010 ${word} 2020`;
  expect(read(`rate ${span}`)).toEqual([{ from: "2010", to: "2020" }, span]);
});

test.each(each("now, today, present"))("from a year to %s", (word) => {
  expect(read(`rate 2010 until ${word}`)).toEqual([{ from: "2010" }, `2010 until ${word}`]);
});

test.each(
  each(
    "most recent, right now, as of now, up to date, latest, newest, current, currently, now, today, nowadays, recent, recently",
  ),
)("%s is the latest date", (words) => {
  expect(read(`rate ${words}`)).toEqual(["latest", words]);
});
