/**
 * `config.json` of a custom Data Commons folder, in the three dialects that are in use (behaviour:
 * inputs 5.1). They differ in few points, and say by their content which of them they are:
 *
 *   documented   files under `inputFiles` by name; columns as `entity`, `variable`, `date`, `value`
 *   importer     the same, but columns as `dcid:observationAbout`, and `columnsToResolve`
 *   platform     `inputFiles` is a list, each entry with its `pattern`
 */
import { type MeasuredField, measuredFields } from "../../stats/facet-fields.ts";
import { type Finding, shown } from "../bytes/diagnostics.ts";
import { addressProblem } from "../values/addresses.ts";
import { type JsonEntry, type JsonNode, parseJson } from "../values/json-text.ts";
import { withoutNamespace } from "../values/mcf-value.ts";
import { isPlainNumber } from "../values/observation-parts.ts";
import { slipOf } from "../values/slips.ts";
import {
  type ConfigKind,
  ConfigValues,
  entryTable,
  entryText,
  entryTexts,
  isSet,
} from "./config-values.ts";
import { type ConfigDialect, type InputEntry, inputEntries } from "./input-entries.ts";

interface VariableConfig {
  readonly name: string;
  readonly description: string;
  readonly searchDescriptions: readonly string[];
  /** Names from the outermost group on, with slashes between; "" for none. */
  readonly group: string;
  readonly properties: ReadonlyMap<string, string>;
  /** How its observations are measured, unless their row says it: by name of the facet's field. */
  readonly facet: ReadonlyMap<string, string>;
  /** Lines of these fields. */
  readonly facetLines: ReadonlyMap<MeasuredField, number>;
  readonly period: "day" | "month" | "year";
  readonly line: number;
}

/** Of a type of entities or events. */
interface TypeConfig {
  readonly name: string;
  readonly description: string;
}

export interface ProvenanceConfig {
  readonly name: string;
  readonly url: string;
  readonly source: string;
  readonly sourceUrl: string;
}

export interface CustomConfig {
  readonly path: string;
  readonly dialect: ConfigDialect;
  readonly entries: readonly InputEntry[];
  /** Patterns of entries that are not read, for reasons that are reported. */
  readonly refused: readonly string[];
  readonly includesSubfolders: boolean;
  readonly variables: ReadonlyMap<string, VariableConfig>;
  /** Whether one of them has a field of a facet. */
  readonly hasFields: boolean;
  readonly events: ReadonlyMap<string, TypeConfig>;
  readonly entities: ReadonlyMap<string, TypeConfig>;
  readonly provenances: readonly ProvenanceConfig[];
  readonly groupsByProperty: boolean;
  /** Pattern of a file of the folder; "" for none. */
  readonly verticalSpecs: string;
  readonly rootGroupName: string;
  /** First part of generated ids of variables and groups. */
  readonly namespace: string;
  /** Beginning of the ids of groups that properties make. */
  readonly groupPrefix: string;
  readonly hiddenProperties: readonly string[];
  readonly findings: readonly Finding[];
}

const keys: Readonly<Record<string, ConfigKind>> = {
  inputFiles: "any",
  variables: "object",
  sources: "object",
  events: "object",
  entities: "object",
  includeInputSubdirs: "flag",
  groupStatVarsByProperty: "flag",
  verticalSpecsFile: "text",
  defaultCustomRootStatVarGroupName: "text",
  customIdNamespace: "text",
  customSvgPrefix: "text",
  svHierarchyPropsBlocklist: "texts",
  importName: "text",
  importProxyEntities: "flag",
  generateTopics: "flag",
  dataDownloadUrl: "any",
  database: "any",
};

/** What a config needs at least. */
export const configCure =
  'name the tables, as in { "inputFiles": { "*.csv": { "format": "variablePerRow" } } }';

/** Each of them says that a config.json is one of ours. */
const marks = ["inputFiles", "includeInputSubdirs", "groupStatVarsByProperty", "customIdNamespace"];

/** What has a meaning for an importing service, and none for a folder that is read in place. */
const withoutEffect: Readonly<Record<string, string>> = {
  dataDownloadUrl: "files are read where the config lies, and from nowhere else",
  database: "nothing is written to a database",
};

/** Says whether a text, which need not be JSON, is the config of a custom folder. */
export function isCustomConfig(text: string): boolean {
  const isNearly = /"input[_ -]?files?"/i.test(text);
  const isMarked = marks.some((key) => text.toLowerCase().includes(`"${key.toLowerCase()}"`));
  return isNearly || isMarked || hasOurKeys(text);
}

/** Without `inputFiles`: a slip of it, or a config that says something of variables or sources, and all of it known. */
function hasOurKeys(text: string): boolean {
  let root: unknown;
  try {
    root = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return false;
  }
  if (typeof root !== "object" || root === null) return false;
  const names = Object.keys(root);
  if (names.some((name) => slipOf(name, marks, 1) !== undefined)) return true;
  const isOurs = names.every((name) => Object.hasOwn(keys, name));
  return isOurs && (names.includes("variables") || names.includes("sources"));
}

/** Says whether a config says nothing at all. */
export function isBlankConfig(text: string): boolean {
  return /^[\uFEFF\s]*(?:\{\s*\})?\s*$/.test(text);
}

/** @throws LoadError if the text is no JSON. */
export function parseConfig(text: string, path: string): CustomConfig {
  const values = new ConfigValues();
  const root = values.known(parseJson(text, path), keys, "the config");
  for (const [key, reason] of Object.entries(withoutEffect)) {
    const entry = root.get(key);
    if (entry !== undefined) {
      values.report("info", "KeyWithoutEffect", entry.line, `'${key}' has no effect: ${reason}`);
    }
  }
  const input = root.get("inputFiles");
  if (input === undefined) {
    const message = `inputFiles is missing: without it no table is read; ${configCure}`;
    values.report("error", "NoInputFiles", 1, message);
  }
  const { entries, refused, dialect } = inputEntries(input?.value, values);
  const objectOf = (key: string) => root.get(key)?.value;
  const variables = byName(objectOf("variables"), "variables", values, variableOf);
  const namespace = entryText(root.get("customIdNamespace"));
  return {
    path,
    dialect,
    entries,
    refused,
    includesSubfolders: isSet(root.get("includeInputSubdirs")),
    variables,
    hasFields: [...variables.values()].some(({ facet }) => facet.size > 0),
    events: byName(objectOf("events"), "events", values, typeOf),
    entities: byName(objectOf("entities"), "entities", values, typeOf),
    provenances: provenancesOf(objectOf("sources"), values),
    groupsByProperty: isSet(root.get("groupStatVarsByProperty")),
    verticalSpecs: entryText(root.get("verticalSpecsFile")),
    rootGroupName: entryText(root.get("defaultCustomRootStatVarGroupName")) || "Custom Variables",
    namespace: namespace || "custom",
    groupPrefix:
      entryText(root.get("customSvgPrefix")) || (namespace === "" ? "c/g/" : `${namespace}/g/`),
    hiddenProperties: entryTexts(root.get("svHierarchyPropsBlocklist")),
    findings: values.findings,
  };
}

function byName<T>(
  node: JsonNode | undefined,
  place: string,
  values: ConfigValues,
  read: (node: JsonNode, name: string, place: string, values: ConfigValues) => T,
): Map<string, T> {
  if (node === undefined) return new Map();
  return new Map(
    values
      .entries(node, place)
      .map(({ key, value }) => [key, read(value, key, `'${key}' of ${place}`, values)]),
  );
}

const variableKeys: Readonly<Record<string, ConfigKind>> = {
  name: "text",
  description: "text",
  searchDescriptions: "texts",
  nlSentences: "texts",
  group: "text",
  properties: "table",
  aggregation: "table",
  unit: "scalar",
  scalingFactor: "scalar",
  measurementMethod: "scalar",
  observationPeriod: "scalar",
};

function variableOf(
  node: JsonNode,
  name: string,
  place: string,
  values: ConfigValues,
): VariableConfig {
  const entries = values.known(node, variableKeys, place);
  const properties = entryTable(entries.get("properties"));
  for (const field of measuredFields) {
    if (!properties.has(field) || entries.has(field)) continue;
    const line = entries.get("properties")?.line ?? node.line;
    const message = `no observation of ${place} gets the ${field} ${shown(properties.get(field) ?? "")}: write it beside 'properties', not in it`;
    values.report("warning", "BadValue", line, message);
  }
  return {
    name: entryText(entries.get("name")) || name,
    description: entryText(entries.get("description")),
    searchDescriptions: [
      ...entryTexts(entries.get("searchDescriptions")),
      ...entryTexts(entries.get("nlSentences")),
    ],
    group: entryText(entries.get("group")),
    properties,
    facet: facetOf(entries, values),
    facetLines: new Map(
      measuredFields.flatMap((field) => {
        const entry = entries.get(field);
        return entry === undefined ? [] : [[field, entry.line] as const];
      }),
    ),
    period: periodOf(entries.get("aggregation")?.value, place, values),
    line: node.line,
  };
}

function facetOf(
  entries: ReadonlyMap<string, JsonEntry>,
  values: ConfigValues,
): ReadonlyMap<string, string> {
  const facet = new Map<string, string>();
  for (const field of measuredFields) {
    const text = entryText(entries.get(field));
    if (text !== "") facet.set(field, withoutNamespace(text));
    if (field !== "scalingFactor" || text === "" || isPlainNumber(text)) continue;
    const message = `scalingFactor is a number, such as 1000, not ${shown(text)}`;
    values.report("warning", "BadValue", entries.get(field)?.line ?? 1, message);
  }
  return facet;
}

function periodOf(
  node: JsonNode | undefined,
  place: string,
  values: ConfigValues,
): VariableConfig["period"] {
  if (node === undefined) return "year";
  const entries = values.known(node, { period: "text", method: "text" }, `aggregation of ${place}`);
  const method = entryText(entries.get("method"));
  if (method !== "" && method !== "count") {
    const message = `the only method of an aggregation is count, not '${method}': ${place}`;
    values.report("error", "BadValue", node.line, message);
  }
  const period = entryText(entries.get("period"));
  if (period === "day" || period === "month" || period === "year" || period === "") {
    return period || "year";
  }
  const message = `the period of an aggregation is day, month or year, not '${period}': ${place}`;
  values.report("error", "BadValue", node.line, message);
  return "year";
}

function typeOf(node: JsonNode, name: string, place: string, values: ConfigValues): TypeConfig {
  const entries = values.known(node, { name: "text", description: "text" }, place);
  return {
    name: entryText(entries.get("name")) || name,
    description: entryText(entries.get("description")),
  };
}

function checkUrl(
  url: string,
  entry: JsonEntry | undefined,
  whose: string,
  values: ConfigValues,
): void {
  const problem = addressProblem(url);
  if (entry === undefined || problem === undefined) return;
  values.report("warning", "BadUrl", entry.line, `the url of ${whose} ${problem}`);
}

function provenancesOf(node: JsonNode | undefined, values: ConfigValues): ProvenanceConfig[] {
  if (node === undefined) return [];
  return values.entries(node, "sources").flatMap(({ key: source, value }) => {
    const entries = values.known(
      value,
      { url: "text", provenances: "table" },
      `'${source}' of sources`,
    );
    const sourceUrl = entryText(entries.get("url"));
    checkUrl(sourceUrl, entries.get("url"), `'${source}'`, values);
    return Array.from(entryTable(entries.get("provenances")), ([name, url]) => {
      checkUrl(url, entries.get("provenances"), `the provenance '${name}'`, values);
      return { name, url, source, sourceUrl };
    });
  });
}
