/** What each layout makes of its example and of further tables: columns, rows, and what is left out. */
import { expect, test } from "vitest";
import { DiagnosticLog, FileLog } from "../../../../src/load/bytes/diagnostics.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import {
  readTableRows,
  sampleTable,
  type TableSample,
} from "../../../../src/load/described/table-sample.ts";
import type { LaidColumn } from "../../../../src/load/layouts/layout.ts";
import { type LayoutName, layoutNames, layouts } from "../../../../src/load/layouts/layouts.ts";
import { expectRecorded } from "../../recorded-text.ts";
import { memoryInput } from "../inputs.ts";

const months = "Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec";

/** Tables with the headings and cells that an example does not have. */
const further: Partial<Readonly<Record<LayoutName, readonly string[]>>> = {
  ilo: [
    `ref_area.label,source.label,indicator.label,sex.label,time,obs_value,note_source.label
France,Survey,Jobs,Female,2020Q1,...,R1
`,
    `ref_area,ref_area.label,indicator,indicator.label,sex,sex.label,time,obs_value
FRA,France,JOBS,Jobs,SEX_F,Female,2020M03,5
`,
    "ref_area,indicator,time\nFRA,JOBS,2020\n",
  ],
  "sdmx-csv": [
    `STRUCTURE,STRUCTURE_ID,STRUCTURE_NAME,ACTION,MEASURE,REF_AREA,Reference area,SEX,TIME_PERIOD,OBS_VALUE,UNIT_MEASURE,UNIT_MULT,OBS_STATUS,OBS_STATUS_LABEL
dataflow,A:B(1.0),Name,I,POP,FRA,France,F,2020,~,PS,3,A,Normal
dataflow,A:B(1.0),Name,Delete,POP,FRA,France,F,2021,5,PS,3,A,Normal
`,
    "KEY,FREQ,TIME_PERIOD,OBS_VALUE\nEXR.M.USD,M,2020-01,:\n",
    "DATAFLOW,SEX: Sex,REF_AREA: Area,INDICATOR: What,TIME_PERIOD: Time,OBS_VALUE: Value,OBS_STATUS: Status\nA:B(1.0): C,F: Female,FRA: France,I: It,2020,#N/A,A: Normal\n",
    "STRUCTURE,STRUCTURE_ID,ACTION,variableMeasured,from,to,TIME_PERIOD,OBS_VALUE,facetId\ndataflow,DC:DF_OBS(1.0.0),I,Loans,country/FRA,country/KEN,2020,5,7\n",
    "DATAFLOW,REF_AREA,TIME_PERIOD,OTHER\nA:B(1.0),FRA,2020,5\n",
  ],
  "sdmx-wide": [
    "SERIES_CODE,COUNTRY,INDICATOR,FREQUENCY,SCALE,2019,2020,OBS_MEASURE\nFRA.NGDP.A,France,NGDP,A,Billions,:,6,x\n",
    "FREQ,UNIT_MULT,2019\nA,0,5\n",
    "SERIES_CODE,COUNTRY,2019\nFRA.X,France,5\n",
  ],
  oecd: [
    `"COU","Country","SEX","Sex","YEAR","Unit Code","Unit","PowerCode Code","PowerCode","Reference Period Code","Value","Flag Codes","Flags"
"FRA","France","F","Women","2020","PER","Persons","0","Units","","..","M","Missing"
`,
    "LOCATION,VAR,Value,Flag Codes\nFRA,A,5,\n",
  ],
  "world-bank": [
    `Country,Country Code,Counterpart-Area Name,Counterpart-Area Code,Series Name,Series Code,2019 [YR2019],2020 [YR2020],Unnamed: 8
Kenya,KEN,World,WLD,Debt,DT.DOD,..,6,
Data from database: Debt,,,,,,,,
`,
    "Country Name,Country Code,Indicator Name,2019\nKenya,KEN,Debt,7\n",
  ],
  "world-bank-long": [
    "Country Name,Country Code,Indicator Name,Indicator Code,Year,Value,Status\nKenya,KEN,Debt,DT.DOD,2019,...,E\n",
    "Country Name,Country Code,Date,Value\nKenya,KEN,2019,7\n",
    "Time Code,Date,Series Code,Kenya [KEN]\nYR2019,2019,A,7\n",
  ],
  "imf-weo": [
    "ISO,WEO Subject Code,Subject Notes,Country/Series-specific Notes,2019\nFRA,NGDPD,a,b,--\n",
    "WEO Subject Code,Country,2019\nNGDPD,France,5\n",
    "ISO,WEO Subject Code,Country\nFRA,NGDPD,France\n",
  ],
  "imf-ifs": [
    "Country Name,Country Code,Indicator Name,Indicator Code,Counterpart,Time Period,Value,Status\nFrance,132,CPI,PCPI,W,2020Q1,...,E\nFrance,132,CPI,PCPI,W,2020,9,\n",
    "Country Name,Country Code,Time Period,Value,Status\nFrance,132,2020,9,\n",
  ],
  owid: [
    "iso_code,continent,location,date,new_cases\nFRA,Europe,France,2020-01-01,5\n,,Africa ,2020-01-01,6\n,,Elsewhere,2020-01-01,7\n",
    "Entity,Code,Day,Deaths,Deaths-annotations\nNorth America,,2020-01-01,7,x\n",
  ],
  fred: ["DATE,GDPC1\n2020-01-01,#N/A\n2020-04-01, 17.3 \n", "DATE,GDP,GDP\n2020-01-01,5,6\n"],
  "census-acs": [
    'GEO.id,GEO.id2,GEO.display-label,HD01_VD01,B01003_001EA\n0400000US06,06,California,**,x\n0400000US25,25,Massachusetts,"250,000+",\n',
    "GEO_ID,B01003_001E\nelsewhere,5\n",
  ],
  "census-api": [
    "NAME,B01003_001E,GEO_ID,us\nNation,5,1,1\n",
    "B01003_001E,state,zip code tabulation area\n6,06,94105\n",
    "B01003_001E,state,county,tract\n-666666666,06,001,400100\n7,06,,400200\n",
    "B01003_001E,state,year,county\n5,06,2020,001\n",
    "B01003_001E,county\n5,001\n",
  ],
  "census-estimates": [
    `SUMLEV,STATE,COUNTY,PLACE,NAME,POPESTIMATE2020,NPOPCHG_2020
10,0,0,0,United States,1,-1
20,0,0,0,Northeast,2,2
040,6,0,0,California,3,3
050,6,1,0,Alameda County,4,4
162,6,0,53000,Oakland city,5,5
157,6,1,53000,Oakland city,6,6
`,
  ],
  bea: [
    `GeoFips,GeoName,LineCode,Description,Unit,2019
00000,United States,1,GDP 1/,Dollars,1
06001,"Alameda, CA",1,GDP 1/,Dollars,(NA)
10180,"Abilene, TX (Metropolitan Statistical Area)",1,GDP 1/,Dollars,3
51901,"Albemarle + Charlottesville, VA",1,GDP 1/,Dollars,4
91000,New England,1,GDP 1/,Dollars,5
99,Short,1,GDP 1/,Dollars,6
"Legend / Footnotes:",,,,,
1/ A footnote,,,,,
`,
    "GeoFIPS,GeoName,Unit\n00000,United States,Dollars\n",
  ],
  bls: [
    "series_id,year,period,value,footnote_codes,area_text,12-month % change\nA1,2020,Q02,-,R,Ohio,1\nA1,2020,S01,4,,Ohio,\nA1,2020,A01,5,,Ohio,\nA1,2020,Q05,6,,Ohio,\nA1,2020,X01,7,,Ohio,\n",
    "Series ID,Year,Value\nA1,2020,5\n",
  ],
  "johns-hopkins": [
    `FIPS,Combined_Key,Province_State,Country_Region,1/22/20,2/3/20
1001.0,"Autauga, Alabama, US",Alabama,US,5,6
,"Unassigned, Alabama, US",Alabama,US,7,8
80001,"Out of AL, Alabama, US",Alabama,US,9,10
`,
    "Province/State,Country/Region,2/3/20,1/22/20\n,France,5,6\n",
  ],
  "un-data": [
    "Country or Area,Year(s),Item,Series,Unit,Source Year,Value,Reliability\nFrance,2020,Wheat,Yield,t,2021,…,x\nfnSeqID,Footnote,,,,,,\n1,Provisional.,,,,,,\n",
  ],
  "un-yearbook": ["Region/Country/Area,,Series,Value\n250,France,Population,5\n"],
  "un-sdg": [
    "SeriesCode,SeriesDescription,GeoAreaCode,GeoAreaName,TimePeriod,Value,Units,Nature,Sex,[Age],Type of skill,Time_Detail,UpperBound\nA,Skill,404,Kenya,2019,NaN,PERCENT,E,FEMALE,15+,SQL,2019,9\n",
    "SeriesCode,GeoAreaCode,TimePeriod\nA,404,2019\n",
  ],
  "un-prospects": [
    "LocationId,Iso3,Location,IndicatorShortName,IndicatorName,Variant,TimeLabel,Sex,Age,Value\n900,,World,TPop,Population,Median,2020,Both sexes,Total,7\n404,KEN,Kenya,TPop,Population,Median,2020,Female,0-4,5\n903,,Africa,TPop,Population,Median,2020,Male,0-4,6\n",
    "LocID,ISO3_code,Location,Variant,Time,AgeGrp,PopMale\n404,KEN,Kenya,Medium,2020,0-4,5\n",
    "LocID,Variant,Time\n404,Medium,2020\n",
  ],
  faostat: [
    `Area Code,Area,Item Code,Item,Element Code,Element,Unit,Y2019,Y2019F,Y2020,Y2020N
41,"China, mainland",15,Wheat,5510,Production,t,5,A,..,x
351,China,15,Wheat,5510,Production,t,6,A,7,
"FAOSTAT Date: today",,,,,,,,,,
`,
    `Area Code (M49),Area,Months Code,Months,Item,Element,Year,Unit,Value,Flag
'250,France,7001,January,CPI,Index,2020,,101,X
'250,France,7021,Quarter,CPI,Index,2020,,102,X
`,
    `Area,Item,Element,Months Code,Months,Unit,Y2020
France,CPI,Index,7012,December,,103
`,
    "Area,Item,Element,Year\nFrance,Wheat,Yield,2020\n",
  ],
  "who-gho": [
    "IndicatorCode,Indicator,ParentLocation,SpatialDimValueCode,Period,Dim1 type,Dim1,DataSource,FactValueNumeric,FactValueNumericLow,FactValueUoM,FactComments\nA,Life,Europe,EUR,2019,Sex,F,ours,5,4,years,\nA,Life,,GLOBAL,2019,Sex,F,ours,6,5,years,\n",
    "IndicatorCode,SpatialDimValueCode,Period\nA,FRA,2019\n",
  ],
  "who-odata": [
    "IndicatorCode,SpatialDim,TimeDim,Dim1,Dim2,DataSourceDim,NumericValue,Comments\nA,AFR,2019,F,X,ours,5,note\n",
    "IndicatorCode,SpatialDim,TimeDim\nA,AFR,2019\n",
  ],
  "who-athena": [
    '"GHO (CODE)","PERIOD (DISPLAY)","REGION (CODE)","COUNTRY (CODE)","GHO (URL)","Numeric"\n"A","2015","EUR","","u",5\n"A","2015","EUR","FRA","u",6\n',
    '"GHO (CODE)","Numeric"\n"A",5\n',
  ],
  statcan: ["REF_DATE,GEO,SCALAR_FACTOR,VECTOR,VALUE,STATUS\n2020,Canada,thousands,v1,5,E\n"],
  cbs: [
    '"Id";"Measure";"ValueAttribute";"Value";"RegioS";"Perioden";"Perioden_label"\n0;"M1";"None";.;"NL01";"2020KW02";"x"\n1;"M1";"None";5;"GM0363";"2020MM11";"y"\n2;"M1";"None";6;"PV31 ";"2020HJ01";"z"\n',
    '"ID";"Perioden"\n0;"2020JJ00"\n',
  ],
  genesis: [
    "time;1_variable_code;1_variable_label;1_variable_attribute_code;1_variable_attribute_label;value;value_unit;value_variable_code\n2020;DINSG;Germany;DG;Germany;-;number;BEV\n2020;GES;Sex;;Total;5;number;BEV\n",
    "Zeit;1_Merkmal_Code;1_Merkmal_Label;1_Auspraegung_Code;1_Auspraegung_Label;BEV__Leute__Anzahl\n2020;MONAT;Monate;M1;Januar;5\n",
  ],
  "ons-v4": [
    "V4_0,quarters,Time,uk-only,Geography\n5,2020-q1,Q1 2020,K02000001,United Kingdom\n",
    "v4_1,Mark,Time\n5,,2020\n",
  ],
  "insee-local": ["CODGEO;MED20;P15_POP\n01001;5;6\n"],
  snb: ['"Date";"D0";"D1";"Value"\n"2024-04";"1J";"B";"1.1"\n'],
  bundesbank: [
    '"";A.B;A.B_FLAGS;C.D;C.D_FLAGS\n"";Loans;;Rates;\nunit;Euro;;%;\nunit multiplier;Millions;;One;\n2024-05;1.5;;.;x\n',
  ],
  sidra: [
    '"Valor","Brasil e UF (C\u00f3digo)","Unidade da Federa\u00e7\u00e3o (C\u00f3digo)","Unidade da Federa\u00e7\u00e3o","Vari\u00e1vel (C\u00f3digo)","Vari\u00e1vel","Trimestre (C\u00f3digo)","Trimestre","Sexo (C\u00f3digo)","Sexo"\n"...","1","35","S\u00e3o Paulo","63","IPCA","202001","1\u00ba trimestre 2020","4","Homens"\n',
    '"Valor","Brasil","Vari\u00e1vel (C\u00f3digo)","Ano (C\u00f3digo)","Ano"\n"X","Brasil","63","2020","2020"\n',
    '"Valor","Vari\u00e1vel (C\u00f3digo)"\n5,63\n',
  ],
  months: [
    `Series,Year,${months},J-D,DJF\nA,2020,1,***,3,,,,,,,,,12,6.5,\n`,
    "Ano,Q1,Q2,Q3,Q4,Total\n2020,1,2,3,4,10\n",
    `Year,${months},Name\n2020,1,2,3,4,5,6,7,8,9,10,11,12,x\n`,
  ],
  "titled-series": [
    '"","Exports","Imports"\n"Series ID","A1","A2"\n"Unit","US$ m","%"\n"Frequency","Q","Q"\n"2020 Q1","5","6"\n',
  ],
};

function columnText({ heading, role, of, name, unit, power }: LaidColumn): string {
  const parts = [of && `of ${of}`, name && `named ${name}`, unit && `in ${unit}`];
  return [`${heading}: ${role}`, ...parts, power && `times 10^${power}`].filter(Boolean).join(", ");
}

const changes = [(heading: string) => `x${heading}`, (heading: string) => `${heading}x`];

/** The headings that make a layout known, and what headings that are only like these hold. */
function marksOf({ layout, delimiter, headerLine, titles }: TableSample, text: string): string[] {
  const { name, header: found } = layout!;
  const header = found.map((heading) => heading.trim());
  const [below = [], ...after] = text
    .split("\n")
    .slice(headerLine)
    .map((line) => line.split(delimiter).map((cell) => cell.replaceAll('"', "")));
  const needed = header.flatMap((heading, at) =>
    changes
      .map((change) => change(heading))
      .filter((other) => !layouts[name].isHeader(header.with(at, other), below, after)),
  );
  const others = changes.flatMap((change) => header.map(change));
  const laid = layouts[name].lay([...header, ...others], below, after, titles);
  const columns = "expected" in laid ? [] : laid.columns;
  const alike = columns.filter(({ heading }) => others.includes(heading)).map(columnText);
  return [`not known by: ${needed.join("; ")}`, `alike: ${alike.join("; ")}`];
}

const formOf = (name: LayoutName) => ("isAsked" in layouts[name] ? { layout: name } : {});

async function textOf(name: LayoutName, text: string): Promise<string> {
  const input = memoryInput("demo_pop.csv", Buffer.from(text));
  const log = new DiagnosticLog();
  const sample = await sampleTable(input, formOf(name), log, { findsHeader: true });
  const { layout, broken, titles } = sample;
  if (broken !== undefined) return `expected ${broken.expected}, found ${broken.found}`;
  if (layout === undefined) return "no layout";
  const { columns, variable, date } = layout.table;
  const rows: string[] = [];
  const onRow = (cells: readonly string[]) => void rows.push(`| ${cells.join(" | ")}`);
  await readTableRows(input, sample, new FileLog(log, input.path), new Progress(0), onRow);
  const found = log.summary().counters.flatMap(({ examples }) => examples);
  return [
    ...titles.map((title) => `title: ${title}`),
    `lines: header ${sample.headerLine}, rows ${sample.lines.join()}`,
    ...columns.map(columnText),
    ...marksOf(sample, text),
    ...rows,
    ...found.map(({ level, line = "", message }) => `${level} ${line}: ${message}`),
    ...(variable === undefined ? [] : [`variable of the file: ${variable("UNdata_demo")}`]),
    ...(date === undefined ? [] : [`date of the file: ${date("ACSDT5Y2022.B01003-Data")}`]),
  ].join("\n");
}

test("each layout makes of its tables what is recorded", async () => {
  const texts: string[] = [];
  for (const name of layoutNames) {
    for (const table of [layouts[name].example, ...(further[name] ?? [])]) {
      texts.push(`${name}\n${await textOf(name, table)}`);
    }
  }
  expectRecorded(import.meta.dirname, "layouts", texts);
  expect(texts.filter((text) => text.endsWith("no layout"))).toEqual([]);
});
