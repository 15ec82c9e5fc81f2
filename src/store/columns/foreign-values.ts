/**
 * What an argument is, in whatever realm it was made: a page's frames, the contexts of `node:vm` and
 * test environments have constructors of their own, so that `instanceof` says no.
 */

/** The bytes of a buffer, or of any view of one; undefined for anything else. */
export function bytesOf(source: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(source)) {
    return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  }
  return isBuffer(source) ? new Uint8Array(source) : undefined;
}

function isBuffer(source: unknown): source is ArrayBufferLike {
  return hasLength(ArrayBuffer.prototype, source) || (hasShared && isShared(source));
}

const hasShared = typeof SharedArrayBuffer !== "undefined";

/** Whether it is memory that threads share. */
export function isShared(source: unknown): source is SharedArrayBuffer {
  return hasShared && hasLength(SharedArrayBuffer.prototype, source);
}

/** The getter finds out what a buffer is made of; no other object can pass for one. */
function hasLength(prototype: object, source: unknown): boolean {
  // The error of a getter that refuses costs fifty times as much.
  if (typeof source !== "object") return false;
  const getter = Object.getOwnPropertyDescriptor(prototype, "byteLength")?.get;
  try {
    return getter !== undefined && typeof getter.call(source) === "number";
  } catch {
    return false;
  }
}

/** Whether it is a `URL`, as Node asks it: by members. */
export function isUrl(value: unknown): value is URL {
  if (typeof value !== "object" || value === null) return false;
  const { href, protocol } = value as Partial<URL>;
  return typeof href === "string" && typeof protocol === "string";
}

/** What a `Blob` has that is needed here; one of any realm will do. */
export interface BlobContent {
  /** In bytes. */
  readonly size: number;
  /** All of its bytes. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A `File`, which is a `Blob` with a name. */
export interface NamedBlob extends BlobContent {
  readonly name: string;
}

export async function bytesIn(blob: BlobContent): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** It has no name: only its bytes show what it is. */
export function isNameless(value: unknown): value is BlobContent {
  return isBlob(value) && !("name" in value);
}

export function isBlob(value: unknown): value is BlobContent {
  if (typeof value !== "object" || value === null) return false;
  const { size, arrayBuffer } = value as Partial<BlobContent>;
  return typeof size === "number" && typeof arrayBuffer === "function";
}
