/** One world in several threads: a handle goes there by `postMessage`, the memory stays here. */

import { SnapshotError } from "../errors/errors.ts";
import {
  type Column,
  ColumnArena,
  type ColumnSource,
  type LazyRows,
  wholeRows,
} from "../store/columns/column-source.ts";
import { isShared } from "../store/columns/foreign-values.ts";
import { columnOver, elementTypeOf, formatVersion } from "./format.ts";
import { version } from "./version.ts";

const format = "pocket-commons";

/** Plain data with shared memory in it, for `postMessage` or `workerData`. Not for files. */
export interface CommonsHandle {
  readonly format: string;
  /** Version of the form of columns and contents, the same as in snapshots. */
  readonly version: number;
  /** Version of the library that made it. */
  readonly library: string;
  /** @internal */
  readonly contents: unknown;
  /** @internal */
  readonly columns: ReadonlyMap<string, Column>;
}

/**
 * Columns that lie elsewhere than in shared memory are copied there.
 * @throws SnapshotError `unwritable` where there is no shared memory
 */
export function handleOf(columns: ReadonlyMap<string, Column>, contents: unknown): CommonsHandle {
  if (typeof SharedArrayBuffer === "undefined") {
    throw new SnapshotError(
      "unwritable",
      "memory cannot be shared here: a page must be isolated from other origins for that",
    );
  }
  const arena = new ColumnArena();
  const shared = new Map([...columns].map(([name, column]) => [name, sharedColumn(column, arena)]));
  return Object.freeze({
    format,
    version: formatVersion,
    library: version,
    contents,
    columns: shared,
  });
}

/** @throws SnapshotError `foreign`, `newer` or `older`: the other thread runs another version */
export function checkHandle(handle: CommonsHandle): void {
  if ((handle as Partial<CommonsHandle> | undefined)?.format !== format) {
    throw new SnapshotError("foreign", "attach needs what share() returned in another thread");
  }
  if (handle.version === formatVersion) return;
  throw new SnapshotError(
    handle.version > formatVersion ? "newer" : "older",
    `the handle is of pocket-commons ${handle.library}, this thread runs ${version}: run one version`,
  );
}

/** The columns of a handle. */
export class SharedColumns implements ColumnSource {
  readonly #columns: ReadonlyMap<string, Column>;

  constructor(handle: CommonsHandle) {
    this.#columns = handle.columns;
  }

  column(name: string): Column {
    const column = this.#columns.get(name);
    if (column === undefined) {
      throw new SnapshotError("damaged", `the handle has no column '${name}': share again`, {
        section: name,
      });
    }
    return column;
  }

  lazyRows(name: string): LazyRows {
    return wholeRows(this.column(name));
  }
}

function sharedColumn(column: Column, arena: ColumnArena): Column {
  if (isShared(column.buffer)) return column;
  const { buffer, byteOffset } = arena.column(Float64Array, Math.ceil(column.byteLength / 8));
  const copy = columnOver(elementTypeOf(column), buffer, byteOffset, column.byteLength);
  copy.set(column);
  return copy;
}
