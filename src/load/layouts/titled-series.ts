/** Series in columns, each below its title, its id and its unit: ONS, ABS, INSEE. */
import { dateIn } from "../values/table-dates.ts";
import { quoted, withoutSign } from "./headings.ts";
import type { LaidColumn, Layout } from "./layout.ts";

type Lines = readonly (readonly string[])[];

const idRow = /^(?:CDID|idBank|Series ID)$/;
const titleRow = /^(?:Title|Libell\u00e9|)$/;

const isTime = (cell: string): boolean => dateIn(cell) !== undefined;

/** The rows above the first date. */
function rowsAbove(lines: Lines): Lines {
  const end = lines.findIndex(([cell = ""]) => isTime(cell.trim()));
  return end < 0 ? lines : lines.slice(0, end);
}

function rowOf(lines: Lines, form: RegExp): readonly string[] {
  return lines.find(([cell = ""]) => form.test(cell.trim())) ?? [];
}

/** `£ m` of the rows `PreUnit` and `Unit`. */
function unitAt(lines: Lines, at: number): string {
  const parts = [/^PreUnit$/, /^(?:Unit|Unit\u00e9)$/].map((form) => rowOf(lines, form)[at] ?? "");
  const [sign = "", word = ""] = parts.map((one) => one.trim());
  return (/^(?:\$|US\$|\u00a3|\u20ac)/.test(word) ? word : `${sign} ${word}`)
    .replace(/^([$\u20ac\u00a3]) ?m$/, "$1 million")
    .replace(/^([$\u20ac\u00a3]) ?bn$/, "$1 billion")
    .trim();
}

/** `A`, `Q` or `M`, as the forms of a time differ. */
function frequencyOf(cell: string): string {
  if (/^\d{4}$/.test(cell)) return "A";
  return /[QT][1-4]/i.test(cell) ? "Q" : "M";
}

export const titledSeries: Layout = {
  about:
    "series below their titles: ONS (time series), ABS (time series workbooks), INSEE (one series)",
  recognised:
    "titles in the first row, and below them a row `CDID`, `Series ID` or `idBank`, above the first date",
  reading:
    "the id of a series is the variable; `Unit` and `PreUnit` are its unit and its power of ten; years, quarters and months are series of their own; no column says the place, so `--entity country/GBR` does",
  example: `"Title","GDP: chained volume measures: £m"
"CDID","ABMI"
"PreUnit","£"
"Unit","m"
"2019","2238.4"
"2020 Q1","541.6"
"2020 JAN","180.1"
`,
  isHeader: ([first = "", second = ""], below, after = []) =>
    titleRow.test(first) && second !== "" && rowOf(rowsAbove([below, ...after]), idRow).length > 1,
  lay(header, below, after = []) {
    const above = rowsAbove([below, ...after]);
    const ids = rowOf(above, idRow);
    const kinds = rowOf(above, /^Frequency$/);
    const isSeries = (at: number) => at > 0 && (ids[at] ?? "").trim() !== "";
    if (!header.some((_, at) => isSeries(at)))
      return { expected: "ids of series below the titles", found: quoted(ids) };
    const [time, ...columns] = header.map((title, at): LaidColumn => {
      if (at === 0) return { heading: "Date", role: "date", at };
      const id = (ids[at] ?? "").trim();
      if (!isSeries(at)) return { heading: title || `Flags ${at}`, role: "note", at };
      const name = title
        .replace(/[ ;]*;[ ;]*/g, ", ")
        .replace(/, $/, "")
        .trim();
      return {
        heading: id,
        role: "value",
        at,
        name: name || id,
        unit: unitAt(above, at),
        cell: withoutSign,
      };
    });
    const kind = [...new Set(kinds.slice(1).filter((one) => one !== ""))].join();
    const period = (cell: string) => (kind === "" ? frequencyOf(cell.trim()) : kind.slice(0, 1));
    return {
      columns: [time!, { heading: "Frequency", role: "period", at: 0, cell: period }, ...columns],
      width: header.length,
      leaves: ([cell = ""]) =>
        isTime(cell.trim()) ? undefined : "rows about the series: title, unit, notes",
    };
  },
};
