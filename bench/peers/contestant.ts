/** What takes part in a comparison. */

import type { Facet } from "../../src/wire.ts";
import type { Answers } from "../contest/rows.ts";

type Awaitable<Value> = Value | PromiseLike<Value>;

/** Paths of what is loaded. */
export interface Tables {
  readonly triples: string;
  /** The same triples as N-Triples, in small worlds alone. */
  readonly ntriples: string;
  readonly observations: string;
}

/** One engine in one process. */
export interface Contestant {
  readonly version: string;
  /** Loads the triples; absent when the engine holds none. @returns its rows */
  loadTriples?(tables: Tables): Awaitable<number>;
  /** Adds the table of observations; absent when the engine holds none. @returns its rows */
  loadObservations?(tables: Tables): Awaitable<number>;
  /** Loads both tables; instead of adding, when what was loaded never changes. @returns all rows */
  loadBoth?(tables: Tables): Awaitable<number>;
  /** Makes ready for questions what only loading needed otherwise. Untimed. */
  settle?(): Awaitable<void>;
  readonly answers: Answers;
  /** Writes a file that `reopen` reads, if it is not there already. @returns its path */
  save?(): Awaitable<string>;
  /** @param whole whether to read all of the file, which may be left to the questions otherwise */
  reopen?(whole: boolean): Awaitable<void>;
  close?(): Awaitable<void>;
}

/** Cells of a row of observations from the import's name on, as a facet on the wire. */
export function facetOfCells(cells: readonly string[]): Facet {
  const [importName, provenanceUrl, method, period, unit, scalingFactor, aggregate] = cells;
  return {
    importName: importName ?? "",
    provenanceUrl: provenanceUrl ?? "",
    ...(method ? { measurementMethod: method } : {}),
    ...(period ? { observationPeriod: period } : {}),
    ...(unit ? { unit } : {}),
    ...(scalingFactor ? { scalingFactor } : {}),
    ...(aggregate ? { isDcAggregate: true } : {}),
  };
}

/** Column in the table of observations where the cells of a facet begin. */
export const facetColumn = 4;
