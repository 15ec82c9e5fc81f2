/** What the cells of a table say to its template, each distinct cell read once. */
import { type CellRow, CellText, KnownColumn, type Slot } from "../csv/index.ts";
import {
  dateForm,
  type PropertyValue,
  splitValues,
  type TypedValue,
  typeValue,
} from "../values/index.ts";

/** The one value of a cell or a constant. */
export class CellValue extends CellText {
  readonly isLiteral: boolean;
  /** It can be the dcid of a node. */
  readonly isDcid: boolean;
  /** Its text alone does not say what it means: no value, several, a complex one or a local name. */
  readonly isOdd: boolean;
  #isDate: boolean | undefined;

  constructor(value: TypedValue | undefined) {
    super(value?.text ?? "");
    const kind = value?.kind;
    this.isLiteral = kind === "text" || kind === "number";
    this.isDcid = kind === "text" || kind === "reference";
    this.isOdd = !(this.isLiteral || kind === "reference") || this.text === "";
  }

  /** Whether it is a date that needs no diagnostic. */
  get isDate(): boolean {
    this.#isDate ??= dateForm(this.text) === "accepted";
    return this.#isDate;
  }
}

/** Where a value of the row at hand is found: a cell, a constant, or the dcid of another node. */
export type ValueSource = Slot<CellValue>;

/** The cells of a column. */
export class ColumnCells implements ValueSource {
  current: CellValue = odd;
  readonly #cells: KnownColumn<CellValue>;

  constructor(
    { column, isReference }: { column: number; isReference: boolean },
    delimiter: string,
  ) {
    this.#cells = new KnownColumn(column, (text) => meaningOf(text, isReference, delimiter));
  }

  /** @returns false for a cell that is odd. */
  take(row: CellRow): boolean {
    this.current = this.#cells.take(row);
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
