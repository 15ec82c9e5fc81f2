/** OECD.Stat and data.oecd.org: codes and names side by side, with flags. */
import { labelledBy } from "./codes-and-labels.ts";
import { firstOf, quoted, type RoleRows, roleIn, without } from "./headings.ts";
import type { LaidColumn, Layout, LayoutRole } from "./layout.ts";

const roles: RoleRows = [
  [/^(?:TIME|YEAR|YEA)$/, "date"],
  [/^Value$/, "value"],
  [/^(?:FREQUENCY|FREQ)$/, "period"],
  [/^Unit Code$/, "unit"],
  [/^PowerCode(?: Code)?$/, "multiplier"],
  [/^(?:Flag Codes|Flags|Reference Period Code)$/, "note"],
];

const areas = [
  "REG_ID",
  "LOCATION",
  "COU",
  "COUNTRY",
  "REF_AREA",
  "REPORTER",
  "ITTER107",
  "REGION",
];
const measures = [
  "INDICATOR",
  "VAR",
  "SUBJECT",
  "VARIABLE",
  "IND",
  "SERIES",
  "TRANSACT",
  "MEASURE",
];
const value = without("..", ":");

export const oecd: Layout = {
  about: "OECD: tables of OECD.Stat and data.oecd.org",
  recognised: "`Value` and `Flag Codes`, with `TIME` or `YEAR`",
  reading:
    "columns come in pairs of a code and its name; flags are counted; `PowerCode` multiplies",
  example: `"LOCATION","Country","INDICATOR","Indicator","TIME","Time","Unit Code","Unit","PowerCode Code","PowerCode","Value","Flag Codes","Flags"
"FRA","France","POP","Population","2020","2020","PER","Persons","3","Thousands",67571,"",""
`,
  isHeader: (header) => header.includes("Value") && header.includes("Flag Codes"),
  lay(header) {
    const ids = header.map((one) => one.trim());
    const date = firstOf(ids, ["TIME", "YEAR", "YEA", "Time", "Year"]);
    if (date === undefined) return { expected: "the column TIME or YEAR", found: quoted(ids) };
    const labels = labelledBy(ids, ["Value", "Flag Codes", "Flags"]);
    const [area, measure] = [firstOf(ids, areas), firstOf(ids, measures)];
    const roleOf = (id: string, at: number): LayoutRole => {
      if (id === date) return "date";
      if (id === area) return "entity";
      if (labels[at] !== undefined && labels[at] === area) return "entity name";
      if (labels[at] !== undefined) return "label";
      if (id === measure) return "variable";
      return roleIn(roles, id, areas.includes(id) ? "open" : "dimension");
    };
    const columns = ids.map((heading, at): LaidColumn => {
      const role = roleOf(heading, at);
      const of = labels[at] === undefined ? {} : { of: labels[at] };
      return { heading, role, at, ...of, ...(role === "value" ? { cell: value } : {}) };
    });
    const isNamed = measure !== undefined;
    return {
      columns,
      width: header.length,
      ...(isNamed ? {} : { variable: (file: string) => file }),
    };
  },
};
