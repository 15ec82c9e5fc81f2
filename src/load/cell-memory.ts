/** What a column held in the row before: tables repeat themselves, and lookups cost. */

/** Says whether two runs of bytes are the same. */
function sameBytes(
  left: Uint8Array,
  leftStart: number,
  right: Uint8Array,
  rightStart: number,
  length: number,
): boolean {
  // Neighbouring ids differ at their end.
  for (let at = length - 1; at >= 0; at--) {
    if (left[leftStart + at] !== right[rightStart + at]) return false;
  }
  return true;
}

export class CellMemory {
  /** Belongs to the cell remembered; whatever the owner likes. */
  id = -1;
  #bytes = new Uint8Array(64);
  #length = -1;

  /** Says whether the cell is the one remembered, and remembers it from now on. */
  repeats(bytes: Uint8Array, start: number, end: number): boolean {
    const length = end - start;
    if (length === this.#length && sameBytes(this.#bytes, 0, bytes, start, length)) return true;
    if (length > this.#bytes.length) this.#bytes = new Uint8Array(2 * length);
    for (let at = 0; at < length; at++) this.#bytes[at] = bytes[start + at]!;
    this.#length = length;
    return false;
  }
}
