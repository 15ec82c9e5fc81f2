/** Bytes of a file that may be forged, read one after the other: each number is bounded. */

const damaged = (what: string) => new Error(what);

export class ByteWalk {
  readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  byte(): number {
    if (this.at >= this.bytes.length) throw damaged("it ends too early");
    return this.bytes[this.at++]!;
  }

  take(size: number): Uint8Array {
    if (!(size >= 0 && size <= this.left)) throw damaged("a size is beyond its end");
    this.at += size;
    return this.bytes.subarray(this.at - size, this.at);
  }

  /** A number of so many bytes, the least first. */
  little(size: number): number {
    let value = 0;
    for (let at = 0; at < size; at++) value += this.byte() * 2 ** (8 * at);
    return value;
  }

  /** A number of seven bits per byte. */
  varint(bytesMost = 5): number {
    let value = 0;
    for (let at = 0; at < bytesMost; at++) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** (7 * at);
      if (byte < 0x80) return value;
    }
    throw damaged("a number is too long");
  }

  /** The same with a sign. */
  signed(bytesMost = 5): number {
    const value = this.varint(bytesMost);
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}

/** Writes `size` bytes that stand `back` before `to` once more. @returns where they end */
function repeatBytes(output: Uint8Array, to: number, back: number, size: number): number {
  const end = to + size;
  if (back < 1 || back > to || end > output.length) throw damaged("it repeats what is not there");
  if (back >= size) output.copyWithin(to, to - back, to - back + size);
  else for (let at = to; at < end; at++) output[at] = output[at - back]!;
  return end;
}

/** Decompresses Snappy. @throws Error unless it gives exactly `length` bytes. */
export function unpackSnappy(input: Uint8Array, length: number): Uint8Array {
  const walk = new ByteWalk(input);
  if (walk.varint() !== length) throw damaged("it says two sizes");
  const output = new Uint8Array(length);
  let to = 0;
  while (walk.left > 0) {
    const tag = walk.byte();
    const [kind, rest] = [tag & 3, tag >> 2];
    if (kind === 0) {
      const plain = walk.take(rest < 60 ? rest + 1 : walk.little(rest - 59) + 1);
      output.set(plain, to);
      to += plain.length;
    } else if (kind === 1) {
      to = repeatBytes(output, to, (tag >> 5) * 256 + walk.byte(), (rest & 7) + 4);
    } else to = repeatBytes(output, to, walk.little(kind === 2 ? 2 : 4), rest + 1);
  }
  if (to !== length) throw damaged("it is shorter than it says");
  return output;
}

/**
 * Decompresses a frame of LZ4: blocks, of which each may repeat what stands in those before it.
 * @throws Error unless it gives exactly `length` bytes.
 */
export function unpackLz4Frame(input: Uint8Array, length: number): Uint8Array {
  const walk = new ByteWalk(input);
  if (walk.little(4) !== lz4Mark) throw damaged("it is no frame of LZ4");
  const flags = walk.byte();
  const hasBlockChecksums = (flags & 16) > 0;
  if ((flags & 1) > 0) throw damaged("it needs a dictionary");
  // The size of blocks, the size of the content, and a checksum of the header.
  walk.take(((flags & 8) > 0 ? 8 : 0) + 2);
  const output = new Uint8Array(length);
  let to = 0;
  for (let size = walk.little(4); size !== 0; size = walk.little(4)) {
    const isPlain = size >= 0x8000_0000;
    const block = walk.take(isPlain ? size - 0x8000_0000 : size);
    if (isPlain) output.set(block, to);
    to = isPlain ? to + block.length : unpackLz4Block(new ByteWalk(block), output, to);
    if (hasBlockChecksums) walk.take(4);
  }
  if (to !== length) throw damaged("it is shorter than it says");
  return output;
}

const lz4Mark = 0x184d_2204;

/** @returns where the block ends */
function unpackLz4Block(walk: ByteWalk, output: Uint8Array, from: number): number {
  let to = from;
  while (walk.left > 0) {
    const token = walk.byte();
    const plain = walk.take(lz4Length(walk, token >> 4));
    output.set(plain, to);
    to += plain.length;
    // A block ends with bytes that repeat nothing.
    if (walk.left === 0) break;
    const back = walk.little(2);
    to = repeatBytes(output, to, back, lz4Length(walk, token & 15) + 4);
  }
  return to;
}

function lz4Length(walk: ByteWalk, first: number): number {
  let length = first;
  for (let more = first === 15 ? 255 : 0; more === 255; length += more) more = walk.byte();
  return length;
}
