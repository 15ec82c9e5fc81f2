/**
 * FarmHash Fingerprint64 (the "na" variant), from which the real service makes the ids of
 * observations and populations (behaviour: ids 1).
 */

/** Unsigned 64-bit arithmetic modulo 2^64: some ten times as fast as BigInt with `asUintN`. */
export class Uint64 {
  /** Both halves are signed 32-bit, which the engine keeps unboxed. */
  readonly high: number;
  readonly low: number;

  constructor(high: number, low: number) {
    this.high = high | 0;
    this.low = low | 0;
  }

  /** From eight bytes, least significant first. */
  static at(view: DataView, offset: number): Uint64 {
    return new Uint64(view.getInt32(offset + 4, true), view.getInt32(offset, true));
  }

  plus({ high, low }: Uint64): Uint64 {
    const sum = (this.low >>> 0) + (low >>> 0);
    return new Uint64(this.high + high + (sum > 0xffff_ffff ? 1 : 0), sum);
  }

  times({ high, low }: Uint64): Uint64 {
    const [aHigh, aLow] = [this.low >>> 16, this.low & 0xffff];
    const [bHigh, bLow] = [low >>> 16, low & 0xffff];
    const middle = aLow * bHigh + aHigh * bLow + ((aLow * bLow) >>> 16);
    const carried = aHigh * bHigh + Math.floor(middle / 0x1_0000);
    return new Uint64(
      carried + Math.imul(this.high, low) + Math.imul(this.low, high),
      Math.imul(this.low, low),
    );
  }

  xor({ high, low }: Uint64): Uint64 {
    return new Uint64(this.high ^ high, this.low ^ low);
  }

  /** Bits move to the right and those that fall out come back at the left; 0 < count < 64. */
  rotated(count: number): Uint64 {
    if (count === 32) return new Uint64(this.low, this.high);
    const [high, low] = count > 32 ? [this.low, this.high] : [this.high, this.low];
    const by = count & 31;
    return new Uint64((high >>> by) | (low << (32 - by)), (low >>> by) | (high << (32 - by)));
  }

  /** Zeros come in at the left; 32 <= count < 64. */
  shifted(count: number): Uint64 {
    return new Uint64(0, this.high >>> (count - 32));
  }
}

const k0 = new Uint64(0xc3a5c85c, 0x97cb3127);
const k1 = new Uint64(0xb492b66f, 0xbe98f273);
const k2 = new Uint64(0x9ae16a3b, 0x2f90404f);

export function fingerprint64(bytes: Uint8Array): Uint64 {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { length } = bytes;
  if (length <= 16) return upTo16(view, length);
  if (length <= 32) return upTo32(view, length);
  if (length <= 64) return upTo64(view, length);
  return longer(view, length);
}

function upTo16(view: DataView, length: number): Uint64 {
  const mul = small(length * 2).plus(k2);
  if (length >= 8) {
    const a = Uint64.at(view, 0).plus(k2);
    const b = Uint64.at(view, length - 8);
    const c = b.rotated(37).times(mul).plus(a);
    const d = a.rotated(25).plus(b).times(mul);
    return hashOfTwo(c, d, mul);
  }
  if (length >= 4) {
    const first = view.getUint32(0, true);
    const a = new Uint64(first >>> 29, first << 3).plus(small(length));
    return hashOfTwo(a, small(view.getUint32(length - 4, true)), mul);
  }
  if (length === 0) return k2;
  const y = view.getUint8(0) + (view.getUint8(length >> 1) << 8);
  const z = length + (view.getUint8(length - 1) << 2);
  return mixed(small(y).times(k2).xor(small(z).times(k0))).times(k2);
}

function upTo32(view: DataView, length: number): Uint64 {
  const mul = small(length * 2).plus(k2);
  const a = Uint64.at(view, 0).times(k1);
  const b = Uint64.at(view, 8);
  const c = Uint64.at(view, length - 8).times(mul);
  const d = Uint64.at(view, length - 16).times(k2);
  const first = a.plus(b).rotated(43).plus(c.rotated(30)).plus(d);
  return hashOfTwo(first, a.plus(b.plus(k2).rotated(18)).plus(c), mul);
}

function upTo64(view: DataView, length: number): Uint64 {
  const mul = small(length * 2).plus(k2);
  const a = Uint64.at(view, 0).times(k2);
  const b = Uint64.at(view, 8);
  const c = Uint64.at(view, length - 8).times(mul);
  const d = Uint64.at(view, length - 16).times(k2);
  const y = a.plus(b).rotated(43).plus(c.rotated(30)).plus(d);
  const z = hashOfTwo(y, a.plus(b.plus(k2).rotated(18)).plus(c), mul);
  const e = Uint64.at(view, 16).times(mul);
  const f = Uint64.at(view, 24);
  const g = y.plus(Uint64.at(view, length - 32)).times(mul);
  const h = z.plus(Uint64.at(view, length - 24)).times(mul);
  const first = e.plus(f).rotated(43).plus(g.rotated(30)).plus(h);
  return hashOfTwo(first, e.plus(f.plus(a).rotated(18)).plus(g), mul);
}

/** Blocks of 64 bytes, the last of which overlaps the one before it. */
function longer(view: DataView, length: number): Uint64 {
  const seed = small(81);
  let x = seed;
  let y = seed.times(k1).plus(small(113));
  let z = mixed(y.times(k2).plus(small(113))).times(k2);
  let v: Pair = [small(0), small(0)];
  let w: Pair = [small(0), small(0)];
  x = x.times(k2).plus(Uint64.at(view, 0));
  const end = (length - 1) & ~63;
  for (let at = 0; at < end; at += 64) {
    x = x
      .plus(y)
      .plus(v[0])
      .plus(Uint64.at(view, at + 8))
      .rotated(37)
      .times(k1);
    y = y
      .plus(v[1])
      .plus(Uint64.at(view, at + 48))
      .rotated(42)
      .times(k1);
    x = x.xor(w[1]);
    y = y.plus(v[0]).plus(Uint64.at(view, at + 40));
    z = z.plus(w[0]).rotated(33).times(k1);
    v = weakHash(view, at, v[1].times(k1), x.plus(w[0]));
    w = weakHash(view, at + 32, z.plus(w[1]), y.plus(Uint64.at(view, at + 16)));
    [z, x] = [x, z];
  }
  const mul = k1.plus(small((z.low & 0xff) << 1));
  const last = length - 64;
  w = [w[0].plus(small((length - 1) & 63)), w[1]];
  v = [v[0].plus(w[0]), v[1]];
  w = [w[0].plus(v[0]), w[1]];
  x = x
    .plus(y)
    .plus(v[0])
    .plus(Uint64.at(view, last + 8))
    .rotated(37)
    .times(mul);
  y = y
    .plus(v[1])
    .plus(Uint64.at(view, last + 48))
    .rotated(42)
    .times(mul);
  x = x.xor(w[1].times(small(9)));
  y = y.plus(v[0].times(small(9))).plus(Uint64.at(view, last + 40));
  z = z.plus(w[0]).rotated(33).times(mul);
  v = weakHash(view, last, v[1].times(mul), x.plus(w[0]));
  w = weakHash(view, last + 32, z.plus(w[1]), y.plus(Uint64.at(view, last + 16)));
  const first = hashOfTwo(v[0], w[0], mul).plus(mixed(y).times(k0)).plus(x);
  return hashOfTwo(first, hashOfTwo(v[1], w[1], mul).plus(z), mul);
}

type Pair = readonly [Uint64, Uint64];

function weakHash(view: DataView, at: number, seedA: Uint64, seedB: Uint64): Pair {
  const a = seedA.plus(Uint64.at(view, at));
  const z = Uint64.at(view, at + 24);
  const b = seedB.plus(a).plus(z).rotated(21);
  const sum = a.plus(Uint64.at(view, at + 8)).plus(Uint64.at(view, at + 16));
  return [sum.plus(z), b.plus(sum.rotated(44)).plus(a)];
}

function hashOfTwo(u: Uint64, v: Uint64, mul: Uint64): Uint64 {
  const a = mixed(u.xor(v).times(mul));
  return mixed(v.xor(a).times(mul)).times(mul);
}

function mixed(value: Uint64): Uint64 {
  return value.xor(value.shifted(47));
}

function small(value: number): Uint64 {
  return new Uint64(0, value);
}

// The part of a generated id that follows from a key (behaviour: ids 1).

const alphabet = "0123456789bcdfghjklmnpqrstvwxyze";
const encoder = new TextEncoder();
/** Keys of usual lengths are written here. */
const usualKey = new Uint8Array(1024);

function bytesOf(text: string): Uint8Array {
  if (3 * text.length > usualKey.length) return encoder.encode(text);
  return usualKey.subarray(0, encoder.encodeInto(text, usualKey).written);
}

/** Base 32 of a text's fingerprint, least significant digit first, without leading zeros. */
export function encodedFingerprint(text: string): string {
  let { high, low } = fingerprint64(bytesOf(text));
  let digits = "";
  while (high !== 0 || low !== 0) {
    digits += alphabet.charAt(low & 31);
    low = (low >>> 5) | (high << 27);
    high >>>= 5;
  }
  return digits;
}
