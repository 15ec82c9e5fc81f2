/** Entries of a config.json, in the official dialect, for a table that was looked at. */

import { readFile } from "node:fs/promises";
import type { TableColumns } from "../../index.ts";
import type { ColumnProposal, ColumnsProposal, KnownColumns } from "../../lint.ts";
import { knownRows } from "../../propose/proposal.ts";
import { UsageError } from "../io.ts";

/** What one table adds to a config. */
export interface ConfigPart {
  /** Name of the table in the folder. */
  readonly table: string;
  readonly entry: Readonly<Record<string, unknown>>;
  /** The entries of variables, by heading. */
  readonly variables: Readonly<Record<string, object>>;
  /** Name of the provenance: the file that a person had. */
  readonly provenance: string;
}

/** The columns that every converted table has, and those that say how its values were measured. */
export const convertedColumns = ["variable", "entity", "date", "value"] as const;
export const measuredColumns = [
  "unit",
  "scalingFactor",
  "measurementMethod",
  "observationPeriod",
] as const;

/**
 * The table as it is: only if ids and dates stand in columns. Whether the dialect then reads the same
 * out of it shows when it is tried.
 */
export function directPart(
  table: string,
  columns: TableColumns,
  found: readonly ColumnProposal[],
): ConfigPart | undefined {
  const entity = headingOf(columns.entity);
  const date = headingOf(columns.date);
  if (entity === undefined || date === undefined) return undefined;
  const ignored = found.filter(({ role, heading }) => role === "not read" && heading !== "");
  const ignoreColumns = ignored.map(({ heading }) => heading);
  const common = { importType: "observations", provenance: table };
  const rest = ignoreColumns.length === 0 ? {} : { ignoreColumns };
  const { variables, variable, value, unit } = columns;
  const fixed =
    typeof unit === "object" && "constant" in unit
      ? { observationProperties: { unit: unit.constant } }
      : {};
  if (variables !== undefined && typeof unit !== "string") {
    const entry = {
      ...common,
      format: "variablePerColumn",
      columnMappings: { entity, date },
      ...fixed,
      ...rest,
    };
    const described = Object.entries(variables).flatMap(([heading, given]) => {
      if (typeof given !== "object") return [];
      const { name = heading, ...own } = given;
      const { description, ...properties } = columns.properties?.[name] ?? {};
      const about = description === undefined ? {} : { description, properties };
      return [[heading, { name, ...own, ...about }] as const];
    });
    return {
      table,
      entry,
      variables: Object.fromEntries(described),
      provenance: table,
    };
  }
  if (typeof variable !== "string" || value === undefined) return undefined;
  const mappings = { entity, date, variable, value, ...(typeof unit === "string" ? { unit } : {}) };
  const entry = {
    ...common,
    format: "variablePerRow",
    columnMappings: mappings,
    ...fixed,
    ...rest,
  };
  return { table, entry, variables: {}, provenance: table };
}

function headingOf(column: TableColumns["entity"] | TableColumns["date"]): string | undefined {
  if (typeof column === "string") return column;
  const isPlain = column !== undefined && "column" in column && Object.keys(column).length === 1;
  return isPlain ? (column as { readonly column: string }).column : undefined;
}

/** A table that was written for the dialect, with these columns. */
export function convertedPart(
  table: string,
  provenance: string,
  columns: readonly string[],
): ConfigPart {
  const columnMappings = Object.fromEntries(columns.map((column) => [column, column]));
  const entry = {
    importType: "observations",
    format: "variablePerRow",
    provenance,
    columnMappings,
  };
  return { table, entry, variables: {}, provenance };
}

/** A file of nodes, which says everything by itself. */
export function nodesPart(table: string, provenance: string): ConfigPart {
  return { table, entry: { importType: "observations", provenance }, variables: {}, provenance };
}

interface WrittenConfig {
  readonly inputFiles?: Readonly<Record<string, { readonly provenance?: string }>>;
  readonly variables?: object;
}

/** No members if it is no JSON. */
function readConfig(config: string): WrittenConfig {
  try {
    return (JSON.parse(config) as WrittenConfig | null) ?? {};
  } catch {
    return {};
  }
}

/** The provenance of a file in a config; undefined if it is not listed, or the config is no JSON. */
export function provenanceIn(config: string, file: string): string | undefined {
  const { inputFiles = {} } = readConfig(config);
  return Object.hasOwn(inputFiles ?? {}, file) ? inputFiles[file]?.provenance : undefined;
}

/** Names of the variables that a config describes; none if it is no JSON. */
export function variablesIn(config = "{}"): string[] {
  return Object.keys(readConfig(config).variables ?? {});
}

/**
 * The text of a config with this part. Variables that it describes stay as they are.
 * @param before a config that gets the part; undefined for a new one.
 * @param isForced whether variables that it describes are replaced.
 * @throws SyntaxError if it is no JSON
 */
export function configText(
  { table, entry, variables, provenance }: ConfigPart,
  before?: string,
  isForced = false,
): string {
  const known = before === undefined ? {} : (JSON.parse(before) as Record<string, unknown>);
  const objectAt = (key: string): object => {
    const value = known[key];
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  };
  const own = objectAt("variables");
  // Described variables stay: they are those of other tables, too.
  const allVariables = isForced ? { ...own, ...variables } : { ...variables, ...own };
  const source = { url: provenance, provenances: { [provenance]: provenance } };
  const config = {
    ...known,
    inputFiles: { ...objectAt("inputFiles"), [table]: entry },
    ...(Object.keys(allVariables).length === 0 ? {} : { variables: allVariables }),
    sources: { ...objectAt("sources"), [provenance]: source },
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/**
 * The option `columns` in a file that `--propose` wrote.
 * @throws UsageError if it is none, or if problems stand in the file: who solved them takes them out
 */
export async function columnsIn(path: string): Promise<KnownColumns["columns"]> {
  try {
    const map = JSON.parse(await readFile(path, "utf8")) as Partial<ColumnsProposal> | null;
    const { columns, problems = [] } = map ?? {};
    if (!(columns instanceof Object)) throw new Error("it has no member columns");
    if (Array.isArray(problems) && problems.length === 0) return columns;
    throw new Error(
      `the member problems says what is still open: say it in columns, then take it out of problems\n${[problems].flat().join("\n")}`,
    );
  } catch (error) {
    throw new UsageError(`--map ${path}: ${(error as Error).message}`);
  }
}

/** @throws UsageError for an option beside a map, which says the same */
export function refuseBesideMap(
  map: string | undefined,
  options: Readonly<Record<string, unknown>>,
): void {
  const own = [...Object.keys(knownRows), "monthFirst"].find((one) => options[one] !== undefined);
  if (map === undefined || own === undefined) return;
  const flag = own.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new UsageError(
    `--${flag} is not read beside --map: write it into the member columns of ${map}, or leave --map out`,
  );
}

/**
 * The rows of `--only`: `SEX=_T`.
 * @throws UsageError for one without a heading
 */
export function onlyIn(given: unknown): KnownColumns["only"] {
  if (!Array.isArray(given)) return undefined;
  const pairs = given.map((one: string) => {
    const at = one.indexOf("=");
    if (at < 1) throw new UsageError(`--only takes a heading and a cell, as SEX=_T, not ${one}`);
    return [one.slice(0, at), one.slice(at + 1)] as const;
  });
  return Object.fromEntries(pairs);
}
