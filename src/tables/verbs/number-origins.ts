/** What numbers are of and where they come from, through calculations. */

import {
  type NumberColumn,
  type TableColumn,
  type TextColumn,
  takeRows,
  withOrigins,
} from "../column-data.ts";

/** What numbers of one calculation have in common, unless a caller allows it to differ. */
export type Mixable = "variable" | "unit" | "observationPeriod" | "facetId" | "date";

/** What numbers of several rows may not mix. Their dates may differ. */
export const mixables = ["variable", "unit", "observationPeriod", "facetId"] as const;

export type Origin = Mixable | "relative";

const names: readonly Origin[] = [...mixables, "date", "relative"];

interface Columns {
  readonly columns: readonly TableColumn[];
}

/** Of each row a text: what the numbers say themselves, or else the column of this name beside them. */
export function originOf(
  { columns }: Columns,
  { origins }: NumberColumn,
  name: Origin,
): TextColumn | undefined {
  const own = origins ?? (name === "relative" || name === "date" ? [] : columns);
  const found = own.find((one) => one.name === name);
  return found?.kind === "text" ? found : undefined;
}

/** All that are known of a column. */
export function originsIn(
  frame: Columns,
  column: NumberColumn,
  without: readonly Origin[] = [],
): TextColumn[] {
  return names.flatMap((name) =>
    without.includes(name) ? [] : (originOf(frame, column, name) ?? []),
  );
}

/** The same at some rows. */
export function originsAt(
  origins: readonly TextColumn[],
  rows: Uint32Array,
): readonly TextColumn[] {
  return takeRows(origins, rows) as TextColumn[];
}

/** New numbers with the origins of a column, at some of its rows. Default: row by row. */
export const likewise = (
  made: NumberColumn,
  { origins }: NumberColumn,
  rows: Uint32Array | undefined,
): NumberColumn => withOrigins(made, rows && origins ? originsAt(origins, rows) : origins);
