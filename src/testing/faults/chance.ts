/** Chance that depends on a seed and on what is asked, and on nothing else. */

import { fingerprint64 } from "../../ids/index.ts";

const encoder = new TextEncoder();

/** A number from 0 to 1, 1 excluded, that the texts decide. */
export function chanceOf(...texts: readonly (string | number)[]): number {
  // Lengths part the texts: "a" and "bc" are not "ab" and "c".
  const whole = texts.map((text) => `${String(text).length}:${text}`).join("");
  const { high, low } = fingerprint64(encoder.encode(whole));
  return ((high >>> 0) * 2 ** 21 + (low >>> 11)) / 2 ** 53;
}

/** A number from the normal distribution of mean 0 and deviation 1, from two of `chanceOf`. */
export function normalOf(first: number, second: number): number {
  return Math.sqrt(-2 * Math.log(1 - first)) * Math.cos(2 * Math.PI * second);
}
