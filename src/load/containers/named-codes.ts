/** Columns of codes with their names beside them, as SDMX-CSV has them. */

/** A column, and the names of its codes: empty where there are none. */
export interface CodedColumn {
  readonly id: string;
  readonly name?: string | undefined;
  readonly names: ReadonlyMap<string, string>;
}

export const timePeriod = "TIME_PERIOD";

/** A heading that would be taken for that of codes. */
const looksLikeCode = /^(?:[A-Z][A-Z0-9_]*|[a-z][a-z0-9_]*|.* Code|)$/;

/**
 * The headings of columns, each followed by that of its names: `REF_AREA`, `Reference area`. Names
 * that say nothing more than the codes are left out, and so are those of dates.
 */
export class NamedColumns {
  readonly headings: readonly string[];
  readonly #columns: readonly CodedColumn[];
  readonly #hasNames: readonly boolean[];

  constructor(columns: readonly CodedColumn[]) {
    this.#columns = columns;
    this.#hasNames = columns.map(({ id, names }) => {
      return id !== timePeriod && [...names].some(([code, name]) => name !== "" && name !== code);
    });
    const taken = new Set(columns.map(({ id }) => id));
    this.headings = columns.flatMap(({ id, name = "" }, at) => {
      if (this.#hasNames[at] !== true) return [id];
      const heading = taken.has(name) || looksLikeCode.test(name) ? `${id}_LABEL` : name;
      taken.add(heading);
      return [id, heading];
    });
  }

  /** @param codes one for each column. */
  cells(codes: readonly string[]): string[] {
    const cells: string[] = [];
    for (const [at, code] of codes.entries()) {
      cells.push(code);
      if (this.#hasNames[at] === true) cells.push(this.#columns[at]!.names.get(code) ?? "");
    }
    return cells;
  }
}
