/** Rows that are kept by their cells, and columns that are calculated from others. */

import { CommonsError } from "../../errors/errors.ts";
import { describeArgument, excerpt } from "../../errors/excerpts.ts";
import {
  evaluated,
  type Formula,
  leavesOf,
  type Operator,
  parseFormula,
} from "../../expr-parser/formula.ts";
import {
  type Cell,
  cellOf,
  type NumberColumn,
  numberColumn,
  type TableColumn,
  textsOf,
  withOrigins,
} from "../column-data.ts";
import { formulaOrigins } from "./formula-origins.ts";
import { columnNamed, type Frame, type MixOptions, numbersNamed, requireOneDate } from "./frame.ts";
import type { Mixable } from "./number-origins.ts";

/** What a cell is: this one, one of a list (null is a cell, too), or a number in a range with both ends. */
export type CellTest =
  | Cell
  | readonly Cell[]
  | { readonly min?: number | undefined; readonly max?: number | undefined };

/** The rows whose cells pass all tests, or for which a function is true. */
export function keptRows(
  frame: Frame,
  test: Readonly<Record<string, CellTest>> | ((row: object) => unknown),
): Uint32Array {
  const rows = new Uint32Array(frame.length);
  let count = 0;
  if (typeof test === "function") {
    const rowAt = rowsOf(frame);
    for (let row = 0; row < rows.length; row++) if (test(rowAt(row))) rows[count++] = row;
    return rows.subarray(0, count);
  }
  const isOut = rowsOut(frame, test);
  for (let row = 0; row < rows.length; row++) if (isOut[row] === 0) rows[count++] = row;
  return rows.subarray(0, count);
}

/** 1 for rows that fail a test. */
function rowsOut(frame: Frame, tests: Readonly<Record<string, CellTest>>): Uint8Array {
  if (typeof tests !== "object" || tests === null) {
    throw new TypeError(`filter takes a function or cells, not ${describeArgument(tests)}`);
  }
  const isOut = new Uint8Array(frame.length);
  for (const [name, test] of Object.entries(tests)) {
    const column = columnNamed(frame, name);
    if (isRange(test)) markOutside(rangeOf(column, test), isOut);
    else markFailing(column, testOf(column, test), isOut);
  }
  return isOut;
}

function markOutside({ values, least, most }: ReturnType<typeof rangeOf>, isOut: Uint8Array): void {
  for (let row = 0; row < isOut.length; row++) {
    if (!(values[row]! >= least && values[row]! <= most)) isOut[row] = 1;
  }
}

function markFailing(column: TableColumn, holds: (cell: Cell) => boolean, isOut: Uint8Array): void {
  if (column.kind === "number") {
    const { values } = column;
    for (let row = 0; row < isOut.length; row++) if (!holds(values[row]!)) isOut[row] = 1;
    return;
  }
  // Each text is tested once.
  const { codes } = column;
  const fails = Uint8Array.from(column.texts, (text) => Number(!holds(text)));
  for (let row = 0; row < isOut.length; row++) isOut[row]! |= fails[codes[row]!]!;
}

type RangeTest = Extract<CellTest, { readonly min?: unknown }>;

const isRange = (test: CellTest): test is RangeTest =>
  typeof test === "object" && test !== null && !Array.isArray(test);

function rangeOf(column: TableColumn, test: RangeTest) {
  const { min, max, ...others } = test as Readonly<Record<string, unknown>>;
  const areNumbers = [min, max].every((end) => end === undefined || typeof end === "number");
  if (column.kind === "text" || !areNumbers || Object.keys(others).length > 0) {
    const held = `the column '${excerpt(column.name)}' holds ${column.kind}s`;
    throw new TypeError(
      `filter: ${held}, and { min, max } is a range of numbers${column.kind === "text" ? cureOf(column.name, min ?? max) : ""}`,
    );
  }
  const [least, most] = [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY];
  return { values: column.values, least: Number(least), most: Number(most) };
}

/** The test of a cell; NaN stands for null. */
function testOf(column: TableColumn, test: Exclude<CellTest, RangeTest>): (cell: Cell) => boolean {
  const given: readonly Cell[] = Array.isArray(test) ? test : [test as Cell];
  const cells = new Set<Cell>(given);
  // A set finds NaN.
  if (cells.has(null)) cells.add(Number.NaN);
  else cells.delete(Number.NaN);
  const wrong = given.find((cell) => cell !== null && typeof cell !== kindOfCells[column.kind]);
  if (wrong === undefined) return (cell) => cells.has(cell);
  const held = `the column '${excerpt(column.name)}' holds ${column.kind}s`;
  const cure = typeof wrong === "number" ? `: write "${wrong}"` : "";
  throw new TypeError(`filter: ${held}, not ${describeArgument(wrong)}${cure}`);
}

/** How rows are kept by the order of texts, such as dates. */
function cureOf(name: string, end: unknown): string {
  const about = name === "date" ? "ask for a table with date: { from, to }, or " : "";
  const test = `(row) => row[${JSON.stringify(excerpt(name))}] >= ${JSON.stringify(String(end ?? "a"))}`;
  return `: ${about}filter by a function: ${test}`;
}

const kindOfCells = { text: "string", number: "number" } as const;

/** One object for all rows: it reads cells when they are asked for. */
function rowsOf(frame: Frame): (row: number) => object {
  const shown: Record<string, Cell> = {};
  let at = 0;
  for (const column of frame.columns) {
    // A member that was there before would make the object slow.
    const get = () => cellOf(column, at);
    Object.defineProperty(shown, column.name, { get, enumerable: true });
  }
  return (row) => {
    at = row;
    return shown;
  };
}

/** What a new column is: arithmetic over names of columns, or a function of a row. */
export type Derivation = string | ((row: Readonly<Record<string, Cell>>) => Cell);

/** The columns with new ones after them; a name that is there already gets a new column in its place. */
export function derivedFrame(
  frame: Frame,
  derivations: Readonly<Record<string, Derivation>>,
  { mix = [] }: MixOptions,
): Frame {
  if (typeof derivations !== "object" || derivations === null) {
    throw new TypeError(`derive takes { name: "a / b" }, not ${describeArgument(derivations)}`);
  }
  let columns = frame.columns;
  for (const [name, derivation] of Object.entries(derivations)) {
    const made = derivedColumn({ ...frame, columns }, name, derivation, mix);
    const isThere = columns.some((column) => column.name === name);
    columns = isThere
      ? columns.map((column) => (column.name === name ? made : column))
      : [...columns, made];
  }
  return { columns, length: frame.length };
}

function derivedColumn(
  frame: Frame,
  name: string,
  derivation: Derivation,
  mix: readonly Mixable[],
): TableColumn {
  if (typeof derivation === "string") {
    const formula = formulaOf(name, derivation);
    return calculated(frame, name, formula, mix);
  }
  if (typeof derivation !== "function") {
    const given = describeArgument(derivation);
    throw new TypeError(`derive: '${excerpt(name)}' is a formula or a function, not ${given}`);
  }
  const rowAt = rowsOf(frame);
  const cells = Array.from({ length: frame.length }, (_, row) =>
    cellFrom(name, derivation(rowAt(row) as Readonly<Record<string, Cell>>)),
  );
  if (cells.some((cell) => typeof cell === "string")) {
    const number = cells.find((cell) => typeof cell === "number");
    if (number === undefined) return textsOf(name, cells as (string | null)[]);
    throw new TypeError(`derive: '${excerpt(name)}' is a text in some rows and a number in others`);
  }
  return numberColumn(
    name,
    Float64Array.from(cells, (cell) => (cell === null ? Number.NaN : Number(cell))),
  );
}

function cellFrom(name: string, cell: unknown): Cell {
  if (cell === undefined || cell === null) return null;
  if (typeof cell === "number" || typeof cell === "string") return cell;
  const given = describeArgument(cell);
  throw new TypeError(`derive: '${excerpt(name)}' is a number, a text or null, not ${given}`);
}

function formulaOf(name: string, text: string): Formula {
  try {
    return parseFormula(text, true);
  } catch (error) {
    if (!(error instanceof CommonsError)) throw error;
    // The service has no words for it.
    const isOne = /^[\s(-]*[\p{L}_][\p{L}\p{Nd}_]*[\s)]*$/u.test(text);
    const reason = isOne ? "one column has no operator; select copies it" : error.message;
    throw new TypeError(`derive: '${excerpt(name)}' is no formula: ${reason}`, { cause: error });
  }
}

/** Null where a number is missing, or where it is divided by 0. */
function calculated(
  frame: Frame,
  name: string,
  formula: Formula,
  mix: readonly Mixable[],
): NumberColumn {
  const columns = new Map(
    leavesOf(formula).map((leaf) => [leaf.text, numbersNamed(frame, leaf.text, "derive")]),
  );
  const origins = formulaOrigins(name, formula, columns, mix);
  requireOneDate([...columns.values()], `derive: '${excerpt(name)}'`, mix);
  const { length } = frame;
  type Value = number | Float64Array;
  const columnOf = (value: Value) =>
    typeof value === "number" ? new Float64Array(length).fill(value) : value;
  const found = evaluated<Value>(formula, {
    leaf: (leaf) => columns.get(leaf.text)!.values,
    constant: (value) => value,
    combine: (operator, left, right) => {
      const into = new Float64Array(length);
      arithmetic[operator](columnOf(left), columnOf(right), into);
      return into;
    },
  });
  return withOrigins(numberColumn(name, columnOf(found)), origins);
}

/** A loop each: the operator is not asked for in each row. */
const arithmetic: Readonly<Record<Operator, Kernel>> = {
  "+": (a, b, into) => {
    for (let row = 0; row < into.length; row++) into[row] = a[row]! + b[row]!;
  },
  "-": (a, b, into) => {
    for (let row = 0; row < into.length; row++) into[row] = a[row]! - b[row]!;
  },
  "*": (a, b, into) => {
    for (let row = 0; row < into.length; row++) into[row] = a[row]! * b[row]!;
  },
  "/": (a, b, into) => {
    for (let row = 0; row < into.length; row++) {
      into[row] = b[row] === 0 ? Number.NaN : a[row]! / b[row]!;
    }
  },
};

type Kernel = (a: Float64Array, b: Float64Array, into: Float64Array) => void;
