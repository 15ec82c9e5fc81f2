/** One table of a custom folder: its header, and what the config states about it. */
import { aboutProperty, measuredFields } from "../../stats/facet-fields.ts";
import { type FileLog, shown } from "../bytes/diagnostics.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { withoutNamespace } from "../values/mcf-value.ts";
import { isAcceptedDate } from "../values/observation-dates.ts";
import { headingMeant } from "../values/slips.ts";
import type { CustomConfig } from "./config.ts";
import type { CustomFile } from "./custom-folder.ts";
import type { Provenance } from "./custom-nodes.ts";
import { dataHint, formProblem, headerProblem, reportHidden } from "./header-problems.ts";
import {
  type ColumnRole,
  type ImportType,
  type InputEntry,
  roleOf,
  shortKeys,
} from "./input-entries.ts";

/** What is known of a table before its rows. */
export interface CustomTable {
  readonly input: InputFile;
  readonly log: FileLog;
  readonly config: CustomConfig;
  readonly entry: InputEntry;
  readonly provenance: Provenance;
  readonly header: readonly string[];
  readonly headerLine: number;
  /** Positions that are read; ignored columns are left out. */
  readonly positions: readonly number[];
  readonly form: CustomForm;
  /** Dcids of variables by the names of their columns, once they are registered. */
  readonly variables: Map<string, string>;
}

type CustomForm = Exclude<ImportType, "observations"> | "perRow" | "perColumn";

type Part = Exclude<ColumnRole, { readonly dimension: string }>;

/** Where in a row its parts stand. */
export interface RowColumns {
  /** Position of a part; -1 if it has no column. */
  readonly at: (part: Part) => number;
  /** Positions of entities by property, whose prefix is left in place. */
  readonly dimensions: ReadonlyMap<string, number>;
}

const requiredProperties = ["variable", "date", "value"] as const;

/** @returns undefined if no row could be read rightly, which is reported. */
export function openTable(
  input: InputFile,
  { folder, entry }: CustomFile,
  provenance: Provenance,
  { header, headerLine }: { readonly header: readonly string[]; readonly headerLine: number },
  log: FileLog,
): CustomTable | undefined {
  if (entry === undefined) return undefined;
  const { config } = folder;
  const missing = [...columnsOf(entry)].filter((column) => !header.includes(column));
  const problem = headerProblem(header, entry, missing.length > 0);
  if (problem !== undefined) {
    fatal(log, "CSV_HeaderFailure", headerLine, problem);
    return undefined;
  }
  if (missing.length > 0) {
    const names = missing.map((column) => named(column, header)).join(", ");
    const problem = `the config names columns that the table does not have: ${names}; columns are ${shown(header.join(", "))}${dataHint(header, columnsOf(entry))}`;
    fatal(log, "Config_MissingColumn", headerLine, problem);
    return undefined;
  }
  const unclear = formProblem(entry, config.path);
  if (unclear !== undefined) {
    fatal(log, "Config_BadValue", headerLine, unclear);
    return undefined;
  }
  reportHidden(header, headerLine, log);
  reportIgnoredSlips(entry, header, headerLine, log);
  const positions = [...header.keys()].filter((at) => !entry.ignoredColumns.includes(header[at]!));
  const form = kindOf(entry, config, header);
  const names = { header, headerLine, positions, variables: new Map<string, string>() };
  return { input, log, config, entry, provenance, ...names, form };
}

/** A column to ignore may be in another table of the entry: only a slip of a column that is here is reported. */
function reportIgnoredSlips(
  { ignoredColumns }: InputEntry,
  header: readonly string[],
  headerLine: number,
  log: FileLog,
): void {
  const read = header.filter((column) => !ignoredColumns.includes(column));
  for (const column of ignoredColumns) {
    if (header.includes(column)) continue;
    const name = named(column, read);
    if (name === shown(column)) continue;
    const message = () => `ignoreColumns names a column that the table does not have: ${name}`;
    log.report({ level: "warning", counter: "Config_MissingColumn", line: headerLine, message });
  }
}

/** A missing column, and the one that differs from it in capitals only. */
function named(column: string, header: readonly string[]): string {
  const like = header.find((name) => name.toLowerCase() === column.trim().toLowerCase());
  const meant = like ?? headingMeant(column, header);
  return meant === undefined ? shown(column) : `${shown(column)} (is ${shown(meant)} meant?)`;
}

/** Every column that an entry cannot do without. */
function columnsOf({ importType, mappings, idColumn, entityColumns }: InputEntry): Set<string> {
  const columns = new Set(mappings.map(({ column }) => column));
  if (importType !== "observations" && idColumn !== "") columns.add(idColumn);
  for (const column of entityColumns) columns.add(column);
  return columns;
}

/** What the config says; else what the columns show; else what is usual in the dialect. */
function kindOf(entry: InputEntry, config: CustomConfig, header: readonly string[]): CustomForm {
  const { importType, form, mappings } = entry;
  if (importType !== "observations") return importType;
  if (form !== undefined) return form === "variablePerRow" ? "perRow" : "perColumn";
  const roles = mappings.map(({ key }) => roleOf(key));
  if (roles.includes("variable") || roles.includes("value")) return "perRow";
  if (mappings.length > 0) return "perColumn";
  if (["entity", ...requiredProperties].every((name) => header.includes(name))) return "perRow";
  return config.dialect === "platform" ? "perRow" : "perColumn";
}

/** @returns undefined if a column is missing or none too many, which is reported. */
export function rowColumns(table: CustomTable): RowColumns | undefined {
  const { entry, header } = table;
  const parts = new Map<Part, number>();
  const dimensions = new Map<string, number>();
  const place = (key: string, column: string): void => {
    const role = roleOf(key);
    const at = header.indexOf(column);
    if (typeof role === "object") dimensions.set(role.dimension, at);
    else parts.set(role, at);
  };
  const isPlaced = (key: string): boolean => {
    const role = roleOf(key);
    return typeof role === "object" ? dimensions.size > 0 : parts.has(role);
  };
  for (const { key, column } of entry.mappings) place(key, column);
  // What is not mapped has its own name as column.
  for (const key of shortKeys) {
    if (!isPlaced(key) && header.includes(key)) place(key, key);
  }
  const absent: string[] = requiredProperties.filter((part) => !parts.has(part));
  if (dimensions.size === 0) absent.unshift("entity");
  if (absent.length > 0) {
    const names = absent.map((name) => shown(name)).join(", ");
    const problem = `there is no column for ${names}: columnMappings names none, and columns are ${shown(header.join(", "))}${dataHint(header, shortKeys)}`;
    fatal(table.log, "Config_MissingColumn", table.headerLine, problem);
  }
  const used = new Set([...parts.values(), ...dimensions.values()]);
  const surplus = table.positions.filter((at) => !used.has(at)).map((at) => header[at]!);
  if (absent.length > 0 || !acceptSurplus(table, surplus)) return undefined;
  return { at: (part) => parts.get(part) ?? -1, dimensions };
}

/** A column that is not read may hold the difference between two rows: the newer dialects refuse it. */
function acceptSurplus(
  { config, log, headerLine }: CustomTable,
  surplus: readonly string[],
): boolean {
  if (surplus.length === 0) return true;
  const names = shown(surplus.join(", "));
  const remedy = "name it in columnMappings or in ignoreColumns";
  if (config.dialect !== "documented") {
    fatal(log, "Config_UnmappedColumn", headerLine, `nothing says what ${names} is; ${remedy}`);
    return false;
  }
  const message = () => `${names} is not read: nothing says what it is; ${remedy}`;
  const counter = "Config_UnmappedColumn";
  log.report({ level: "warning", counter, line: headerLine, message });
  return true;
}

/**
 * Properties that all observations of a table have: fields of a facet, and others, which series
 * cannot hold.
 */
export function fixedProperties({ entry }: CustomTable): {
  readonly facet: ReadonlyMap<string, string>;
  readonly others: ReadonlyMap<string, string>;
} {
  const facet = new Map<string, string>();
  const others = new Map<string, string>();
  for (const [key, value] of entry.observationProperties) {
    const name = withoutNamespace(key);
    const isFacet = (measuredFields as readonly string[]).includes(name);
    if (isFacet) facet.set(name, withoutNamespace(value));
    else others.set(key, value);
  }
  return { facet, others };
}

/** A whole file is left out. */
export function fatal(log: FileLog, counter: string, line: number, problem: string): void {
  const message = () => `no row is loaded: ${problem}`;
  log.report({ level: "fatal", counter, line, message });
}

/**
 * Which columns of a table with a variable per column hold its entities and its dates. Where the
 * config does not say, they are the first and the second column, as for the official importer; what
 * does not look like that is reported, since any column of numbers could be taken for years.
 */

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

/** What no column of entities has as its heading. */
const wholeDateHeading = new RegExp(`^(?:${dateHeading.source})s?$`, "i");

const entityHeading = /dcid|entity|place|geo|country|state|county|city|region/i;

const cure = 'name the column of dates in columnMappings, as in "date": "Year"';

/** @returns undefined if no row could be read rightly, which is reported once. */
export function keyColumns(table: CustomTable): KeyColumns | undefined {
  const { header, positions } = table;
  const mapped = mappedColumn(table, "date");
  const mappedEntity = mappedColumn(table, aboutProperty);
  const entityAt = mappedEntity ?? positions[0] ?? -1;
  const dateAt = mapped ?? positions[1] ?? -1;
  const problem =
    (mappedEntity === undefined ? exchangedProblem(table, entityAt, mapped) : undefined) ??
    problemOf(table, entityAt, dateAt, mapped !== undefined);
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

/** The first column holds the entities, unless the config names another one. */
function exchangedProblem(
  { header, positions }: CustomTable,
  entityAt: number,
  dateAt: number | undefined,
): string | undefined {
  const first = header[entityAt] ?? "";
  const isDate = dateAt === undefined ? wholeDateHeading.test(first) : dateAt === entityAt;
  const others = positions.filter((at) => at !== entityAt).map((at) => header[at]!);
  const entity = others.find((name) => entityHeading.test(name)) ?? others[0];
  if (!isDate || entity === undefined || dateHeading.test(entity)) return undefined;
  const both = `"date": ${JSON.stringify(first)}, "entity": ${JSON.stringify(entity)}`;
  return `the first column, ${shown(first)}, would be read as entities, and looks like dates; name both in columnMappings: ${both}, if ${shown(entity)} holds the entities`;
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
  const isPerRow = ["variable", "value"].every((name) => header.includes(name));
  if (!isMapped && isPerRow) {
    return `the table is read with a variable per column, and has the columns 'variable' and 'value'; a table with one value per row has "format": "variablePerRow"`;
  }
  if (!isMapped && isAcceptedDate(heading)) {
    return `the second column would be read as dates, and its heading is the date ${shown(heading)}: is the line with the names of the columns missing, or are these years? The command import reads tables with a column per year`;
  }
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
