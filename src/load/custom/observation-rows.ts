/**
 * Tables of observations → statements: a variable per column, or one per row (behaviour: inputs
 * 5.2).
 */

import { type MeasuredField, measuredFields } from "../../stats/facets/facet-fields.ts";
import {
  CellText,
  dateColumn,
  KnownColumn,
  type PlainColumn,
  plainColumn,
} from "../records/cell-columns.ts";
import { FacetSlots, facetIn, ObservationCells } from "../records/observation-cells.ts";
import { type FileLog, shown } from "../report/diagnostics.ts";
import { tellFurther } from "../statements/further-properties.ts";
import {
  aboutProperty,
  dimensionsMax,
  type MultiObservation,
  writeMultiObservation,
} from "../statements/multi-entity.ts";
import { partsOf } from "../statements/sink.ts";
import { type FacetTexts, facetTexts } from "../statements/statements.ts";
import { withoutNamespace } from "../values/mcf-value.ts";
import { acceptDate, isNothing, observationValue } from "../values/observation-parts.ts";
import {
  type CustomTable,
  fatal,
  fixedProperties,
  keyColumns,
  rowColumns,
} from "./custom-table.ts";
import {
  type CellReader,
  EntityColumn,
  type RowContext,
  type RowReader,
  reportNameless,
} from "./row-reader.ts";

/**
 * Usual rows of tables of observations → statements, straight from their bytes. A row of which there
 * is something to say is left to `observation-rows.ts`, which reads texts.
 */

/** What an observation is about, as texts. */
export interface About {
  readonly entity: string;
  readonly date: string;
  readonly line: number;
}

/** A table with a variable per column. */
interface WideTable {
  readonly entity: EntityColumn;
  readonly entityAt: number;
  readonly dateAt: number;
  /** Facets by the positions of their columns. */
  readonly facets: ReadonlyMap<number, FacetTexts>;
  readonly provenance: string;
  /** Dcid of the variable of a column. */
  readonly variableOf: (at: number) => string;
  /** False for every row of a table without dates; the first row shows it. */
  readonly hasDates: (date: string, line: number) => boolean;
  /** Called for each entity, at least once. */
  readonly addEntity: (dcid: string) => void;
  /** Writes a value that is not a plain number. */
  readonly write: (at: number, value: string, about: About) => void;
}

function wideCells(table: WideTable, { sink, questions }: RowContext): CellReader {
  const entities = entityColumn(table.entityAt, table.entity, questions);
  const dates = dateColumn(table.dateAt);
  const columns = Array.from(table.facets, ([at, texts]) => {
    const facet = new FacetSlots([], () => facetIn(sink, texts, table.provenance));
    const variable = { current: new CellText(table.variableOf(at)) };
    const cells = new ObservationCells(sink, { variable, entity: entities, date: dates, facet });
    return { at, cells };
  });
  let added: CellText | undefined;
  return (row) => {
    const entity = entities.take(row);
    const date = dates.take(row);
    if (entity === undefined || date === undefined) return false;
    if (!table.hasDates(date.text, row.line)) return true;
    if (entity !== added) table.addEntity(entity.text);
    added = entity;
    for (const { at, cells } of columns) {
      const start = row.starts[at]!;
      const end = row.ends[at]!;
      if (start === end || cells.write(row.bytes, start, end)) continue;
      const about = { entity: entity.text, date: date.text, line: row.line };
      table.write(at, row.text(at), about);
    }
    return true;
  };
}

/** A table with a variable per row, about one entity. */
interface LongTable {
  readonly entity: EntityColumn;
  readonly entityAt: number;
  readonly variableAt: number;
  readonly dateAt: number;
  readonly valueAt: number;
  readonly facetColumns: readonly number[];
  readonly variableOf: (cell: string) => string;
  readonly facetOf: (variable: string, cellOf: (at: number) => string) => FacetTexts;
  readonly provenance: string;
}

function longCells(table: LongTable, { sink, questions }: RowContext): CellReader {
  const { variableAt, valueAt, facetColumns, facetOf, provenance } = table;
  const entity = entityColumn(table.entityAt, table.entity, questions);
  const variable = plainColumn(variableAt, table.variableOf);
  const date = dateColumn(table.dateAt);
  const parts = facetColumns.map((at) => new KnownColumn(at, (cell) => new CellText(cell)));
  const facet = new FacetSlots([variable, ...parts], ([of = "", ...texts]) =>
    facetIn(
      sink,
      facetOf(of, (at) => texts[facetColumns.indexOf(at)]!),
      provenance,
    ),
  );
  const rows = new ObservationCells(sink, { variable, entity, date, facet });
  return (row) => {
    const isPlain = variable.take(row) !== undefined && entity.take(row) !== undefined;
    if (!isPlain || date.take(row) === undefined) return false;
    const start = row.starts[valueAt]!;
    const end = row.ends[valueAt]!;
    // An empty value is no value, and needs no diagnostic.
    if (start === end) return true;
    for (const part of parts) part.take(row);
    return rows.write(row.bytes, start, end);
  };
}

function entityColumn(
  at: number,
  column: EntityColumn,
  questions: RowContext["questions"],
): PlainColumn {
  return plainColumn(at, (cell, log) => column.dcidOf(cell, 0, questions, log));
}

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
  // What the config states about one variable goes before what it states about all.
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
 * Properties that the config gives to all observations of a table, and that series cannot hold.
 * Each is reported.
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
