/**
 * FarmHash Fingerprint64 (the "na" variant), from which the real service makes the ids of
 * observations and populations (behaviour: ids 1).
 */

/**
 * Unsigned 64-bit arithmetic modulo 2^64: some ten times as fast as BigInt with `asUintN`. Methods
 * change the number itself, since each object that is made costs more than a step.
 */
export class Uint64 {
  /** Both halves are signed 32-bit, which the engine keeps unboxed. */
  high: number;
  low: number;

  constructor(high: number, low: number) {
    this.high = high | 0;
    this.low = low | 0;
  }

  set({ high, low }: Uint64): this {
    this.high = high;
    this.low = low;
    return this;
  }

  /** @param number less than 2^31 */
  setSmall(number: number): this {
    this.high = 0;
    this.low = number;
    return this;
  }

  /** Becomes eight bytes, least significant first. */
  read(view: DataView, offset: number): this {
    this.high = view.getInt32(offset + 4, true);
    this.low = view.getInt32(offset, true);
    return this;
  }

  add({ high, low }: Uint64): this {
    return this.#add(high, low);
  }

  /** @param number less than 2^31 */
  addSmall(number: number): this {
    return this.#add(0, number);
  }

  /** Adds eight bytes, least significant first. */
  addAt(view: DataView, offset: number): this {
    return this.#add(view.getInt32(offset + 4, true), view.getInt32(offset, true));
  }

  #add(high: number, low: number): this {
    const sum = (this.low + low) | 0;
    this.high = (this.high + high + (sum >>> 0 < low >>> 0 ? 1 : 0)) | 0;
    this.low = sum;
    return this;
  }

  multiply({ high, low }: Uint64): this {
    const [aHigh, aLow] = [this.low >>> 16, this.low & 0xffff];
    const [bHigh, bLow] = [low >>> 16, low & 0xffff];
    // No sum goes beyond 32 bits.
    const middle = Math.imul(aHigh, bLow) + (Math.imul(aLow, bLow) >>> 16);
    const other = Math.imul(aLow, bHigh) + (middle & 0xffff);
    const carried = Math.imul(aHigh, bHigh) + (middle >>> 16) + (other >>> 16);
    this.high = (carried + Math.imul(this.high, low) + Math.imul(this.low, high)) | 0;
    this.low = Math.imul(this.low, low);
    return this;
  }

  xor({ high, low }: Uint64): this {
    this.high ^= high;
    this.low ^= low;
    return this;
  }

  /** Bits move to the right and those that fall out come back at the left; 0 < count < 64. */
  rotate(count: number): this {
    const left = count >= 32 ? this.low : this.high;
    const right = count >= 32 ? this.high : this.low;
    const by = count & 31;
    // A shift by 32 bits would be none.
    this.high = (left >>> by) | ((right << 1) << (31 - by));
    this.low = (right >>> by) | ((left << 1) << (31 - by));
    return this;
  }

  /** Xor with itself, moved to the right by 47 bits. */
  mix(): this {
    this.low ^= this.high >>> 15;
    return this;
  }
}

const k0 = new Uint64(0xc3a5c85c, 0x97cb3127);
const k1 = new Uint64(0xb492b66f, 0xbe98f273);
const k2 = new Uint64(0x9ae16a3b, 0x2f90404f);

const zero = () => new Uint64(0, 0);
/** What the functions below calculate with, by the letters of the published algorithm. */
const [a, b, c, d, first, second, mul] = [zero(), zero(), zero(), zero(), zero(), zero(), zero()];
const [e, f, h, sum] = [zero(), zero(), zero(), zero()];
const [v0, v1, w0, w1] = [zero(), zero(), zero(), zero()];

/** @returns a number of its own. */
export function fingerprint64(bytes: Uint8Array): Uint64 {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return new Uint64(0, 0).set(hashOf(view, bytes.length));
}

/** The fingerprint of the first bytes; it holds until the next call. */
function hashOf(view: DataView, length: number): Uint64 {
  if (length <= 16) return upTo16(view, length);
  if (length <= 32) return upTo32(view, length);
  if (length <= 64) return upTo64(view, length);
  return longer(view, length);
}

function upTo16(view: DataView, length: number): Uint64 {
  mul.setSmall(length * 2).add(k2);
  if (length >= 8) {
    a.read(view, 0).add(k2);
    b.read(view, length - 8);
    first.set(b).rotate(37).multiply(mul).add(a);
    second.set(a).rotate(25).add(b).multiply(mul);
    return hashOfTwo(first, second);
  }
  if (length >= 4) {
    const start = view.getInt32(0, true);
    first.setSmall(start << 3).addSmall(length);
    first.high += start >>> 29;
    return hashOfTwo(first, second.setSmall(view.getInt32(length - 4, true)));
  }
  if (length === 0) return a.set(k2);
  const y = view.getUint8(0) + (view.getUint8(length >> 1) << 8);
  const z = length + (view.getUint8(length - 1) << 2);
  b.setSmall(z).multiply(k0);
  return a.setSmall(y).multiply(k2).xor(b).mix().multiply(k2);
}

function upTo32(view: DataView, length: number): Uint64 {
  mul.setSmall(length * 2).add(k2);
  a.read(view, 0).multiply(k1);
  b.read(view, 8);
  c.read(view, length - 8).multiply(mul);
  d.read(view, length - 16).multiply(k2);
  spread(a, b, c, d, k2);
  return hashOfTwo(first, second);
}

function upTo64(view: DataView, length: number): Uint64 {
  mul.setSmall(length * 2).add(k2);
  a.read(view, 0).multiply(k2);
  b.read(view, 8);
  c.read(view, length - 8).multiply(mul);
  d.read(view, length - 16).multiply(k2);
  spread(a, b, c, d, k2);
  c.set(first);
  h.set(hashOfTwo(first, second))
    .addAt(view, length - 24)
    .multiply(mul);
  e.read(view, 16).multiply(mul);
  f.read(view, 24);
  c.addAt(view, length - 32).multiply(mul);
  spread(e, f, c, h, a);
  return hashOfTwo(first, second);
}

/** Makes `first` and `second` of four numbers. */
function spread(one: Uint64, two: Uint64, three: Uint64, four: Uint64, more: Uint64): void {
  sum.set(three).rotate(30);
  first.set(one).add(two).rotate(43).add(sum).add(four);
  second.set(two).add(more).rotate(18).add(one).add(three);
}

/** Blocks of 64 bytes, the last of which overlaps the one before it. */
function longer(view: DataView, length: number): Uint64 {
  const y = b.setSmall(81).multiply(k1).addSmall(113);
  let x = a.setSmall(81).multiply(k2).addAt(view, 0);
  let z = c.set(y).multiply(k2).addSmall(113).mix().multiply(k2);
  for (const number of [v0, v1, w0, w1]) number.setSmall(0);
  const end = (length - 1) & ~63;
  for (let at = 0; at < end; at += 64) {
    x.add(y)
      .add(v0)
      .addAt(view, at + 8)
      .rotate(37)
      .multiply(k1);
    y.add(v1)
      .addAt(view, at + 48)
      .rotate(42)
      .multiply(k1);
    x.xor(w1);
    y.add(v0).addAt(view, at + 40);
    z.add(w0).rotate(33).multiply(k1);
    hashBlock(view, at, x, y, z);
    [z, x] = [x, z];
  }
  mul.setSmall((z.low & 0xff) << 1).add(k1);
  const last = length - 64;
  w0.addSmall((length - 1) & 63);
  v0.add(w0);
  w0.add(v0);
  x.add(y)
    .add(v0)
    .addAt(view, last + 8)
    .rotate(37)
    .multiply(mul);
  y.add(v1)
    .addAt(view, last + 48)
    .rotate(42)
    .multiply(mul);
  x.xor(d.setSmall(9).multiply(w1));
  y.add(d.setSmall(9).multiply(v0)).addAt(view, last + 40);
  z.add(w0).rotate(33).multiply(mul);
  hashBlock(view, last, x, y, z, mul);
  first.set(hashOfTwo(v0, w0)).add(d.set(y).mix().multiply(k0)).add(x);
  second.set(hashOfTwo(v1, w1)).add(z);
  return hashOfTwo(first, second);
}

function hashBlock(view: DataView, at: number, x: Uint64, y: Uint64, z: Uint64, by = k1): void {
  v0.set(v1).multiply(by);
  v1.set(x).add(w0);
  weakHash(view, at, v0, v1);
  w0.set(z).add(w1);
  w1.set(y).addAt(view, at + 16);
  weakHash(view, at + 32, w0, w1);
}

function weakHash(view: DataView, at: number, one: Uint64, other: Uint64): void {
  one.addAt(view, at);
  other
    .add(one)
    .addAt(view, at + 24)
    .rotate(21)
    .add(one);
  one.addAt(view, at + 8).addAt(view, at + 16);
  other.add(sum.set(one).rotate(44));
  one.addAt(view, at + 24);
}

/** Changes both numbers, and returns the second. */
function hashOfTwo(one: Uint64, other: Uint64): Uint64 {
  one.xor(other).multiply(mul).mix();
  return other.xor(one).multiply(mul).mix().multiply(mul);
}

// The part of a generated id that follows from a key (behaviour: ids 1).

const encoder = new TextEncoder();
const alphabet = "0123456789bcdfghjklmnpqrstvwxyze";

/** A key in UTF-8, to which texts are added one after the other. */
export class FingerprintKey {
  #bytes: Uint8Array = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  clear(): this {
    this.#length = 0;
    return this;
  }

  add(text: string): this {
    this.#grow(3 * text.length);
    const bytes = this.#bytes;
    const start = this.#length;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > 0x7f) {
        this.#length = start + encoder.encodeInto(text, bytes.subarray(start)).written;
        return this;
      }
      bytes[start + at] = code;
    }
    this.#length = start + text.length;
    return this;
  }

  addBytes(bytes: Uint8Array, start: number, end: number): this {
    this.#grow(end - start);
    this.#bytes.set(bytes.subarray(start, end), this.#length);
    this.#length += end - start;
    return this;
  }

  /**
   * Writes base 32 of the fingerprint, least significant digit first, without leading zeros.
   * @returns the position after the last digit
   */
  write(to: Uint8Array, at: number): number {
    const { high, low } = hashOf(this.#view, this.#length);
    let [left, right] = [high, low];
    let end = at;
    while (left !== 0 || right !== 0) {
      to[end++] = alphabet.charCodeAt(right & 31);
      right = (right >>> 5) | (left << 27);
      left >>>= 5;
    }
    return end;
  }

  #grow(more: number): void {
    const wanted = this.#length + more;
    if (wanted <= this.#bytes.length) return;
    const bytes = new Uint8Array(2 * wanted);
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }
}

const key = new FingerprintKey();
/** 64 bits in digits of five. */
const written = new Uint8Array(13);

/** What `FingerprintKey` writes for a key. */
export function encodedFingerprint(text: string): string {
  const end = key.clear().add(text).write(written, 0);
  return String.fromCharCode(...written.subarray(0, end));
}
