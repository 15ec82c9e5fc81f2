/**
 * Columns for the time of a computation. As for frozen ones, what is larger than a few pages must not
 * come from the C library's own heap, which would keep it: large columns are mappings of their own,
 * those between lie side by side in segments. A mapping for each would call the collector all the
 * time, which sees their sizes and not that most of it is never touched.
 */

import type { Column } from "./sections.ts";
import type { ColumnType } from "./segments.ts";

/** Columns below this come from small blocks that fill up again. */
const smallBytes = 1 << 17;
/** Columns from this size on have a buffer, and so a mapping, of their own. */
const largeBytes = 1 << 25;
const segmentBytes = 1 << 26;
const alignment = 64;

/** Lives as long as any of its columns. */
let segment = new WeakRef(new ArrayBuffer(0));
let used = 0;
const ownBuffers = new WeakSet<ArrayBufferLike>();
let nowhere: InstanceType<typeof MessageChannel>["port1"] | undefined;

/** A zeroed column. It is not shared, so that the collector sees its size and comes by in time. */
export function scratchColumn<T extends Column>(Type: ColumnType<T>, length: number): T {
  const bytes = length * Type.BYTES_PER_ELEMENT;
  if (bytes < smallBytes) return new Type(new ArrayBuffer(bytes), 0, length);
  if (bytes >= largeBytes) {
    const own = new ArrayBuffer(bytes);
    ownBuffers.add(own);
    return new Type(own, 0, length);
  }
  let buffer = segment.deref();
  if (buffer === undefined || used + bytes > buffer.byteLength) {
    buffer = new ArrayBuffer(segmentBytes);
    segment = new WeakRef(buffer);
    used = 0;
  }
  const column = new Type(buffer, used, length);
  used = Math.ceil((used + bytes) / alignment) * alignment;
  return column;
}

/**
 * Gives the memory of large columns back to the system now: a freeze leaves the collector no time,
 * and would hold twice of what it needs. They and all views of them are empty afterwards.
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
