/** Tables of Statistics Netherlands, Germany's Destatis, France's INSEE, the United Kingdom's ONS, and the Census Bureau of the United States. */

import {
  datedColumns,
  hasAll,
  isDated,
  plainColumns,
  quoted,
  type RoleRows,
  roleIn,
  withoutSign,
} from "./headings.ts";
import type { LaidColumn, Layout, LayoutRole, Tell } from "./layout.ts";

/** Provinces of the Netherlands in the order of their codes, from `PV20`, as NUTS has them. */
const provinces = "NL11 NL12 NL13 NL21 NL23 NL22 NL31 NL32 NL33 NL34 NL41 NL42".split(" ");

function dutchPlace(cell: string): string {
  const [, province] = /^PV(\d\d)\s*$/.exec(cell) ?? [];
  if (/^NL01\s*$/.test(cell)) return "NL";
  return province === undefined ? cell.trim() : (provinces[Number(province) - 20] ?? cell.trim());
}

const dutchParts: Readonly<Record<string, string>> = { KW: "-Q", MM: "-M", HJ: "-S" };

/** `2020-Q1` of `2020KW01`. */
function dutchDate(cell: string): string {
  const [, year, part = "", number] = /^(\d{4})(JJ|KW|MM|HJ)(\d\d)\s*$/.exec(cell) ?? [];
  if (year === undefined) return cell.trim();
  return part === "JJ" ? year : `${year}${dutchParts[part]}${Number(number)}`;
}

const dutchRoles: RoleRows = [
  [/^ID$/i, "about"],
  [/^Perioden$/, "date"],
  [/^RegioS$/, "entity"],
  [/^Measure$/, "variable"],
  [/^ValueAttribute$|_label$/i, "note"],
  [/^Value$|_\d+$/, "value"],
];

const dutchCells: Partial<Readonly<Record<LayoutRole, LaidColumn["cell"]>>> = {
  date: dutchDate,
  entity: dutchPlace,
  value: withoutSign,
  dimension: (cell) => (/^T\d{6}\s*$/.test(cell) ? "_T" : cell.trim()),
};

export const cbs: Layout = {
  about: "Statistics Netherlands (CBS): typed tables and observations of its open data",
  recognised: "`Perioden`, and a first heading `ID` or `Id`",
  reading:
    "`2020KW01` is a quarter; the country and provinces have codes of NUTS, other regions are left out; codes such as `T001038` are totals",
  example: `"ID";"Geslacht";"RegioS";"Perioden";"TotaleBevolking_1"
0;"T001038";"NL01  ";"2020JJ00";17407585
1;"3000   ";"PV20  ";"2020JJ00";291234
`,
  isHeader: (header) => /^ID$/i.test(header[0] ?? "") && header.includes("Perioden"),
  lay(header) {
    const columns = plainColumns(header, dutchRoles, "dimension").map((one) => {
      const cell = dutchCells[one.role];
      return { ...one, cell, ...(one.role === "entity" ? { heading: "Region code (NUTS)" } : {}) };
    });
    return columns.some(({ role }) => role === "value")
      ? { columns, width: header.length }
      : { expected: "the column Value, or headings such as Total_1", found: quoted(header) };
  },
};

/** Länder in the order of their codes, from `01`, as NUTS has them. */
const laender = "DEF DE6 DE9 DE5 DEA DE7 DEB DE1 DE2 DEC DE3 DE4 DE8 DED DEE DEG".split(" ");
const germanPlace = (cell: string): string =>
  cell === "DG" ? "DE" : /^\d\d$/.test(cell) ? (laender[Number(cell) - 1] ?? cell) : cell;

/** The column with the code of a variable, before its name, and the code and name of its value. */
const flat = /^\d+_(?:Merkmal|variable)_Code$/i;
const measured = /^[^_]+__(.+)__(.*)$/;
/** `(12)` is an uncertain 12. */
const germanMissing = (cell: string, tell: Tell): string => {
  const [, number] = /^\(([\d.,]+)\)$/.exec(cell.trim()) ?? [];
  if (number === undefined) return withoutSign(cell, tell);
  tell("parentheses around values, which say that these are uncertain");
  return number;
};
const flatRoles: RoleRows = [
  [/^(?:Zeit|time)$/, "date"],
  [/^value$/, "value"],
  [/^value_unit$/, "unit"],
  [/^value_variable_code$/, "variable"],
];

/** The columns of a variable in a flat table: its code is the same in all rows. */
function flatColumns(id: string, at: number): LaidColumn[] {
  const isPlace = /^D(?:INSG|LAND)$/.test(id);
  const heading = isPlace ? "Region code (NUTS)" : id;
  const cell = isPlace ? germanPlace : (code: string) => code || "_T";
  const name = isPlace ? "entity name" : "label";
  return [
    { heading, role: isPlace ? "entity" : "dimension", at: at + 2, cell },
    { heading: `${heading} (name)`, role: name, at: at + 3, of: heading },
  ];
}

/** `BEV__Bevoelkerung__1000` has the unit at its end. */
function measuredColumn(heading: string, at: number): LaidColumn {
  const [, label, unit = ""] = measured.exec(heading) ?? [];
  const cell = germanMissing;
  if (label === undefined) {
    const role = roleIn(flatRoles, heading, "about");
    return { heading, role, at, cell: role === "value" ? cell : undefined };
  }
  const name = /^(?:Anzahl|number)?$/i.test(unit) ? label : `${label} (${unit})`;
  return { heading: name, role: "value", at, cell };
}

export const genesis: Layout = {
  about: "Destatis: flat tables of GENESIS (`…_flat.csv`)",
  recognised: "`Zeit` and `1_Auspraegung_Code`, or `time` and `1_variable_attribute_code`",
  reading:
    "the variable whose codes are places of Germany is the place, others are dimensions; headings such as `BEV__Bevoelkerung__1000` have the unit; `.`, `/`, `x` and `-` are no values, and `(12)` is an uncertain 12",
  example: `Statistik_Code;Zeit_Code;Zeit_Label;Zeit;1_Merkmal_Code;1_Merkmal_Label;1_Auspraegung_Code;1_Auspraegung_Label;2_Merkmal_Code;2_Merkmal_Label;2_Auspraegung_Code;2_Auspraegung_Label;BEV__Bevoelkerung__1000
12411;STAG;Stichtag;31.12.2020;DLAND;Bundesland;09;Bayern;GES;Geschlecht;GESM;Maenner;6501,5
`,
  isHeader: (header) =>
    hasAll(header, "Zeit", "1_Auspraegung_Code") ||
    hasAll(header, "time", "1_variable_attribute_code"),
  lay(header, below) {
    const variables = header.flatMap((one, at) => (flat.test(one) ? [at] : []));
    const time = variables.find((at) => /^(?:MONAT|QUART|HALBJ|SEMEST)/.test(below[at] ?? ""));
    if (time !== undefined) {
      return {
        expected: "times in the column Zeit alone",
        found: `${below[time]} in ${header[time]}`,
      };
    }
    const parts = new Set(variables.flatMap((at) => [at, at + 1, at + 2, at + 3]));
    const columns = header.flatMap((heading, at) => {
      if (variables.includes(at)) return flatColumns(below[at] ?? "", at);
      return parts.has(at) ? [] : [measuredColumn(heading, at)];
    });
    const rest = variables.flatMap((at): LaidColumn[] => [
      { heading: header[at] ?? "", role: "about", at },
      { heading: header[at + 1] ?? "", role: "about", at: at + 1 },
    ]);
    const split = (cells: readonly string[]) => {
      const odd = variables.find((at) => cells[at] !== below[at]);
      return odd === undefined
        ? cells
        : `expected ${below[odd]} in ${header[odd]}, found '${cells[odd]}'`;
    };
    return { columns: [...columns, ...rest], width: header.length, split };
  },
};

/** What a code and its name are. */
const onsParts = ["dimension", "label"] as const;
const onsRoles: readonly (readonly [RegExp, readonly [LayoutRole, LayoutRole]])[] = [
  [/time|years?$|months?|quarters?/i, ["date", "about"]],
  [/geograph|^uk-only$|countries/i, ["about", "entity"]],
];

export const onsV4: Layout = {
  about: "ONS of the United Kingdom: tables of its developer hub (v4)",
  recognised: "a first heading such as `v4_1`",
  reading:
    "columns come in pairs of a code and its name; places are looked up by name; marks beside the value are counted",
  example: `v4_1,Data Marking,calendar-years,Time,administrative-geography,Geography,sex,Sex
14297,,2020,2020,E07000223,Adur,female,Female
,x,2020,2020,E07000224,Arun,male,Male
`,
  isHeader: ([first = ""]) => /^v4_\d+$/i.test(first),
  lay(header) {
    const marks = Number(/\d+$/.exec(header[0] ?? "")?.[0] ?? 0);
    const odd = (header.length - 1 - marks) % 2 === 1;
    if (odd)
      return {
        expected: `${marks} columns of marks, and pairs of codes and names`,
        found: quoted(header),
      };
    const columns = header.map((heading, at): LaidColumn => {
      if (at === 0) return { heading: "Value", role: "value", at };
      if (at <= marks) return { heading, role: "note", at };
      const isCode = (at - marks) % 2 === 1;
      const code = isCode ? heading : (header[at - 1] ?? "");
      const [first, second] = onsRoles.find(([form]) => form.test(code))?.[1] ?? onsParts;
      return isCode
        ? { heading, role: first, at }
        : { heading: `${heading} (name)`, role: second, at, of: code };
    });
    return { columns, width: header.length, variable: (file) => file };
  },
};

export const inseeSeries: Layout = {
  about: "INSEE: series of its macroeconomic database (BDM)",
  recognised: "`idBank`, with dates as headings",
  reading:
    "the number of the series is the variable; rows of codes of status are left out; no column says the place, so `--entity country/FRA` does",
  example: `"Libellé";"idBank";"Dernière mise à jour";"Période";"2020-01";"2020-02"
"Indice des prix";"001759970";"15/01/2024";"";"104.5";"104.6"
"Codes";"";"";"";"A";"P"
`,
  isHeader: (header) => header.includes("idBank") && header.some(isDated),
  lay: (header) => ({
    columns: [
      ...plainColumns(
        header.map((heading) => (isDated(heading) ? "" : heading)),
        [
          [/^idBank$/, "variable"],
          [/^Libell\u00e9$/, "label"],
          [/./, "about"],
        ],
      ).map((one) => (one.role === "label" ? { ...one, of: "idBank" } : one)),
      ...datedColumns(header),
    ],
    width: header.length,
    leaves: (cells) =>
      cells[header.indexOf("idBank")] === "" ? "rows of codes of status" : undefined,
  }),
};

/** `20` of `P20_POP` and `MED20`: the year of a census. */
const censusYear = /^[A-Z]+(\d\d)(?:_|$)/;

export const inseeLocal: Layout = {
  about: "INSEE: local data (census, incomes)",
  recognised: "`CODGEO`, with headings such as `P20_POP`",
  reading:
    "the year is in the headings, which must be of one year; codes of communes need `--entity CODGEO --prefix TEXT`",
  example: `CODGEO;LIBGEO;P20_POP;C20_MEN
01001;L'Abergement;806;325
75056;Paris;2145906;1150001
`,
  isHeader: (header) => header.includes("CODGEO") && header.some((one) => censusYear.test(one)),
  lay(header) {
    const years = header.flatMap((one) => censusYear.exec(one)?.[1] ?? []);
    const [year = ""] = years;
    const other = years.find((one) => one !== year);
    if (other !== undefined) {
      return { expected: "headings of one year", found: `those of 20${year} and 20${other}` };
    }
    const columns = plainColumns(header, [
      [/^CODGEO$/, "entity"],
      [/^LIBGEO$/, "about"],
    ]);
    return { columns, width: header.length, date: () => `20${year}` };
  },
};

/** `B01003_001E`, `DP05_0001PE`, `S0101_C01_001M`; in older tables `HD01_VD01`. */
const estimate =
  /^(?:[A-Z]+\d+[A-Z]*(?:PR)?(?:_C\d+)?_\d+P?[EM]|HD\d+_[A-Z]+\d+|HC\d+_(?:EST|MOE)_VC\d+)$/;
const annotation = /^[A-Z]+\d+[A-Z]*(?:PR)?(?:_C\d+)?_\d+P?[EM]A$/;

const roles: RoleRows = [
  [/^(?:GEO_ID|GEO\.id)$/, "entity"],
  [/^(?:NAME|GEO\.display-label)$/, "entity name"],
  [/^GEO\.id2$/, "about"],
  [annotation, "note"],
  [estimate, "value"],
];

/** Numbers and signs that stand where an estimate could not be made. */
const jam = /^-([2-9])\1{8}(?:\.0)?$/;
const signs = /^(?:\*{1,5}|\(X\)|N|null|-)$/;
const openEnd = /^[\d,.]+[+-]$/;

function estimateIn(cell: string, tell: Tell): string {
  const text = cell.trim();
  if (/^-\d{9}/.test(text) && jam.test(text))
    tell(`numbers such as ${text}, which say that there is no estimate`);
  else if (signs.test(text)) tell(`signs '${text}' in place of an estimate`);
  else if (openEnd.test(text)) tell("estimates without an end, such as 250,000+");
  else return text;
  return "";
}

/** The year in the name of a file: `ACSDT5Y2022.B01003-Data`. */
const fileForm = /^ACS(?:DT|DP|ST|SE|CP)[135]Y(\d{4})\b/i;
const olderForm = /^ACS_(\d\d)_[135]YR_/i;

export const censusAcs: Layout = {
  about: "US Census: tables of the American Community Survey",
  recognised:
    "`GEO_ID` and `NAME` (or `GEO.id`), estimates such as `B01003_001E`, and a row of labels",
  reading:
    "labels name the variables; the date is in the name of the file (`ACSDT5Y2022…`); signs and numbers in place of an estimate, such as -666666666, are counted",
  example: `GEO_ID,NAME,B01003_001E,B01003_001M
Geography,Geographic Area Name,Estimate!!Total,Margin of Error!!Total
0400000US06,California,39356104,*****
0500000US06001,"Alameda County, California",1663823,*****
`,
  isHeader: (header) =>
    /^GEO[._]id$/i.test(header[0] ?? "") && header.some((one) => estimate.test(one)),
  lay(header, below) {
    const hasLabels = /^(?:Geography|Id)$/i.test(below[0] ?? "");
    if (!hasLabels && !/^\d{4}.*US/.test(below[0] ?? "")) {
      return {
        expected: "a row of labels or an id such as 0400000US06 below the header",
        found: `'${quoted(below)}'`,
      };
    }
    const columns = header.map((one, at): LaidColumn => {
      const heading = one.trim();
      const role = roleIn(roles, heading);
      const label = hasLabels ? (below[at] ?? "").replace(/:?!!/g, ", ").replace(/:$/, "") : "";
      if (role !== "value") return { heading, role, at };
      return { heading, role, at, cell: estimateIn, ...(label === "" ? {} : { name: label }) };
    });
    const date = (file: string): string | undefined => {
      const [, year] = fileForm.exec(file) ?? [];
      const [, short] = olderForm.exec(file) ?? [];
      return year ?? (short === undefined ? undefined : `20${short}`);
    };
    return { columns, width: header.length, labelRows: hasLabels ? 1 : 0, date };
  },
};

/** Columns of the API that say a place, from the largest to the smallest, with the summary level of it. */
const levels: Readonly<Record<string, string>> = {
  us: "010",
  state: "040",
  county: "050",
  "county subdivision": "060",
  tract: "140",
  "block group": "150",
  place: "160",
  "zip code tabulation area": "860",
  "metropolitan statistical area/micropolitan statistical area": "310",
};

/** The levels around one of them, whose codes are parts of its own. */
const around: Readonly<Record<string, readonly string[]>> = {
  county: ["state"],
  "county subdivision": ["state", "county"],
  tract: ["state", "county"],
  "block group": ["state", "county", "tract"],
  place: ["state"],
};

/** `0500000US06001` of the columns `state` and `county`. */
function geoIdOf(headings: readonly string[], cells: readonly string[]): string {
  const level = levels[headings.at(-1) ?? ""];
  // A state around an area that crosses states is no part of its id.
  const isWhole = level === "860" || level === "310";
  const parts = isWhole ? cells.slice(-1) : cells;
  return `${level}0000US${level === "010" ? "" : parts.join("")}`;
}

const apiRoles: RoleRows = [
  [/^NAME$/, "entity name"],
  [annotation, "note"],
  [estimate, "value"],
  [/^(?:GEO_ID|GEOCOMP|SUMLEVEL)$/, "about"],
];

export const censusApi: Layout = {
  about: 'US Census: answers of the API (`[["NAME","B01003_001E","state"], …]`), as JSON or CSV',
  recognised:
    "estimates such as `B01003_001E`, and columns such as `state` and `county` at the end",
  reading: "the last columns make the id of the place; no column holds the date, so `--date` does",
  example: `NAME,B01003_001E,state,county
"Alameda County, California",1663823,06,001
`,
  isHeader: (header) =>
    Object.hasOwn(levels, header.at(-1) ?? "") && header.some((one) => estimate.test(one)),
  lay(header) {
    const first = header.findIndex((one) => Object.hasOwn(levels, one));
    const places = header.slice(first);
    const odd = places.find((one) => !Object.hasOwn(levels, one));
    if (odd !== undefined) return { expected: "columns of places at the end", found: `'${odd}'` };
    const needed = around[places.at(-1) ?? ""] ?? [];
    const missing = needed.find((one) => !places.includes(one));
    if (missing !== undefined) {
      return {
        expected: `the column '${missing}', which is a part of the code`,
        found: quoted(places),
      };
    }
    const columns = header.slice(0, first).map((heading, at): LaidColumn => {
      const role = roleIn(apiRoles, heading);
      return role === "value" ? { heading, role, at, cell: estimateIn } : { heading, role, at };
    });
    // It stands for the id that the API gives if it is asked for it.
    const entity: LaidColumn = { heading: "Geography", role: "entity", at: first };
    const split = (cells: readonly string[]) => {
      const codes = cells.slice(first);
      const blank = places.find((_, at) => codes[at] === "");
      if (blank !== undefined) return `expected a code in '${blank}', found a blank`;
      return [...cells.slice(0, first), geoIdOf(places, codes)];
    };
    return { columns: [...columns, entity], width: header.length, split, date: () => undefined };
  },
};
