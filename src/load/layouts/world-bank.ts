/** Tables of the World Bank: indicators by year, in columns and in rows. */
import {
  datedColumns,
  hasAll,
  isDated,
  plainColumns,
  quoted,
  type RoleRows,
  without,
} from "./headings.ts";
import type { LaidColumn, Layout } from "./layout.ts";

const roles: RoleRows = [
  [/^country code$/i, "entity"],
  [/^country(?: name)?$/i, "entity name"],
  [/^(?:indicator|series) code$/i, "variable"],
  [/^(?:time code|unnamed.*)$/i, "about"],
  [/^(?:year|time|date|time period)$/i, "date"],
  [/^value$/i, "value"],
  [/^(?:status|footnote|obs_status)$/i, "note"],
];

const missing = without("..", "...");

/** `Indicator Name` names the codes of `Indicator Code`. */
function withLabels(columns: readonly LaidColumn[]): readonly LaidColumn[] {
  const variable = columns.find(({ role }) => role === "variable");
  return columns.map((column) => {
    if (!/^(?:indicator|series)(?: name)?$/i.test(column.heading)) return column;
    return variable === undefined
      ? { ...column, role: "variable" as const }
      : { ...column, role: "label" as const, of: variable.heading };
  });
}

export const worldBank: Layout = {
  about: "World Bank: an indicator by years in columns (API, WDI, DataBank)",
  recognised:
    "`Country Code` and `Indicator Code` or `Series Code`, with years as headings; a preamble may stand above",
  reading: "`..` is no value; notes at the end are left out",
  example: `"Data Source","World Development Indicators",

"Last Updated Date","2024-06-28",

"Country Name","Country Code","Indicator Name","Indicator Code","2019","2020",
"France","FRA","Population, total","SP.POP.TOTL","67.5","67.8",
"Kenya","KEN","Population, total","SP.POP.TOTL","50.9","",
`,
  isHeader: (header) =>
    header.includes("Country Code") &&
    header.some((one) => /^(?:Indicator|Series) Code$/.test(one)) &&
    header.some(isDated),
  lay(header) {
    const dated = datedColumns(header, missing);
    const years = dated.map(({ heading }) => heading);
    const early = years.findIndex((year, at) => at > 0 && year <= years[at - 1]!);
    if (early > 0) {
      return { expected: "years that ascend", found: `${years[early]} after ${years[early - 1]}` };
    }
    const others = plainColumns(header, roles).filter(
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
    const columns = plainColumns(header, roles).map((column) => {
      const [, name, code] = bracketed.exec(column.heading) ?? [];
      if (code !== undefined && name !== undefined) {
        return { ...column, heading: code, role: "value" as const, cell: missing, name };
      }
      return column.role === "value" ? { ...column, cell: missing } : column;
    });
    if (!columns.some(({ role }) => role === "value")) {
      return { expected: "the column Value", found: quoted(header) };
    }
    const isNamed = hasAll(header, "Indicator Name") || hasAll(header, "Indicator Code");
    const isPlain = header.includes("Value") && !isNamed;
    return {
      columns: withLabels(columns),
      width: header.length,
      ...(isPlain ? { variable: (file: string) => file } : {}),
    };
  },
};
