/** Memory that several threads may read at once, where the place offers it. */

/** Pages that nothing has touched cost nothing. */
export function allocate(byteLength: number): ArrayBufferLike {
  return typeof SharedArrayBuffer === "undefined"
    ? new ArrayBuffer(byteLength)
    : new SharedArrayBuffer(byteLength);
}
