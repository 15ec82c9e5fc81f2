/** The dcid that the real service gives to an observation (facts V1-V0 §15.2). */

import { fingerprint64 } from "./fingerprint.ts";

/** Texts are empty when unset. */
export interface ObservationKey {
  readonly observationAbout: string;
  readonly variableMeasured: string;
  readonly observationDate: string;
  readonly value: string;
  readonly observationPeriod: string;
  readonly unit: string;
  /** As written, `dcAggregate/…` included. */
  readonly measurementMethod: string;
  readonly scalingFactor: string;
}

export const observationIdPrefix = "dc/o/";

const keyOrder: readonly (keyof ObservationKey)[] = [
  "observationAbout",
  "variableMeasured",
  "observationDate",
  "value",
  "observationPeriod",
  "unit",
  "measurementMethod",
  "scalingFactor",
];
const alphabet = "0123456789bcdfghjklmnpqrstvwxyze";
const encoder = new TextEncoder();

/** `dc/o/` and the base-32 digits of the fingerprint of all properties that are set. */
export function observationId(key: ObservationKey): string {
  let text = "";
  for (const property of keyOrder) {
    if (key[property] !== "") text += `${property}=${key[property]}`;
  }
  return observationIdPrefix + encodedFingerprint(text);
}

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
