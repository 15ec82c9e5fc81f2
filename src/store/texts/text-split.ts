/**
 * Texts divided into ranges by their first bytes, so that several threads can sort them: each gets
 * all texts of its range, whoever collected them.
 */

import { releaseScratch } from "../columns/index.ts";
import { type CollectedTexts, headerWords, TextArena, type TextPart } from "./text-arena.ts";
import { bucketCount, countBuckets } from "./text-buckets.ts";

/** Texts of one builder to divide; whoever does it releases them. */
export interface SplitShare {
  readonly kind: "split";
  readonly part: TextPart;
  /** First bucket of each range but the first. */
  readonly pivots: readonly number[];
}

/** The texts of each range, under ids that count for all builders. */
export type SplitAnswer = readonly CollectedTexts[];

/** A share for each part, the first part's last; ranges are of about the given sizes. */
export function splitShares(parts: readonly TextPart[], sizes: readonly number[]): SplitShare[] {
  const pivots = pivotsOf(parts, sizes);
  return parts.toReversed().map((part) => ({ kind: "split", part, pivots }));
}

/** What the first regions hold says enough of all. */
function pivotsOf(parts: readonly TextPart[], sizes: readonly number[]): number[] {
  const counts = new Uint32Array(bucketCount + 1);
  for (const { texts } of parts) countBuckets(texts.regions[0]!, counts);
  const counted = counts.reduce((sum, count) => sum + count, 0);
  const size = sizes.reduce((sum, one) => sum + one, 0);
  let [bucket, before, wanted] = [0, 0, 0];
  return sizes.slice(1).map((_, range) => {
    wanted += sizes[range]!;
    // Bucket b is counted at b + 1.
    while (bucket < bucketCount && before * size < wanted * counted) before += counts[++bucket]!;
    return bucket;
  });
}

/** Kernel: texts of a range keep their order. */
export function splitShare({ part, pivots }: SplitShare): SplitAnswer {
  const arenas = [0, ...pivots].map(() => new TextArena());
  const counts = arenas.map(() => 0);
  const byteCounts = arenas.map(() => 0);
  const rangeOf = new Uint8Array(bucketCount);
  for (const pivot of pivots) for (let at = pivot; at < bucketCount; at++) rangeOf[at]!++;
  for (const { words, start, end } of part.texts.regions) {
    for (let at = start; at < end; ) {
      const length = words[at + 1]!;
      const textWords = (length + 3) >>> 2;
      const range = rangeOf[length > 0 ? words[at + headerWords]! >>> 16 : 0]!;
      counts[range]!++;
      byteCounts[range]! += length;
      const arena = arenas[range]!;
      arena.reserve(textWords);
      const { tail } = arena;
      let to = arena.used;
      const next = at + headerWords + textWords;
      arena.used = to + next - at;
      tail[to++] = words[at]! + part.firstId;
      for (let from = at + 1; from < next; from++) tail[to++] = words[from]!;
      at = next;
    }
    releaseScratch(words);
  }
  return arenas.map((arena, range) => ({
    regions: arena.regions(),
    count: counts[range]!,
    byteCount: byteCounts[range]!,
  }));
}
