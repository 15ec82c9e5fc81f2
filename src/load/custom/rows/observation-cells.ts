/**
 * Usual rows of tables of observations → statements, straight from their bytes. A row of which there
 * is something to say is left to `observation-rows.ts`, which reads texts.
 */
import type { CellRow } from "../../csv/index.ts";
import { type FacetTexts, noId, type Sink } from "../../statements/index.ts";
import { acceptDate, isPlainNumber } from "../../values/index.ts";
import type { EntityColumn } from "./entity-cells.ts";
import { dateOf, facetIn, nodeOf, type PlainCell, PlainColumn } from "./plain-cells.ts";
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
  return (row) => {
    const before = entities.current;
    const entity = entities.take(row);
    const date = dates.take(row);
    if (entity === undefined || date === undefined) return false;
    if (!table.hasDates(date.text, row.line)) return true;
    if (entity !== before) table.addEntity(entity.text);
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
  /** Columns of which the facet is made, besides the variable. */
  readonly facetColumns: readonly number[];
  readonly variableOf: (cell: string) => string;
  readonly facetOf: (variable: string, cellOf: (at: number) => string) => FacetTexts;
  readonly provenance: string;
}

const facetsMax = 100_000;

export function longCells(table: LongTable, { sink, questions }: RowContext): CellReader {
  const { valueAt } = table;
  const entities = entityColumn(table.entityAt, table.entity, questions);
  const variables = new PlainColumn(table.variableAt, table.variableOf);
  const dates = dateColumn(table.dateAt);
  const facets = new LongFacets(table, sink);
  return (row) => {
    const variable = variables.take(row);
    const entity = entities.take(row);
    const date = dates.take(row);
    if (variable === undefined || entity === undefined || date === undefined) return false;
    const start = row.starts[valueAt]!;
    const end = row.ends[valueAt]!;
    // No value, and nothing to say of it.
    if (start === end) return true;
    const isNew = variable.id === noId || entity.id === noId || date.id === noId;
    const isKnown = facets.take(row, variable) && !isNew;
    // What is not loaded makes no nodes.
    if (!isKnown && !isPlainNumber(row.text(valueAt))) return false;
    const facet = facets.facet();
    const [about, when] = [nodeOf(entity, sink), dateOf(date, sink)];
    return sink.observationOf(nodeOf(variable, sink), about, facet, when, row.bytes, start, end);
  };
}

/** Facets of rows that bring their own. */
class LongFacets {
  readonly #table: LongTable;
  readonly #sink: Sink;
  readonly #columns: readonly PlainColumn[];
  readonly #facets = new Map<string, number>();
  #variable: PlainCell | undefined;
  /** Of the row at hand, once it is asked for. */
  #facet = noId;

  constructor(table: LongTable, sink: Sink) {
    this.#table = table;
    this.#sink = sink;
    // An empty cell says something too.
    this.#columns = table.facetColumns.map((at) => new PlainColumn(at, (cell) => `:${cell}`));
  }

  /** Looks at a row. @returns whether it has the facet of the one before. */
  take(row: CellRow, variable: PlainCell): boolean {
    let isSame = variable === this.#variable;
    for (const column of this.#columns) {
      const before = column.current;
      isSame = column.take(row) === before && isSame;
    }
    this.#variable = variable;
    if (!isSame) this.#facet = noId;
    return this.#facet !== noId;
  }

  /** Id of the facet of the row at hand. */
  facet(): number {
    if (this.#facet === noId) this.#facet = this.#find();
    return this.#facet;
  }

  #find(): number {
    const { facetColumns, facetOf, provenance } = this.#table;
    const variable = this.#variable!.text;
    const cells = this.#columns.map(({ current }) => current?.text.slice(1) ?? "");
    const key = JSON.stringify([variable, ...cells]);
    const known = this.#facets.get(key);
    if (known !== undefined) return known;
    const texts = facetOf(variable, (at) => cells[facetColumns.indexOf(at)]!);
    const facet = facetIn(this.#sink, texts, provenance);
    if (this.#facets.size >= facetsMax) this.#facets.clear();
    this.#facets.set(key, facet);
    return facet;
  }
}

function entityColumn(
  at: number,
  column: EntityColumn,
  questions: RowContext["questions"],
): PlainColumn {
  return new PlainColumn(at, (cell, log) => column.dcidOf(cell, 0, questions, log));
}

function dateColumn(at: number): PlainColumn {
  return new PlainColumn(at, (cell, log) => (acceptDate(cell, undefined, log) ? cell : undefined));
}
