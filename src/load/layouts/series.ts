/** Tables of few columns: Our World in Data, and FRED. */
import { plainColumns, quoted, type RoleRows, without } from "./headings.ts";
import type { Layout } from "./layout.ts";

const owidRoles: RoleRows = [
  [/^(?:entity|country)$/i, "entity name"],
  [/^code$/i, "entity"],
  [/^(?:year|day|date)$/i, "date"],
  [/annotations?$/i, "note"],
];

export const owid: Layout = {
  about: "Our World in Data: tables of charts",
  recognised: "`Entity`, `Code` and `Year` or `Day` as the first three headings",
  reading:
    "each further column of numbers is a variable; an entity without a code is looked up by its name",
  example: `Entity,Code,Year,Population
France,FRA,2020,67.6
World,OWID_WRL,2020,7887.0
`,
  isHeader: ([entity = "", code = "", time = ""]) =>
    /^entity$/i.test(entity) && /^code$/i.test(code) && /^(?:year|day|date)$/i.test(time),
  lay: (header) => ({ columns: plainColumns(header, owidRoles), width: header.length }),
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
  isHeader: ([first = "", ...others]) =>
    /^(?:observation_date|DATE)$/.test(first) &&
    others.length > 0 &&
    others.every((one) => seriesId.test(one)),
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
