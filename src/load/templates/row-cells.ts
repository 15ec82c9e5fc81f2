/** What the cells of a table say to its template, each distinct cell found out once. */
import { type CellRow, KnownCells, repeatedBit } from "../csv/index.ts";
import { noId, type Sink } from "../statements/index.ts";
import {
  dateForm,
  type PropertyValue,
  splitValues,
  type TypedValue,
  typeValue,
} from "../values/index.ts";

/** The one value of a cell or a constant, and the ids that a sink gave it. */
export class CellValue {
  readonly text: string;
  readonly isLiteral: boolean;
  /** It can be the dcid of a node. */
  readonly isDcid: boolean;
  /** It needs somebody who knows more: no value, several, a complex one or a local name. */
  readonly isOdd: boolean;
  #node = noId;
  #literal = noId;
  #date = noId;
  #isDate: boolean | undefined;

  constructor(value: TypedValue | undefined) {
    const kind = value?.kind;
    this.text = value?.text ?? "";
    this.isLiteral = kind === "text" || kind === "number";
    this.isDcid = kind === "text" || kind === "reference";
    this.isOdd = !(this.isLiteral || kind === "reference") || this.text === "";
  }

  /** Whether it is a date that nothing has to be said of. */
  get isDate(): boolean {
    this.#isDate ??= dateForm(this.text) === "accepted";
    return this.#isDate;
  }

  /** Has a sink numbered the node? */
  get hasNode(): boolean {
    return this.#node !== noId;
  }

  /** Has a sink numbered the date? */
  get hasDate(): boolean {
    return this.#date !== noId;
  }

  nodeIn(sink: Sink): number {
    if (this.#node === noId) this.#node = sink.node(this.text);
    return this.#node;
  }

  literalIn(sink: Sink): number {
    if (this.#literal === noId) this.#literal = sink.literal(this.text);
    return this.#literal;
  }

  dateIn(sink: Sink): number {
    if (this.#date === noId) this.#date = sink.date(this.text);
    return this.#date;
  }
}

/** Where a value of the row at hand is found: a cell, a constant, or the dcid of another node. */
export interface ValueSource {
  readonly current: CellValue;
}

/** The cells of a column. */
export class ColumnCells implements ValueSource {
  current: CellValue = odd;
  readonly #column: number;
  readonly #bit: number;
  readonly #known: KnownCells<CellValue>;
  /** Number of the row that was looked at last. */
  #row = 0;

  constructor(
    { column, isReference }: { column: number; isReference: boolean },
    delimiter: string,
  ) {
    this.#column = column;
    this.#bit = repeatedBit(column);
    this.#known = new KnownCells((text) => meaningOf(text, isReference, delimiter));
  }

  /** @returns false for a cell that is odd. */
  take(row: CellRow): boolean {
    const column = this.#column;
    const { number } = row;
    if ((row.repeated & this.#bit) === 0 || this.#row !== number - 1) {
      this.current = this.#known.of(row.bytes, row.starts[column]!, row.ends[column]!);
    }
    this.#row = number;
    return !this.current.isOdd;
  }
}

const odd = new CellValue(undefined);

function meaningOf(cell: string, isReference: boolean, delimiter: string): CellValue {
  const [piece, second] = splitValues(cell, delimiter) ?? [];
  const isOne = piece !== undefined && second === undefined;
  return isOne ? new CellValue(typeValue(piece, isReference)) : odd;
}

/** @returns undefined for a constant that is odd. */
export function constant(value: PropertyValue): ValueSource | undefined {
  const current = new CellValue(value);
  return current.isOdd ? undefined : { current };
}
