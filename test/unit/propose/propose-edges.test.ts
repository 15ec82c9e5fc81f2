/** Where a rule about columns ends: the nearest table that it does not fit, and the nearest that it fits. */
import { describe, expect, test } from "vitest";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import { sampleTable } from "../../../src/load/described/table-sample.ts";
import { kindOf } from "../../../src/propose/codes/places-by-code.ts";
import { profileOf } from "../../../src/propose/column-profile.ts";
import {
  datedColumns,
  findDate,
  isDateHeading,
  spanIn,
  undated,
  yearedColumns,
} from "../../../src/propose/find-date.ts";
import { pairsOf } from "../../../src/propose/obstacles.ts";
import type { KnownColumns } from "../../../src/propose/proposal.ts";
import { proposeFor } from "../../../src/propose/propose.ts";
import { memoryInput } from "../load/inputs.ts";

async function proposed(text: string, known: KnownColumns = {}) {
  const input = memoryInput("a.csv", Buffer.from(text));
  const sample = await sampleTable(input, {}, new DiagnosticLog());
  const { found, columns, problems } = proposeFor(sample, known);
  const roles = Object.fromEntries(found.map(({ heading, role }) => [heading, role]));
  return { columns, problems, roles };
}

const numbers = (heading: string, ...cells: readonly string[]) =>
  profileOf(heading, cells.length === 0 ? ["1", "2"] : cells, ".");

describe("what is read", () => {
  test.each<[string, string, KnownColumns, object]>([
    [
      "one place for all rows that a caller describes, beside a column of countries",
      "Country,Year,Cats\nFrance,2020,1\nChad,2021,2\n",
      { columns: { entity: { constant: "geoId/06" }, date: "Year", variables: { Cats: {} } } },
      { entity: { constant: "geoId/06" } },
    ],
    [
      "columns of countries that a caller describes",
      "Year,id,France,Chad\n2020,a/1,1,2\n",
      { columns: { entity: "id", date: "Year", variables: { France: {}, Chad: {} } } },
      { variables: { France: {}, Chad: {} } },
    ],
    [
      "one date for all rows, where the column of dates says one word",
      "id,Year,Cats\na/1,any,1\na/2,any,2\n",
      { date: "2024" },
      { date: { constant: "2024" } },
    ],
    [
      "a row that repeats one heading alone",
      "id,Year,Cats\na/1,2020,1\na/2,2021,Cats\n",
      {},
      { variables: { Cats: {} } },
    ],
    [
      "names that a caller makes ids of, beside their state",
      "Town,State,Year,Cats\nDover,Delaware,2020,1\nKeene,Ohio,2021,2\n",
      { entity: "Town", prefix: "town/" },
      { entity: { column: "Town", prefix: "town/" } },
    ],
    [
      "the dates below a heading that says so, after dates below another one",
      "id,opened,Survey date,Cats\na/1,2019-01-02,2020-01-01,1\na/2,2019-02-02,2020-01-02,2\n",
      {},
      { date: "Survey date" },
    ],
    [
      "headings with a year, if half of their cells are numbers",
      "id,Cats 2020,Cats 2021\na/1,1,2\na/2,x,3\n",
      {},
      {
        variables: {
          "Cats 2020": { name: "Cats", date: "2020" },
          "Cats 2021": { name: "Cats", date: "2021" },
        },
      },
    ],
    [
      "regions after their countries",
      "country,nuts,year,cats\nFRA,FRL01,2020,1\nDEU,DE111,2020,2\n",
      {},
      { entity: { column: "nuts", values: { FRL01: "nuts/FRL01", DE111: "nuts/DE111" } } },
    ],
    [
      "names, of which one may be an id",
      "Town,Year,Cats\nSpringfield,2020,1\nArea51,2020,2\nDover,2020,3\n",
      {},
      { entity: { name: "Town", type: "City" } },
    ],
    [
      "tracts, which are no block groups without their zero",
      "fips,Year,Cats\n25013801100,2020,1\n25013801200,2020,2\n",
      {},
      { entity: { column: "fips", prefix: "geoId/" } },
    ],
    [
      "block groups without their zero, and a county among them",
      "fips,Year,Cats\n250138011001,2020,1\n25013,2020,2\n10138011001,2020,2\n",
      {},
      {
        entity: {
          column: "fips",
          values: {
            "250138011001": "geoId/250138011001",
            "25013": "geoId/25013",
            "10138011001": "geoId/010138011001",
          },
        },
      },
    ],
    [
      "parts of a variable as headings, beside a column of dates",
      "id,Year,Male,Female\na/1,2020,1,2\na/2,2020,3,4\n",
      { variable: "Count_Person" },
      {
        date: "Year",
        variables: {
          Male: { variable: "Count_Person_Male" },
          Female: { variable: "Count_Person_Female" },
        },
      },
    ],
    [
      "the only column of numbers, whatever its heading",
      "id,Year,variable,Cats\na/1,2020,Count_Cat,1\na/2,2020,Count_Dog,1\n",
      {},
      { variable: "variable", value: "Cats" },
    ],
    [
      "a variable in words, which has them as its name",
      "id,Year,Cats\na/1,2020,1\na/2,2020,2\n",
      { variable: "Jobs in tourism" },
      { properties: { Jobs_in_tourism: { name: "Jobs in tourism", populationType: "Person" } } },
    ],
    [
      "rows of one state, beside the country of all",
      "Country,State,Year,Cats\nUSA,California,2020,1\nUSA,California,2021,2\n",
      { only: { State: "California" } },
      { entity: { column: "Country", prefix: "country/" }, only: { State: "California" } },
    ],
  ])("%s", async (_, text, known, columns) => {
    const found = await proposed(text, known);
    expect(found.problems).toEqual([]);
    expect(found.columns).toMatchObject(columns);
  });

  test("points as the sign before decimals, beside lists of footnotes with commas", async () => {
    const text =
      "id;Year;Cats;Footnotes\na/1;2020;1.5;1,2\na/2;2020;2.5;2,3\na/3;2020;3.5;1,4\na/4;2020;4;1,4\n";
    const { columns, problems, roles } = await proposed(text);
    expect([problems, columns?.decimal]).toEqual([[], undefined]);
    expect(roles).toMatchObject({ Cats: "value", Footnotes: "note" });
  });
});

describe("what is refused", () => {
  const noDate =
    "no column holds dates: --date 2024 says one date for all rows, --date HEADING a column";
  test.each<[string, string, KnownColumns, string]>([
    [
      "points that may part thousands, by numbers whose commas do",
      'id,Year,Cats\na/1,2020,1.010\na/2,2020,"1,020"\na/3,2020,"2,010"\n',
      {},
      "'1,020' in line 3 and '1.010' in line 2 of 'Cats' are written in two ways",
    ],
    [
      "the same, whatever sign is said to be before decimals",
      'id,Year,Cats\na/1,2020,1.010\na/2,2020,"1,020"\n',
      { decimal: "," },
      "'1,020' in line 3 and '1.010' in line 2 of 'Cats' are written in two ways",
    ],
    [
      "two columns of years, of which no heading says so",
      "id,x,Cats\na/1,2020,1990\na/2,2021,2005\n",
      {},
      "are the headings 'x' and 'Cats' exchanged?",
    ],
    [
      "names beside several states, within a country that a caller names",
      "Town,State,Year,Cats\nDover,Delaware,2020,1\nKeene,Ohio,2021,2\n",
      { within: "country/USA" },
      "'Town' holds names, as 'Dover', and 'State' says in which place each lies",
    ],
    [
      "school years around the end of a century",
      "id,Year,Cats\na/1,1999-00,1\na/2,2000-01,2\n",
      {},
      "'1999-00' in 'Year' covers several years",
    ],
    [
      "parts of a variable as headings, without any date",
      "id,Male,Female\na/1,1,2\na/2,3,4\n",
      { variable: "Count_Person" },
      noDate,
    ],
    [
      "a state beside its country, of which all rows have the same",
      "Country,State,Year,Cats\nUSA,California,2020,1\nUSA,California,2021,2\n",
      {},
      "'State' says a place within the one in 'Country'",
    ],
    [
      "two columns of numbers for one variable in each row",
      "id,Year,variable,Cats,Dogs\na/1,2020,Count_Cat,1,2\na/2,2020,Count_Dog,1,2\n",
      {},
      "several columns hold numbers, 'Cats', 'Dogs', and a row has one variable",
    ],
  ])("%s", async (_, text, known, problem) => {
    const { columns, problems } = await proposed(text, known);
    expect(columns).toBeUndefined();
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });
});

test("a cell that a short row lacks is as one that is empty", () => {
  const both = { saysOther: true, isSaidByOther: true };
  expect(pairsOf([["a", "x"], ["b"], ["b", ""]], 0, 1)).toEqual(both);
  expect(pairsOf([["a", "x"], ["b"], ["b", ""]], 1, 0)).toEqual(both);
});

test("a heading says how codes are written, if some of its cells are such codes", () => {
  const cells = ["FRA", "xx1", "yy1"];
  const said = ["iso3", "iso_3", "iso-3", "iso 3", "alpha3", "alpha-3", "iso_a3", "ISO A3"];
  expect(said.map((heading) => kindOf(heading, cells))).toEqual(said.map(() => "alpha3"));
  expect(["isox3", "alpha", "iso"].map((heading) => kindOf(heading, cells))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(["iso2", "iso_a2", "alpha-2"].map((one) => kindOf(one, ["FR", "x", "y"]))).toEqual([
    "alpha2",
    "alpha2",
    "alpha2",
  ]);
  expect(["M49", "iso_n3", "UN code"].map((one) => kindOf(one, ["250", "x", "y"]))).toEqual([
    "numeric",
    "numeric",
    "numeric",
  ]);
});

describe("headings of dates", () => {
  const whole = [
    ...["time period", "TIME_PERIOD", "timeperiod", "year", "Years", "date", "period", "month"],
    ...["quarters", "fiscal year", "school_years", "Academic Year", "financial year"],
    ...["reference year", "Jahr", "Datum", "Monat", "Quartal", "ann\u00e9e", "a\u00f1o", "anno"],
  ];
  const more = ["year built", "built year", "dates", "time", "week", "my date", "Jahre", "xmonth"];
  test("say so and nothing else", () => {
    expect(whole.filter((heading) => !isDateHeading({ heading }))).toEqual([]);
    expect(more.filter((heading) => isDateHeading({ heading }))).toEqual([]);
  });

  test.each([
    ["2020 p", "2020"],
    ["2020r", "2020"],
    ["2020*", "2020"],
    ["2020\u2020", "2020"],
    ["2020\u00b9", "2020"],
    ["2020 (1)", "2020"],
    ["2020[12]", "2020"],
    ["2020 (est.)", "2020"],
    ["2020 [Forecast]", "2020"],
    ["2020 (proj)", "2020"],
    ["2020 (p)", "2020"],
    ["X2020", "2020"],
    ["y_2020", "2020"],
    ["yr 2020", "2020"],
    ["Year2020", "2020"],
    ["2020 q", undefined],
    ["2020 (why)", undefined],
    ["2020 (123)", undefined],
    ["2200*", undefined],
    ["zx2020", undefined],
    ["X20201", undefined],
  ])("may have a mark or a letter: '%s' is %s", (heading, date) => {
    const [found] = datedColumns([numbers(heading), numbers("2019")]);
    expect(found?.profile.heading === heading ? found.date : undefined).toBe(date);
    // Half of the cells below are numbers.
    expect(datedColumns([numbers(heading, "1", "x"), numbers("2019")])).toHaveLength(
      date === undefined ? 0 : 2,
    );
    expect(datedColumns([numbers(heading, "1", "x", "y"), numbers("2019")])).toEqual([]);
  });

  test("are no dates of columns if there is one alone", () => {
    expect(datedColumns([numbers("2020"), numbers("Cats")])).toEqual([]);
    expect(yearedColumns([numbers("Cats 2020"), numbers("Dogs 2020")])).toEqual([]);
  });

  test.each<[string, string, string]>([
    ["Cats 2020", "2020", "Cats"],
    ["2020 Cats", "2020", "Cats"],
    ["Cats (2020)", "2020", "Cats"],
    ["Cats_2020", "2020", "Cats"],
    ["Cats, 2020", "2020", "Cats"],
    ["Cats - 2020", "2020", "Cats"],
    ["Cats [2020] sold", "2020", "Cats sold"],
    ["2020: Cats", "2020", "Cats"],
    ["18-24 2020", "2020", "18-24"],
    ["18 \u2013 24 2020", "2020", "18 \u2013 24"],
    ["2020 18-24", "2020", "18-24"],
    ["2020 65+", "2020", "65+"],
  ])("with something else: '%s' is of %s and about %s", (heading, date, name) => {
    const other = heading.replace("2020", "2019");
    const found = yearedColumns([numbers(heading), numbers(other)]);
    expect(found.map((one) => [one.date, one.name])).toEqual([
      [date, name],
      ["2019", name],
    ]);
    expect(yearedColumns([numbers(heading, "x", "y", "1"), numbers(other)])).toEqual([]);
  });

  test.each([
    "Cats Q1 2020",
    "Cats H2 2020",
    "Cats S1 2020",
    "Cats M11 2020",
    "Cats Jan 2020",
    "2020 March Cats",
    "2020 q3 Cats",
    "Cats 2019/2020",
    "Cats 2019-20",
    "Cats 12/2020",
    "constant 2020 US$",
    "GDP (prices 2020)",
    "GDP (base_2020)",
    "FY2020 Cats",
    "Cats 2020 = 100",
    "Cats 2020 dollars",
    "Cats 2020 \u20ac",
    "Cats 2020 PPP",
    "Cats 2020 int. dollars",
    "Cats 12020",
  ])("that say more than a year are none: '%s'", (heading) => {
    expect(yearedColumns([numbers(heading), numbers(`${heading} `)])).toEqual([]);
  });
});

describe("texts that cover several years", () => {
  const spans = (...headings: readonly string[]) => spanIn(headings.map((one) => numbers(one)));
  test("are found in headings if all cover as many", () => {
    expect(spans("2018/19", "2019/20")).toBe("2018/19");
    expect(spans("1999-00", "2000-01")).toBe("1999-00");
    expect(spans("2015-2019", "2010 \u2013 2014")).toBe("2015-2019");
    expect(spans("2018/19", "2019/21")).toBeUndefined();
    expect(spans("2018/18", "2019/19")).toBeUndefined();
    expect(spans("2018/19/20", "2019/20/21")).toBeUndefined();
    expect(spans("Cats")).toBeUndefined();
    expect(spanIn([numbers("2018/19", "1", "x"), numbers("2019/20", "x", "y", "1")])).toBe(
      "2018/19",
    );
    expect(spanIn([numbers("2018/19", "x", "y", "1")])).toBeUndefined();
  });

  test("are no month, if that is all that there is: the heading says whether it is", () => {
    expect(spans("2010-11")).toBeUndefined();
    expect(spans("2010-13")).toBe("2010-13");
    const problem = (heading: string, ...cells: readonly string[]) =>
      undated(numbers(heading, ...cells))?.problem;
    expect(problem("Year", "2010-11", "2010-11")).toContain("covers several years");
    expect(problem("Month", "2010-11", "2010-11")).toBeUndefined();
    expect(problem("Month", "soon", "2010-11")).toBeUndefined();
    expect(problem("Month", "soon")).toBe(
      "'Month' holds no dates, as 'soon': a date is 2020, 2020-07, Jul 2020, 2020Q3 or a day",
    );
  });
});

describe("which column says the date", () => {
  const days = ["2020-01-01", "2020-01-02"];
  const found = (...headings: readonly string[]) => {
    const { profile, problem } = findDate(headings.map((one) => numbers(one, ...days)));
    return [profile?.heading, problem?.cures];
  };
  test("an exact heading before others, and two others are a question", () => {
    expect(found("opened", "start date", "Date")).toEqual(["Date", undefined]);
    expect(found("start date", "Period")).toEqual(["Period", undefined]);
    expect(found("opened", "closed")).toEqual(["opened", undefined]);
    expect(found("opened", "end date")).toEqual(["end date", undefined]);
    expect(found("start date", "end date")).toEqual([
      "start date",
      ["--date 'start date'", "--date 'end date'"],
    ]);
    expect(found("date updated", "Published")).toEqual([undefined, undefined]);
    expect(found("date updated", "opened")).toEqual(["opened", undefined]);
  });

  test("whole numbers that are years, or any below a heading of dates", () => {
    const of = (heading: string, ...cells: readonly string[]) =>
      findDate([numbers(heading, ...cells)]).profile?.heading;
    expect(of("x", "2019", "2020")).toBe("x");
    expect(of("x", "202001", "202002")).toBeUndefined();
    expect(of("Month", "202001", "202002")).toBe("Month");
    expect(of("x", "2019", "2020", "2021", "2022", "other")).toBe("x");
    expect(of("x", "2019", "2020", "2021", "other")).toBeUndefined();
  });
});
