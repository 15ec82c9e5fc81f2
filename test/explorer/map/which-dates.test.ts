/** Which dates a map and a scatter show when nothing was chosen. */
import { expect, test } from "vitest";
import {
  dateOptions,
  datesApart,
  datesIn,
  sameYear,
  shownDates,
} from "../../../explorer/map/which-dates.ts";

const year = (text: string, count: number) => ({ year: text, dates: [`${text}-06`, text], count });
const dates = (places: number, ...years: readonly (readonly [string, number])[]) => ({
  places,
  dates: [],
  years: years.map(([text, count]) => year(text, count)),
});

test("the latest year that loses less than a tenth of the places is shown for all", () => {
  const wide = dates(20, ["2024", 18], ["2023", 19], ["2022", 20]);
  expect(sameYear(wide)?.year).toBe("2023");
  expect(shownDates("", wide)).toBe("same");
  expect(datesIn("same", wide)).toEqual(["2023-06", "2023"]);
});

test("where every year loses a tenth, the latest of each place is shown, and the widest year offered", () => {
  const narrow = dates(20, ["2024", 3], ["2023", 18], ["2022", 18]);
  expect(shownDates("", narrow)).toBe("latest");
  expect(datesIn("latest", narrow)).toBeUndefined();
  expect(sameYear(narrow)?.year).toBe("2023");
  const [same, latest] = dateOptions(narrow, []);
  expect(same?.label).toBe("Same year for all: 2023 (18 of 20 places)");
  expect(latest?.label).toBe("Latest of each place (20 places)");
});

test("what was chosen is shown", () => {
  const wide = dates(2, ["2024", 2], ["2020", 1]);
  expect(shownDates("latest", wide)).toBe("latest");
  expect(shownDates("2020", wide)).toBe("2020");
  expect(datesIn("2020", wide)).toEqual(["2020-06", "2020"]);
});

test("variables that share no year have the latest of each place alone", () => {
  const apart = dates(3);
  expect(sameYear(apart)).toBeUndefined();
  expect(shownDates("", apart)).toBe("latest");
  const options = dateOptions(apart, [{ date: "2020", count: 1 }]);
  expect(options.map(({ value, label }) => [value, label])).toEqual([
    ["latest", "Latest of each place (3 places)"],
    ["2020", "2020 (1 place)"],
  ]);
});

test("dates of two variables are counted apart: no place counts twice", () => {
  const of = (variableName: string, ...all: readonly string[]) =>
    all.map((date, at) => ({ date, entity: `${at}`, variableName }));
  expect(
    datesApart([...of("Age", "2018", "2018", "2024"), ...of("Income", "2018", "2018", "2018")]),
  ).toBe("Dates differ: Age: 2018 (2 places), 2024 (1 place); Income: 2018 (3 places).");
  expect(datesApart([...of("Age", "2018"), ...of("Income", "2018")])).toBe("");
});

test("dates that differ are said with their places, the commonest first", () => {
  const of = (...all: readonly string[]) =>
    datesApart(all.map((date, at) => ({ date, entity: `${at}`, variableName: "Age" })));
  expect(of("2018", "2018")).toBe("");
  expect(of("2018", "2024", "2018")).toBe("Dates differ: 2018 (2 places), 2024 (1 place).");
  expect(of("1", "2", "3", "4", "5", "5")).toBe(
    "Dates differ: 5 (2 places), 4 (1 place), 3 (1 place), 2 (1 place) and 1 other date.",
  );
});
