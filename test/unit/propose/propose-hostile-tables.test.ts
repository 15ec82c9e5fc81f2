/** Tables that invite a wrong reading: each is read right, or refused; never is a number wrong. */
import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { proposeColumns } from "../../../src/lint.ts";
import type { KnownColumns } from "../../../src/propose/proposal.ts";
import { withFolder } from "../load/load-texts.ts";

/** Observations as `variable entity date value unit`, or why there are none. */
async function read(table: string, known: KnownColumns = {}): Promise<string[] | string> {
  return await withFolder({ "t.csv": table }, async (folder) => {
    const { columns, problems } = await proposeColumns(`${folder}/t.csv`, known);
    if (columns === undefined) return problems.join("; ");
    const commons = await open(`${folder}/t.csv`, { columns });
    const { counters } = commons.info.diagnostics;
    const repeated = counters.find(({ counter }) => counter.includes("InconsistentSvObs"));
    if (repeated !== undefined) return "values differ";
    const { graph, observations } = commons.engine;
    const rows: string[] = [];
    for (let series = 0; series < observations.seriesCount; series++) {
      const { start, end } = observations.pointsOf(series);
      const ids = [observations.variableOf(series), observations.entityOf(series)];
      const { unit } = observations.facetOf(series);
      for (let point = start; point < end; point++) {
        const said = [observations.dateOf(point), observations.textOf(point), unit];
        rows.push([...ids.map((id) => graph.dictionary.textOf(id)), ...said].join(" ").trim());
      }
    }
    return rows;
  });
}

const lines = (...rows: readonly string[]) => `${rows.join("\n")}\n`;

test.each<[string, string, readonly string[], KnownColumns?]>([
  [
    "a region of NUTS beside its country",
    lines("geo,COUNTRY,Year,people", "FRL01,FRA,2020,5", "FRL02,FRA,2020,6"),
    ["people nuts/FRL01 2020 5", "people nuts/FRL02 2020 6"],
  ],
  [
    "men of one department beside the country",
    lines("REF_AREA,COUNTRY,SEX,Year,people", "FRL01,FRA,M,2020,5", "FRL01,FRA,F,2020,6"),
    ["people_Female nuts/FRL01 2020 6", "people_Male nuts/FRL01 2020 5"],
  ],
  [
    "age and sex, with totals",
    lines("iso3,year,AGE,SEX,pop", "FRA,2020,Y0T4,F,5", "FRA,2020,Y0T4,M,6", "FRA,2020,_T,_T,15"),
    [
      "pop country/FRA 2020 15",
      "pop_0To4Years_Female country/FRA 2020 5",
      "pop_0To4Years_Male country/FRA 2020 6",
    ],
  ],
  [
    "one sex alone",
    lines("country_code,year,sex,population", "FRA,2020,F,5", "FRA,2021,F,6"),
    ["population_Female country/FRA 2020 5", "population_Female country/FRA 2021 6"],
  ],
  [
    "an unknown dimension",
    lines("iso3,year,Crop,harvest", "FRA,2020,Soft wheat,5", "FRA,2020,Rice,6"),
    ["harvest_Rice country/FRA 2020 6", "harvest_Soft_wheat country/FRA 2020 5"],
  ],
  [
    "codes beside their names",
    lines(
      "iso3,year,CROP,Crop,harvest",
      "FRA,2020,W1,Soft wheat,5",
      "FRA,2020,R1,Rice,6",
      "FRA,2021,R1,Rice,7",
    ),
    [
      "harvest_R1 country/FRA 2020 6",
      "harvest_R1 country/FRA 2021 7",
      "harvest_W1 country/FRA 2020 5",
    ],
  ],
  [
    "two columns of values",
    lines("iso3,year,births,deaths", "FRA,2020,5,6", "DEU,2020,7,8"),
    [
      "births country/DEU 2020 7",
      "births country/FRA 2020 5",
      "deaths country/DEU 2020 8",
      "deaths country/FRA 2020 6",
    ],
  ],
  [
    "years in headings with a dimension",
    lines("iso3,indicator,sex,2020,2021", "FRA,Jobs,F,5,6", "FRA,Jobs,M,7,8"),
    [
      "Jobs_Female country/FRA 2020 5",
      "Jobs_Female country/FRA 2021 6",
      "Jobs_Male country/FRA 2020 7",
      "Jobs_Male country/FRA 2021 8",
    ],
  ],
  [
    "units, powers of ten and frequencies",
    lines(
      "iso3,TIME,INDICATOR,UNIT_MEASURE,UNIT_MULT,FREQ,OBS_STATUS,DECIMALS,amount",
      "FRA,2020,GDP,USD,6,A,A,1,1.5",
      "FRA,2020,GDP,EUR,6,A,E,1,1.4",
      "FRA,2020,POP,PS,3,A,A,0,60",
    ),
    [
      "GDP country/FRA 2020 1400000 Euro",
      "GDP country/FRA 2020 1500000 USDollar",
      "POP country/FRA 2020 60000 Person",
    ],
  ],
  ...["Scale", "Scalar factor", "multiplier"].map((heading): [string, string, string[]] => [
    `a ${heading} in words or as a factor`,
    lines(
      `iso3,TIME,INDICATOR,${heading},amount`,
      "FRA,2020,GDP,Billions,1.5",
      "FRA,2020,POP,1000,60",
      "FRA,2020,Rate,Units,7",
    ),
    ["GDP country/FRA 2020 1500000000", "POP country/FRA 2020 60000", "Rate country/FRA 2020 7"],
  ]),
  [
    "codes of two letters, with the one of Namibia and a group",
    lines(
      "geo,Year,people",
      "NA,2020,1",
      "EL,2020,2",
      "EU27_2020,2020,3",
      "UK,2020,4",
      "DE,2020,5",
    ),
    [
      "people country/DEU 2020 5",
      "people country/GBR 2020 4",
      "people country/GRC 2020 2",
      "people country/NAM 2020 1",
      "people placeGroup/EU27_2020 2020 3",
    ],
  ],
  [
    "numbers of M49",
    lines("M49 code,Year,people", "001,2020,1", "4,2020,2", "250,2020,3", "002,2020,4"),
    [
      "people Earth 2020 1",
      "people africa 2020 4",
      "people country/AFG 2020 2",
      "people country/FRA 2020 3",
    ],
  ],
  [
    "codes of the Census Bureau with their prefixes",
    lines(
      "GEOID long,Year,people",
      "0400000US06,2020,1",
      "0500000US06037,2020,2",
      "0100000US,2020,3",
    ),
    ["people country/USA 2020 3", "people geoId/06 2020 1", "people geoId/06037 2020 2"],
  ],
  [
    "codes of states in the post",
    lines("State,Year,people", "CA,2020,1", "DE,2020,2"),
    ["people geoId/06 2020 1", "people geoId/10 2020 2"],
  ],
  [
    "one place for all rows",
    lines("month,rate", "2020-01,5", "2020-02,6"),
    ["rate country/USA 2020-01 5", "rate country/USA 2020-02 6"],
    { entity: "country/USA" },
  ],
  [
    "labels below the header",
    lines("iso3,year,people", "Country,Year,Total", "FRA,2020,5"),
    ["people country/FRA 2020 5"],
    { skipRows: 1 },
  ],
  [
    "cells parted by another sign, with decimal commas",
    lines("iso3;year;sex;rate", "FRA;2020;F;1,5", "FRA;2020;M;2,5"),
    ["rate_Female country/FRA 2020 1.5", "rate_Male country/FRA 2020 2.5"],
  ],
  [
    "ages as tables write them",
    lines(
      "iso3,year,Age group,n",
      ...["under 5,1", "5-14,2", "15 to 64 years,3", "65+,4", "Total,10"].map(
        (one) => `FRA,2020,${one}`,
      ),
    ),
    [
      "n country/FRA 2020 10",
      "n_15To64Years country/FRA 2020 3",
      "n_5To14Years country/FRA 2020 2",
      "n_65OrMoreYears country/FRA 2020 4",
      "n_Upto4Years country/FRA 2020 1",
    ],
  ],
  [
    "partners of trade",
    lines("reporter_iso,partner,year,trade", "FRA,DEU,2020,5", "FRA,ITA,2020,6"),
    ["trade_DEU country/FRA 2020 5", "trade_ITA country/FRA 2020 6"],
  ],
  [
    "seasonal adjustment",
    lines("iso3,month,S_ADJ,rate", "FRA,2020-01,SA,5", "FRA,2020-01,NSA,6"),
    [
      "rate_NotSeasonallyAdjusted country/FRA 2020-01 6",
      "rate_SeasonallyAdjusted country/FRA 2020-01 5",
    ],
  ],
  [
    "numbers of two kinds at different dates, in a column of any name",
    lines("iso3,year,Type,n", "FRA,2020,Actual,5", "FRA,2021,Forecast,6"),
    ["n_Actual country/FRA 2020 5", "n_Forecast country/FRA 2021 6"],
  ],
  [
    "pounds of money, which are no unit of weight",
    lines("iso3,year,Price (£)", "GBR,2020,5", "GBR,2021,6"),
    ["Price country/GBR 2020 5 GBP", "Price country/GBR 2021 6 GBP"],
  ],
  [
    "a scenario",
    lines("iso3,year,Scenario,n", "FRA,2020,High,5", "ITA,2020,Low,6"),
    ["n_High country/FRA 2020 5", "n_Low country/ITA 2020 6"],
  ],
  [
    "a dimension that only shows after a thousand rows",
    lines(
      "iso3,year,Kind,n",
      ...Array.from({ length: 500 }, (_, at) => `FRA,${1500 + at},A,1`),
      ...Array.from({ length: 500 }, (_, at) => `DEU,${1500 + at},A,1`),
      "FRA,1500,B,1",
    ),
    [
      ...Array.from({ length: 500 }, (_, at) => `n_A country/DEU ${1500 + at} 1`),
      ...Array.from({ length: 500 }, (_, at) => `n_A country/FRA ${1500 + at} 1`),
      "n_B country/FRA 1500 1",
    ],
  ],
  [
    "a point before decimals beside lists of footnotes",
    lines(
      "iso3,year,n,Footnotes",
      'FRA,2019,1234.567,"1,2"',
      'FRA,2020,5,"1,3"',
      'FRA,2021,6,"2,3"',
    ),
    ["n country/FRA 2019 1234.567", "n country/FRA 2020 5", "n country/FRA 2021 6"],
  ],
  [
    "the United States and a state among counties",
    lines("FIPS,Year,n", "00000,2020,9", "06000,2020,5", "06037,2020,3", "1001,2020,1"),
    ["n country/USA 2020 9", "n geoId/01001 2020 1", "n geoId/06 2020 5", "n geoId/06037 2020 3"],
  ],
  [
    "the United States among states",
    lines("State FIPS Code,Year,n", "00,2020,9", "06,2020,5"),
    ["n country/USA 2020 9", "n geoId/06 2020 5"],
  ],
  [
    "codes with zeros before them, which measure nothing",
    lines("iso3,year,level,n", "FRA,2019,040,5", "DEU,2019,050,6"),
    ["n country/DEU 2019 6", "n country/FRA 2019 5"],
  ],
  [
    "rows without a code of their place",
    lines("iso3,name,year,n", "FRA,France,2020,5", ",Sahel,2020,6", ",Levant,2020,7"),
    ["n country/FRA 2020 5"],
  ],
])("%s: read right", async (_, table, expected, known = {}) => {
  expect(await read(table, known)).toEqual(expected);
});

test.each<[string, string, RegExp, KnownColumns?]>([
  [
    "an unknown region beside its country",
    lines("Region,COUNTRY,Year,n", "RG1,FRA,2020,5"),
    /'Region' says a place within/,
  ],
  [
    "towns beside their states",
    lines("State,City,Year,n", "MA,Boston,2020,5", "MA,Salem,2020,6"),
    /'City'/,
  ],
  [
    "names said to be ids",
    lines("Entity,Year,n", "France,2020,5"),
    /holds names, as 'France', and no ids/,
    { entity: "Entity" },
  ],
  [
    "a note below that may multiply",
    lines("iso3,year,n", "FRA,2020,5", "* in thousands"),
    /'\* in thousands' may say what values are multiplied by: --multiplier 1000 or --multiplier 1/,
  ],
  ["a doubled heading", lines("iso3,year,n,n", "FRA,2020,1,2"), /two columns have the heading 'n'/],
  [
    "codes of countries or of states",
    lines("geo,Year,n", "CA,2020,5", "DE,2020,6"),
    /countries or of states/,
  ],
  [
    "2023.1, which may be January, October or a quarter",
    lines("iso3,Period,n", "FRA,2023.1,5", "FRA,2023.2,6", "FRA,2023.11,7"),
    /'2023.1' in 'Period' may be a month \(2023-01\), October without its zero \(2023-10\) or a quarter \(2023Q1\)/,
  ],
  [
    "2022.7, which is no quarter",
    lines("iso3,Month,n", "FRA,2022.7,5"),
    /'2022.7' in 'Month' may be a month \(2022-07\): write which one/,
  ],
  [
    "thousands or decimals beside numbers with both signs",
    lines("iso3,year,n", "FRA,2020,1.5", 'FRA,2021,"2,5"', 'FRA,2022,"1,250"'),
    /'1,250' may have thousands or decimals/,
  ],
  [
    "a heading with a comma that has no quotes",
    lines("iso3,year,Population (in 1,000),Area", "FRA,2020,5,6", "ITA,2020,7,8"),
    /rows have fewer cells than the header in line 1 has headings, 4 and 5/,
  ],
  [
    "repeated rows",
    lines("iso3,year,n", "FRA,2020,1", "FRA,2020,2"),
    /lines 2 and 3 have the same entity/,
  ],
  [
    "repeated rows that a number separates",
    lines("iso3,year,run,item,value", "FRA,2020,1,x,5", "FRA,2020,2,x,6"),
    /'run'/,
  ],
  [
    "repeated rows that a note separates",
    lines("iso3,year,n,Note", "FRA,2020,1,old", "FRA,2020,2,new"),
    /'Note'/,
  ],
  [
    "repeated rows that a flag separates",
    lines("iso3,year,item,value,OBS_STATUS", "FRA,2020,x,1,P", "FRA,2020,x,2,A"),
    /'OBS_STATUS'/,
  ],
  [
    "two dates",
    lines("iso3,Start year,End year,n", "FRA,2019,2020,5"),
    /several columns hold dates/,
  ],
  ["an ambiguous day", lines("iso3,date,n", "FRA,03/04/2020,5"), /may be 2020-04-03 or 2020-03-04/],
  [
    "no place at all",
    lines("month,rate", "2020-01,5"),
    /one place for all rows \(--entity country\/USA\)/,
  ],
  [
    "a power of ten in words of its own",
    lines("iso3,year,n,UNIT_MULT", "FRA,2020,1,lots"),
    /no power of ten/,
  ],
  [
    "a scale with its unit",
    lines("iso3,year,n,Scale", "FRA,2020,1,Units", "DEU,2020,1,Millions of dollars"),
    /'Millions of dollars' is no power of ten/,
  ],
  [
    "a multiplier that may be a factor or a power",
    lines("iso3,year,n,Multiplier", "FRA,2020,1,3"),
    /'3' may be a factor or a power of ten/,
  ],
  [
    "places as headings beside a column of variables",
    lines("Indicator,Year,Place code,France,Germany", "pop,2020,x,5,6"),
    /columns of values are places, 'France', 'Germany'/,
    { entity: "Place code" },
  ],
  [
    "counties beside their states, by codes",
    lines("STATE,COUNTY,year,births", "01,000,2020,5", "01,001,2020,6"),
    /'COUNTY'/,
  ],
])("%s: refused", async (_, table, problem, known = {}) => {
  expect(await read(table, known)).toMatch(problem);
});
