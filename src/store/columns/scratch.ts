/**
 * Columns for the time of a computation. The memory of large ones goes back to the system when they
 * are released, not when the collector comes by.
 */

import type { Column, ColumnType } from "./column-source.ts";

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
    // A buffer that is transferred to a closed port is gone at once.
    if (nowhere === undefined) {
      nowhere = new MessageChannel().port1;
      nowhere.close();
    }
    nowhere.postMessage(null, [buffer]);
  }
}

/** The same values in a buffer of their own, which can be given to another thread. */
function detachedScratch<T extends Column>(column: T): T {
  return ownBuffers.delete(column.buffer) ? column : (column.slice() as T);
}

/** Makes a column that another thread gave away one of those that can be released. */
function adoptScratch({ buffer }: Column): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= largeBytes) ownBuffers.add(buffer);
}

// Below: plain data on its way to another thread. Large columns change hands without a copy: they are
// gone here. Frozen ones are shared and stay with both.

/** Data to be posted, and the buffers that go with it. */
interface HandedOver<T> {
  readonly data: T;
  readonly buffers: readonly ArrayBuffer[];
}

/** Gives away all columns in objects and lists of them, not those in maps. They are not to be used afterwards. */
export function handOver<T>(data: T): HandedOver<T> {
  const buffers = new Set<ArrayBuffer>();
  const given = withColumns(data, (column) => {
    if (!(column.buffer instanceof ArrayBuffer)) return column;
    const own = detachedScratch(column);
    buffers.add(own.buffer as ArrayBuffer);
    return own;
  });
  return { data: given, buffers: [...buffers] };
}

/** Takes over what another thread handed over, so that its memory is given back here. */
export function takeOver<T>(data: T): T {
  return withColumns(data, (column) => {
    adoptScratch(column);
    return column;
  });
}

type AnyColumn = Uint8Array | Uint16Array | Uint32Array | Float64Array;

function withColumns<T>(data: T, change: (column: AnyColumn) => AnyColumn): T {
  const changed = (value: unknown): unknown => {
    if (ArrayBuffer.isView(value)) return change(value as AnyColumn);
    if (Array.isArray(value)) return typeof value[0] === "object" ? value.map(changed) : value;
    if (typeof value !== "object" || value === null) return value;
    if (value instanceof Map) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, changed(inner)]));
  };
  return changed(data) as T;
}
