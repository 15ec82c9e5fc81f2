/**
 * A node of a template that no column gives a dcid: a place, as a rule, which the importer of nodes
 * looks up by what the row says of it. Rows that say the same mean the same node: it is looked up
 * and written once.
 */
import { CellValue, type ColumnCells, type ValueSource } from "./row-cells.ts";

const placesMax = 100_000;

export class RowPlaces implements ValueSource {
  current: CellValue = new CellValue(undefined);
  readonly entity: string;
  readonly #columns: readonly ColumnCells[];
  readonly #known = new Map<string, CellValue>();
  /** What the row at hand says; undefined if it is not known. */
  #key: string | undefined;
  #last: readonly CellValue[] = [];

  /** @param columns that say which node it is. */
  constructor(entity: string, columns: readonly ColumnCells[]) {
    this.entity = entity;
    this.#columns = columns;
  }

  /** To be called before each row. */
  forget(): void {
    this.#key = undefined;
  }

  /**
   * The value is odd for a node that got no dcid: what refers to it is left out.
   * @returns false if no row before said the same, or each row has to be told that it has no dcid.
   */
  find(): boolean {
    const columns = this.#columns;
    const last = this.#last;
    const isLast = last.length > 0 && columns.every(({ current }, at) => current === last[at]);
    if (isLast) return true;
    this.#last = [];
    this.#key = JSON.stringify(columns.map(({ current }) => [current.text, current.isLiteral]));
    const known = this.#known.get(this.#key);
    if (known === undefined) return false;
    this.current = known;
    this.#last = columns.map(({ current }) => current);
    return true;
  }

  /**
   * Takes the dcid that the importer found for the row at hand.
   * @param isTold whether somebody is told about each row of a node that has none.
   */
  learn(dcid: string | undefined, isTold: boolean): void {
    if (this.#key === undefined || (dcid === undefined && isTold)) return;
    if (this.#known.size >= placesMax) this.#known.clear();
    const value = dcid === undefined ? undefined : ({ kind: "reference", text: dcid } as const);
    this.#known.set(this.#key, new CellValue(value));
  }
}
