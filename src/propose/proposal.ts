/** What a proposal says, and what a caller says to it. */

import { shellWord } from "../errors/excerpts.ts";
import type { LoadProgress } from "../load/bytes/load-progress.ts";
import type { TableColumns } from "../load/described/column-option.ts";
import type { LayoutName } from "../load/layouts/layouts.ts";
import type { OptionRows } from "../options/required-options.ts";

/** What a column holds: the member of the option `columns` that would name it. */
export type ColumnRole =
  | "entity"
  | "date"
  | "variable"
  | "value"
  | "unit"
  | "multiplier"
  | "dimension"
  | "period"
  | "method"
  /** Names of the codes of another column. */
  | "name"
  /** Flags and footnotes: their cells are counted. */
  | "note"
  | "not read";

/** What is proposed for one column. */
export interface ColumnProposal {
  readonly heading: string;
  readonly role: ColumnRole;
  /** Why, in a few words. */
  readonly reason: string;
}

/** What a caller says: headings, and texts for all rows. */
export interface KnownColumns {
  /** All of it, as an edited proposal: then nothing is guessed, and the other members do not count. */
  readonly columns?: TableColumns | undefined;
  /** Heading of ids, or the dcid of the entity of all rows, as `country/USA`. */
  readonly entity?: string | undefined;
  /** Heading of names of places. */
  readonly name?: string | undefined;
  /** What stands before each id, as `geoId/`. */
  readonly prefix?: string | undefined;
  /** Type of the places that are named. */
  readonly type?: string | undefined;
  /** Dcid of a place that all of them lie in. */
  readonly within?: string | undefined;
  /** Beginning of the dcids of places that no world has. Default: they are left out. */
  readonly create?: string | undefined;
  /** A heading, or the date of all rows. */
  readonly date?: string | undefined;
  /** Heading of variables, or the dcid of the variable of all rows. */
  readonly variable?: string | undefined;
  /** Heading of the values. */
  readonly value?: string | undefined;
  /** A heading, or the unit of all rows. */
  readonly unit?: string | undefined;
  /** A power of ten that each value is multiplied by, whatever the table says: `1000`, or `1`. */
  readonly multiplier?: number | undefined;
  /** The sign before decimals. */
  readonly decimal?: "." | "," | undefined;
  /** Whether `03/04/2020` is in April (true) or in March (false). Default: the cells say it. */
  readonly dayFirst?: boolean | undefined;
  /** Line of the header, from 1. Default: the first line with about as many cells as most rows. */
  readonly header?: number | undefined;
  /** How the table is written. Default: the first layout that it shows, if any. */
  readonly layout?: LayoutName | undefined;
  /** Rows right below the header that are not read, such as a row of labels. Default: 0. */
  readonly skipRows?: number | undefined;
  /** Only rows with these cells are read, by heading: `{ SEX: "_T" }`. Default: all rows. */
  readonly only?: Readonly<Record<string, string>> | undefined;
  /** Sheet of a workbook, or file of a zip. Default: the only one that can be read. */
  readonly sheet?: string | undefined;
  /** Stops the reading, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each chunk of a table that was read to its end. */
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
}

export const knownRows = {
  columns: { is: ["object"] },
  entity: { is: ["text"] },
  name: { is: ["text"] },
  prefix: { is: ["text"] },
  type: { is: ["text"] },
  within: { is: ["text"] },
  create: { is: ["text"] },
  date: { is: ["text"] },
  variable: { is: ["text"] },
  value: { is: ["text"] },
  unit: { is: ["text"] },
  multiplier: { is: ["whole"], min: 1 },
  decimal: { is: ["text"], choices: [".", ","] },
  dayFirst: { is: ["flag"] },
  header: { is: ["whole"], min: 1 },
  layout: { is: ["text"] },
  skipRows: { is: ["whole"], min: 0 },
  only: { is: ["object"] },
  sheet: { is: ["text"] },
  signal: { is: ["signal"] },
  onProgress: { is: ["function"] },
} satisfies OptionRows<KnownColumns>;

/** A name of an entity, and how many rows have it. */
export interface EntityName {
  readonly name: string;
  readonly rows: number;
  /** A line in which it stands alone, above rows with values: a place without any, or a heading of these rows. */
  readonly alone?: number;
}

/** How a table can be read, as far as its first rows show it. */
export interface ColumnsProposal {
  /** The option `columns` of `open`; undefined if something is missing. */
  readonly columns: TableColumns | undefined;
  /** If something is missing: the option as far as it is known, to be edited. */
  readonly draft: TableColumns | undefined;
  readonly found: readonly ColumnProposal[];
  /** Headings of numbers, whether they are read or not. */
  readonly numeric: readonly string[];
  /** How a publisher writes the table, if it is such a table. */
  readonly layout?: LayoutName | undefined;
  /** What is proposed about each variable, and why. */
  readonly variables: readonly string[];
  /** What is missing, or what a person should look at. */
  readonly problems: readonly string[];
  /**
   * Options of the command that solve all problems, as a shell takes them: each of these ways by itself.
   * Empty if nothing solves one of them.
   */
  readonly cures: readonly string[];
  /** The names of entities in all rows, if names say what rows are about. */
  readonly names?: readonly EntityName[] | undefined;
  readonly delimiter: string;
  readonly encoding: "utf-8" | "windows-1252";
  /** Line of the header, from 1. */
  readonly header: number;
  readonly decimal: "." | ",";
}

/** A heading that says what values are multiplied by. */
export interface Scale {
  readonly heading: string;
  /** Undefined if each variable has its own. */
  readonly multiplier: TableColumns["multiplier"];
}

/** Why a table cannot be read as it is. */
export interface Problem {
  readonly problem: string;
  /** Options of the command, each of which solves it. */
  readonly cures: readonly string[];
  /** What the draft has, so that it solves it. */
  readonly dimensions?: TableColumns["dimensions"];
}

/** An option and its value, as a shell takes them. */
export function optionOf(name: string, value: string): string {
  return `--${name} ${shellWord(value)}`;
}

/** @param places headings of columns of values. */
export function placesAcross(
  places: readonly string[],
  { entity, name }: Pick<KnownColumns, "entity" | "name">,
): Problem {
  const shown = places.slice(0, 3).map((place) => `'${place}'`);
  const more = places.length > 3 ? " and others" : "";
  return {
    problem: `columns of values are places, ${shown.join(", ")}${more}: each row is to be read as one for each place`,
    // Who says what rows are about means no headings.
    cures: (entity ?? name) === undefined ? [optionOf("layout", "places-across")] : [],
  };
}

/** The option that reads the rows with a cell alone. */
export function onlyOption(heading: string, cell: string): string {
  return optionOf("only", `${heading}=${cell}`);
}

const curesMax = 4;

/** Options that solve all problems together: one of each, in the first few ways. */
export function togetherOf(problems: readonly Problem[]): string[] {
  let all: string[] = [""];
  for (const { cures } of problems) {
    if (cures.length === 0) return [];
    all = all.flatMap((before) => cures.map((cure) => `${before} ${cure}`.trim()));
  }
  return problems.length === 0 ? [] : all.slice(0, curesMax);
}
