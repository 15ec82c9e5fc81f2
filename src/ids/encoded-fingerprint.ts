/** The part of a generated id that follows from a key (behaviour: ids 1). */

import { fingerprint64 } from "./fingerprint.ts";

const alphabet = "0123456789bcdfghjklmnpqrstvwxyze";
const encoder = new TextEncoder();

/** Base 32 of a text's fingerprint, least significant digit first, without leading zeros. */
export function encodedFingerprint(text: string): string {
  let { high, low } = fingerprint64(encoder.encode(text));
  let digits = "";
  while (high !== 0 || low !== 0) {
    digits += alphabet.charAt(low & 31);
    low = (low >>> 5) | (high << 27);
    high >>>= 5;
  }
  return digits;
}
