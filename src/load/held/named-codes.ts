/** Columns of codes with their names beside them, as SDMX-CSV has them. */

/** A column, and the names of its codes: empty where there are none. */
export interface CodedColumn {
  readonly id: string;
  readonly name?: string | undefined;
  readonly names: ReadonlyMap<string, string>;
}

/** The column that names the dataflow, as SDMX-CSV has it. */
export const dataflowColumn = "DATAFLOW";

export const timePeriod = "TIME_PERIOD";

/** A heading that would be taken for that of codes. */
const looksLikeCode = /^(?:[A-Z][A-Z0-9_]*|[a-z][A-Za-z0-9_]*|.* Code|)$/;

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

/** What a message calls something that stands elsewhere: `AGENCY:ID(VERSION)`. */
export interface Reference {
  readonly agency: string;
  readonly id: string;
  readonly version: string;
}

/** `urn:sdmx:…Codelist=SDMX:CL_SEX(2.1)`, and `…Concept=SDMX:CROSS(2.0).SEX`, whose id is the last one. */
export function referenceIn(urn: string): Reference | undefined {
  const found = /^urn:[^=]*=([^:]+):([^()]+)\(([^()]*)\)(?:\.(.+))?$/.exec(urn);
  if (found === null) return undefined;
  const [, agency = "", id = "", version = "", item = ""] = found;
  return { agency, id: item === "" ? id : item, version };
}

/** As SDMX-CSV writes it. */
export function flowOf({ agency, id, version }: Reference): string {
  return `${agency}:${id}(${version})`;
}
