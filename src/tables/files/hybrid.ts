/** Small numbers as Parquet has them: runs of one number, and groups of eight packed by bits. */

/** Shorter runs are packed. */
const runMin = 8;

/** Numbers below 2^width, width up to 24. */
export function hybridBytes(values: Int32Array | Uint8Array, width: number): Uint8Array {
  const bytes = new HybridBytes(values, width);
  const { length } = values;
  let packed = 0;
  let at = 0;
  while (at < length) {
    const first = values[at]!;
    let end = at + 1;
    while (end < length && values[end] === first) end++;
    if (end - at >= runMin) {
      bytes.addPacked(packed, at);
      bytes.addRun(first, end - at);
      packed = end;
      at = end;
    } else {
      at += runMin;
    }
  }
  bytes.addPacked(packed, length);
  return bytes.written();
}

/** A run of one number: of 0 or 1 in one bit, when nothing else is there. */
export function runBytes(value: 0 | 1, count: number): Uint8Array {
  const bytes = new HybridBytes(new Uint8Array(0), 1);
  bytes.addRun(value, count);
  return bytes.written();
}

class HybridBytes {
  readonly #values: Int32Array | Uint8Array;
  readonly #width: number;
  readonly #bytes: Uint8Array;
  #length = 0;

  constructor(values: Int32Array | Uint8Array, width: number) {
    this.#values = values;
    this.#width = width;
    // A run takes less than the eight numbers that it stands for, but for its length.
    this.#bytes = new Uint8Array(Math.ceil(values.length / runMin) * (width + 8) + 16);
  }

  addRun(value: number, count: number): void {
    this.#varint(count * 2);
    for (let shift = 0; shift < this.#width; shift += 8) {
      this.#bytes[this.#length++] = value >>> shift;
    }
  }

  /** The numbers [start, end) in groups of eight; the last is filled up with zeros. */
  addPacked(start: number, end: number): void {
    if (start === end) return;
    const groups = Math.ceil((end - start) / runMin);
    this.#varint(groups * 2 + 1);
    const [values, bytes, width] = [this.#values, this.#bytes, this.#width];
    let length = this.#length;
    let rest = 0;
    let bits = 0;
    for (let at = start; at < start + groups * runMin; at++) {
      rest |= (at < end ? values[at]! : 0) << bits;
      for (bits += width; bits >= 8; bits -= 8) {
        bytes[length++] = rest;
        rest >>>= 8;
      }
    }
    this.#length = length;
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #varint(number: number): void {
    let rest = number;
    for (; rest > 0x7f; rest >>>= 7) this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
    this.#bytes[this.#length++] = rest;
  }
}
