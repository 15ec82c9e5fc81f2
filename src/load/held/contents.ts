/** What is in a file that holds tables, or other files. */
import type { Rows } from "./cells.ts";
import type { HeldTree } from "./held-tree.ts";

/** A table in a file. */
export interface HeldTable {
  /** Of a sheet; undefined where the file is one table. */
  readonly sheet?: string;
  /** Can be read more than once. */
  rows(): Rows;
}

/** What is in a file: tables; files; or nothing that is loaded, and why. */
export type Contents =
  | { readonly tables: readonly HeldTable[] }
  | { readonly tree: HeldTree }
  | { readonly nothing: string };
