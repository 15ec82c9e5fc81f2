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
])("'%s'", (text, date, span) => {
  expect(read(text)).toEqual([date, span]);
});
