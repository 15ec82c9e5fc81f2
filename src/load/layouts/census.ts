/** Tables of the American Community Survey, as data.census.gov and the API write them. */
import { quoted, type RoleRows, roleIn } from "./headings.ts";
import type { LaidColumn, Layout, Tell } from "./layout.ts";

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
