/**
 * Tables of observations → statements: a variable per column, or one per row (behaviour: inputs
 * 5.2).
 */
import { type MeasuredField, measuredFields } from "../../../stats/facets/facet-fields.ts";
import { type FileLog, shown } from "../../report/index.ts";
import {
  aboutProperty,
  dimensionsMax,
  facetTexts,
  type MultiObservation,
  partsOf,
  tellFurther,
  writeMultiObservation,
} from "../../statements/index.ts";
import { acceptDate, isNothing, observationValue, withoutNamespace } from "../../values/index.ts";
import { type CustomTable, fatal, fixedProperties, rowColumns } from "./custom-table.ts";
import { EntityColumn } from "./entity-cells.ts";
import { keyColumns } from "./key-columns.ts";
import { type About, longCells, wideCells } from "./observation-cells.ts";
import { type RowContext, type RowReader, reportNameless } from "./row-reader.ts";

export function perColumn(table: CustomTable): RowReader | undefined {
  const { entry, header, positions, provenance, config } = table;
  const key = keyColumns(table);
  if (key === undefined) return undefined;
  const { entityAt, dateAt } = key;
  const isVariable = (at: number) => at !== entityAt && at !== dateAt;
  const variables = positions.filter((at) => isVariable(at) && header[at] !== "");
  reportNameless(
    table,
    positions.filter((at) => isVariable(at) && header[at] === ""),
  );
  const entity = new EntityColumn(header[entityAt]!, entry.entityType, true);
  const { facet, others } = fixedProperties(table);
  const further = furtherProperties(table, others);
  const factsOf = (at: number) => config.variables.get(header[at]!)?.facet;
  // What is said of one variable says more than what is said of all.
  const facets = new Map(
    variables.map((at) => [
      at,
      facetTexts((name) => factsOf(at)?.get(name) ?? facet.get(name) ?? ""),
    ]),
  );
  const variableOf = (at: number) => table.variables.get(header[at]!)!;
  const write = (
    at: number,
    cell: string,
    { entity, date, line }: About,
    { statements, log }: RowContext,
  ) => {
    const value = valueIn(log, cell, header[at]!, line);
    if (value === undefined) return;
    const variable = variableOf(at);
    const texts = { facet: facets.get(at)!, provenance: provenance.dcid };
    statements.observation({ variable, entity, date, value, ...texts, further });
  };
  const wideReader = (context: RowContext) => {
    const { nodes } = context;
    const own = {
      variableOf,
      addEntity: (dcid: string) => nodes.entity(dcid, entry.entityType, provenance, config),
      write: (at: number, value: string, about: About) => write(at, value, about, context),
    };
    const wide = { entity, ...key, facets, provenance: provenance.dcid, ...own };
    return wideCells(wide, context);
  };
  return {
    parts: fixedParts(table, [...facet.keys()]),
    entityColumns: new Map([[entityAt, entity]]),
    register: (nodes) => {
      for (const at of variables) {
        table.variables.set(header[at]!, nodes.variable(header[at]!, config, provenance));
      }
    },
    ...(further.size > 0 ? {} : { cells: wideReader }),
    row: ({ cells, line }, context) => {
      const { nodes, questions, log } = context;
      const date = cells[dateAt]!;
      if (!key.hasDates(date, line)) return;
      const dcid = entity.dcidOf(cells[entityAt]!, line, questions, log);
      if (dcid === undefined) return;
      if (!hasKey(log, { entity: dcid, date }, line)) return;
      nodes.entity(dcid, entry.entityType, provenance, config);
      for (const at of variables) write(at, cells[at]!, { entity: dcid, date, line }, context);
    },
  };
}

export function perRow(table: CustomTable): RowReader | undefined {
  const { config, entry, header, provenance } = table;
  const columns = rowColumns(table);
  if (columns === undefined) return undefined;
  const { dimensions } = columns;
  if (dimensions.size > dimensionsMax) {
    const problem = `an observation is about ${dimensionsMax} entities at most; columnMappings names ${dimensions.size}: ${[...dimensions.keys()].join(", ")}`;
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
  const isNode = dimensions.size > 1 || !dimensions.has(aboutProperty);
  const further = isNode ? new Map<string, string>() : furtherProperties(table, others);
  const facetOf = (variable: string, cellOf: (at: number) => string) => {
    const facts = config.variables.get(variable)?.facet;
    return facetTexts((name) => {
      const at = columns.at(name);
      const cell = at < 0 ? "" : cellOf(at);
      if (!isNothing(cell)) return withoutNamespace(cell);
      return facts?.get(name) ?? facet.get(name) ?? "";
    });
  };
  const longReader = (context: RowContext) => {
    const [[entityAt, entity]] = [...entityColumns] as [[number, EntityColumn]];
    const [variableAt, dateAt, valueAt] = [
      columns.at("variable"),
      columns.at("date"),
      columns.at("value"),
    ];
    const facetColumns = measuredFields.map((name) => columns.at(name)).filter((at) => at >= 0);
    const places = { entityAt, variableAt, dateAt, valueAt, facetColumns };
    const provenanceDcid = { provenance: provenance.dcid };
    const long = { entity, ...places, ...provenanceDcid, variableOf: withoutNamespace, facetOf };
    return longCells(long, context);
  };
  const isFixed = (name: string) => columns.at(name as MeasuredField) < 0;
  return {
    parts: fixedParts(table, [...facet.keys()].filter(isFixed)),
    entityColumns,
    register: () => undefined,
    ...(isNode || further.size > 0 ? {} : { cells: longReader }),
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
      const texts = facetOf(variable, (at) => cells[at]!);
      const key = { variable, date, value, facet: texts, provenance: provenance.dcid };
      if (isNode) writeMultiObservation({ ...key, ...several(named, others) }, statements);
      else statements.observation({ ...key, entity, further });
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
  return key === aboutProperty ? `dcid:${aboutProperty}` : key;
}

/** Whether a row has what an observation needs, apart from its value. */
function hasKey(log: FileLog, key: Readonly<Record<string, string>>, line: number): boolean {
  const counter = "Sanity_MissingOrEmpty";
  const absent = Object.keys(key).filter((name) => key[name] === "");
  for (const suffix of absent) {
    const message = () => `the row has no ${suffix}; row not loaded`;
    log.report({ level: "error", counter, suffix, line, message });
  }
  const { date = "" } = key;
  return (date === "" || acceptDate(date, line, log)) && absent.length === 0;
}

/** @returns undefined for an empty cell and for what is not a number, which is reported. */
function valueIn(log: FileLog, cell: string, column: string, line: number): string | undefined {
  if (isNothing(cell)) return undefined;
  const where = () => `column ${shown(column)}`;
  const { text, isNumber } = observationValue(cell, { log, line, where }, "it is not loaded");
  return isNumber ? text : undefined;
}

/**
 * What the config says of all observations of a table, and series cannot hold; each is reported.
 */
function furtherProperties(
  { log, config, entry }: CustomTable,
  others: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const further = new Map<string, string>();
  for (const [key, text] of others) {
    const property = withoutNamespace(key);
    further.set(property, text);
    tellFurther(log.of(config.path), property, entry.observationPropertiesLine);
  }
  return further;
}
