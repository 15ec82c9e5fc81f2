/** Texts in the byte order of UTF-8, for lists that are few next to the rows of a table. */
export function byteOrder(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
