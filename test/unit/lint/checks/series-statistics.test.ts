/** Statistics of one series. */
import { describe, expect, test } from "vitest";
import {
  datePrecisionOf,
  oddSizes,
  type Point,
  seriesStatistics,
} from "../../../../src/lint/checks/series-statistics.ts";

const yearly = (...values: (number | string)[]): Point[] =>
  values.map((value, at) => ({ date: String(2000 + at), value }));

const dated = (...dates: string[]): Point[] => dates.map((date) => ({ date, value: 1 }));

const counters = (points: readonly Point[]): string[] =>
  seriesStatistics(points).map(({ counter }) => counter.replace("StatsCheck_", ""));

describe("values", () => {
  test("of a quiet series, of one point and of none have no findings", () => {
    expect(counters(yearly(10, 11, 9, 10))).toEqual([]);
    expect(counters(yearly(10))).toEqual([]);
    expect(counters([])).toEqual([]);
  });

  test("beyond three standard deviations are all named", () => {
    const points = yearly(...Array(20).fill(100), 150, ...Array(20).fill(100), 151);
    const [check] = seriesStatistics(points);
    expect(check?.counter).toBe("StatsCheck_3_Sigma");
    expect(check?.points.map(({ value }) => value)).toEqual([150, 151]);
  });

  test("that are large and close together lose nothing to rounding", () => {
    expect(counters(yearly(...Array(50).fill(1e15)))).toEqual([]);
    expect(counters(yearly(...Array(50).fill(0.1)))).toEqual([]);
  });

  test("of two points are compared", () => {
    expect(counters(yearly(0.1, 0.1))).toEqual([]);
    expect(counters(yearly(1, 1.9))).toEqual([]);
    expect(counters(yearly(1, 3))).toEqual(["MaxPercentFluctuationGreaterThan100"]);
  });

  test("change by their largest step", () => {
    const [check] = seriesStatistics(yearly(10, 21, 21, 60));
    expect(check).toMatchObject({
      counter: "StatsCheck_MaxPercentFluctuationGreaterThan100",
      points: [
        { date: "2002", value: 21 },
        { date: "2003", value: 60 },
      ],
    });
    expect(check?.change).toBeCloseTo(39 / 21);
    expect(counters(yearly(10, 61))).toEqual(["MaxPercentFluctuationGreaterThan500"]);
    expect(counters(yearly(10, 60))).toEqual(["MaxPercentFluctuationGreaterThan100"]);
    expect(counters(yearly(10, 20))).toEqual([]);
    expect(counters(yearly(-10, 11))).toEqual(["MaxPercentFluctuationGreaterThan100"]);
  });

  test("after zero change beyond measure", () => {
    expect(seriesStatistics(yearly(0, 1))[0]).toMatchObject({
      counter: "StatsCheck_MaxPercentFluctuationGreaterThan500",
      change: 1e6,
    });
  });

  test("are numbers, or texts, and not both", () => {
    expect(counters(yearly("a", "b"))).toEqual([]);
    expect(counters(yearly("a", 1))).toEqual(["MultipleValueTypesInASeries"]);
  });
});

describe("dates", () => {
  test("of no day are reported, and do not make the others uneven", () => {
    expect(counters(dated("2020-02-30", "2020-03", "2020-04"))).toEqual(["Invalid_Date"]);
    expect(counters(dated("2020-02-30", "2020-03", "2021"))).toEqual([
      "Invalid_Date",
      "Inconsistent_Date_Granularity",
    ]);
  });

  test("may have months and days of one digit", () => {
    expect(counters(dated("2020-1", "2020-2", "2020-3"))).toEqual([]);
    expect(counters(dated("2020-1", "2020-2", "2020-4"))).toEqual(["Data_Holes"]);
    expect(counters(dated("2020-1-1", "2020-2-1", "2020-4-1"))).toEqual(["Data_Holes"]);
  });

  test("with hyphens and without them are two forms, whose order is another one", () => {
    expect(counters(dated("20200101", "2020-06-01"))).toEqual(["Inconsistent_Date_Granularity"]);
    expect(counters(dated("20200101", "20200201", "20200301"))).toEqual([]);
  });

  test("follow each other in equal steps of months", () => {
    expect(counters(dated("2000", "2001", "2002"))).toEqual([]);
    expect(counters(dated("2000", "2001", "2003"))).toEqual(["Data_Holes"]);
    expect(counters(dated("2000-11", "2000-12", "2001-01"))).toEqual([]);
    expect(counters(dated("2000-11", "2000-12", "2001-02"))).toEqual(["Data_Holes"]);
    expect(counters(dated("2020-01-01", "2020-01-02", "2020-01-09"))).toEqual([]);
    expect(counters(dated("2020-01-30", "2020-02-02", "2020-03-02"))).toEqual(["Data_Holes"]);
    expect(counters(dated("202001", "202002", "202004"))).toEqual(["Data_Holes"]);
  });

  test.each([
    [["2020-01", "2020-03", "2020-04", "2020-05"], "2020-03"],
    [["2020-01", "2020-02", "2020-03", "2020-05"], "2020-05"],
    [["2020-01", "2020-03", "2020-04"], "2020-03"],
    [["2000", "2002", "2003", "2005", "2006", "2007"], "2002"],
    [["2020-01", "2020-04", "2020-05", "2020-07", "2020-10"], "2020-05"],
    [["2020-01", "2020-04", "2020-05", "2020-08", "2020-12"], "2020-12"],
  ])("of %j have their hole before %s", (dates, after) => {
    const [check] = seriesStatistics(dated(...dates));
    expect(check?.counter).toBe("StatsCheck_Data_Holes");
    expect(check?.points.at(-1)?.date).toBe(after);
  });

  test("have no hole where a text stands", () => {
    const types = "MultipleValueTypesInASeries";
    expect(counters(yearly(1, 1, "n/a", 1))).toEqual([types]);
    expect(counters(yearly("n/a", "n/a", 1, 1))).toEqual([types]);
    expect(counters([...yearly(1, 1, "n/a"), { date: "2004", value: 1 }])).toEqual([
      types,
      "Data_Holes",
    ]);
    expect(counters([...yearly("a", "b"), { date: "2004", value: "c" }])).toEqual([]);
  });

  test("of a hole are those at both sides of it", () => {
    const [check] = seriesStatistics(dated("2000", "2001", "2003"));
    expect(check?.points.map(({ date }) => date)).toEqual(["2001", "2003"]);
    expect(check?.details).toContain("2000, 2001, 2003");
  });

  test("have one form; the rarer ones are named", () => {
    const [check] = seriesStatistics(dated("2020-01", "2020-02", "2020-03-01", "2020-04"));
    expect(check?.counter).toBe("StatsCheck_Inconsistent_Date_Granularity");
    expect(check?.points.map(({ date }) => date)).toEqual(["2020-03-01"]);
  });

  test("name days that there are", () => {
    const days = dated("2020-02-28", "2020-02-29", "2020-03-01");
    expect(counters(days)).toEqual([]);
    const [check] = seriesStatistics(dated("2021-02-28", "2021-02-29", "2021-04-31"));
    expect(check?.counter).toBe("StatsCheck_Invalid_Date");
    expect(check?.points.map(({ date }) => date)).toEqual(["2021-02-29", "2021-04-31"]);
    expect(counters(dated("1900-02-29"))).toEqual(["Invalid_Date"]);
    expect(counters(dated("2000-02-29"))).toEqual([]);
  });

  test("in no known form are reported by the load", () => {
    expect(counters(dated("2000", "soon", "2001"))).toEqual([]);
  });
});

test("a value exactly three standard deviations from the mean is not beyond them", () => {
  // The mean is 0, and the deviation 1.
  const points = yearly(...Array(8).fill(0), 3, ...Array(8).fill(0), -3);
  expect(counters(points).filter((one) => one === "3_Sigma")).toEqual([]);
});

test("of two changes of one size the earlier is shown", () => {
  const change = seriesStatistics(yearly(1, 3, 1, 3)).find(({ counter }) =>
    counter.includes("Fluctuation"),
  );
  expect(change?.points.map(({ date }) => date)).toEqual(["2000", "2001"]);
});

test.each([
  "2020-13",
  "2020-00",
  "2020-01-00",
  "2020-01-32",
  "202013",
  "20200132",
  "x2020",
  "x202001",
  "2020010",
])("%s is no date, and is left to the load", (date) => {
  expect(counters(dated("2000", date, "2001"))).toEqual([]);
});

test("a time of the day says when a month is over", () => {
  expect(counters(dated("2020-01-15T12:00", "2020-02-15T12:00", "2020-03-15T11:00"))).toEqual([
    "Data_Holes",
  ]);
  expect(counters(dated("20200101", "20200201", "20200401"))).toEqual(["Data_Holes"]);
});

test("a long series names its first hundred dates", () => {
  const points = [...yearly(...Array(100).fill(1)), { date: "2200", value: 1 }];
  expect(seriesStatistics(points)[0]?.details).toMatch(/ 2098, 2099, …$/);
  expect(seriesStatistics(points.slice(1))[0]?.details).toMatch(/ 2099, 2200$/);
});

test("the dates of the form that most have are not named", () => {
  const [check] = seriesStatistics(dated("2020", "2020-01", "2020-02", "2020-03"));
  expect(check?.points.map(({ date }) => date)).toEqual(["2020"]);
});

test("the last day of February follows the calendar of each year", () => {
  expect(counters(dated("0196-02-29"))).toEqual([]);
  expect(counters(dated("2023-02-29"))).toEqual(["Invalid_Date"]);
  expect(counters(dated("2399-02-29"))).toEqual(["Invalid_Date"]);
});

describe("a first value many times those after it, and a last one a small part of those before it", () => {
  const even = [52598, 53079, 53458, 53888];
  const placed = (...values: number[]) =>
    oddSizes(yearly(...values)).map(({ point }) => point.date);

  test("are odd by any large factor", () => {
    for (const factor of [10, 30, 100, 300, 1000, 3000, 1e4, 1e5, 1e6, 1e9]) {
      expect(placed(52133 * factor, ...even), String(factor)).toEqual(["2000"]);
      expect(placed(...even, 52133 / factor), String(factor)).toEqual(["2004"]);
      expect(placed(52133 * factor, ...even, 52133 / factor)).toEqual(["2000", "2005"]);
    }
    expect(placed(52133 * 20, ...even)).toEqual([]);
    // Three neighbours count, and zeros are none to compare with.
    expect(placed(52133e3, ...even.slice(1), 10, 90_000_000, 5, 90_000_000, 6)).toEqual(["2000"]);
    expect(placed(7, 10, 90_000_000, ...even.slice(1), 52.133)).toEqual(["2006"]);
    expect(placed(52133, 0, 0, 0, 0)).toEqual([]);
  });

  test("lack a digit or have one too many, or are in another unit", () => {
    const said = (...values: number[]) => oddSizes(yearly(...values))[0]?.said;
    expect(said(520000, 518, 516, 530)).toContain("about 1000 times its neighbours");
    expect(said(520000, 518, 516, 530)).toContain("is a digit too many?");
    expect(said(520e6, 518, 516, 530)).toContain(
      "about 1000000 times its neighbours, such as 518 at 2001; is it in another unit, such as thousands?",
    );
    expect(said(518, 516, 530, 17)).toContain(
      "about 1/30 of its neighbours, such as 530 at 2002; is it in another unit",
    );
  });
});

test.each([
  ["P1D", 10],
  ["P27D", 10],
  ["P28D", 7],
  ["P30D", 7],
  ["P359D", 7],
  ["P360D", undefined],
  ["P1W", 10],
  ["P3W", 10],
  ["P4W", 7],
  ["P51W", 7],
  ["P52W", undefined],
  ["P1M", 7],
  ["P11M", 7],
  ["P12M", undefined],
  ["P18M", 7],
  ["P24M", undefined],
  ["P1Y", undefined],
  ["P0D", undefined],
  ["P0M", undefined],
  ["P1M2D", undefined],
  ["PP1M", undefined],
  ["PT1H", undefined],
  ["P1H", undefined],
  ["P123456D", undefined],
  ["", undefined],
])("a date of the period %j needs %s characters", (period, characters) => {
  expect(datePrecisionOf(period)).toBe(characters);
});
