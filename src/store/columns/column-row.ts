/**
 * A row of the table of columns. `graph-columns.ts` has the rows of a graph, the room of
 * statistics those of observations. Types and lengths on opening, the checks of forged bytes, what a
 * snapshot writes, the order for readers far away, and the tables in the documents follow from the rows.
 */

/** Types of elements, as snapshots name them. */
export type ElementType = "u8" | "u16" | "u32" | "i8" | "i16" | "i32" | "f64";

/** Numbers of things: lengths and bounds of columns follow from them. */
export interface Counts {
  readonly nodes: number;
  readonly literals: number;
  readonly triples: number;
  /** Number of rows of another column. */
  readonly rowsOf: (name: string) => number;
}

/** A number that follows from counts. */
export type Count<C> = (counts: C) => number;

export interface ColumnRow<C = Counts> {
  readonly name: string;
  /** The types that it may have. */
  readonly types: readonly ElementType[];
  /** How many rows it has. Left out where only the column itself says so. */
  readonly rows?: Count<C> | undefined;
  /** Each value is below `end`: it is the number of one of these things. */
  readonly ids?: Ids<C> | undefined;
  /** Each value says where the rows of a group begin; the last one says where all rows end. */
  readonly offsets?: Offsets<C> | undefined;
  /** Readers far away read it with the header; the least number comes first. */
  readonly near?: number | undefined;
  /**
   * A snapshot alone has it. Columns of one kind are all there or none of them is. Whoever verifies a
   * snapshot compares each row with the columns that it was taken from.
   */
  readonly kind?: string | undefined;
}

export interface Ids<C> {
  readonly of: string;
  readonly end: Count<C>;
  /** Each is above the one before. */
  readonly ascend?: boolean;
  /** So many rows at the beginning are something else. */
  readonly first?: number;
}

export interface Offsets<C> {
  /** Number of the rows that they lead to. */
  readonly end: Count<C>;
  /** There is one offset in each so many rows. Default: 1. */
  readonly stride?: Count<C>;
}

export const u8: readonly ElementType[] = ["u8"];
export const u32: readonly ElementType[] = ["u32"];
/** Ids and codes have the narrowest type for the largest of them. */
export const idTypes: readonly ElementType[] = ["u8", "u16", "u32"];
