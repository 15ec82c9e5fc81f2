/** What the cells of a table of observations mean, if there is nothing to say of them. */

import { unsetSource } from "../../stats/facets/facet-fields.ts";
import { FileLog } from "../report/index.ts";
import { type FacetTexts, noId, type Sink } from "../statements/index.ts";
import { acceptDate } from "../values/index.ts";
import { type CellRow, repeatedBit } from "./cell-rows.ts";
import { KnownCells } from "./known-cells.ts";

/** The meaning of a cell, and the id that a sink gave it. */
export interface PlainCell {
  readonly text: string;
  id: number;
}

/** The cells of a column; each distinct one is understood once. */
export class PlainColumn {
  /** Of the row at hand; undefined if something has to be said. */
  current: PlainCell | undefined;
  readonly #column: number;
  readonly #bit: number;
  readonly #known: KnownCells<PlainCell | undefined>;
  /** Number of the row that was looked at last. */
  #row = 0;

  /** @param read what a cell means, and what there is to say of it; "" and undefined say nothing. */
  constructor(column: number, read: (cell: string, log: FileLog) => string | undefined) {
    this.#column = column;
    this.#bit = repeatedBit(column);
    this.#known = new KnownCells((cell) => {
      let isPlain = true;
      const log = {
        report: () => {
          isPlain = false;
        },
      };
      const text = read(cell, new FileLog(log, "")) ?? "";
      return isPlain && text !== "" ? { text, id: noId } : undefined;
    });
  }

  /** @returns undefined if something has to be said of the cell. */
  take(row: CellRow): PlainCell | undefined {
    const column = this.#column;
    const { number } = row;
    const isRepeated = (row.repeated & this.#bit) !== 0 && this.#row === number - 1;
    this.#row = number;
    if (isRepeated) return this.current;
    this.current = this.#known.of(row.bytes, row.starts[column]!, row.ends[column]!);
    return this.current;
  }
}

/** A column of dates. */
export function dateColumn(at: number): PlainColumn {
  return new PlainColumn(at, (cell, log) => (acceptDate(cell, undefined, log) ? cell : undefined));
}

export function nodeOf(cell: PlainCell, sink: Sink): number {
  if (cell.id === noId) cell.id = sink.node(cell.text);
  return cell.id;
}

export function dateOf(cell: PlainCell, sink: Sink): number {
  if (cell.id === noId) cell.id = sink.date(cell.text);
  return cell.id;
}

/** Id of a facet that says how something was measured, and whose it is. */
export function facetIn(sink: Sink, facet: FacetTexts, provenance: string): number {
  const node = provenance === "" ? noId : sink.node(provenance);
  return sink.facet({ ...unsetSource, ...facet, provenance: node });
}
