/** Tables of Our World in Data, FRED, Statistics Canada, the Swiss National Bank, and the Bundesbank. */
import { hasAll, plainColumns, quoted, type RoleRows, roleIn, withoutSign } from "./headings.ts";
import type { LaidColumn, Layout } from "./layout.ts";

const owidRoles: RoleRows = [
  [/^(?:entity|country|location)$/i, "entity name"],
  [/^(?:code|iso_code)$/i, "entity"],
  [/^(?:year|day|date)$/i, "date"],
  [/annotations?$|^continent$/i, "note"],
];

const areas: Readonly<Record<string, string>> = {
  Africa: "OWID_AFR",
  Asia: "OWID_ASI",
  Europe: "OWID_EUR",
  "North America": "OWID_NAM",
  Oceania: "OWID_OCE",
  "South America": "OWID_SAM",
  World: "OWID_WRL",
};

const owidMarks = ["entity name", "entity", "date"] as const;

export const owid: Layout = {
  about: "Our World in Data: tables of charts, and its data sets (CO₂, energy, COVID-19)",
  recognised:
    "`Entity`, `Code` and `Year` or `Day` as the first three headings, or `iso_code`, `country` or `location`, and `year` or `date`",
  reading:
    "each further column of numbers is a variable; continents are known by their names; other rows without a code are reported, and `--name Entity` looks them up",
  example: `Entity,Code,Year,Population
France,FRA,2020,67.6
World,OWID_WRL,2020,7887.0
`,
  isHeader(header) {
    const [entity = "", code = "", time = ""] = header;
    if (/^entity$/i.test(entity) && /^code$/i.test(code)) return /^(?:year|day|date)$/i.test(time);
    const roles = header.map((one) => roleIn(owidRoles, one));
    return header.includes("iso_code") && owidMarks.every((one) => roles.includes(one));
  },
  lay(header) {
    const columns = plainColumns(header, owidRoles);
    const at = (role: string) => columns.find((one) => one.role === role)?.at ?? 0;
    const [name, code] = [at("entity name"), at("entity")];
    const split = (cells: readonly string[]) =>
      cells.map((cell, one) =>
        one === code && cell === "" ? (areas[(cells[name] ?? "").trim()] ?? "") : cell,
      );
    return { columns, width: header.length, split };
  },
};

const seriesId = /^[A-Z][A-Z0-9_]+$/;

export const fred: Layout = {
  about: "FRED: series by date",
  recognised: "a first heading `observation_date` or `DATE`, and ids of series such as `GDPC1`",
  reading: "`.` is no value; no column says the place, so `--entity country/USA` does",
  example: `observation_date,GDPC1,UNRATE
2020-01-01,19.0,3.8
2020-04-01,17.3,.
`,
  isHeader: ([first = "", ...others], below) =>
    /^(?:observation_date|DATE)$/.test(first) &&
    others.length > 0 &&
    others.every((one) => seriesId.test(one)) &&
    below.slice(1).every((cell) => !/\p{L}{2}/u.test(cell)),
  lay(header) {
    const doubled = header.find((one, at) => header.indexOf(one) < at);
    if (doubled !== undefined) return { expected: "each series once", found: quoted(header) };
    const columns = plainColumns(header, [[/^(?:observation_date|DATE)$/, "date"]], "value");
    return {
      columns: columns.map((one) => (one.role === "value" ? { ...one, cell: withoutSign } : one)),
      width: header.length,
    };
  },
};

const canadaRoles: RoleRows = [
  [/^REF_DATE$/, "date"],
  [/^GEO$/, "entity"],
  [/^UOM$/, "unit"],
  [/^SCALAR_ID$/, "multiplier"],
  [/^VALUE$/, "value"],
  [/^(?:STATUS|SYMBOL|TERMINATED)$/, "note"],
  [/^(?:DGUID|UOM_ID|SCALAR_FACTOR|VECTOR|COORDINATE|DECIMALS)$/, "about"],
];

export const statCan: Layout = {
  about: "Statistics Canada: full tables",
  recognised: "`REF_DATE`, `GEO`, `VECTOR` and `VALUE`",
  reading:
    "places are looked up by name; `SCALAR_ID` is a power of ten; columns before `UOM` are dimensions; the file names the variable",
  example: `REF_DATE,GEO,DGUID,Sex,UOM,UOM_ID,SCALAR_FACTOR,SCALAR_ID,VECTOR,COORDINATE,VALUE,STATUS,SYMBOL,TERMINATED,DECIMALS
2020,France,2016A000011124,Females,Persons,249,thousands,3,v1,1.1,34.5,,,,1
`,
  isHeader: (header) => hasAll(header, "REF_DATE", "GEO", "VECTOR", "VALUE"),
  lay: (header) => ({
    columns: plainColumns(header, canadaRoles, "dimension").map((one) => {
      const isScale = one.heading === "SCALAR_FACTOR" && !header.includes("SCALAR_ID");
      return isScale ? { ...one, role: "multiplier" } : one;
    }),
    width: header.length,
    variable: (file) => file,
  }),
};

export const snb: Layout = {
  about: "Swiss National Bank: cubes of its data portal",
  recognised:
    "`Date`, `D0`, further numbered dimensions, and `Value`, below `CubeId` and `PublishingDate`",
  reading:
    "`D0`, `D1`, … are dimensions; the file names the variable, as `rendoblim` of `snb-data-rendoblim-en-all-….csv`, or `--variable` does; no column says the place, so `--entity country/CHE` does",
  example: `"CubeId";"rendoblim"
"PublishingDate";"2024-06-03 14:30"

"Date";"D0";"Value"
"2024-04";"1J";"1.142"
"2024-05";"1J";""
`,
  isHeader: ([date, ...others]) =>
    date === "Date" &&
    others.length > 1 &&
    others.every((one, at) => one === (at === others.length - 1 ? "Value" : `D${at}`)),
  lay: (header) => ({
    columns: plainColumns(
      header,
      [
        [/^Date$/, "date"],
        [/^Value$/, "value"],
      ],
      "dimension",
    ),
    width: header.length,
    variable: (file) => /^snb-data-([a-z\d]+)-/i.exec(file)?.[1],
  }),
};

/** Rows above the first date, in German and in English. */
const aboutRows = { unit: /^(?:einheit|unit)$/i, power: /^(?:dimension|unit multiplier)$/i };

const isDate = (cell: string): boolean => /^\d{4}(?:-|$)/.test(cell);

export const bundesbank: Layout = {
  about: "Deutsche Bundesbank: series of its time series database, in German and English",
  recognised: "an empty first heading, and each series beside its `…_FLAGS`",
  reading:
    "the rows above the first date have the title, the unit and the power of ten of a series; `.` is no value; comments are left out; no column says the place, so `--entity country/DEU` does",
  example: `"";BBEX3.M.USD.EUR.BB.AC.A02;BBEX3.M.USD.EUR.BB.AC.A02_FLAGS
"";Referenzkurs der EZB;
Einheit;USD;
Dimension;Eins;
Stand vom;03.06.2024 16:01:17 Uhr;
2024-04;1,0728;
2024-05;.;Kein Wert vorhanden
`,
  isHeader: ([first, ...others]) =>
    first === "" &&
    others.length > 1 &&
    others.every((one, at) => one !== "" && (at % 2 === 0 || one === `${others[at - 1]}_FLAGS`)),
  lay(header, below, after = []) {
    const end = after.findIndex(([cell = ""]) => isDate(cell.trim()));
    const above = end < 0 ? after : after.slice(0, end);
    const said = (form: RegExp) => above.find(([cell = ""]) => form.test(cell.trim()));
    const [units, words] = [said(aboutRows.unit), said(aboutRows.power)];
    const columns = header.map((heading, at): LaidColumn => {
      if (at === 0) return { heading: "Date", role: "date", at };
      if (at % 2 === 0) return { heading, role: "note", at };
      // `USD (US-Dollar)`
      const unit = (units?.[at] ?? "").replace(/ *\(.*\)$/, "").trim();
      const power = powerOf(words?.[at]?.trim() ?? "");
      const name = below[at]?.trim() || heading;
      return { heading, role: "value", at, name, unit, power, cell: withoutSign };
    });
    const odd = columns.find(({ power }) => power !== undefined && Number.isNaN(power));
    if (odd !== undefined || units === undefined) {
      const expected = "rows with the unit and the power of ten of each series";
      return { expected, found: quoted(odd === undefined ? header : (words ?? [])) };
    }
    const leaves = ([cell = ""]: readonly string[]) =>
      isDate(cell.trim()) ? undefined : "rows about the series: title, unit, comments";
    return { columns, width: header.length, leaves };
  },
};

const powers: readonly (readonly [RegExp, number])[] = [
  [/^(?:eins?|one|)$/i, 0],
  [/^(?:tausend|thousands?)$/i, 3],
  [/^(?:million(?:en|s)?)$/i, 6],
  [/^(?:milliarden?|billions?)$/i, 9],
];

/** NaN for a word of no known meaning. */
function powerOf(word: string): number {
  return powers.find(([form]) => form.test(word))?.[1] ?? Number.NaN;
}
