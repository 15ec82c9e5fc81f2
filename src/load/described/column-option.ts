/** The option `columns`: what the columns of a table hold that says nothing of it itself. */
import type { MeasuredField } from "../../stats/facet-fields.ts";
import type { LayoutName } from "../layouts/layouts.ts";

/** What all rows have in common, where a column would say it row by row. */
export interface ConstantText {
  readonly constant: string;
}

/** A place that a code says, with what its node gets. */
export interface CodedPlace {
  readonly dcid: string;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
}

/** A column that holds ids. Each cell becomes a dcid. */
export interface DcidColumn {
  /** Heading. */
  readonly column: string;
  /** What stands before each id: `geoId/` makes `geoId/06` of `06`. Default: nothing. */
  readonly prefix?: string | undefined;
  /** Digits of an id: `6` becomes `06` for 2, since spreadsheets drop zeros. Default: as written. */
  readonly digits?: number | undefined;
  /**
   * Dcids by code, as `{ DE: "country/DEU" }`, or what is known about a place of its own. Rows with other
   * codes are left out and reported, unless there is a `prefix`. Default: each code becomes a dcid.
   */
  readonly values?: Readonly<Record<string, string | CodedPlace>> | undefined;
  /** Cells whose rows are left out, such as codes of groups of countries. Default: none. */
  readonly without?: readonly string[] | undefined;
}

/** A column that holds names of places or other entities, which are looked up. */
export interface NameColumn {
  /** Heading. */
  readonly name: string;
  /** Type of these entities, as `City`. Default: any. */
  readonly type?: string | undefined;
  /** Dcid of a place that all of them lie in, as `geoId/25`. Default: anywhere. */
  readonly within?: string | undefined;
  /**
   * Beginning of the dcids of entities that no world has: `town/` makes `town/New_Salem` of
   * `New Salem`, with its name, `type` and `within`. Default: such rows are reported and left out.
   */
  readonly create?: string | undefined;
  /** Cells whose rows are left out. Default: none. */
  readonly without?: readonly string[] | undefined;
}

/**
 * What rows are about: the heading of a column of dcids, a column of ids, a column of names, or
 * both, when names count where the id is empty.
 */
export type EntityColumn =
  | string
  | DcidColumn
  | NameColumn
  | (DcidColumn & NameColumn)
  | ConstantText;

/** Dates: the heading of a column, or one date of all rows. */
export type DateColumn = string | DatesOf | ConstantText;

/** A column of dates. */
export interface DatesOf {
  /** Heading. */
  readonly column: string;
  /** Whether `3/4/2020` is in April. Default: false, the month stands first. */
  readonly dayFirst?: boolean | undefined;
  /** Heading of the column with the month or quarter of the year: `1`, `Jan`, `M01`, `Q1`. Default: none. */
  readonly part?: string | undefined;
}

/** The variable of a column of values, and how it is measured. Texts count as they are written. */
export interface VariableColumn extends Partial<Readonly<Record<MeasuredField, string>>> {
  /** Dcid. Default: made of the name, as `Median_income` of `Median income`. */
  readonly variable?: string | undefined;
  /** Name of the variable, if no dcid is given. Default: the heading. */
  readonly name?: string | undefined;
  /** A power of ten that each value is multiplied by. Default: that of the table. */
  readonly multiplier?: number | undefined;
  /** The date of all values in the column, as 2010 of `Population 2010`. Default: that of the table. */
  readonly date?: string | undefined;
}

/** A column of codes. */
export interface CodedColumn {
  /** Heading. */
  readonly column: string;
  /** What each code means, as `{ A: "P1Y" }`; "" for nothing. Other codes stand for themselves. */
  readonly values?: Readonly<Record<string, string>> | undefined;
}

/** How values are measured: the heading of a column, a column of codes, or a text for all rows. */
export type MeasureColumn = string | CodedColumn | ConstantText;

/** A column of variables by code. */
export interface VariableCodes extends CodedColumn {
  /** Heading of the column of their names. Default: a variable has no name. */
  readonly name?: string | undefined;
}

/** What a code of a dimension means. */
export interface CodeMeaning {
  /** Value of the property, as `Years15To24`; "" if the code means all, and makes no part. */
  readonly value: string;
  /** For the name of the variable, as `15 to 24 years`. Default: the value. */
  readonly name?: string | undefined;
}

/** A column that separates observations of one variable, as by sex: its codes are parts of the variable. */
export interface DimensionColumn {
  /** The property that variables get, as `gender`. Default: made of the heading. */
  readonly property?: string | undefined;
  /** What codes mean: `{ F: "Female", _T: "" }`. Other codes stand for themselves. */
  readonly values?: Readonly<Record<string, string | CodeMeaning>> | undefined;
  /** Heading of the column of the names of codes. Default: none. */
  readonly name?: string | undefined;
}

/**
 * What the columns of a table hold, by their headings. There is a value per row (`variable` and
 * `value`), a column of values per variable (`variables`) or one per date (`dates` and `variable`).
 * Further columns are not read.
 */
export interface TableColumns extends Partial<Readonly<Record<MeasuredField, MeasureColumn>>> {
  readonly entity?: EntityColumn | undefined;
  /**
   * In place of `entity`: the columns of up to three entities, by the properties of the variables, as
   * `{ sourceCountry: "From", destinationCountry: "To" }`.
   */
  readonly entities?: Readonly<Record<string, EntityColumn>> | undefined;
  /** A year, a month, a day or a quarter: `2020`, `2020-07`, `Jul 2020`, `7/1/2020`, `2020Q3`. */
  readonly date?: DateColumn | undefined;
  /** Columns of values whose headings are dates; or their dates by heading. */
  readonly dates?: readonly string[] | Readonly<Record<string, string>> | undefined;
  /** The heading of a column of dcids or names of variables, a column of codes, or one dcid for all rows. */
  readonly variable?: string | VariableCodes | ConstantText | undefined;
  /** Heading. */
  readonly value?: string | undefined;
  /** Columns of values; or their variables by heading: a dcid, or more about them. */
  readonly variables?:
    | readonly string[]
    | Readonly<Record<string, string | VariableColumn>>
    | undefined;
  /**
   * Further columns that are part of the variable, by heading: with `{ SEX: { property: "gender",
   * values: { F: "Female", _T: "" } } }` a row of `F` is about `Count_Person_Female`. Default: none.
   */
  readonly dimensions?: Readonly<Record<string, DimensionColumn>> | undefined;
  /**
   * What is said about variables, by the dcid or name that the table gives them:
   * `{ Population: { populationType: "Person" } }`. Variables of their dimensions have it, too. Default: nothing.
   */
  readonly properties?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /**
   * A power of ten that each value is multiplied by: 1000 for a table in thousands. Or the heading of a
   * column that says it row by row, as the exponent `3` or as `Thousands`, or what its cells mean:
   * `{ column: "Unit", values: { "USD millions": "6", Percent: "0" } }`. Values stay exact. Default: 1.
   */
  readonly multiplier?: number | string | CodedColumn | undefined;
  /** Headings of flags and footnotes, which are not read: their cells are counted. Default: none. */
  readonly notes?: readonly string[] | undefined;
  /** Rows right below the header that are not read, such as a row of labels. Default: 0. */
  readonly skipRows?: number | undefined;
  /**
   * How a publisher writes the table, as `eurostat`: it becomes an ordinary table first, and headings are
   * those of that table. Default: it is an ordinary one.
   */
  readonly layout?: LayoutName | undefined;
  /** The sign before decimals. Default: `.`; with `,`, dots and blanks part thousands. */
  readonly decimal?: "." | "," | undefined;
  /** What parts cells. Default: the one of `,` `;` tab and `|` that fits the first rows best. */
  readonly delimiter?: string | undefined;
  /** Default: `utf-8`, or `windows-1252` for a file that is not UTF-8. */
  readonly encoding?: "utf-8" | "windows-1252" | undefined;
  /** Only rows with these cells are read, by heading: `{ SEX: "_T" }`. Default: all rows. */
  readonly only?: Readonly<Record<string, string>> | undefined;
  /**
   * What becomes of rows that say another value of the same entity, variable and date: `refused`, and the
   * load rejects, or `later`, and the later row counts. Default: `refused`.
   */
  readonly repeated?: "refused" | "later" | undefined;
  /** Line of the header, from 1; lines above it are not read. Default: the first line with text. */
  readonly header?: number | undefined;
  /** The only sheet of a workbook, or file of a zip, that is read. Default: all with these columns. */
  readonly sheet?: string | undefined;
}
