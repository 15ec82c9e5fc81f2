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

/** Bytes [start, end) of a segment. */
interface Piece {
  readonly segment: WeakRef<ArrayBuffer>;
  readonly start: number;
  readonly end: number;
}

/** Lives as long as any of its columns. */
let segment = new WeakRef(new ArrayBuffer(0));
let used = 0;
const ownBuffers = new WeakSet<ArrayBufferLike>();
const segments = new WeakSet<ArrayBufferLike>();
/** Parts of segments that were given back: they are taken again, since new memory costs page faults. */
let pieces: Piece[] = [];
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
  const again = takePiece(bytes);
  if (again !== undefined) return new Type(again.buffer, again.byteOffset, length);
  let buffer = segment.deref();
  if (buffer === undefined || used + bytes > buffer.byteLength) {
    buffer = new ArrayBuffer(segmentBytes);
    segment = new WeakRef(buffer);
    segments.add(buffer);
    used = 0;
  }
  const column = new Type(buffer, used, length);
  used = aligned(used + bytes);
  return column;
}

/** Zeroed bytes that were in use before. */
function takePiece(bytes: number): Uint8Array | undefined {
  for (const [at, { segment, start, end }] of pieces.entries()) {
    const buffer = segment.deref();
    if (buffer === undefined || end - start < bytes) continue;
    const rest = aligned(start + bytes);
    if (rest < end) pieces[at] = { segment, start: rest, end };
    else pieces.splice(at, 1);
    return new Uint8Array(buffer, start, bytes).fill(0);
  }
  return undefined;
}

function givePiece({ buffer, byteOffset, byteLength }: Column): void {
  if (!(buffer instanceof ArrayBuffer) || !segments.has(buffer)) return;
  pieces = pieces.filter(({ segment }) => segment.deref() !== undefined);
  const end = aligned(byteOffset + byteLength);
  pieces.push({ segment: new WeakRef(buffer), start: byteOffset, end });
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}

/**
 * Takes columns back, and gives the memory of large ones back to the system now: a freeze leaves the
 * collector no time, and would hold twice of what it needs. Neither they nor views of them are to be
 * read afterwards.
 */
export function releaseScratch(...columns: readonly Column[]): void {
  for (const column of columns) {
    const { buffer } = column;
    if (!(buffer instanceof ArrayBuffer) || !ownBuffers.delete(buffer)) {
      givePiece(column);
      continue;
    }
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
