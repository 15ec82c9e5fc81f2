/** Rows that are kept by their cells, and columns that are calculated from others. */

import { setMember } from "../../adapters/reads/node-page.ts";
import { CommonsError } from "../../errors/errors.ts";
import { describeArgument, excerpt } from "../../errors/excerpts.ts";
import {
  evaluated,
  type Formula,
  leavesOf,
  type Operator,
  parseFormula,
} from "../../formulas/formula.ts";
import {
  type Cell,
  cellOf,
  type NumberColumn,
  numberColumn,
  type TableColumn,
} from "../column-data.ts";
import {
  columnNamed,
  type Frame,
  type Mixable,
  type MixOptions,
  numbersNamed,
  requireOneDate,
} from "./frame.ts";
import { textsOf } from "./per-series.ts";

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
  const isKept = typeof test === "function" ? byFunction(frame, test) : byCells(frame, test);
  for (let row = 0; row < frame.length; row++) if (isKept(row)) rows[count++] = row;
  return rows.subarray(0, count);
}

const byFunction = (frame: Frame, test: (row: object) => unknown) => {
  const rowAt = rowsOf(frame);
  return (row: number) => Boolean(test(rowAt(row)));
};

function byCells(
  frame: Frame,
  tests: Readonly<Record<string, CellTest>>,
): (row: number) => boolean {
  if (typeof tests !== "object" || tests === null) {
    throw new TypeError(`filter takes a function or cells, not ${describeArgument(tests)}`);
  }
  const checks = Object.entries(tests).map(([name, test]) => {
    const column = columnNamed(frame, name);
    const holds = testOf(column, test);
    if (column.kind === "number") return (row: number) => holds(cellOf(column, row));
    // Each text is tested once.
    const kept = Uint8Array.from(column.texts, (text) => Number(holds(text)));
    return (row: number) => kept[column.codes[row]!] === 1;
  });
  return (row) => checks.every((check) => check(row));
}

function testOf(column: TableColumn, test: CellTest): (cell: Cell) => boolean {
  if (test === null || typeof test !== "object") return testOf(column, [test]);
  if (Array.isArray(test)) {
    const cells = new Set<Cell>(test);
    const wrong = test.find((cell) => cell !== null && typeof cell !== kindOfCells[column.kind]);
    if (wrong === undefined) return (cell) => cells.has(cell);
    const held = `the column '${excerpt(column.name)}' holds ${column.kind}s`;
    throw new TypeError(`filter: ${held}, not ${describeArgument(wrong)}`);
  }
  const { min, max, ...others } = test as Readonly<Record<string, unknown>>;
  const areNumbers = [min, max].every((end) => end === undefined || typeof end === "number");
  if (column.kind === "text" || !areNumbers || Object.keys(others).length > 0) {
    const held = `the column '${excerpt(column.name)}' holds ${column.kind}s`;
    throw new TypeError(`filter: ${held}, and { min, max } is a range of numbers`);
  }
  const [least, most] = [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY];
  return (cell) => typeof cell === "number" && cell >= Number(least) && cell <= Number(most);
}

const kindOfCells = { text: "string", number: "number" } as const;

/** One object for all rows: it reads cells when they are asked for. */
function rowsOf(frame: Frame): (row: number) => object {
  const shown: Record<string, Cell> = {};
  let at = 0;
  for (const column of frame.columns) {
    setMember(shown, column.name, null);
    Object.defineProperty(shown, column.name, { get: () => cellOf(column, at), enumerable: true });
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
    const values = calculated(frame, name, formula, mix);
    return numberColumn(name, values);
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
    throw new TypeError(`derive: '${excerpt(name)}' is no formula: ${error.message}`, {
      cause: error,
    });
  }
}

/** Null where a number is missing, or where it is divided by 0. */
function calculated(
  frame: Frame,
  name: string,
  formula: Formula,
  mix: readonly Mixable[],
): Float64Array {
  const columns = new Map(
    leavesOf(formula).map((leaf) => [leaf.text, numbersNamed(frame, leaf.text, "derive")]),
  );
  if (!mix.includes("unit")) requireAddable(formula, columns, name);
  requireOneDate([...columns.values()], `derive: '${excerpt(name)}'`, mix);
  const { length } = frame;
  type Value = number | Float64Array;
  const found = evaluated<Value>(formula, {
    leaf: (leaf) => columns.get(leaf.text)!.values,
    constant: (value) => value,
    combine: (operator, left, right) => {
      const calculate = arithmetic[operator];
      const into = new Float64Array(length);
      for (let row = 0; row < length; row++) {
        const a = typeof left === "number" ? left : left[row]!;
        into[row] = calculate(a, typeof right === "number" ? right : right[row]!);
      }
      return into;
    },
  });
  return typeof found === "number" ? new Float64Array(length).fill(found) : found;
}

const arithmetic: Readonly<Record<Operator, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => (b === 0 ? Number.NaN : a / b),
};

/** @throws TypeError where columns of different units are added or subtracted */
function requireAddable(
  formula: Formula,
  columns: ReadonlyMap<string, NumberColumn>,
  name: string,
): void {
  evaluated<readonly string[]>(formula, {
    leaf: (leaf) => [...new Set((columns.get(leaf.text)!.facets ?? []).map(({ unit }) => unit))],
    constant: () => [],
    combine: (operator, left, right) => {
      if (operator === "*" || operator === "/") return [];
      const units = [...new Set([...left, ...right])];
      if (units.length < 2) return units;
      const [one, other] = units.map((unit) => (unit === "" ? "none" : `'${excerpt(unit)}'`));
      throw new TypeError(
        `derive: '${excerpt(name)}' would add or subtract numbers of different units (${one}, ${other}): convert one, or allow it with mix: ["unit"]`,
      );
    },
  });
}
