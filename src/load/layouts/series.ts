/** Tables of Our World in Data, FRED, and Statistics Canada. */
import { hasAll, plainColumns, quoted, type RoleRows, without } from "./headings.ts";
import type { Layout } from "./layout.ts";

const owidRoles: RoleRows = [
  [/^(?:entity|country)$/i, "entity name"],
  [/^code$/i, "entity"],
  [/^(?:year|day|date)$/i, "date"],
  [/annotations?$/i, "note"],
];

const continents: Readonly<Record<string, string>> = {
  Africa: "OWID_AFR",
  Asia: "OWID_ASI",
  Europe: "OWID_EUR",
  "North America": "OWID_NAM",
  Oceania: "OWID_OCE",
  "South America": "OWID_SAM",
};

export const owid: Layout = {
  about: "Our World in Data: tables of charts",
  recognised: "`Entity`, `Code` and `Year` or `Day` as the first three headings",
  reading:
    "each further column of numbers is a variable; continents are known by their names; other rows without a code are reported, and `--name Entity` looks them up",
  example: `Entity,Code,Year,Population
France,FRA,2020,67.6
World,OWID_WRL,2020,7887.0
`,
  isHeader: ([entity = "", code = "", time = ""]) =>
    /^entity$/i.test(entity) && /^code$/i.test(code) && /^(?:year|day|date)$/i.test(time),
  lay: (header) => ({
    columns: plainColumns(header, owidRoles),
    width: header.length,
    split: ([entity = "", code = "", ...others]) => [
      entity,
      code === "" ? (continents[entity.trim()] ?? "") : code,
      ...others,
    ],
  }),
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
    const missing = without(".", "#N/A");
    const columns = plainColumns(header, [[/^(?:observation_date|DATE)$/, "date"]], "value");
    return {
      columns: columns.map((one) => (one.role === "value" ? { ...one, cell: missing } : one)),
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
