/** What page and worker say to each other. */
import type { TableColumns } from "../../src/load/described/column-option.ts";
import type { ColumnsProposal, EntityName, KnownColumns } from "../../src/propose/proposal.ts";
import type { Answer } from "./answer.ts";
import type { Beginning } from "./beginning.ts";

export type { ColumnsProposal, KnownColumns };

export type Files = Readonly<Record<string, File>>;

/** Files of a user by their paths; `columns` are those of a table that says nothing of them itself. */
export interface Layer {
  readonly files: Files;
  readonly columns?: TableColumns;
}

/** A world that the page opens itself: a snapshot, layers of files over it, or both. */
export interface World {
  /** URL of the snapshot. */
  readonly url?: string;
  /** Where the page has asked for it. */
  readonly beginning?: Beginning;
  /** Each lies over those before it. */
  readonly layers: readonly Layer[];
}

/** A table that is looked at, and what its user said about its columns. */
export interface AskedTable {
  readonly name: string;
  readonly file: File;
  readonly known: KnownColumns;
  /** Whether its names of places are looked up in the open world. */
  readonly isOver: boolean;
}

/** What a table would become. */
export interface ReadTable {
  readonly proposal: ColumnsProposal;
  /** Undefined while something is missing. */
  readonly columns: TableColumns | undefined;
  readonly observationCount: number;
  /** The first observations: place, variable, date, value, unit. */
  readonly rows: readonly (readonly string[])[];
  /** Names that no place has. */
  readonly unknown: readonly EntityName[];
  /** What loading reported, the severest first. */
  readonly reported: readonly {
    readonly level: string;
    readonly count: number;
    readonly message: string;
  }[];
  /** Why the numbers might be wrong: the table is not shown then. */
  readonly doubts: readonly string[];
  /** Of a first picture. */
  readonly start: { readonly places: readonly string[]; readonly variables: readonly string[] };
  /** How many dates there are. */
  readonly dateCount: number;
}

/** `keep` is a name under which the browser keeps the world. */
export type Asked =
  | { readonly path: string; readonly method: string; readonly body: string }
  | { readonly table: AskedTable }
  | { readonly keep: string };

export type ToWorker = { readonly open: World } | (Asked & { readonly id: number });

/** Without `answer` it failed. */
export interface FromWorker {
  readonly id: number;
  readonly answer?: Answer;
  readonly message?: string;
}
