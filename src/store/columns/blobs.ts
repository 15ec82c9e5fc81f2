/** Blobs of any realm. */

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

/** Its bytes alone tell what it is. */
export function isNameless(value: unknown): value is BlobContent {
  return isBlob(value) && !("name" in value);
}

export function isBlob(value: unknown): value is BlobContent {
  if (typeof value !== "object" || value === null) return false;
  const { size, arrayBuffer } = value as Partial<BlobContent>;
  return typeof size === "number" && typeof arrayBuffer === "function";
}
