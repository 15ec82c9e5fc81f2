/**
 * The table of layouts: how publishers write tables of statistics. Only its rows decide how such a table
 * is recognised and read, and what the documentation says about it.
 */

import { labor, monthsAcross, placesAcross } from "./across.ts";
import { eurostat, oecd, worldBank, worldBankLong } from "./international.ts";
import type { LaidColumn, LaidTable, Layout, Misfit } from "./layout.ts";
import {
  cbs,
  censusAcs,
  censusApi,
  genesis,
  inseeLocal,
  inseeSeries,
  onsV4,
} from "./national-offices.ts";
import {
  faostat,
  ilo,
  imfIfs,
  imfWeo,
  unData,
  unGoals,
  unYearbook,
  whoGho,
  whoOdata,
} from "./organisations.ts";
import { sidra, unProspects, whoAthena } from "./pairs.ts";
import { sdmxCsv, sdmxWide } from "./sdmx-csv.ts";
import { bundesbank, fred, owid, snb, statCan } from "./series.ts";
import { titledSeries } from "./titled-series.ts";
import { twoHeadings } from "./two-headings.ts";
import {
  censusEstimates,
  economicAnalysis,
  johnsHopkins,
  nationalAccounts,
} from "./united-states.ts";

/** The first row that recognises a line counts. */
export const layouts = {
  eurostat,
  ilo,
  "sdmx-csv": sdmxCsv,
  "sdmx-wide": sdmxWide,
  oecd,
  "imf-weo": imfWeo,
  "imf-ifs": imfIfs,
  "world-bank": worldBank,
  "world-bank-long": worldBankLong,
  owid,
  fred,
  "census-acs": censusAcs,
  "census-api": censusApi,
  "census-estimates": censusEstimates,
  bea: economicAnalysis,
  "bea-nipa": nationalAccounts,
  bls: labor,
  "johns-hopkins": johnsHopkins,
  "un-data": unData,
  "un-yearbook": unYearbook,
  "un-sdg": unGoals,
  "un-prospects": unProspects,
  faostat,
  "who-gho": whoGho,
  "who-odata": whoOdata,
  "who-athena": whoAthena,
  statcan: statCan,
  cbs,
  genesis,
  "ons-v4": onsV4,
  "insee-bdm": inseeSeries,
  "insee-local": inseeLocal,
  snb,
  bundesbank,
  "titled-series": titledSeries,
  sidra,
  months: monthsAcross,
  "two-headings": twoHeadings,
  "places-across": placesAcross,
} as const satisfies Readonly<Record<string, Layout>>;

export type LayoutName = keyof typeof layouts;

export const layoutNames = Object.keys(layouts) as readonly LayoutName[];

/** Layouts that a table shows by itself. */
const recognised = layoutNames.filter((name) => !("isAsked" in layouts[name]));

/** A table whose header was found. */
export interface FoundLayout {
  readonly name: LayoutName;
  /** Which of the lines is the header. */
  readonly at: number;
  readonly header: readonly string[];
  readonly table: LaidTable;
}

/** A table that has the marks of a layout and breaks it. */
export interface BrokenLayout extends Misfit {
  readonly name: LayoutName;
  readonly at: number;
}

const linesMax = 40;

/**
 * Finds a header of a layout among the first lines of a table.
 * @param wanted a layout that somebody named; default: any.
 * @param titles lines above these.
 */
export function layoutIn(
  lines: readonly (readonly string[])[],
  wanted?: LayoutName,
  titles: readonly string[] = [],
): FoundLayout | BrokenLayout | undefined {
  const names = wanted === undefined ? recognised : layoutNames.filter((name) => name === wanted);
  for (const [at, line] of lines.slice(0, linesMax).entries()) {
    const header = line.map((cell) => cell.trim());
    if (header.filter((cell) => cell !== "").length < 2) continue;
    const [below = [], ...after] = lines
      .slice(at + 1, at + linesMax)
      .filter((one) => !isSame(one, line));
    const name = names.find((one) => layouts[one].isHeader(header, below, after));
    if (name === undefined) continue;
    const above = [...titles, ...lines.slice(0, at).map((cells) => cells.join(" "))];
    const found = layouts[name].lay(header, below, after, above);
    if ("expected" in found) return { name, at, ...found };
    // What has no heading must be empty, which the reader of rows checks.
    const columns = found.columns.filter(({ heading }) => heading !== "");
    const table = { ...found, columns };
    const misfit = misfitOf(table);
    return misfit === undefined ? { name, at, header: line, table } : { name, at, ...misfit };
  }
  return undefined;
}

export function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((cell, at) => cell === right[at]);
}

/** What every layout needs: each heading once, values, and one column for each role of one column. */
function misfitOf({ columns, date, isJudged = false }: LaidTable): Misfit | undefined {
  const named = columns.map(({ heading }) => heading);
  const doubled = named.find((heading, at) => named.indexOf(heading) < at);
  if (doubled !== undefined) return { expected: "each heading once", found: `'${doubled}' twice` };
  const of = (role: LaidColumn["role"]): readonly LaidColumn[] =>
    columns.filter((one) => one.role === role);
  for (const role of ["entity", "date", "variable", "unit", "multiplier"] as const) {
    const [first, second] = of(role);
    if (second === undefined) continue;
    return {
      expected: `one column of the role ${role}`,
      found: `'${first!.heading}' and '${second.heading}'`,
    };
  }
  const isDated =
    of("value").length > 0 && of("value").every(({ heading }) => /^\d{4}/.test(heading));
  if (of("date").length === 0 && !isDated && date === undefined && !isJudged) {
    return { expected: "a column of dates", found: named.join(", ").slice(0, 200) };
  }
  return undefined;
}
