/**
 * Usual rows of tables of observations → statements, straight from their bytes. A row of which there
 * is something to say is left to `observation-rows.ts`, which reads texts.
 */
import {
  type CellRow,
  dateColumn,
  dateOf,
  facetIn,
  nodeOf,
  ObservationCells,
  type PlainCell,
  PlainColumn,
} from "../../csv/index.ts";
import { type FacetTexts, noId, type Sink } from "../../statements/index.ts";
import { isPlainNumber } from "../../values/index.ts";
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
  const columns = Array.from(
    table.facets,
    ([at, texts]) => new ValueColumn(at, texts, table, sink),
  );
  let added: PlainCell | undefined;
  return (row) => {
    const entity = entities.take(row);
    const date = dates.take(row);
    if (entity === undefined || date === undefined) return false;
    if (!table.hasDates(date.text, row.line)) return true;
    if (entity !== added) table.addEntity(entity.text);
    added = entity;
    for (const column of columns) {
      if (row.starts[column.at] === row.ends[column.at]) continue;
      if (column.write(row, entity, date)) continue;
      const about = { entity: entity.text, date: date.text, line: row.line };
      table.write(column.at, row.text(column.at), about);
    }
    return true;
  };
}

/** A column whose values are of one variable. */
class ValueColumn {
  readonly at: number;
  readonly #texts: FacetTexts;
  readonly #table: WideTable;
  readonly #sink: Sink;
  #variable = noId;
  #facet = noId;

  constructor(at: number, texts: FacetTexts, table: WideTable, sink: Sink) {
    this.at = at;
    this.#texts = texts;
    this.#table = table;
    this.#sink = sink;
  }

  /** @returns false for a value that is not a plain number: nothing was written. */
  write(row: CellRow, entity: PlainCell, date: PlainCell): boolean {
    const isNew = this.#variable === noId || entity.id === noId || date.id === noId;
    // What is not loaded makes no nodes.
    if (isNew && !isPlainNumber(row.text(this.at))) return false;
    const sink = this.#sink;
    if (this.#variable === noId) {
      this.#variable = sink.node(this.#table.variableOf(this.at));
      this.#facet = facetIn(sink, this.#texts, this.#table.provenance);
    }
    return sink.observationOf(
      this.#variable,
      nodeOf(entity, sink),
      this.#facet,
      dateOf(date, sink),
      row.bytes,
      row.starts[this.at]!,
      row.ends[this.at]!,
    );
  }
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
  const { valueAt, facetColumns, facetOf, provenance } = table;
  const rows = new ObservationCells(sink, {
    entity: entityColumn(table.entityAt, table.entity, questions),
    variable: new PlainColumn(table.variableAt, table.variableOf),
    date: dateColumn(table.dateAt),
    valueAt,
    facetColumns,
    facetOf: (variable, cellOf) => facetIn(sink, facetOf(variable, cellOf), provenance),
    isSparse: true,
  });
  return (row) => rows.write(row);
}

function entityColumn(
  at: number,
  column: EntityColumn,
  questions: RowContext["questions"],
): PlainColumn {
  return new PlainColumn(at, (cell, log) => column.dcidOf(cell, 0, questions, log));
}
