/** What a proposal says, and what a caller says to it. */
import type { TableColumns } from "../load/described/reading.ts";

/** What a column holds: the member of the option `columns` that would name it. */
export type ColumnRole = "entity" | "date" | "variable" | "value" | "unit" | "not read";

/** What is proposed for one column. */
export interface ColumnProposal {
  readonly heading: string;
  readonly role: ColumnRole;
  /** Why, in a few words. */
  readonly reason: string;
}

/** What a caller says: headings, and texts for all rows. */
export interface KnownColumns {
  /** Heading of ids. */
  readonly entity?: string;
  /** Heading of names of places. */
  readonly name?: string;
  /** What stands before each id, as `geoId/`. */
  readonly prefix?: string;
  /** Type of the places that are named. */
  readonly type?: string;
  /** Dcid of a place that all of them lie in. */
  readonly within?: string;
  /** Beginning of the dcids of places that no world has. Default: they are left out. */
  readonly create?: string;
  /** A heading, or the date of all rows. */
  readonly date?: string;
  /** Heading of variables, or the dcid of the variable of all rows. */
  readonly variable?: string;
  /** Heading of the values. */
  readonly value?: string;
  /** A heading, or the unit of all rows. */
  readonly unit?: string;
  /** The sign before decimals. */
  readonly decimal?: "." | ",";
}

/** How a table can be read, as far as its first rows show it. */
export interface ColumnsProposal {
  /** The option `columns` of `open`; undefined if something is missing. */
  readonly columns: TableColumns | undefined;
  readonly found: readonly ColumnProposal[];
  /** What is missing, or what a person should look at. */
  readonly problems: readonly string[];
  readonly delimiter: string;
  readonly encoding: "utf-8" | "windows-1252";
  readonly decimal: "." | ",";
}
