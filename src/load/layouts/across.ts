/**
 * Tables with a year in each row and its months as headings, as those of the BLS; tables with a row for each month of a year;
 * tables with a column for each place.
 */
import { saysNoValue } from "../values/no-value.ts";
import { dateIn } from "../values/table-dates.ts";
import { plainColumns, quoted, type RoleRows, timeHeading, withoutSign } from "./headings.ts";
import type { LaidColumn, Layout } from "./layout.ts";

const yearHeading = /^(?:year|jahr|ann\u00e9e|a\u00f1o|anno|ano)$/i;

/** Sums and averages of several months. */
const wholeHeading =
  /^(?:annual(?: average)?|total|year|average|avg|mean|sum|ytd|half ?[12]|h[12]|j-d|d-n|djf|mam|jja|son|metann|q[1-4]|)$/i;

/** `01` of `Jan`, and `Q1`; undefined for a heading that is no part of a year. */
export function partOf(heading: string): string | undefined {
  if (/^q[1-4]$/i.test(heading)) return heading.toUpperCase();
  const date = /^\p{L}{3,}\.?$/u.test(heading) ? dateIn(`2020 ${heading}`)?.date : undefined;
  return date?.slice(5);
}

/** Where months stand, or else quarters: all of them, each once. */
function partsIn(header: readonly string[]): readonly (readonly [number, string])[] {
  const all = header.flatMap((heading, at): [number, string][] => {
    const part = partOf(heading);
    return part === undefined ? [] : [[at, part]];
  });
  const months = all.filter(([, part]) => /^\d/.test(part));
  const found = months.length > 0 ? months : all;
  const isWhole = found.length === new Set(found.map(([, part]) => part)).size;
  return isWhole && found.length === (months.length > 0 ? 12 : 4) ? found : [];
}

export const monthsAcross: Layout = {
  about: "anybody: a row for each year, with months or quarters as headings (BLS, NASA)",
  recognised: "`Year`, and all of `Jan` … `Dec` or `Q1` … `Q4`",
  reading:
    "each cell has a date of its own; sums and averages such as `Annual` are left out; the file names the variable, as `LNS14000000` of `SeriesReport-LNS14000000.csv`, or `--variable` does",
  example: `Year,Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec,Annual
2019,4.1,3.8,3.9,3.7,3.6,3.6,3.7,3.6,3.5,3.6,3.6,3.6,3.7
2020,3.6,3.5,4.4,,,,,,,,,,
`,
  isHeader: (header) => header.some((one) => yearHeading.test(one)) && partsIn(header).length > 0,
  lay(header) {
    const parts = partsIn(header);
    const year = header.findIndex((one) => yearHeading.test(one));
    const first = Math.min(...parts.map(([at]) => at));
    const isPart = (at: number) => parts.some(([part]) => part === at);
    const isKey = (at: number) => at < first && at !== year;
    const odd = header.find(
      (one, at) => !isPart(at) && !isKey(at) && at !== year && !wholeHeading.test(one),
    );
    if (odd !== undefined)
      return { expected: "no other columns than sums beside months", found: `'${odd}'` };
    const keys = plainColumns(header, []).filter(({ at }) => isKey(at));
    const columns: LaidColumn[] = [
      ...keys,
      { heading: "Date", role: "date", at: header.length },
      { heading: "Value", role: "value", at: header.length + 1, cell: withoutSign },
    ];
    const wholes = header.flatMap((one, at) =>
      at > first && !isPart(at) && one !== "" ? [[at, one] as const] : [],
    );
    return {
      columns,
      width: header.length,
      isJudged: true,
      unfold(cells, tell) {
        for (const [at, heading] of wholes) {
          if (cells[at] !== "") tell(`cells below '${heading}', which are about several months`);
        }
        return parts.flatMap(([at, part]) => {
          const cell = cells[at] ?? "";
          return cell === "" ? [] : [[...cells, `${cells[year]}-${part}`, cell]];
        });
      },
      variable: (file) => file.replace(/^SeriesReport-/, ""),
    };
  },
};

const laborRoles: RoleRows = [
  [/^series[ _]id$/i, "variable"],
  [/^value$/i, "value"],
  [/^area(?:_text|_name| name)?$/i, "entity"],
  [/^(?:label|footnotes|footnote_codes|.*change.*)$/i, "note"],
];

const laborParts: Readonly<Record<string, string>> = { M: "-", Q: "-Q", S: "-S" };

/** `2020-01` of `M01`; averages of a year are `M13`, `Q05` and `S03`. */
function laborDate(year: string, period: string): string | undefined {
  const [, kind = "", number = ""] = /^([MQSA])(\d\d)$/.exec(period) ?? [];
  if (kind === "A") return year;
  if (["M13", "Q05", "S03"].includes(period)) return undefined;
  return kind === "M"
    ? `${year}-${number}`
    : `${year}${laborParts[kind] ?? ` ${period}`}${Number(number)}`;
}

/** `series_id` of `Series ID`. */
const idOf = (heading: string): string => heading.trim().toLowerCase().replace(" ", "_");

export const labor: Layout = {
  about: "US Bureau of Labor Statistics: series with a row for each month",
  recognised: "`Series ID` or `series_id`, `Year`, `Period` and `Value`",
  reading:
    "`M01` is a month, `Q01` a quarter, `S01` half a year; averages of a year (`M13`) are left out; a column `area_text` is looked up by name, or else `--entity country/USA` says the place",
  example: `Series ID,Year,Period,Label,Value
LNS14000000,2020,M01,2020 Jan,3.6
LNS14000000,2020,M13,2020 Annual,8.1
`,
  isHeader(header, below) {
    const ids = header.map(idOf);
    const period = below[ids.indexOf("period")] ?? "";
    return (
      ids.includes("year") && (ids.includes("series_id") || /^[MQSA]\d\d$/.test(period.trim()))
    );
  },
  lay(header) {
    const ids = header.map(idOf);
    const missing = ["series_id", "year", "period", "value"].find((one) => !ids.includes(one));
    if (missing !== undefined) return { expected: `the column ${missing}`, found: quoted(header) };
    const [year, period] = [ids.indexOf("year"), ids.indexOf("period")];
    const others = plainColumns(header, laborRoles).filter(
      (one) => one.at !== year && one.at !== period,
    );
    const columns: LaidColumn[] = others.map((one) =>
      one.role === "value" ? { ...one, cell: withoutSign } : one,
    );
    const dated = [
      { heading: "Date", role: "date" as const, at: header.length },
      { heading: "Frequency", role: "period" as const, at: header.length + 1 },
    ];
    return {
      columns: [...columns, ...dated],
      width: header.length,
      leaves: (cells) =>
        laborDate(cells[year] ?? "", cells[period] ?? "") === undefined
          ? "rows of averages of a year"
          : undefined,
      split: (cells) => {
        const code = cells[period] ?? "";
        return [...cells, laborDate(cells[year] ?? "", code) ?? "", code.slice(0, 1)];
      },
    };
  },
};

// Which headings are places, a reader of rows cannot know: somebody says it.

type Line = readonly string[];

/** A number, a sign for none, or nothing. */
const isValue = (cell: string): boolean =>
  cell === "" || saysNoValue(cell) || /^[-+(]?\p{Sc}?\d[\d.,\s%)]*$/u.test(cell);

/** How many columns at the left say what the values of a row are about. */
function keysOf(header: Line, lines: readonly Line[]): number {
  const isKey = (heading: string, at: number) =>
    timeHeading.test(heading) || !lines.every((cells) => isValue((cells[at] ?? "").trim()));
  return Math.max(header.findLastIndex(isKey) + 1, 1);
}

/** A heading that no column has. */
function freeHeading(heading: string, taken: Line): string {
  return taken.includes(heading) ? freeHeading(`${heading}_`, taken) : heading;
}

export const placesAcross: Layout = {
  about: "anybody: a column for each place",
  recognised: "`--layout places-across` says it",
  reading:
    "the headings right of dates and texts are places; `--variable` says what the numbers are, or a column does",
  example: `Year,France,Spain
2020,5,6
2021,7,8
`,
  isAsked: true,
  isHeader(header, below, after = []) {
    const places = header.slice(keysOf(header, [below, ...after]));
    return places.length > 0 && places.every((place) => /\p{L}/u.test(place));
  },
  lay(header, below, after) {
    const keys = keysOf(header, [below, ...after]);
    const left = header.slice(0, keys);
    const open = [...left, freeHeading("Place", left), freeHeading("Value", left)];
    const columns = open.map((heading, at): LaidColumn => ({ heading, role: "open", at }));
    return {
      columns,
      width: header.length,
      isJudged: true,
      unfold: (cells) =>
        header
          .slice(keys)
          .map((place, at) => [...cells.slice(0, keys), place, cells[keys + at] ?? ""]),
    };
  },
};
