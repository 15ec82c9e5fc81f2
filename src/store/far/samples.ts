/**
 * Every so many rows of an ascending column, and its end: few enough to be kept at hand. Whoever knows
 * a row knows then between which values it lies, before any block of the column is here.
 */

import type { Column, ColumnSource, Range } from "../columns/index.ts";
import { LateColumn } from "../columns/index.ts";

const samplesMax = 4096;
/** One sample for 128 rows, or for more. */
const leastBits = 7;

/** log2 of the rows between two samples of so many. */
export function sampleBits(count: number): number {
  let bits = leastBits;
  while (count > samplesMax * 2 ** bits) bits++;
  return bits;
}

/**
 * @param stride of the column: it has a row for each so many of `count`
 * @param end what stands behind the last sample
 */
export function samplesOf(
  column: Column,
  count: number,
  end: number,
  stride: number = 1,
): Uint32Array {
  const step = 2 ** sampleBits(count);
  const samples = new Uint32Array(Math.ceil(count / step) + 1);
  for (let at = 0; at + 1 < samples.length; at++) samples[at] = column[(at * step) / stride]!;
  samples[samples.length - 1] = end;
  return samples;
}

export class Samples {
  /** log2 of the rows between two samples. */
  readonly bits: number;
  readonly #rows: LateColumn<Uint32Array>;

  private constructor(source: ColumnSource, name: string, count: number) {
    this.bits = sampleBits(count);
    this.#rows = new LateColumn(source, name);
  }

  /** Of so many rows; undefined where the source is near or has no samples. */
  static readFrom(source: ColumnSource, name: string, count: number): Samples | undefined {
    const isThere = source.isFar === true && source.has?.(name) === true;
    return isThere ? new Samples(source, name, count) : undefined;
  }

  /** What the rows of a group lie between: those from `group << bits` on. */
  spanOf(group: number): Range {
    const { rows } = this.#rows;
    return { start: rows[group]!, end: rows[group + 1]! };
  }

  /** Where the value of a row probably lies, with some room on both sides. */
  near(row: number, room: number): Range {
    const group = row >>> this.bits;
    const { start, end } = this.spanOf(group);
    if (!(end - start > 2 * room)) return { start, end };
    const share = (row - group * 2 ** this.bits) / 2 ** this.bits;
    const middle = start + Math.floor((end - start) * share);
    return { start: Math.max(start, middle - room), end: Math.min(end, middle + room) };
  }
}
