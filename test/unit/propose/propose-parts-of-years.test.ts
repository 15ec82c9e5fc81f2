/** A month, quarter or week beside a year is never lost: its values are not those of the whole year. */
import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { type KnownColumns, proposeColumns } from "../../../src/lint.ts";
import { profileOf } from "../../../src/propose/column-profile.ts";
import { datedColumns } from "../../../src/propose/find-date.ts";

const rows = (part: string) => `2020,${part},KEN,5\n2021,${part},KEN,6\n`;

test.each([
  ["refYear,refMonth,iso3,births", "3", ["2020-03", "2021-03"]],
  ["data_year,data_qtr,iso3,births", "2", ["2020-06", "2021-06"]],
])("%s: both are one date", async (header, part, dates) => {
  const files = { "a.csv": `${header}\n${rows(part)}` };
  const { columns } = await proposeColumns(files);
  const commons = await open(files, { columns });
  const { observations } = commons.engine;
  expect(commons.catalog.variables().map(({ dcid }) => dcid)).toEqual(["births"]);
  expect([0, 1].map((point) => observations.dateOf(point))).toEqual(dates);
});

test.each([
  ["MMWRyear,MMWRweek,iso3,deaths", "10"],
  ["year,report_month,iso3,deaths", "March"],
  ["year,fiscal_quarter,iso3,deaths", "2"],
])("%s: the table is refused", async (header, part) => {
  const { columns, problems } = await proposeColumns({ "a.csv": `${header}\n${rows(part)}` });
  expect(columns).toBeUndefined();
  expect(problems).toEqual([
    expect.stringContaining(
      `'${header.split(",")[1]}' may say a part of the year in '${header.split(",")[0]}', as '${part}'`,
    ),
  ]);
});

test.each(["Total", "Jahr", "Mar p"])(
  "a cell such as %s among months is no variable",
  async (odd) => {
    const months = ["January", "February", odd].map((month) => `2020,${month},KEN,5\n`);
    const files = { "a.csv": `Year,Month,iso3,births\n${months.join("")}` };
    const { columns } = await proposeColumns(files);
    const commons = await open(files, { columns });
    expect(commons.catalog.variables().map(({ dcid }) => dcid)).toEqual(["births"]);
    const { observations } = commons.engine;
    expect([0, 1].map((point) => observations.dateOf(point))).toEqual(["2020-01", "2020-02"]);
  },
);

test.each([
  ["1st", "2nd"],
  ["I", "IV"],
])("quarters %s and %s are no part of the variable: the table is refused", async (...quarters) => {
  const lines = quarters.map((quarter) => `2020,${quarter},KEN,5\n`);
  const table = `Year,Quarter,iso3,deaths\n${lines.join("")}`;
  const { columns, problems } = await proposeColumns({ "a.csv": table });
  expect(columns).toBeUndefined();
  expect(problems).toEqual([
    expect.stringContaining(`'Quarter' may say a part of the year in 'Year', as '${quarters[0]}'`),
  ]);
});

test.each([
  ["Period", "Before", "After"],
  ["Months", "0-6 months", "7-12 months"],
])("%s that says no part of a year is a part of the variable", async (heading, ...cells) => {
  const lines = cells.map((cell) => `2020,${cell},KEN,5\n`);
  const { columns } = await proposeColumns({
    "a.csv": `Year,${heading},iso3,n\n${lines.join("")}`,
  });
  expect(columns?.dimensions).toHaveProperty(heading);
});

test("numbers that a column beside them names, and names themselves, are no values", async () => {
  const table =
    "DATE,DATE_NAME,GEOGRAPHY,GEOGRAPHY_NAME,SEX,SEX_NAME,OBS_VALUE\n" +
    "2020,2020,2092957697,Kenya,5,Male,330\n2020,2020,2092957697,Kenya,6,Female,340\n";
  const { found } = await proposeColumns({ "a.csv": table });
  expect(found.filter(({ role }) => role === "value").map(({ heading }) => heading)).toEqual([
    "OBS_VALUE",
  ]);
});

test.each<[string, string, KnownColumns, unknown]>([
  ["2022", "2023", {}, [5.5, ""]],
  ["2022 (thousands)", "2023 (thousands)", {}, [5500, ""]],
  ["2022 (USD millions)", "2023 (USD millions)", {}, [5_500_000, "USDollar"]],
  ["2022 (USD millions)", "2023 (USD millions)", { unit: "Euro" }, [5_500_000, "Euro"]],
  ["Visits 2022 (thousands)", "Visits 2023 (thousands)", {}, [5500, ""]],
  ["2022 (thousands)", "2023 (thousands)", { multiplier: 1 }, [5.5, ""]],
  ["2022 (%)", "2023 (%)", {}, [5.5, "Percent"]],
  ["Q4 2022 (USD millions)", "Q1 2023 (USD millions)", {}, [5_500_000, "USDollar"]],
  ["Dec 2022 (km)", "Jan 2023 (km)", {}, [5.5, "Kilometer"]],
])(
  "%s and %s, with one variable of all rows: its values are what %o and headings say",
  async (first, second, known, expected) => {
    const files = { "a.csv": `iso3,${first},${second}\nKEN,5.5,6.5\nUGA,7.5,8.5\n` };
    const { columns } = await proposeColumns(files, { variable: "visits", ...known });
    const commons = await open(files, { columns });
    const question = { entities: ["country/KEN"], variables: ["visits"], date: "all" };
    const [row] = (await commons.table(question)).toJSON();
    expect([row?.value, row?.unit ?? ""]).toEqual(expected);
  },
);

test("dates with one unit are of one variable, and its name is asked for", async () => {
  const files = { "a.csv": "iso3,2022 (USD millions),2023 (USD millions)\nKEN,5.5,6.5\n" };
  expect((await proposeColumns(files)).problems).toEqual([
    "columns are dates, and nothing says of which variable: --variable NAME does",
  ]);
});

test.each([
  ["2022 (thousands)", "2023 (millions)", "2022"],
  ["Jan 2022 (index)", "Feb 2022 (index)", "Jan 2022"],
  ["Q1 2022 (thousands)", "Q2 2022", "Q1 2022"],
])("%s and %s: the heading is named whose date cannot be read", async (first, second, date) => {
  const files = { "a.csv": `iso3,${first},${second}\nKEN,5.5,6.5\nUGA,7.5,8.5\n` };
  const { problems } = await proposeColumns(files, { variable: "visits" });
  expect(problems[0]).toBe(
    `'${first}' in the header says a date beside something else, and not all columns of values do so alike: write the date alone, as ${date}`,
  );
});

test("dates of one variable in two units are refused", async () => {
  const files = { "a.csv": "iso3,2022 (USD),2023 (EUR)\nKEN,5.5,6.5\nUGA,7.5,8.5\n" };
  const { columns, problems } = await proposeColumns(files, { variable: "visits" });
  expect([columns, problems.length > 0]).toEqual([undefined, true]);
});

test("dates of which one column has signs of a unit are refused, until one unit is said", async () => {
  const files = { "a.csv": "iso3,Rate 2022,Rate 2023\nKEN,5%,6\nUGA,7%,8\n" };
  const { problems } = await proposeColumns(files, { variable: "rate" });
  expect(problems).toContain(
    "'Rate 2022' and 'Rate 2023' are in different units: --unit says one for both",
  );
  const { columns } = await proposeColumns(files, { variable: "rate", unit: "Percent" });
  expect(columns?.unit).toEqual({ constant: "Percent" });
});

test.each([
  [1000, ", times 1000, as --multiplier says, and not 1000000, as the heading says"],
  [1_000_000, ""],
  [undefined, ", times 1000000, as the heading says"],
])("a multiplier of %s that contradicts a heading is shown beside it", async (multiplier, said) => {
  const files = { "a.csv": "iso3,Year,Budget (US$ millions)\nKEN,2020,5.5\nUGA,2020,7.5\n" };
  const { found } = await proposeColumns(files, { multiplier });
  expect(found.find(({ heading }) => heading.startsWith("Budget"))?.reason).toBe(
    `numbers, as 5.5, in USDollar${said}: a variable of its own`,
  );
});

test.each<[KnownColumns, string]>([
  [{ unit: "Million USD" }, "--unit USDollar --multiplier 1000000"],
  [{ unit: "thousands" }, "--multiplier 1000"],
  [{ unit: "Million USD", multiplier: 1_000_000 }, "--unit USDollar --multiplier 1000000"],
])("%o: a unit that says a power of ten is refused, with both options", async (known, cure) => {
  const files = { "a.csv": "iso3,2022,2023\nKEN,5.5,6.5\nUGA,7.5,8.5\n" };
  const proposal = await proposeColumns(files, { variable: "spend", ...known });
  expect([proposal.problems, proposal.cures]).toEqual([
    [`--unit '${known.unit}' says a unit and a power of ten, which --multiplier says`],
    [cure],
  ]);
});

test.each(["2020(thousands)", "2020 (USD)"])(
  "'%s' is a year and how its values are measured, as beside other years",
  (heading) => {
    const columns = [heading, heading.replace("2020", "2021")].map((one) =>
      profileOf(one, ["1", "2"], "."),
    );
    expect(datedColumns(columns).map(({ date }) => date)).toEqual(["2020", "2021"]);
  },
);

test.each<[header: string, variables: readonly string[]]>([
  ["Visits 2022,Visits 2023,Visits 2024p", ["Visits 2022", "Visits 2023", "Visits 2024"]],
  ["Visits 2022r,Visits 2023*,Visits 2024", ["Visits 2022", "Visits 2023", "Visits 2024"]],
  ["Visits 2022,Visits 2023 (est.),Visits 2024 [1]", ["Visits 2022", "Visits 2023", "Visits 2024"]],
  [
    "Visits 2023,Visits 2024p,Visits abroad 2024",
    ["Visits 2023", "Visits 2024", "Visits abroad 2024"],
  ],
  // Women and men, or a plan and its result.
  ["Visits 2024,Visits 2023 f,Visits 2023 m", []],
  [
    "Visits 2022 f,Visits 2023 f,Visits 2023 m",
    ["Visits f 2022", "Visits f 2023", "Visits m 2023"],
  ],
  [
    "Tons 2020 (t),Tons 2021 (t),Tons 2022 (k)",
    ["Tons (t) 2020", "Tons (t) 2021", "Tons (k) 2022"],
  ],
  ["J 2020 (J),J 2021 (J),J 2022p (J)", ["J (J) 2020", "J (J) 2021", "J (J) 2022"]],
  ["Births 2018,Births 2019 f,Births 2020", ["Births 2018", "Births f 2019", "Births 2020"]],
  ["Costs 2023,Costs 2024 (est.),Costs 2024", ["Costs 2023", "Costs (est.) 2024", "Costs 2024"]],
])("marks of years in %s", async (header, variables) => {
  const { columns } = await proposeColumns({ "a.csv": `iso3,${header}\nKEN,1,2,3\nUGA,4,5,6\n` });
  const said = Object.entries(columns?.variables ?? {}).map(([heading, one]) => {
    const { date, name = heading } = one as { date?: string; name?: string };
    return `${name} ${date}`;
  });
  expect(said).toEqual(variables);
});

test("years of two, as 2022/23, without a heading that says dates are refused as such", async () => {
  const text = (...seasons: string[]) =>
    `iso3,Season,Visits\n${seasons.map((one) => `KEN,${one},5\n`).join("")}`;
  const problems = async (...seasons: string[]) =>
    (await proposeColumns({ "a.csv": text(...seasons) })).problems;
  expect(await problems("2022/23", "2023/24")).toEqual([
    "'2022/23' in 'Season' covers several years, and is no date: write the year that counts, as 2022; no column holds dates: --date 2024 says one date for all rows, --date HEADING a column",
  ]);
  expect(await problems("1000-1999", "2000-2999")).toEqual([expect.stringMatching(/^no column/)]);
  const beside = "iso3,Season,Visits 2023,Visits 2024\nKEN,2022/23,5,6\nKEN,2023/24,5,6\n";
  expect((await proposeColumns({ "a.csv": beside })).problems).toEqual([]);
});

test.each([
  ["Use (GWh) 2022", "GigawattHour"],
  ["Use (GWh), 2022p", "GigawattHour"],
  ["Area in ha 2022 (est.)", "Hectare"],
  ["Use 2022 (GWh)", "GigawattHour"],
  ["Use 2022", ""],
  ["Days in 2022", ""],
])("%s is in the unit '%s', whatever its year", async (first, unit) => {
  const second = first.replace("2022p", "2022").replace("2022", "2023");
  const files = {
    "a.csv": `iso3,${[first, second].map((one) => `"${one}"`).join()}\nKEN,5,6\nUGA,7,8\n`,
  };
  const { columns } = await proposeColumns(files);
  const said = Object.values(columns?.variables ?? {}) as { unit?: string }[];
  expect(said.map((one) => one.unit ?? "")).toEqual([unit, unit]);
  const { problems } = await proposeColumns(files, { unit: "Kilowatt" });
  expect(problems.length).toBe(unit === "" ? 0 : 1);
});
