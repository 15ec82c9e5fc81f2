/** Units that bind variables to what no pattern found: VALUES, BIND, subqueries; and MINUS. */

import type { Evaluate } from "../expression-values.ts";
import { printed } from "../expression-values.ts";
import type { VariableId } from "../plan.ts";
import { RowTable } from "./bindings.ts";
import { type CellId, type Next, type Search, type Unit, unbound } from "./search.ts";

/** Bytes of a row in the index of a table, about. */
const bytesPerEntry = 48;
/** Variables whose bindings an index may have for its key: they are bits of a number. */
const keyMax = 30;

/** Binds a variable to an id, or compares it with that id. */
export function bindOne(search: Search, variable: VariableId, id: CellId, next: Next): boolean {
  const { row } = search;
  const bound = row[variable] as CellId;
  if (bound !== unbound) return bound === id ? next() : true;
  row[variable] = id;
  const goOn = next();
  row[variable] = unbound;
  return goOn;
}

/** A table that joins with the row at hand. An unbound cell joins with everything. */
export class TableUnit implements Unit {
  readonly variables: readonly VariableId[];
  readonly #search: Search;
  readonly #fill: () => RowTable;
  readonly #indexes = new Map<number, TableIndex>();
  #table: RowTable | undefined;

  /** `fill` makes the table when it is first needed. */
  constructor(search: Search, variables: readonly VariableId[], fill: () => RowTable) {
    this.#search = search;
    this.variables = variables;
    this.#fill = fill;
  }

  count(): number {
    const { keyed, free } = this.#candidates();
    return keyed.length + free.length;
  }

  each(next: Next): boolean {
    const { keyed, free } = this.#candidates();
    return this.#rows(keyed, next) && this.#rows(free, next);
  }

  #rows(numbers: readonly number[], next: Next): boolean {
    for (const number of numbers) if (!this.#row(number, 0, next)) return false;
    return true;
  }

  /** Binds the cells of a row from a column on. */
  #row(number: number, column: number, next: Next): boolean {
    const table = this.#table as RowTable;
    for (let at = column; at < this.variables.length; at++) {
      const id = table.at(number, at);
      if (id === unbound) continue;
      const variable = this.variables[at] as VariableId;
      const bound = this.#search.at(variable);
      if (bound === id) continue;
      if (bound !== unbound) return true;
      return bindOne(this.#search, variable, id, () => this.#row(number, at + 1, next));
    }
    this.#search.work(1 + this.variables.length);
    return next();
  }

  /** Rows that agree with what is bound, and rows that leave some of that free. */
  #candidates(): { readonly keyed: readonly number[]; readonly free: readonly number[] } {
    if (this.#table === undefined) {
      this.#table = this.#fill();
      this.#search.terms.kept += this.#table.count;
    }
    let bits = 0;
    const key: CellId[] = [];
    for (let at = 0; at < Math.min(keyMax, this.variables.length); at++) {
      const bound = this.#search.at(this.variables[at] as VariableId);
      if (bound === unbound) continue;
      bits |= 1 << at;
      key.push(bound);
    }
    let index = this.#indexes.get(bits);
    if (index === undefined) {
      index = this.#indexed(this.#table, bits);
      this.#indexes.set(bits, index);
    }
    return { keyed: index.keyed.get(keyOf(key)) ?? noRows, free: index.free };
  }

  #indexed(table: RowTable, bits: number): TableIndex {
    const keyed = new Map<number | string, number[]>();
    const free: number[] = [];
    const columns = this.variables.flatMap((_, at) =>
      at < keyMax && bits & (1 << at) ? [at] : [],
    );
    for (let number = 0; number < table.count; number++) {
      const cells = columns.map((at) => table.at(number, at));
      this.#search.work(1 + cells.length);
      this.#search.bytes(bytesPerEntry);
      if (cells.includes(unbound)) {
        free.push(number);
        continue;
      }
      const key = keyOf(cells);
      const rows = keyed.get(key);
      if (rows === undefined) keyed.set(key, [number]);
      else rows.push(number);
    }
    return { keyed, free };
  }
}

interface TableIndex {
  readonly keyed: ReadonlyMap<number | string, readonly number[]>;
  readonly free: readonly number[];
}

const noRows: readonly number[] = [];

function keyOf(cells: readonly CellId[]): number | string {
  return cells.length === 1 ? (cells[0] as number) : cells.join(" ");
}

/**
 * The rows of VALUES. A text means a node or a literal: both, where patterns surely decide which
 * one it is, and else the one that there is.
 */
export function valuesUnit(
  search: Search,
  variables: readonly VariableId[],
  rows: readonly (readonly (string | undefined)[])[],
  isDecided: (variable: VariableId) => boolean,
): Unit {
  const { terms } = search;
  const decided = variables.map(isDecided);
  const idsOf = (text: string | undefined, column: number): readonly CellId[] => {
    if (text === undefined) return [unbound];
    if (decided[column] === true) return [terms.nodeOf(text), terms.literalOf(text)];
    const [known = terms.literalOf(text)] = terms.constants([text]);
    return [known];
  };
  return new TableUnit(search, variables, () => {
    const table = new RowTable(variables.length, search);
    const row = new Float64Array(variables.length);
    const add = (texts: readonly (string | undefined)[], column: number): void => {
      if (column === variables.length) {
        search.work(1);
        table.push(row);
        return;
      }
      for (const id of idsOf(texts[column], column)) {
        row[column] = id;
        add(texts, column + 1);
      }
    };
    for (const texts of rows) add(texts, 0);
    return table;
  });
}

/** `BIND(expression AS ?variable)`; an error leaves the variable as it is. */
export class BindUnit implements Unit {
  readonly variables: readonly VariableId[];
  readonly #search: Search;
  readonly #variable: VariableId;
  readonly #cell: () => CellId;

  constructor(
    search: Search,
    variable: VariableId,
    inputs: readonly VariableId[],
    cell: () => CellId,
  ) {
    this.#search = search;
    this.#variable = variable;
    this.#cell = cell;
    this.variables = [...new Set([variable, ...inputs])];
  }

  count(): number {
    return 1;
  }

  each(next: Next): boolean {
    const id = this.#cell();
    return id === unbound ? next() : bindOne(this.#search, this.#variable, id, next);
  }
}

/** The literal that a calculated value prints; nothing for an error. */
export function cellOf(search: Search, evaluate: Evaluate): () => CellId {
  return () => {
    const text = printed(evaluate());
    return text === undefined ? unbound : search.terms.literalOf(text);
  };
}

/** The row as it is, unless the unit has a match with it. */
export class MinusUnit implements Unit {
  readonly variables: readonly VariableId[];
  readonly #unit: Unit;

  constructor(unit: Unit) {
    this.#unit = unit;
    this.variables = unit.variables;
  }

  count(): number {
    return 1;
  }

  each(next: Next): boolean {
    return hasMatch(this.#unit) ? true : next();
  }
}

/** Whether a unit has a match with the row at hand. */
export function hasMatch(unit: Unit): boolean {
  let isFound = false;
  unit.each(() => {
    isFound = true;
    return false;
  });
  return isFound;
}
