/**
 * Plain data on its way to another thread. Large columns change hands without a copy: they are gone
 * here. Frozen ones are shared and stay with both.
 */

import { adoptScratch, detachedScratch } from "./scratch.ts";

/** Data to be posted, and the buffers that go with it. */
export interface HandedOver<T> {
  readonly data: T;
  readonly buffers: readonly ArrayBuffer[];
}

/** Gives away all columns in objects and lists of them, not those in maps; nobody may use them afterwards. */
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
