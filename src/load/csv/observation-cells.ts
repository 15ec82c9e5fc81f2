/**
 * Usual rows of a table with an observation per row → statements, straight from their bytes. A row of
 * which there is something to say is left to the reader of texts.
 */
import { KnownFacets, noId, type Sink } from "../statements/index.ts";
import { isPlainNumber } from "../values/index.ts";
import { type CellRow, repeatedBit } from "./cell-rows.ts";
import { dateOf, nodeOf, type PlainCell, PlainColumn } from "./plain-cells.ts";

export interface ObservationColumns {
  readonly entity: PlainColumn;
  readonly variable: PlainColumn;
  readonly date: PlainColumn;
  readonly valueAt: number;
  /** Columns of which the facet is made, besides the variable. */
  readonly facetColumns: readonly number[];
  /** Id of the facet of a row; columns are given by their positions. */
  readonly facetOf: (variable: string, cellOf: (at: number) => string) => number;
  /** An empty value is no value, and nothing to speak of. */
  readonly isSparse: boolean;
}

export class ObservationCells {
  readonly #sink: Sink;
  readonly #columns: ObservationColumns;
  readonly #facets: RowFacets;

  constructor(sink: Sink, columns: ObservationColumns) {
    this.#sink = sink;
    this.#columns = columns;
    this.#facets = new RowFacets(columns);
  }

  /** @returns false for a row that has to be read as texts: nothing of it was written. */
  write(row: CellRow): boolean {
    const columns = this.#columns;
    const { valueAt } = columns;
    const variable = columns.variable.take(row);
    const entity = columns.entity.take(row);
    const date = columns.date.take(row);
    if (variable === undefined || entity === undefined || date === undefined) return false;
    const start = row.starts[valueAt]!;
    const end = row.ends[valueAt]!;
    if (start === end) return columns.isSparse;
    const isNew = variable.id === noId || entity.id === noId || date.id === noId;
    const isKnown = this.#facets.take(row, variable) && !isNew;
    // What is not loaded makes no nodes.
    if (!isKnown && !isPlainNumber(row.text(valueAt))) return false;
    const sink = this.#sink;
    const facet = this.#facets.facet();
    const [about, when] = [nodeOf(entity, sink), dateOf(date, sink)];
    return sink.observationOf(nodeOf(variable, sink), about, facet, when, row.bytes, start, end);
  }
}

const none: readonly PlainColumn[] = [];

/** Facets of rows that bring their own. */
class RowFacets {
  readonly #table: ObservationColumns;
  readonly #columns: readonly PlainColumn[];
  /** Bits of the columns; 0 if one of them has none. */
  readonly #bits: number;
  readonly #facets = new KnownFacets();
  /** Number of the row that was looked at last. */
  #row = 0;
  #variable: PlainCell | undefined;
  /** Of the row at hand, once it is asked for. */
  #facet = noId;

  constructor(table: ObservationColumns) {
    this.#table = table;
    const bits = table.facetColumns.map(repeatedBit);
    this.#bits = bits.includes(0) ? 0 : bits.reduce((all, bit) => all | bit, 0);
    // An empty cell says something too.
    this.#columns = table.facetColumns.map((at) => new PlainColumn(at, (cell) => `:${cell}`));
  }

  /** Looks at a row. @returns whether it has the facet of the one before. */
  take(row: CellRow, variable: PlainCell): boolean {
    let isSame = variable === this.#variable;
    const isLike = this.#bits !== 0 && (row.repeated & this.#bits) === this.#bits;
    const isRepeated = isLike && this.#row === row.number - 1;
    this.#row = row.number;
    for (const column of isRepeated ? none : this.#columns) {
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
    const { facetColumns, facetOf } = this.#table;
    const variable = this.#variable!.text;
    const cells = this.#columns.map(({ current }) => current?.text.slice(1) ?? "");
    return this.#facets.of(JSON.stringify([variable, ...cells]), () =>
      facetOf(variable, (at) => cells[facetColumns.indexOf(at)]!),
    );
  }
}
