/** Tables of events and entities → statements: a node per row (behaviour: inputs 5.2). */
import { type FileLog, shown } from "../bytes/diagnostics.ts";
import { noFacet, type Statements } from "../statements/statements.ts";
import { withoutNamespace } from "../values/mcf-value.ts";
import { isNothing } from "../values/no-value.ts";
import { dateIn, dayIn } from "../values/table-dates.ts";
import { type CustomTable, fatal } from "./custom-table.ts";
import type { InputEntry } from "./input-entries.ts";
import { EntityColumn, type NodeRowContext, type RowReader, reportNameless } from "./row-reader.ts";

const dateLengths = { year: 4, month: 7, day: 10 };

/**
 * The day, month or year in which an event was, month before day where either is possible. Undefined if
 * it is not a date, or coarser than the period.
 */
export function periodOf(date: string, period: "day" | "month" | "year"): string | undefined {
  const found = dateIn(date, dayIn(date) === "first");
  // A quarter says a year and no month.
  const known = found?.period === undefined ? found?.date : found.date.slice(0, dateLengths.year);
  const length = dateLengths[period];
  return known === undefined || known.length < length ? undefined : known.slice(0, length);
}

function events(table: CustomTable): RowReader<NodeRowContext> | undefined {
  const { entry, header, positions, provenance, config } = table;
  if (!hasType(table, "eventType", entry.eventType)) return undefined;
  const mapped = new Map(entry.mappings.map(({ key, column }) => [column, withoutNamespace(key)]));
  const propertyAt = (at: number) => mapped.get(header[at]!);
  const columnOf = (property: string, fallback: number | undefined) =>
    positions.find((at) => propertyAt(at) === property) ??
    (mapped.size === 0 ? fallback : undefined) ??
    -1;
  const placeAt = columnOf("location", positions[0]);
  const dateAt = columnOf("observationDate", positions[1]);
  const idAt = idColumnOf(table);
  const place = new EntityColumn(header[placeAt] ?? "", entry.entityType, true);
  const isProperty = (at: number) => at !== placeAt && at !== dateAt && at !== idAt;
  const properties = positions.filter((at) => isProperty(at) && header[at] !== "");
  const counts = new Map<string, number>();
  return {
    entityColumns: new Map(placeAt < 0 ? [] : [[placeAt, place]]),
    register: (nodes) => {
      nodes.eventType(entry.eventType, config, provenance);
      for (const at of [...properties, ...(idAt < 0 ? [] : [idAt])]) {
        if (propertyAt(at) === undefined) nodes.property(header[at]!);
      }
      for (const name of entry.computedVariables) nodes.variable(name, config, provenance);
    },
    row: ({ cells, line, index }, { statements, nodes, questions, log }) => {
      const type = nodes.eventType(entry.eventType, config, provenance);
      const dcid = idOf(entry, cells, idAt, `${entry.eventType}_${index}`, line, log);
      const location = placeAt < 0 ? "" : place.dcidOf(cells[placeAt]!, line, questions, log);
      if (dcid === undefined || location === undefined) return;
      const date = textIn(cells, dateAt);
      statements.link(dcid, "typeOf", type, provenance.dcid);
      statements.link(dcid, "location", location, provenance.dcid);
      statements.text(dcid, "observationDate", date, provenance.dcid);
      belongs(dcid, provenance.dcid, statements);
      if (location !== "") nodes.entity(location, table);
      for (const at of properties) {
        const property = propertyAt(at) ?? nodes.property(header[at]!);
        statements.text(dcid, property, textIn(cells, at), provenance.dcid);
      }
      countEvent(table, counts, { location, date }, line, log);
    },
    end: ({ statements, nodes }) => {
      for (const [key, count] of counts) {
        const [name, location, date] = JSON.parse(key) as [string, string, string];
        const variable = nodes.variable(name, config, provenance);
        const about = { variable, entity: location, date, value: String(count) };
        statements.observation({ ...about, facet: noFacet, provenance: provenance.dcid });
      }
    },
  };
}

function belongs(dcid: string, provenance: string, statements: Statements): void {
  statements.made(() => statements.link(dcid, "includedIn", provenance, provenance));
}

/** "" for no column and for what is no value. */
function textIn(cells: readonly string[], at: number): string {
  const cell = at < 0 ? "" : cells[at]!;
  return isNothing(cell) ? "" : cell;
}

/** Adds an event to the count of each computed variable. */
function countEvent(
  { entry, config }: CustomTable,
  counts: Map<string, number>,
  { location, date }: { readonly location: string; readonly date: string },
  line: number,
  log: FileLog,
): void {
  if (entry.computedVariables.length === 0 || location === "") return;
  for (const name of entry.computedVariables) {
    const period = config.variables.get(name)?.period ?? "year";
    const when = periodOf(date, period);
    if (when === undefined) {
      const message = () =>
        `${shown(date)} is not a date with a ${period}: the event is not counted`;
      log.report({ level: "error", counter: "Sanity_InvalidObsDate", line, message });
      return;
    }
    const key = JSON.stringify([name, location, when]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
}

function entities(table: CustomTable): RowReader<NodeRowContext> | undefined {
  const { entry, header, positions, provenance, config } = table;
  if (!hasType(table, "rowEntityType", entry.rowEntityType)) return undefined;
  const mapped = new Map(entry.mappings.map(({ key, column }) => [column, withoutNamespace(key)]));
  const columns = positions.filter((at) => header[at] !== "");
  reportNameless(
    table,
    positions.filter((at) => header[at] === ""),
  );
  const idAt = idColumnOf(table);
  return {
    entityColumns: new Map(),
    register: (nodes) => {
      nodes.entityType(entry.rowEntityType, config, provenance);
      for (const at of columns) if (!mapped.has(header[at]!)) nodes.property(header[at]!);
    },
    row: ({ cells, line, index }, { statements, nodes, log }) => {
      const type = nodes.entityType(entry.rowEntityType, config, provenance);
      const dcid = idOf(entry, cells, idAt, `${entry.rowEntityType}_${index}`, line, log);
      if (dcid === undefined) return;
      statements.link(dcid, "typeOf", type, provenance.dcid);
      belongs(dcid, provenance.dcid, statements);
      for (const at of columns) {
        const cell = cells[at]!;
        if (isNothing(cell)) continue;
        const property = mapped.get(header[at]!) ?? nodes.property(header[at]!);
        if (!entry.entityColumns.includes(header[at]!)) {
          statements.text(dcid, property, cell, provenance.dcid);
          continue;
        }
        for (const object of cell.split(",")) {
          statements.link(dcid, property, withoutNamespace(object.trim()), provenance.dcid);
        }
      }
    },
  };
}

/** By the form of a table. */
export const nodeReaders = { events, entities };

function hasType({ log, headerLine }: CustomTable, key: string, type: string): boolean {
  if (type !== "") return true;
  fatal(log, "Config_MissingType", headerLine, `the config gives the file no ${key}`);
  return false;
}

/** Position of the column of ids; -1 for none: a column without a name is never meant. */
function idColumnOf({ entry, header }: CustomTable): number {
  return entry.idColumn === "" ? -1 : header.indexOf(entry.idColumn);
}

/** The dcid of a row; undefined if its cell is empty, which is reported. */
function idOf(
  { idColumn }: InputEntry,
  cells: readonly string[],
  idAt: number,
  numbered: string,
  line: number,
  log: FileLog,
): string | undefined {
  if (idAt < 0) return numbered.replaceAll(/\s/g, "_");
  const dcid = withoutNamespace(cells[idAt]!);
  if (dcid !== "") return dcid;
  const message = () => `the idColumn ${shown(idColumn)} is empty; row not loaded`;
  log.report({ level: "error", counter: "Sanity_MissingOrEmpty", suffix: "dcid", line, message });
  return undefined;
}
