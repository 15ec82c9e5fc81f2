/** What a file beside a table says about it, whoever wrote that file. */

/** What is said about one column. */
export interface ColumnMetadata {
  /** Its name for programs: the dcid of its variable is made of it. */
  readonly id: string;
  /** What may stand above it. */
  readonly headings: readonly string[];
  /** Its name for people. */
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly unit?: string | undefined;
  /** Texts are never values, though they may look like numbers. Undefined: the cells say it. */
  readonly holds?: "numbers" | "texts" | "dates" | undefined;
  /** What a row is known by is no value. */
  readonly isKey?: boolean;
  readonly role?: MetadataRole | undefined;
  /** What stands before each cell of a column of ids. */
  readonly prefix?: string | undefined;
  readonly dayFirst?: boolean | undefined;
  /** Cells that say nothing. */
  readonly missing: readonly string[];
  /** What an empty cell means. Default: nothing. */
  readonly otherwise?: string | undefined;
  /** What parts thousands. Default: nothing. */
  readonly group?: string | undefined;
  /** The sign before decimals. Default: `.`. */
  readonly decimal?: string | undefined;
}

export type MetadataRole = "entity" | "date" | "variable" | "value" | "unit";

export interface TableMetadata {
  /** The file that says it. */
  readonly file: string;
  /** Path of the table. */
  readonly table: string;
  /** Whether the file names it: else it is one of several that it may be of. */
  readonly isNamed: boolean;
  /** Whether the file itself holds the rows, which are not read; `table` is its name then. */
  readonly isInline?: boolean;
  readonly delimiter?: string | undefined;
  readonly encoding?: "utf-8" | "windows-1252" | undefined;
  /** Whether the first line that is read is the header. */
  readonly hasHeader: boolean;
  /** Lines above it. */
  readonly skipped: number;
  /** What begins a line that is no row. */
  readonly comment?: string | undefined;
  readonly columns: readonly ColumnMetadata[];
  /** Whether the table must have all of these columns. */
  readonly isWhole: boolean;
  /** What holds for all rows, where no column says it. */
  readonly constants: Readonly<Partial<Record<MetadataRole, string>>>;
  /** Why the table cannot be read as it is said. */
  readonly problem?: string | undefined;
}
