/**
 * Usual rows of tables of observations → statements, straight from their bytes. A row of which there
 * is something to say is left to `observation-rows.ts`, which reads texts.
 */
import {
  CellText,
  dateColumn,
  FacetSlots,
  facetIn,
  KnownColumn,
  ObservationCells,
  type PlainColumn,
  plainColumn,
} from "../../csv/index.ts";
import type { FacetTexts } from "../../statements/index.ts";
import type { EntityColumn } from "./entity-cells.ts";
import type { CellReader, RowContext } from "./row-reader.ts";

/** What an observation is about, as texts. */
export interface About {
  readonly entity: string;
  readonly date: string;
  readonly line: number;
}

/** A table with a variable per column. */
export interface WideTable {
  readonly entity: EntityColumn;
  readonly entityAt: number;
  readonly dateAt: number;
  /** Facets by the positions of their columns. */
  readonly facets: ReadonlyMap<number, FacetTexts>;
  readonly provenance: string;
  /** Dcid of the variable of a column. */
  readonly variableOf: (at: number) => string;
  /** False for every row of a table without dates; the first one tells. */
  readonly hasDates: (date: string, line: number) => boolean;
  /** Called for each entity, at least once. */
  readonly addEntity: (dcid: string) => void;
  /** Writes a value that is not a plain number. */
  readonly write: (at: number, value: string, about: About) => void;
}

export function wideCells(table: WideTable, { sink, questions }: RowContext): CellReader {
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
export interface LongTable {
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

export function longCells(table: LongTable, { sink, questions }: RowContext): CellReader {
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
