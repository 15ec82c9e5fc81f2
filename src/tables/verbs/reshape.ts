/** Tables that become longer, wider or joined. */

import { describeArgument, excerpt } from "../../errors/excerpts.ts";
import { offsetsOf, scatter } from "../../store/columns/kernels.ts";
import {
  cellOf,
  type NumberColumn,
  numberColumn,
  type TableColumn,
  type TextColumn,
  takeRows,
  textsOf,
  withOrigins,
  withOwnNames,
  withValues,
} from "../column-data.ts";
import {
  columnNamed,
  type Frame,
  type Groups,
  groupsOf,
  keysOf,
  type MixOptions,
  numbersNamed,
  requireAlike,
} from "./frame.ts";
import { originsAt, originsIn } from "./number-origins.ts";

/** How rows of two tables meet. */
export interface JoinOptions {
  /** Columns with these names in both tables, or names of the left one with those of the other. */
  readonly on: string | readonly string[] | Readonly<Record<string, string>>;
  /** `left` keeps rows that meet none, with null; `inner` leaves them out. Default: `left`. */
  readonly how?: "left" | "inner" | undefined;
}

/** Two frames as one, and where the columns of the right one are. */
interface Joined extends Frame {
  /** Their names there, by those that they had. */
  readonly names: ReadonlyMap<string, string>;
}

/** A row for each pair of rows with equal cells; null meets nothing. */
export function joinedFrames(left: Frame, right: Frame, { on, how = "left" }: JoinOptions): Joined {
  const pairs = pairsOf(on);
  const { ids, count } = sharedGroups(left, right, pairs);
  const own = ids.subarray(left.length);
  const offsets = offsetsOf(own, right.length, count);
  const rows = scatter(own, offsets);
  // The last group is the rows with null.
  const meeting = (row: number) =>
    ids[row] === count - 1 ? 0 : offsets[ids[row]! + 1]! - offsets[ids[row]!]!;
  let length = 0;
  for (let row = 0; row < left.length; row++) {
    length += Math.max(meeting(row), how === "left" ? 1 : 0);
  }
  const picks = new Uint32Array(length);
  const others = new Uint32Array(length);
  const lone: number[] = [];
  for (let row = 0, to = 0; row < left.length; row++) {
    const met = meeting(row);
    const first = offsets[ids[row]!]!;
    for (let at = first; at < first + met; at++, to++) {
      picks[to] = row;
      others[to] = rows[at]!;
    }
    if (met > 0 || how === "inner") continue;
    picks[to] = row;
    lone.push(to++);
  }
  const names = new Map(pairs.map(([name, other]) => [other, name]));
  const added = right.columns.filter(({ name }) => !names.has(name));
  const columns = withOwnNames([
    ...takeRows(left.columns, picks),
    ...takeRows(added, others).map((column) => withNulls(column, lone)),
  ]);
  for (const [at, { name }] of added.entries()) {
    names.set(name, columns[left.columns.length + at]!.name);
  }
  return { columns, length, names };
}

function pairsOf(on: JoinOptions["on"]): readonly (readonly [string, string])[] {
  if (typeof on === "string") return [[on, on]];
  if (typeof on !== "object" || on === null) {
    throw new TypeError(`join: 'on' names columns, not ${describeArgument(on)}`);
  }
  const pairs = Array.isArray(on) ? on.map((name) => [name, name] as const) : Object.entries(on);
  if (pairs.length === 0) throw new TypeError("join: 'on' names no column");
  return pairs as readonly (readonly [string, string])[];
}

/** Rows of both, one after the other, in groups of equal cells; those with null are the last group. */
function sharedGroups(
  left: Frame,
  right: Frame,
  pairs: readonly (readonly [string, string])[],
): Pick<Groups, "ids" | "count"> {
  const length = left.length + right.length;
  const columns = pairs.map(([name, other], place) => {
    const ours = columnNamed(left, name);
    const theirs = columnNamed(right, other);
    if (ours.kind === theirs.kind) return stacked(ours, theirs, String(place));
    throw new TypeError(
      `join: '${excerpt(name)}' holds ${ours.kind}s, and '${excerpt(other)}' of the other table ${theirs.kind}s`,
    );
  });
  const { ids, count } = groupsOf({ columns, length }, [...columns.keys()].map(String));
  for (const column of columns) {
    for (let row = 0; row < length; row++) if (cellOf(column, row) === null) ids[row] = count;
  }
  return { ids, count: count + 1 };
}

function stacked(one: TableColumn, other: TableColumn, name: string): TableColumn {
  if (one.kind === "number") {
    const { values: more } = other as NumberColumn;
    const values = new Float64Array(one.values.length + more.length);
    values.set(one.values);
    values.set(more, one.values.length);
    return numberColumn(name, values);
  }
  const { codes, texts } = other as TextColumn;
  const all = new Uint32Array(one.codes.length + codes.length);
  all.set(one.codes);
  for (let row = 0; row < codes.length; row++) {
    all[one.codes.length + row] = codes[row]! + one.texts.length;
  }
  return { kind: "text", name, codes: all, texts: [...one.texts, ...texts] };
}

/** @param rows the rows that have nothing in the column */
function withNulls(column: TableColumn, rows: readonly number[]): TableColumn {
  if (rows.length === 0) return column;
  if (column.kind === "number") {
    for (const row of rows) column.values[row] = Number.NaN;
    return withValues(column, column.values);
  }
  const codes = column.codes.slice();
  for (const row of rows) codes[row] = column.texts.length;
  return { ...column, codes, texts: [...column.texts, null] };
}

/** What becomes names of columns, what stays, and what the cells are. */
export interface PivotOptions extends MixOptions {
  /** Its cells become names of columns. */
  readonly on: string;
  /** The columns that stay, a row for each combination. */
  readonly index: string | readonly string[];
  /** The column of numbers. */
  readonly values: string;
}

/** A row per combination of `index`, and a column per cell of `on`, in the order in which they come. */
export function pivoted(frame: Frame, { on, index, values, mix }: PivotOptions): Frame {
  const names = typeof index === "string" ? [index] : index;
  const rows = groupsOf(frame, names);
  const { codes, cells } = keysOf(columnNamed(frame, on));
  const source = numbersNamed(frame, values, "pivot");
  const alike = new Set([codes]);
  requireAlike(frame, { ids: codes, count: cells.length, alike }, source, "pivot", mix);
  const columns = cells.map(() => new Float64Array(rows.count).fill(Number.NaN));
  const has = new Uint8Array(cells.length * rows.count);
  const isMet = new Uint8Array(cells.length);
  for (let row = 0; row < frame.length; row++) {
    const [code, to] = [codes[row]!, rows.ids[row]!];
    const place = to * cells.length + code;
    if (has[place] === 1) throw twice(frame, [...names, on], row);
    has[place] = 1;
    isMet[code] = 1;
    columns[code]![to] = source.values[row]!;
  }
  const kept = names.map((name) => columnNamed(frame, name));
  const origins = originsIn(frame, source, ["date"]);
  const date = frame.columns.find(({ name }) => name === "date");
  // A row has numbers of several dates.
  if (date?.kind === "text" && on !== "date" && !names.includes("date")) origins.push(date);
  const originsOf = partedOrigins(origins, { codes, count: cells.length }, rows, source.values);
  // Cells that no row has are not names.
  const met = [...cells.keys()].filter((code) => isMet[code] === 1);
  return {
    columns: [
      ...takeRows(kept, rows.firsts),
      ...met.map((code) =>
        withOrigins(numberColumn(String(cells[code]), columns[code]!), originsOf(code)),
      ),
    ],
    length: rows.count,
  };
}

/**
 * By code of a column: the origins of its numbers. Most columns have one text of each.
 *
 * @param to rows of the new table, by row of the old one
 */
function partedOrigins(
  origins: readonly TextColumn[],
  { codes, count }: { readonly codes: Uint32Array; readonly count: number },
  to: Pick<Groups, "ids" | "count">,
  values: Float64Array,
): (code: number) => readonly TextColumn[] {
  const onlyOnes = origins.map((origin) => {
    // By code of the column: the only code of the origin plus 1, or -1 for several.
    const only = new Float64Array(count);
    for (let row = 0; row < codes.length; row++) {
      const own = origin.codes[row]! + 1;
      const known = only[codes[row]!]!;
      if (known === own || Number.isNaN(values[row])) continue;
      only[codes[row]!] = known === 0 ? own : -1;
    }
    return only;
  });
  const zeros = new Uint32Array(to.count);
  const rowsOf = (code: number) => {
    const rows = new Uint32Array(to.count);
    for (let row = 0; row < codes.length; row++) if (codes[row] === code) rows[to.ids[row]!] = row;
    return rows;
  };
  return (code) =>
    origins.map((origin, at) => {
      const only = onlyOnes[at]![code]!;
      if (only < 0) return originsAt([origin], rowsOf(code))[0]!;
      return { ...origin, codes: zeros, texts: [origin.texts[Math.max(only - 1, 0)] ?? null] };
    });
}

function twice(frame: Frame, names: readonly string[], row: number): TypeError {
  const cells = names.map((name) => `${name} ${String(cellOf(columnNamed(frame, name), row))}`);
  return new TypeError(
    `pivot: two rows have the same place (${excerpt(cells.join(", "))}): add a column to 'index', or group them first`,
  );
}

/** Which columns become rows, and the names of the two that hold them. */
export interface UnpivotOptions {
  /** Columns of numbers. */
  readonly on: readonly string[];
  /** The column of their names. Default: `variable`. */
  readonly variableName?: string | undefined;
  /** The column of their numbers. Default: `value`. */
  readonly valueName?: string | undefined;
}

/** Row by row: one for each of the columns, null included. */
export function unpivoted(
  frame: Frame,
  { on, variableName = "variable", valueName = "value" }: UnpivotOptions,
): Frame {
  const sources = on.map((name) => numbersNamed(frame, name, "unpivot"));
  const length = frame.length * sources.length;
  const picks = new Uint32Array(length);
  const values = new Float64Array(length);
  const names: string[] = [];
  for (let row = 0, to = 0; row < frame.length; row++) {
    for (const { name, values: from } of sources) {
      picks[to] = row;
      names.push(name);
      values[to++] = from[row]!;
    }
  }
  const kept = frame.columns.filter(({ name }) => !on.includes(name));
  const made = numberColumn(valueName, values);
  return {
    columns: [
      ...takeRows(kept, picks),
      textsOf(variableName, names),
      withOrigins(made, stackedOrigins(sources, frame.length)),
    ],
    length,
  };
}

/** Of each row the origins of one column after the other; undefined where no column has some. */
function stackedOrigins(sources: readonly NumberColumn[], rows: number): NumberColumn["origins"] {
  if (sources.every(({ origins }) => origins === undefined)) return undefined;
  const all = new Set(sources.flatMap(({ origins = [] }) => origins.map(({ name }) => name)));
  return Array.from(all, (name): TextColumn => {
    const texts: (string | null)[] = [null];
    const codes = new Uint32Array(rows * sources.length);
    for (const [at, { origins = [] }] of sources.entries()) {
      const own = origins.find((one) => one.name === name);
      if (own === undefined) continue;
      const first = texts.length;
      texts.push(...own.texts);
      for (let row = 0; row < rows; row++)
        codes[row * sources.length + at] = first + own.codes[row]!;
    }
    return { kind: "text", name, codes, texts };
  });
}
