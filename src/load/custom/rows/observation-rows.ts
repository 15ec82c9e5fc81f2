/**
 * Tables of observations → statements: a variable per column, or one per row (behaviour: inputs
 * 5.2).
 */
import type { MeasuredField } from "../../../stats/facets/facet-fields.ts";
import { type FileLog, shown } from "../../report/index.ts";
import {
  ABOUT,
  DIMENSIONS_MAX,
  facetTexts,
  type MultiObservation,
  partsOf,
  writeMultiObservation,
} from "../../statements/index.ts";
import { isAcceptedDate, OBSERVATION_TYPE, oddDate, withoutNamespace } from "../../values/index.ts";
import { roleOf } from "../config/index.ts";
import { isNothing, numberOf } from "./cells.ts";
import { type CustomTable, fatal, fixedProperties, rowColumns } from "./custom-table.ts";
import { EntityColumn } from "./entity-cells.ts";
import { type RowReader, reportNameless } from "./row-reader.ts";

export function perColumn(table: CustomTable): RowReader | undefined {
  const { entry, header, positions, provenance, config } = table;
  const columnOf = (role: string, fallback: number | undefined) => {
    const mapped = entry.mappings.find(({ key }) => isRole(key, role))?.column;
    return mapped === undefined ? (fallback ?? -1) : header.indexOf(mapped);
  };
  const [first, second] = positions;
  const entityAt = columnOf(ABOUT, first);
  const dateAt = columnOf("date", second);
  if (entityAt < 0 || dateAt < 0) {
    const problem = "a table has an entity in its first column and a date in its second";
    fatal(table.log, "Config_MissingColumn", table.headerLine, problem);
    return undefined;
  }
  const isVariable = (at: number) => at !== entityAt && at !== dateAt;
  const variables = positions.filter((at) => isVariable(at) && header[at] !== "");
  reportNameless(
    table,
    positions.filter((at) => isVariable(at) && header[at] === ""),
  );
  const entity = new EntityColumn(header[entityAt]!, entry.entityType, true);
  const { facet, others } = fixedProperties(table);
  reportUnkept(table, others);
  const texts = facetTexts((name) => facet.get(name) ?? "");
  return {
    parts: fixedParts(table, [...facet.keys()]),
    entityColumns: new Map([[entityAt, entity]]),
    register: (nodes) => {
      for (const at of variables) nodes.variable(header[at]!, config, provenance);
    },
    row: ({ cells, line }, { statements, nodes, questions, log }) => {
      const dcid = entity.dcidOf(cells[entityAt]!, line, questions, log);
      if (dcid === undefined) return;
      const date = cells[dateAt]!;
      if (!hasKey(log, { entity: dcid, date }, line)) return;
      nodes.entity(dcid, entry.entityType, provenance, config);
      for (const at of variables) {
        const value = valueIn(log, cells[at]!, header[at]!, line);
        if (value === undefined) continue;
        const variable = nodes.variable(header[at]!, config, provenance);
        const key = { variable, entity: dcid, date, value };
        statements.observation({ ...key, facet: texts, provenance: provenance.dcid });
      }
    },
  };
}

export function perRow(table: CustomTable): RowReader | undefined {
  const { entry, header, provenance } = table;
  const columns = rowColumns(table);
  if (columns === undefined) return undefined;
  const { dimensions } = columns;
  if (dimensions.size > DIMENSIONS_MAX) {
    const problem = `an observation is about ${DIMENSIONS_MAX} entities at most; columnMappings names ${dimensions.size}: ${[...dimensions.keys()].join(", ")}`;
    fatal(table.log, "Config_TooManyEntities", table.headerLine, problem);
    return undefined;
  }
  const entityColumns = new Map(
    Array.from(dimensions.values(), (at) => {
      const isLookedUp = entry.entityColumns.includes(header[at]!);
      return [at, new EntityColumn(header[at]!, entry.entityType, isLookedUp)];
    }),
  );
  const { facet, others } = fixedProperties(table);
  // Observations of several entities are nodes, which have place for everything.
  const isNode = dimensions.size > 1 || !dimensions.has(ABOUT);
  if (!isNode) reportUnkept(table, others);
  const cellOr = (cells: readonly string[], at: number, fallback: string) => {
    const cell = at < 0 ? "" : cells[at]!;
    return isNothing(cell) ? fallback : withoutNamespace(cell);
  };
  const isFixed = (name: string) => columns.at(name as MeasuredField) < 0;
  return {
    parts: fixedParts(table, [...facet.keys()].filter(isFixed)),
    entityColumns,
    register: () => undefined,
    row: ({ cells, line }, { statements, questions, log }) => {
      const named = new Map<string, string>();
      for (const [property, at] of dimensions) {
        const dcid = entityColumns.get(at)!.dcidOf(cells[at]!, line, questions, log);
        if (dcid === undefined) return;
        if (dcid !== "") named.set(property, dcid);
      }
      const variable = withoutNamespace(cells[columns.at("variable")]!);
      const date = cells[columns.at("date")]!;
      const [entity = ""] = named.values();
      if (!hasKey(log, { variable, entity, date }, line)) return;
      const value = valueIn(log, cells[columns.at("value")]!, header[columns.at("value")]!, line);
      if (value === undefined) return;
      const texts = facetTexts((name) => cellOr(cells, columns.at(name), facet.get(name) ?? ""));
      const key = { variable, date, value, facet: texts, provenance: provenance.dcid };
      if (isNode) writeMultiObservation({ ...key, ...several(named, others) }, statements);
      else statements.observation({ ...key, entity });
    },
  };
}

/** Where the config says a part of all observations of a table. */
function fixedParts({ config, entry }: CustomTable, names: readonly string[]) {
  const line = entry.observationPropertiesLine;
  return partsOf(
    config.path,
    names.map((name) => [name, line] as const),
  );
}

function several(
  named: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
): Pick<MultiObservation, "entities" | "properties" | "stored"> {
  const bare = (texts: ReadonlyMap<string, string>) =>
    new Map(Array.from(texts, ([key, text]) => [withoutNamespace(key), text]));
  const stored = [...others, ...named].map(([key, text]) => [storedKey(key), text] as const);
  return { entities: bare(named), properties: bare(others), stored: new Map(stored) };
}

/**
 * The importer keeps keys as the config spells them; the short one for the entity is none of its
 * own.
 */
function storedKey(key: string): string {
  return key === ABOUT ? `dcid:${ABOUT}` : key;
}

function isRole(key: string, wanted: string): boolean {
  const role = roleOf(key);
  return typeof role === "object" ? role.dimension === wanted : role === wanted;
}

/** Says whether a row has what an observation needs beside its value; its date may be odd. */
function hasKey(log: FileLog, key: Readonly<Record<string, string>>, line: number): boolean {
  const counter = "Sanity_MissingOrEmpty";
  const absent = Object.keys(key).filter((name) => key[name] === "");
  for (const suffix of absent) {
    const message = () => `the row has no ${suffix}; row not loaded`;
    log.report({ level: "error", counter, suffix, line, message });
  }
  const { date = "" } = key;
  if (date !== "" && !isAcceptedDate(date)) log.report(oddDate(date, line));
  return absent.length === 0;
}

/** @returns undefined for an empty cell and for what is no number, which is reported. */
function valueIn(log: FileLog, cell: string, column: string, line: number): string | undefined {
  if (isNothing(cell)) return undefined;
  const value = numberOf(cell);
  if (value === undefined) {
    const message = () =>
      `${shown(cell)} in column ${shown(column)} is no number; the value is not loaded`;
    log.report({ level: "error", counter: "Sanity_NonDoubleObsValue", line, message });
  }
  return value;
}

/**
 * The importer puts such properties into a column of its database, and no documented answer has a
 * place for them; as nodes, observations about one entity would show up where the service has none.
 */
function reportUnkept(
  { log, config, entry }: CustomTable,
  others: ReadonlyMap<string, string>,
): void {
  const line = entry.observationPropertiesLine;
  for (const property of others.keys()) {
    const message = () =>
      `observationProperties: ${shown(property)} is not kept: a series has no place for it`;
    const counter = `Sanity_UnexpectedPropIn${OBSERVATION_TYPE}`;
    const once = `${line} ${property}`;
    log.of(config.path).report({ level: "warning", counter, line, message, once });
  }
}
