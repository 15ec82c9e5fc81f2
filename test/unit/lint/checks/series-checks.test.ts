/** Findings about observations, at their rows. */
import { describe, expect, test } from "vitest";
import { lintTexts } from "../lint-texts.ts";

const header = "entity,variable,date,value,unit,observation_period,import_name\n";

async function foundIn(...rows: string[]): Promise<readonly string[]> {
  const { found } = await lintTexts({ "o.csv": `${header}${rows.join("\n")}\n` });
  return found.filter((finding) => !finding.includes("Graph_NotLoaded"));
}

describe("places of findings", () => {
  test("are the rows of the facet that is meant", async () => {
    const rows = [
      ...[10, 11, 12].map((value, at) => `p,V,${2000 + at},${value},,P1Y,Quiet`),
      ...[10, 11, 99].map((value, at) => `p,V,${2000 + at},${value},X,P2Y,Loud`),
    ];
    expect(await foundIn(...rows)).toEqual([
      "warning StatsCheck_MaxPercentFluctuationGreaterThan500 o.csv:7",
    ]);
  });

  test("are the values in MCF, and the dates where those are meant", async () => {
    const observation = (date: string, value: string): string =>
      `Node: o${date}\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcs:V\n` +
      `observationAbout: dcid:p\nobservationDate: "${date}"\nvalue: ${value}\n\n`;
    const text = ["2000 1", "2001 1", "2003 8"].map((pair) => {
      const [date = "", value = ""] = pair.split(" ");
      return observation(date, value);
    });
    const { found, lines } = await lintTexts({ "a.mcf": text.join("") });
    expect(found).toEqual([
      "warning StatsCheck_Data_Holes a.mcf:19",
      "warning StatsCheck_MaxPercentFluctuationGreaterThan500 a.mcf:20",
      "info Graph_NotLoaded -",
    ]);
    expect(lines.slice(0, 2)).toEqual(['observationDate: "2003"', "value: 8"]);
  });

  test("are the rows of templates", async () => {
    const template =
      "Node: E:t->E0\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcs:V\n" +
      "observationAbout: C:t->place\nobservationDate: C:t->date\nvalue: C:t->value\n";
    const { found } = await lintTexts({
      "t.tmcf": template,
      "t.csv": "place,date,value\np,2000,1\np,2001,9\n",
    });
    expect(found[0]).toBe("warning StatsCheck_MaxPercentFluctuationGreaterThan500 t.csv:3");
  });
});

describe("dates and periods", () => {
  test.each([
    ["P1M", "2020", true],
    ["P1M", "2020-01", false],
    ["P1M", "2020-01-31", false],
    ["P12M", "2020", false],
    ["P1Y", "2020", false],
    ["P5Y", "2020", false],
    ["P1D", "2020-01", true],
    ["P1D", "2020-01-01", false],
    ["P1W", "2020-01", true],
    ["P52W", "2020", false],
    ["P30D", "2020-01", false],
    ["P30D", "2020", true],
    ["P365D", "2020", false],
    ["P0D", "2020", false],
    ["P0W", "2020", false],
    ["", "2020", false],
  ])("%s at %s: %s", async (period, date, isOdd) => {
    const found = await foundIn(`p,V,${date},5,,${period},`);
    expect(found).toEqual(isOdd ? ["warning Graph_DateDoesNotFitPeriod o.csv:2"] : []);
  });
});

test.each([
  ["monthly", true],
  ["1Y", true],
  ["P", true],
  ["P1", true],
  ["PT", true],
  ["p1y", true],
  ["PT1H", false],
  ["PT1H30M", false],
  ["P1DT1H30M5S", false],
  ["PT1H30", true],
  ["P1Y6M", false],
  ["P0.5Y", false],
])("the period %s is reported once: %s", async (period, isOdd) => {
  const rows = ["p", "q"].map((place) => `${place},V,2020-01-01T10:00,5,,${period},`).join("\n");
  const found = await foundIn(rows);
  expect(found).toEqual(isOdd ? ["warning Graph_InvalidPeriod o.csv:2"] : []);
});

test.each([
  ["2203", true],
  ["2101-01", true],
  ["2024", false],
  ["1000", false],
  ["0999-12-31", true],
  ["0203", true],
])("the year of %s: %s", async (date, isOdd) => {
  const place = isOdd ? ["warning Graph_ImplausibleYear o.csv:3"] : [];
  const rows = [`q,W,2000,5,,,`, `p,V,${date},5,,,`];
  expect(await foundIn(...rows)).toEqual(place);
});

test.each([
  ["790011", 2020, true],
  ["790011", 20.5, false],
  ["790011", 5, false],
])("an exchange of date and value is named: %s and %s", async (date, value, isNamed) => {
  const { messages } = await lintTexts({ "o.csv": `${header}p,V,${date},${value},,,\n` });
  const named = messages.some((message) => message.includes("are date and value exchanged?"));
  expect(named).toBe(isNamed);
});

const nextYear = String(new Date().getFullYear() + 1);

test("years to come are one note for a variable, a warning where one place alone has them, and none for a projection", async () => {
  const rows = (variable: string, ...years: string[]) =>
    years.map((year, at) => `p${at},${variable},${year},5,,,`);
  const usual = ["2019", "2019", "2019", "2019", "2019"];
  const years = async (...given: string[]) =>
    (await foundIn(...given)).filter((one) => one.includes("Future"));
  expect(await years(...rows("V", ...usual, nextYear, nextYear))).toEqual([
    "info Graph_DateInFuture o.csv:7",
  ]);
  expect(await years(...rows("V", ...usual, nextYear))).toEqual([
    "warning Graph_DateInFuture o.csv:7",
  ]);
  expect(await years(...rows("V", "2019", nextYear))).toEqual(["info Graph_DateInFuture o.csv:3"]);
  expect(await years(...rows("Projected_V", ...usual, nextYear))).toEqual([]);
  expect(await years(...rows("V_RCP45", ...usual, nextYear))).toEqual([]);
  expect(await years(...rows("SSP245_V", ...usual, nextYear))).toEqual([]);
  expect(await years(...rows("V", String(new Date().getFullYear())))).toEqual([]);
});

test.each([
  ["unit", "Graph_UnitOfOnePlace"],
  ["scaling_factor", "Graph_ScalingFactorOfOnePlace"],
])("another %s of one place is reported where all others agree", async (column, counter) => {
  const found = async (...texts: string[]) => {
    const rows = texts.map((text, at) => `p${at % 6},V,${2000 + Math.floor(at / 6)},5,${text}\n`);
    const table = `entity,variable,date,value,${column}\n${rows.join("")}`;
    const { found: all, messages } = await lintTexts({ "o.csv": table });
    return all.flatMap((one, at) => (one.includes(counter) ? [`${one} ${messages[at]}`] : []));
  };
  const field = column === "unit" ? "unit" : "scalingFactor";
  expect(await found("10", "10", "100", "10", "10", "10")).toEqual([
    `warning ${counter} o.csv:4 'V' of 'p2': it alone has the ${field} '100'; 5 other places of this import have the ${field} '10'`,
  ]);
  expect(await found("100", "10", "10", "10", "10")).toEqual([
    `warning ${counter} o.csv:2 'V' of 'p0': it alone has the ${field} '100'; 4 other places of this import have the ${field} '10'`,
  ]);
  expect(await found("10", "10", "", "10", "10", "10")).toHaveLength(1);
  expect(await found("10", "10", "100", "10")).toHaveLength(1);
  expect(await found("10", "10", "100")).toEqual([]);
  expect(await found("10", "10", "100", "100", "10", "10", "10", "10", "100", "100")).toEqual([]);
  expect(await found("10", "10", "100", "1000", "10", "10", "10", "10")).toEqual([]);
  // A place with both is another finding.
  expect(await found("10", "10", "10", "10", "10", "10", "10", "100")).toEqual([]);
});

describe("a value that fits none of its neighbours is where a finding points", () => {
  const placed = async (...values: number[]) => {
    const found = await foundIn(...values.map((value, at) => `p,V,${2000 + at},${value},,,`));
    return found.map((one) => one.replace(/^warning (?:StatsCheck_|Graph_)/, ""));
  };
  const rise = "MaxPercentFluctuationGreaterThan500";

  test("also before the line of the larger neighbour", async () => {
    expect(await placed(520, 519, 52, 515, 523)).toEqual([`${rise} o.csv:4`]);
    expect(await placed(520, 519, -311, 515)).toEqual([
      "MaxPercentFluctuationGreaterThan100 o.csv:4",
    ]);
    expect(await placed(52, 519, 520, 515)).toEqual([`${rise} o.csv:2`]);
    expect(await placed(52, 51, 515, 520)).toEqual([`${rise} o.csv:4`]);
    expect(await placed(52, 51, 5150, 52)).toEqual([`${rise} o.csv:4`]);
  });

  test("a last value without a digit, and a first one with one too many", async () => {
    expect(await placed(518, 516, 530, 53)).toEqual(["OddSize o.csv:5"]);
    expect(await placed(5210, 518, 516, 530)).toEqual(["OddSize o.csv:2"]);
    const { messages } = await lintTexts({
      "o.csv": `${header}p,V,2000,518,,,\np,V,2001,516,,,\np,V,2002,530,,,\np,V,2003,5,,,\n`,
    });
    expect(messages[0]).toBe(
      "'V' of 'p': 5 at 2003 is about 1/100 of its neighbours, such as 530 at 2002; is a digit missing?",
    );
  });

  test("values that fall otherwise, uneven ones and few ones are no mistake", async () => {
    expect(await placed(518, 516, 530, 110)).toEqual([]);
    expect(await placed(518, 516, 900, 65)).toEqual([]);
    expect(await placed(518, 530, 53)).toEqual([]);
    expect(await placed(518, 516, 530, 0)).toEqual([]);
    expect(await placed(-518, -516, -530, -53)).toEqual([]);
  });
});

test("a variable counts by its measuredProperty, and by its name if nothing describes it", async () => {
  const variable = (dcid: string, ...lines: string[]) =>
    `Node: dcid:${dcid}\ntypeOf: dcs:StatisticalVariable\n${lines.join("\n")}\n\n`;
  const nodes = [
    variable("Loans", "measuredProperty: dcs:count", "statType: dcs:measuredValue"),
    variable("Share", "measuredProperty: dcs:count", "measurementDenominator: dcs:Count_Cat"),
    variable("Growth", "measuredProperty: dcs:count", "statType: dcs:growthRate"),
    variable("Mean", "measuredProperty: dcs:count", "statType: dcs:measuredValue, dcs:meanValue"),
    variable("Count_Change", "measuredProperty: dcs:change"),
  ];
  const names = ["Loans", "Share", "Growth", "Count_Change", "Count_Cat", "Mean"];
  const rows = names.map((name) => `p,${name},2020,1.448,,,\nq,${name},2020,-5,,,\n`);
  const unit = "q,Loans,2021,1.448,Thousand,,\n";
  const { found } = await lintTexts({
    "a.mcf": nodes.join(""),
    "o.csv": header + rows.join("") + unit,
  });
  expect(found.filter((one) => /Fractional|Negative/.test(one))).toEqual([
    "warning Graph_FractionalCount o.csv:2",
    "warning Graph_NegativeCount o.csv:3",
    "warning Graph_FractionalCount o.csv:10",
    "warning Graph_NegativeCount o.csv:11",
  ]);
});

test.each(["2050", "2087-01", "2100-12-31"])("the year of %s may be a projection", async (date) => {
  const rows = ["q,W,2000,5,,,", `p,V,${date},5,,,`];
  const found = await foundIn(...rows);
  expect(found[0]).toBe("info Graph_DateInFuture o.csv:3");
});

test("a count below zero is reported, and other values are not", async () => {
  const rows = ["p,Count_Cat,2020,-5,,,", "p,Count_Cat,2021,-6,,,", "p,Change_Cat,2020,-5,,,"];
  const found = await foundIn(...rows);
  expect(found.filter((one) => one.includes("Negative"))).toEqual([
    "warning Graph_NegativeCount o.csv:2",
  ]);
});

test("a count with a point between thousands is reported, and means and other variables are not", async () => {
  const rows = ["p,Count_Cat,2020,1.448,,,", "p,Count_Cat,2021,1.45,,,", "p,Count_Cat,2022,900,,,"];
  const others = [
    "p,Count_Dog,2020,2.5,,,",
    "p,Mean_Cat,2020,1.448,,,",
    "p,Count_Cow,2020,1.4482,,,",
  ];
  const mixed = ["q,Count_Cat,2020,1.448,,,", "q,Count_Cat,2021,1.4482,,,"];
  // 1.000 and 1.010 after 990 lose the nulls at their ends.
  const ends = [
    "p,Count_Hen,2020,990,,,",
    "p,Count_Hen,2021,1.000,,,",
    "p,Count_Hen,2022,1.010,,,",
    "p,Count_Pig,2022,0.093,,,",
    "p,Count_Fox,2022,144.81,,,",
  ];
  const { messages } = await lintTexts({
    "o.csv": `${header}${[...rows, ...others, ...mixed, ...ends].join("\n")}\n`,
  });
  expect(messages.filter((one) => one.includes("not whole"))).toEqual([
    "'Count_Cat' of 'p': a count is not whole: 1.448 at 2020; if its point stands between thousands, write 1448",
    "'Count_Hen' of 'p': a count is not whole: 1.01 at 2022; if its point stands between thousands, write 1010",
    "'Count_Pig' of 'p': a count is not whole: 0.093 at 2022; is it in thousands?",
    "'Count_Fox' of 'p': a count is not whole: 144.81 at 2022; if its point stands between thousands, write 144810",
  ]);
});

test("dates of another form are shown up to the third, and counted", async () => {
  const table = (months: number) => {
    const years = Array.from({ length: 7 }, (_, at) => `p,V,${2000 + at},5,,,`);
    const others = Array.from({ length: months }, (_, at) => `p,V,2010-0${at + 1},5,,,`);
    return { "o.csv": `${header}${[...years, ...others].join("\n")}\n` };
  };
  const shown = "another form of date than most: 5 at 2010-01, 5 at 2010-02, 5 at 2010-03";
  expect((await lintTexts(table(3))).messages).toContain(`'V' of 'p': ${shown}`);
  expect((await lintTexts(table(4))).messages).toContain(`'V' of 'p': ${shown} and 1 more`);
});

describe("units and scaling factors", () => {
  test("of one row are reported there", async () => {
    const rows = [2000, 2001, 2002, 2003].map((year) => `p,V,${year},5,1,I`);
    const { found } = await lintTexts({
      "o.csv": `entity,variable,date,value,scaling_factor,import_name\n${rows.join("\n").replace("2,5,1,", "2,5,1000,")}\n`,
    });
    expect(found[0]).toBe("warning Graph_MixedUnits o.csv:4");
  });

  test("that change within one import are reported, more mildly at the same dates", async () => {
    expect(await foundIn("p,V,2000,5,EUR,,I", "p,V,2001,5,USD,,I")).toEqual([
      expect.stringMatching(/^warning Graph_MixedUnits o\.csv:\d$/),
    ]);
    expect(await foundIn("p,V,2000,5,EUR,,I", "p,V,2000,5,USD,,I")).toEqual([
      expect.stringMatching(/^info Graph_MixedUnits o\.csv:\d$/),
    ]);
  });

  test("of several imports, variables and periods are no mistake", async () => {
    expect(await foundIn("p,V,2000,5,EUR,,I", "p,V,2001,5,USD,,J")).toEqual([]);
    expect(await foundIn("p,V,2000,5,EUR,,I", "p,W,2001,5,USD,,I")).toEqual([]);
    expect(await foundIn("p,V,2000,5,EUR,P1Y,I", "p,V,2001,5,USD,P2Y,I")).toEqual([]);
  });
});

describe("messages and the parts of the row that they are about", () => {
  const shape = "entity,variable,date,value,unit,observation_period,scaling_factor,import_name\n";

  async function saidOf(...rows: string[]): Promise<readonly string[]> {
    const { report } = await lintTexts({ "o.csv": `${shape}${rows.join("\n")}\n` });
    return report.findings
      .filter(({ counter }) => counter !== "Graph_NotLoaded")
      .map(({ counter, line, message }) => `${line} ${counter.replace(/^\w+?_/, "")} ${message}`);
  }

  test("a scale that is no number, once for all its series", async () => {
    expect(
      await saidOf("a,V,2020,1,,,1000,", "a,W,2020,1,,,thousand,", "a,X,2020,1,,,thousand,"),
    ).toEqual([
      "3 InvalidScalingFactor 'W' of 'a': the scaling factor 'thousand' is no number, such as 1000",
    ]);
  });

  test("a count below zero, of a variable that counts", async () => {
    const rows = ["Count_A,2020,0", "Count_A,2021,-1", "Rate_Count_B,2020,-1", "Count_C,2020,-x"];
    expect(
      (await saidOf(...rows.map((row) => `a,${row},,,,`))).filter((one) =>
        one.includes("Negative"),
      ),
    ).toEqual(["3 NegativeCount 'Count_A' of 'a': a count is negative: -1 at 2021"]);
  });

  test("numbers and texts, outliers, and days that there are not", async () => {
    const many = Array.from({ length: 20 }, (_, at) => `a,V,${2000 + at},100,,,,`);
    expect(await saidOf(...many, "a,V,2020,150,,,,")).toEqual([
      "22 3_Sigma 'V' of 'a': further than three standard deviations from the mean: 150 at 2020",
    ]);
    expect(await saidOf("a,V,2020,1,,,,", "a,V,2021,x,,,,")).toEqual([
      "2 MultipleValueTypesInASeries 'V' of 'a': numbers and texts in one series: x at 2021, 1 at 2020",
      "3 SVObs_Value_NotANumber 'x' is not a number; it is kept as text: column 'value'",
    ]);
    expect(await saidOf("a,V,2021-02-28,1,,,,", "a,V,2021-02-30,1,,,,")).toEqual([
      "3 InvalidObsDate there is no day '2021-02-30'; it is loaded as written: column 'date'",
      "3 Invalid_Date 'V' of 'a': no such day: 1 at 2021-02-30",
    ]);
  });

  test("a period that is no duration", async () => {
    const periods = ["xP1Y", "P1YM", "P1Mx", "P1Y2M", "PT1H", "P"];
    const found = await saidOf(
      ...periods.map((period, at) => `a,V${at},2020-01-01,1,,${period},,`),
    );
    expect(found.map((one) => one.split(": ")[1])).toEqual([
      "the period 'xP1Y' is no duration of ISO 8601, such as P1Y, P3M or P1D",
      "the period 'P1YM' is no duration of ISO 8601, such as P1Y, P3M or P1D",
      "the period 'P1Mx' is no duration of ISO 8601, such as P1Y, P3M or P1D",
      "the period 'P' is no duration of ISO 8601, such as P1Y, P3M or P1D",
    ]);
  });

  test("days of four weeks are a month, and 360 days a year", async () => {
    const rows = ["P27D,2020-01", "P28D,2020-01", "P359D,2020", "P360D,2020"].map((row, at) => {
      const [period, date] = row.split(",");
      return `a,V${at},${date},1,,${period},,`;
    });
    expect((await saidOf(...rows)).map((one) => one.slice(0, 1))).toEqual(["2", "4"]);
  });
});
