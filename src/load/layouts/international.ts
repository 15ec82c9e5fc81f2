/** Tables of the OECD, of Eurostat and of the World Bank. */

import {
  datedColumns,
  dateOf,
  firstOf,
  hasAll,
  isDated,
  plainColumns,
  quoted,
  type RoleRows,
  roleIn,
  withoutSign,
} from "./headings.ts";
import type { LaidColumn, Layout, LayoutRole, Tell } from "./layout.ts";
import { labelledBy } from "./sdmx-csv.ts";

// OECD.Stat and data.oecd.org: codes and names side by side, with flags.
const oecdRoles: RoleRows = [
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
      return roleIn(oecdRoles, id, areas.includes(id) ? "open" : "dimension");
    };
    const columns = ids.map((heading, at): LaidColumn => {
      const role = roleOf(heading, at);
      const of = labels[at] === undefined ? {} : { of: labels[at] };
      return { heading, role, at, ...of, ...(role === "value" ? { cell: withoutSign } : {}) };
    });
    const isNamed = measure !== undefined;
    return {
      columns,
      width: header.length,
      ...(isNamed ? {} : { variable: (file: string) => file }),
    };
  },
};

// Eurostat's tables of tabs: all dimensions in the first cell, times as headings, flags beside values.
const key = /^([\w-]+(?:,[\w-]+)*)\\(?:TIME_PERIOD|time)$/i;

const eurostatRoles: Readonly<Record<string, LayoutRole>> = {
  freq: "period",
  geo: "entity",
  unit: "unit",
};

/** `8822267 b` → `8822267`; `:` says that there is no value. */
function valueIn(cell: string, tell: Tell): string {
  const text = cell.trim();
  if (text === "") return "";
  const space = text.indexOf(" ");
  const [value, flags] =
    space < 0 ? [text, ""] : [text.slice(0, space), text.slice(space + 1).trim()];
  if (/^[a-z]+$/i.test(flags)) tell(`flags '${flags}' of values`);
  else if (flags !== "") return text;
  if (value !== ":") return value;
  tell("cells ':', which say that there is no value");
  return "";
}

export const eurostat: Layout = {
  about: "Eurostat: TSV of the bulk download and the API",
  recognised: "a first heading such as `freq,unit,sex,geo\\TIME_PERIOD`, with cells parted by tabs",
  reading:
    "the first cell is divided into its dimensions; `:` is no value; flags (`b`, `p`, `e`) are counted",
  example:
    "freq,unit,sex,geo\\TIME_PERIOD\t2019 \t2020 \nA,NR,F,FR\t34.7 \t34.9 p\nA,NR,M,FR\t32.5 b\t: \n",
  isHeader: ([first = ""]) => key.test(first.trim()),
  lay(header) {
    const keys = key.exec((header[0] ?? "").trim())![1]!.split(",");
    const times = header.slice(1);
    const odd = times.find((one) => !isDated(one));
    if (odd !== undefined) return { expected: "times as headings", found: odd };
    const dates = times.map((heading, at): LaidColumn => {
      return { heading: dateOf(heading), role: "value", at: keys.length + at, cell: valueIn };
    });
    const dimensions = keys.map((heading, at): LaidColumn => {
      return { heading, role: eurostatRoles[heading.toLowerCase()] ?? "dimension", at };
    });
    const split = (cells: readonly string[]) => {
      const parts = cells[0]!.split(",");
      if (parts.length === keys.length) {
        return [...parts.map((part) => part.trim()), ...cells.slice(1)];
      }
      return `expected ${keys.length} parts in the first cell, as in ${quoted(keys)}, found '${cells[0]}'`;
    };
    const variable = (file: string) => file.replace(/^estat_/i, "");
    return { columns: [...dimensions, ...dates], width: header.length, split, variable };
  },
};

// The World Bank: indicators by year, in columns and in rows.
const worldBankRoles: RoleRows = [
  [/^country code$/i, "entity"],
  [/^country(?: name)?$/i, "entity name"],
  [/^(?:indicator|series) code$/i, "variable"],
  [/^(?:time code|unnamed.*)$/i, "about"],
  [/^(?:year|time|date|time period)$/i, "date"],
  [/^value$/i, "value"],
  [/^counterpart-area code$/i, "dimension"],
  [/^(?:status|footnote|obs_status)$/i, "note"],
];

/** `Indicator Name` names the codes of `Indicator Code`. */
function withLabels(columns: readonly LaidColumn[]): readonly LaidColumn[] {
  const variable = columns.find(({ role }) => role === "variable");
  return columns.map((column) => {
    if (/^counterpart-area name$/i.test(column.heading))
      return { ...column, role: "label" as const, of: column.heading.replace(/name$/i, "Code") };
    if (!/^(?:indicator|series)(?: name)?$/i.test(column.heading)) return column;
    return variable === undefined
      ? { ...column, role: "variable" as const }
      : { ...column, role: "label" as const, of: variable.heading };
  });
}

export const worldBank: Layout = {
  about: "World Bank: an indicator by years in columns (API, WDI, DataBank)",
  recognised:
    "`Country Code` or `Country Name`, and `Indicator Code`, `Series Code` or their names, with years as headings; a preamble may stand above",
  reading:
    "`..` is no value; notes at the end are left out; `Counterpart-Area Code` is a dimension",
  example: `"Data Source","World Development Indicators",

"Last Updated Date","2024-06-28",

"Country Name","Country Code","Indicator Name","Indicator Code","2019","2020",
"France","FRA","Population, total","SP.POP.TOTL","67.5","67.8",
"Kenya","KEN","Population, total","SP.POP.TOTL","50.9","",
`,
  isHeader: (header) =>
    header.some((one) => /^Country (?:Code|Name)$/.test(one)) &&
    header.some((one) => /^(?:Indicator|Series) (?:Code|Name)$/.test(one)) &&
    header.some(isDated),
  lay(header) {
    const dated = datedColumns(header, withoutSign);
    const years = dated.map(({ heading }) => heading);
    const early = years.findIndex((year, at) => at > 0 && year <= years[at - 1]!);
    if (early > 0) {
      return { expected: "years that ascend", found: `${years[early]} after ${years[early - 1]}` };
    }
    const others = plainColumns(header, worldBankRoles).filter(
      ({ at }) => !dated.some((one) => one.at === at),
    );
    return { columns: withLabels([...others, ...dated]), width: header.length };
  },
};

const bracketed = /^(.*?) ?\[([A-Z0-9][\w.]*)\]$/;

export const worldBankLong: Layout = {
  about: "World Bank: a row for each country and year",
  recognised:
    "`Country Code` and `Year` or `Time`, with `Value` or headings such as `GDP (US$) [NY.GDP.MKTP.CD]`",
  reading: "`..` is no value; a code in brackets is the variable",
  example: `Country Name,Country Code,Time,Time Code,"Population, total [SP.POP.TOTL]"
France,FRA,2019,YR2019,67.5
Kenya,KEN,2019,YR2019,..
`,
  isHeader: (header) =>
    (header.includes("Country Code") || header.includes("Time Code")) &&
    header.some((one) => /^(?:Year|Time|Date)$/.test(one)) &&
    (header.includes("Value") || header.some((one) => bracketed.test(one))),
  lay(header) {
    // DataBank can put countries, or times, in columns.
    if (
      !header.includes("Country Code") &&
      header.some((one) => /^Series (?:Name|Code)$/.test(one))
    ) {
      return { expected: "the column Country Code, with countries as rows", found: quoted(header) };
    }
    const columns = plainColumns(header, worldBankRoles).map((column) => {
      const [, name, code] = bracketed.exec(column.heading) ?? [];
      if (code !== undefined && name !== undefined) {
        return { ...column, heading: code, role: "value" as const, cell: withoutSign, name };
      }
      return column.role === "value" ? { ...column, cell: withoutSign } : column;
    });
    const isNamed = hasAll(header, "Indicator Name") || hasAll(header, "Indicator Code");
    const isPlain = header.includes("Value") && !isNamed;
    return {
      columns: withLabels(columns),
      width: header.length,
      ...(isPlain ? { variable: (file: string) => file } : {}),
    };
  },
};
