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
