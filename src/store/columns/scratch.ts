/**
 * Columns for the time of a computation. The memory of large ones goes back to the system when they
 * are released, not when the collector comes by.
 */

import type { Column } from "./sections.ts";
import type { ColumnType } from "./segments.ts";

/** Columns from this size on can be released. */
const largeBytes = 1 << 25;

/** Buffers that can be released: each holds one column. */
const ownBuffers = new WeakSet<ArrayBufferLike>();
let nowhere: InstanceType<typeof MessageChannel>["port1"] | undefined;

/** A zeroed column. It is not shared, so that the collector sees its size and comes by in time. */
export function scratchColumn<T extends Column>(Type: ColumnType<T>, length: number): T {
  const buffer = new ArrayBuffer(length * Type.BYTES_PER_ELEMENT);
  if (buffer.byteLength >= largeBytes) ownBuffers.add(buffer);
  return new Type(buffer, 0, length);
}

/**
 * Gives the memory of large columns back to the system now: a freeze leaves the collector no time,
 * and would hold twice of what it needs. Neither they nor views of them are to be read afterwards.
 */
export function releaseScratch(...columns: readonly Column[]): void {
  for (const { buffer } of columns) {
    if (!(buffer instanceof ArrayBuffer) || !ownBuffers.delete(buffer)) continue;
    // What is transferred to where nobody listens is gone at once.
    if (nowhere === undefined) {
      nowhere = new MessageChannel().port1;
      nowhere.close();
    }
    nowhere.postMessage(null, [buffer]);
  }
}

/** The same values in a buffer of their own, which can be given to another thread. */
export function detachedScratch<T extends Column>(column: T): T {
  return ownBuffers.delete(column.buffer) ? column : (column.slice() as T);
}

/** Makes a column that another thread gave away one of those that can be released. */
export function adoptScratch({ buffer }: Column): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= largeBytes) ownBuffers.add(buffer);
}
