/** `inputFiles` of a config: which files there are and how each of them is to be read. */
import { type MeasuredField, measuredFields } from "../../stats/facet-fields.ts";
import { shown } from "../bytes/diagnostics.ts";
import { leadsOutside } from "../sources/file-patterns.ts";
import type { JsonEntry, JsonNode } from "../values/json-text.ts";
import { withoutNamespace } from "../values/mcf-value.ts";
import { hintOf, slipOf } from "../values/slips.ts";
import {
  type ConfigKind,
  type ConfigValues,
  entryTable,
  entryText,
  entryTexts,
} from "./config-values.ts";

export type ConfigDialect = "documented" | "importer" | "platform";

export type ImportType = "observations" | "events" | "entities";
type TableLayout = "variablePerRow" | "variablePerColumn";

/** What a column of a table holds. A dimension is one of the entities of an observation. */
export type ColumnRole =
  | "variable"
  | "date"
  | "value"
  | MeasuredField
  | { readonly dimension: string };

/** A column and what it is mapped to, as the config spells it. */
interface ColumnMapping {
  readonly key: string;
  readonly column: string;
  readonly line: number;
}

export interface InputEntry {
  /** A name, a path within the folder or a pattern of either. */
  readonly pattern: string;
  readonly line: number;
  readonly importType: ImportType;
  /** Undefined if the config does not say. */
  readonly form: TableLayout | undefined;
  readonly entityType: string;
  readonly entityTypeLine: number;
  readonly provenance: string;
  readonly provenanceLine: number;
  readonly mappings: readonly ColumnMapping[];
  readonly ignoredColumns: readonly string[];
  readonly entityColumns: readonly string[];
  readonly observationProperties: ReadonlyMap<string, string>;
  readonly observationPropertiesLine: number;
  readonly eventType: string;
  readonly rowEntityType: string;
  readonly idColumn: string;
  readonly computedVariables: readonly string[];
}

const keys: Readonly<Record<string, ConfigKind>> = {
  importType: "text",
  format: "text",
  entityType: "text",
  provenance: "text",
  columnMappings: "table",
  ignoreColumns: "texts",
  entityColumns: "texts",
  columnsToResolve: "texts",
  observationProperties: "table",
  eventType: "text",
  rowEntityType: "text",
  idColumn: "text",
  computedVariables: "texts",
  importName: "text",
};

const listKeys: Readonly<Record<string, ConfigKind>> = {
  pattern: "text",
  filename: "text",
  ...keys,
};

const importTypes: ReadonlyMap<string, ImportType> = new Map([
  ["observations", "observations"],
  ["variables", "observations"],
  ["events", "events"],
  ["entities", "entities"],
]);

/** Both spellings of what a column may be mapped from. */
const roles: ReadonlyMap<string, ColumnRole> = new Map<string, ColumnRole>([
  ["entity", { dimension: "observationAbout" }],
  ["dcid:observationAbout", { dimension: "observationAbout" }],
  ["variable", "variable"],
  ["dcid:variableMeasured", "variable"],
  ["date", "date"],
  ["dcid:observationDate", "date"],
  ["value", "value"],
  ["dcid:value", "value"],
  ...measuredFields.flatMap((field): [string, ColumnRole][] => [
    [field, field],
    [`dcid:${field}`, field],
  ]),
]);

/** The short spellings: also the names that columns have by themselves. */
export const shortKeys: readonly string[] = [...roles.keys()].filter((key) => !key.includes(":"));

/** Any unknown key names a dimension. */
export function roleOf(key: string): ColumnRole {
  return roles.get(key) ?? { dimension: key };
}

interface InputEntries {
  readonly entries: readonly InputEntry[];
  /** Patterns of entries that are not read, for reasons that are reported. */
  readonly refused: readonly string[];
  readonly dialect: ConfigDialect;
}

export function inputEntries(node: JsonNode | undefined, values: ConfigValues): InputEntries {
  if (node === undefined) return { entries: [], refused: [], dialect: "documented" };
  const read =
    node.kind === "list"
      ? values.items(node, "inputFiles").map((item) => listEntry(item, values))
      : values.entries(node, "inputFiles").map((entry) => namedEntry(entry, values));
  const entries = read.filter((entry) => typeof entry === "object");
  const refused = read.filter((entry) => typeof entry === "string");
  const dialect = node.kind === "list" ? "platform" : spelling(node);
  if (dialect === "documented") {
    return { entries: entries.map((entry) => withKnownMappings(entry, values)), refused, dialect };
  }
  for (const entry of entries) warnOfSlips(entry, values);
  return { entries, refused, dialect };
}

/** Prefixed columns, and the newer name of what to resolve, are the importer's own. */
function spelling(node: JsonNode): ConfigDialect {
  const files = node.kind === "object" ? node.entries : [];
  const isImporters = files.some(
    ({ value }) =>
      value.kind === "object" &&
      value.entries.some(
        (entry) =>
          entry.key === "columnsToResolve" ||
          (entry.key === "columnMappings" &&
            [...entryTable(entry).keys()].some((key) => key.includes(":"))),
      ),
  );
  return isImporters ? "importer" : "documented";
}

function listEntry(node: JsonNode, values: ConfigValues): InputEntry | string | undefined {
  const entries = values.known(node, listKeys, "an entry of inputFiles");
  const named = entries.get("pattern") ?? entries.get("filename");
  const pattern = entryText(named);
  if (pattern === "") {
    const message = "an entry of inputFiles needs a pattern";
    values.report("error", "NoPattern", node.line, message);
    return undefined;
  }
  return entryOf(pattern, named?.line ?? node.line, entries, values);
}

function namedEntry(entry: JsonEntry, values: ConfigValues): InputEntry | string {
  const entries = values.known(entry.value, keys, `'${entry.key}' of inputFiles`);
  return entryOf(entry.key, entry.line, entries, values);
}

function entryOf(
  pattern: string,
  line: number,
  entries: ReadonlyMap<string, JsonEntry>,
  values: ConfigValues,
): InputEntry | string {
  if (leadsOutside(pattern)) {
    const message = `expected a file of this folder in inputFiles, found ${shown(pattern)}`;
    values.report("error", "PathOutside", line, message);
    return pattern;
  }
  const text = (key: string) => entryText(entries.get(key));
  const importType = importTypeOf(entries, pattern, values);
  if (importType === undefined) return pattern;
  const entityType = withoutNamespace(text("entityType"));
  checkType(entityType, entries.get("entityType"), values);
  return {
    pattern,
    line,
    importType,
    form: formOf(entries.get("format"), pattern, values),
    entityType,
    entityTypeLine: entries.get("entityType")?.line ?? line,
    provenance: text("provenance"),
    provenanceLine: entries.get("provenance")?.line ?? line,
    mappings: mappingsOf(entries.get("columnMappings"), values),
    ignoredColumns: entryTexts(entries.get("ignoreColumns")),
    entityColumns: [
      ...entryTexts(entries.get("entityColumns")),
      ...entryTexts(entries.get("columnsToResolve")),
    ],
    observationProperties: entryTable(entries.get("observationProperties")),
    observationPropertiesLine: entries.get("observationProperties")?.line ?? line,
    eventType: text("eventType"),
    rowEntityType: text("rowEntityType"),
    idColumn: text("idColumn"),
    computedVariables: entryTexts(entries.get("computedVariables")),
  };
}

/** Without an importType, what only events or entities have says it. */
function importTypeOf(
  entries: ReadonlyMap<string, JsonEntry>,
  pattern: string,
  values: ConfigValues,
): ImportType | undefined {
  const entry = entries.get("importType");
  if (entry === undefined) {
    if (entries.has("eventType")) return "events";
    return entries.has("rowEntityType") ? "entities" : "observations";
  }
  const type = importTypes.get(entryText(entry));
  if (type === undefined) {
    const known = [...importTypes.keys()].join(", ");
    const hint = hintOf(entryText(entry), importTypes.keys());
    const message = `the importType of ${shown(pattern)} is ${shown(entryText(entry))}; it can be ${known}${hint}`;
    values.report("error", "BadValue", entry.line, message);
  }
  return type;
}

function formOf(
  entry: JsonEntry | undefined,
  pattern: string,
  values: ConfigValues,
): TableLayout | undefined {
  const text = entryText(entry);
  if (text === "variablePerRow" || text === "variablePerColumn") return text;
  if (entry !== undefined) {
    const message = `the format of ${shown(pattern)} is ${shown(text)}; it can be variablePerRow or variablePerColumn`;
    values.report("error", "BadValue", entry.line, message);
  }
  return undefined;
}

/** Types of entities that most configs name: a slip of one of them finds no entity. */
const usualTypes = [
  "AdministrativeArea1",
  "AdministrativeArea2",
  "AdministrativeArea3",
  "CensusTract",
  "CensusZipCodeTabulationArea",
  "City",
  "Continent",
  "Country",
  "County",
  "EurostatNUTS1",
  "EurostatNUTS2",
  "EurostatNUTS3",
  "Organization",
  "Place",
  "School",
  "SchoolDistrict",
  "State",
  "Town",
  "Village",
];

function checkType(type: string, entry: JsonEntry | undefined, values: ConfigValues): void {
  const meant = slipOf(type, usualTypes);
  if (meant === undefined || entry === undefined) return;
  const message = `the entityType ${shown(type)} is no usual type; is '${meant}' meant?`;
  values.report("warning", "UnusualType", entry.line, message);
}

function mappingsOf(entry: JsonEntry | undefined, values: ConfigValues): ColumnMapping[] {
  if (entry?.value.kind !== "object") return [];
  const mappings = entry.value.entries.map((inner) => {
    return { key: inner.key, column: entryText(inner), line: inner.line };
  });
  for (const [at, { key, column, line }] of mappings.entries()) {
    const first = mappings.slice(0, at).find((other) => other.column === column);
    if (first === undefined) continue;
    const message = `columnMappings names column ${shown(column)} as ${shown(first.key)} and as ${shown(key)}; is one of them another column?`;
    values.report("warning", "BadValue", line, message);
  }
  return mappings;
}

/** Only the newer dialects have dimensions; in the documented one an unknown key is a slip. */
function withKnownMappings(entry: InputEntry, values: ConfigValues): InputEntry {
  if (entry.importType !== "observations") return entry;
  const [first] = entry.mappings;
  const isKnown = (name: string): boolean => shortKeys.includes(name);
  const isTurned = !entry.mappings.some(({ key }) => isKnown(key));
  if (isTurned && entry.mappings.filter(({ column }) => isKnown(column)).length > 1) {
    const message =
      "columnMappings is turned around: its keys are what columns hold and its values are " +
      `columns, as in ${shown(`"${first!.column}": "${first!.key}"`)}; it is read that way`;
    values.report("warning", "TurnedMappings", first!.line, message);
    const turned = entry.mappings.map(({ key, column, line }) => {
      return { key: column, column: key, line };
    });
    return { ...entry, mappings: turned.filter(({ key }) => isKnown(key)) };
  }
  const mappings = entry.mappings.filter(({ key, line }) => {
    if (shortKeys.includes(key)) return true;
    const hint = hintOf(key, shortKeys);
    const message = `the key ${shown(key)} of columnMappings is not read; keys are ${shortKeys.join(", ")}${hint}`;
    values.report("warning", "UnknownKey", line, message);
    return false;
  });
  return { ...entry, mappings };
}

/** A key that is nearly a known one is read as a dimension, but probably was not meant as one. */
function warnOfSlips({ importType, mappings }: InputEntry, values: ConfigValues): void {
  if (importType !== "observations") return;
  for (const { key, line } of mappings) {
    const meant = slipOf(key, roles.keys());
    if (meant === undefined) continue;
    const message = `the key ${shown(key)} of columnMappings makes a dimension of observations; is '${meant}' meant?`;
    values.report("warning", "UnknownKey", line, message);
  }
}
