/** Answers that a model can read: so many rows at once, and where the rest begins. */

/** Rows of one answer. */
const rowsMax = 200;

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** How many rows there are in all. */
  readonly total: number;
  /** The `offset` of the next page; left out on the last one. */
  readonly next?: number;
}

export function pageOf<Row>(rows: readonly Row[], offset: number, limit = rowsMax): Page<Row> {
  const end = offset + limit;
  const page = { rows: rows.slice(offset, end), total: rows.length };
  return end < rows.length ? { ...page, next: end } : page;
}
