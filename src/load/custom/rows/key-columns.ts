/**
 * Which columns of a table with a variable per column hold its entities and its dates. Where the
 * config does not say, they are the first and the second column, as for the official importer; what
 * does not look like that is reported, since any column of numbers could be taken for years.
 */
import { shown } from "../../report/index.ts";
import { aboutProperty } from "../../statements/index.ts";
import { isAcceptedDate } from "../../values/index.ts";
import { roleOf } from "../config/index.ts";
import { type CustomTable, fatal } from "./custom-table.ts";

export interface KeyColumns {
  readonly entityAt: number;
  readonly dateAt: number;
  /**
   * False for every row of a table whose column of dates holds something else, which is reported
   * once.
   */
  readonly hasDates: (cell: string, line: number) => boolean;
}

const dateHeading =
  /date|year|month|quarter|week|day|time|period|jahr|datum|monat|fecha|a\u00f1o|ann\u00e9e|anno|^ano$/i;

const cure = 'name the column of dates in columnMappings, as in "date": "Year"';

/** @returns undefined if no row could be read rightly, which is reported once. */
export function keyColumns(table: CustomTable): KeyColumns | undefined {
  const { header, positions } = table;
  const mapped = mappedColumn(table, "date");
  const entityAt = mappedColumn(table, aboutProperty) ?? positions[0] ?? -1;
  const dateAt = mapped ?? positions[1] ?? -1;
  const problem = problemOf(table, entityAt, dateAt, mapped !== undefined);
  if (problem !== undefined) {
    fatal(table.log, "Config_MissingColumn", table.headerLine, problem);
    return undefined;
  }
  const isAssumed = mapped === undefined && !dateHeading.test(header[dateAt]!);
  let isRefused = isAssumed ? undefined : false;
  const hasDates = (cell: string, line: number): boolean => {
    isRefused ??= refuses(table, dateAt, cell, line);
    return !isRefused;
  };
  return { entityAt, dateAt, hasDates };
}

function mappedColumn({ entry, header }: CustomTable, wanted: string): number | undefined {
  const mapping = entry.mappings.find(({ key }) => {
    const role = roleOf(key);
    return (typeof role === "object" ? role.dimension : role) === wanted;
  });
  return mapping && header.indexOf(mapping.column);
}

function problemOf(
  { config, header, positions }: CustomTable,
  entityAt: number,
  dateAt: number,
  isMapped: boolean,
): string | undefined {
  const columns = `columns are ${shown(header.join(", "))}`;
  if (entityAt < 0 || dateAt < 0) {
    return `a table with a variable per column has entities in its first column and dates in its second; ${columns}`;
  }
  const heading = header[dateAt]!;
  if (entityAt === dateAt) {
    return `there is no column of dates: column ${shown(heading)} holds the entities; ${cure}`;
  }
  if (!isMapped && config.variables.has(heading)) {
    return `there is no column of dates: the second column, ${shown(heading)}, is one of the config's variables; ${cure}`;
  }
  const others = positions.filter((at) => at !== entityAt && at !== dateAt);
  const dates = isMapped || dateHeading.test(heading) ? -1 : likeDates(header, others);
  if (dates >= 0) {
    return `the second column, ${shown(heading)}, would be read as dates, and ${shown(header[dates]!)} looks more like them; ${cure}`;
  }
  if (others.some((at) => header[at] !== "")) return undefined;
  return `there is no column for a variable: ${shown(header[entityAt]!)} holds the entities, ${shown(heading)} is read as dates; ${columns}`;
}

function likeDates(header: readonly string[], positions: readonly number[]): number {
  return positions.find((at) => dateHeading.test(header[at]!)) ?? -1;
}

function warnOfDates({ header, headerLine, log }: CustomTable, dateAt: number): void {
  const message = () =>
    `column ${shown(header[dateAt]!)} is read as dates, since it is the second; ${cure}`;
  const counter = "Config_AssumedDates";
  log.report({ level: "warning", counter, line: headerLine, message });
}

/** Looks at the first row. If its cell is not a date, the column does not hold dates. */
function refuses(table: CustomTable, dateAt: number, cell: string, line: number): boolean {
  const { header, log } = table;
  if (isAcceptedDate(cell)) {
    warnOfDates(table, dateAt);
    return false;
  }
  const problem = `there is no column of dates: the second column, ${shown(header[dateAt]!)}, holds ${shown(cell)}; ${cure}`;
  fatal(log, "Config_MissingColumn", line, problem);
  return true;
}
