/** What one row of the table of layouts says: how a publisher writes its tables. */

/** What a column of a layout holds. A column of the role `open` is judged by its cells. */
export type LayoutRole =
  | "entity"
  /** Names of what the column of entities says by code. */
  | "entity name"
  /** The dcid of an entity of the row, of which there may be several; the heading is the property. */
  | "entity property"
  | "date"
  | "value"
  | "variable"
  | "dimension"
  | "unit"
  | "multiplier"
  /** The `scalingFactor` of facets: it does not change values. */
  | "scale"
  /** How often the values come: `A`, `Q`, `M`. */
  | "period"
  | "method"
  /** Names of the codes of another column. */
  | "label"
  /** Flags and footnotes: their cells are counted. */
  | "note"
  /** About the table as a whole, or the same as another column. */
  | "about"
  | "open";

/** Counts what is left out: a reason in a few words, the same text each time. */
export type Tell = (reason: string) => void;

export interface LaidColumn {
  readonly heading: string;
  readonly role: LayoutRole;
  /** Where its cells stand in a row, or in what `split` makes of it. */
  readonly at: number;
  /** Of a column of labels: the heading of their codes. */
  readonly of?: string;
  /** What of a cell is read. Default: all of it. */
  readonly cell?: ((cell: string, tell: Tell) => string) | undefined;
  /** Of a column of values: name of its variable. Default: the heading. */
  readonly name?: string;
  /** Of a column of values: the unit that the table says elsewhere. */
  readonly unit?: string;
  /** Of a column of values: its power of ten. */
  readonly power?: number;
}

/** How the lines of one table become rows of an ordinary one. */
export interface LaidTable {
  readonly columns: readonly LaidColumn[];
  /** Cells of a row. */
  readonly width: number;
  /** Whether units are dcids, which are not read as words: `Thousand` is a unit, and no multiplier. */
  readonly hasUnitsAsDcids?: boolean;
  /** Whether columns hold what their cells say, as in an ordinary table. Default: what their roles say. */
  readonly isJudged?: boolean;
  /** Rows right below the header that are no data. Default: 0. */
  readonly labelRows?: number;
  /** Other cells in place of those of a row; a text says what was expected and found. */
  readonly split?: (cells: readonly string[]) => readonly string[] | string;
  /** Several rows in place of one, as of each month. */
  readonly unfold?: (cells: readonly string[], tell: Tell) => readonly (readonly string[])[];
  /** Why a row is left out. */
  readonly leaves?: (cells: readonly string[]) => string | undefined;
  /** Whether a row and all below it are notes. Default: no row. */
  readonly isEnd?: (cells: readonly string[]) => boolean;
  /** The variable of all values, where no column says it. `file` is the name of the file without endings. */
  readonly variable?: (file: string) => string | undefined;
  /** The date of all values, by the name of the file. */
  readonly date?: (file: string) => string | undefined;
}

/** Why a table that has the marks of a layout breaks it. */
export interface Misfit {
  readonly expected: string;
  readonly found: string;
}

type Lines = readonly (readonly string[])[];

export interface Layout {
  /** Whose tables, in Markdown: the documentation's table is made of it. */
  readonly about: string;
  /** How a table is recognised, in Markdown, for the same table. */
  readonly recognised: string;
  /** What becomes of the table, in Markdown, for the same table. */
  readonly reading: string;
  /** A small table. */
  readonly example: string;
  /** Whether a table is read so only where somebody names the layout. Default: no. */
  readonly isAsked?: boolean;
  /** Whether a line is the header; `below` is the next one, `after` are those after it. */
  isHeader(cells: readonly string[], below: readonly string[], after?: Lines): boolean;
  /** The columns of a table with this header; `above` are the titles above it. */
  lay(
    header: readonly string[],
    below: readonly string[],
    after: Lines,
    above: readonly string[],
  ): LaidTable | Misfit;
}
