/** The dcid that the real service gives to an observation (behaviour: ids 3). */

import { encodedFingerprint } from "./encoded-fingerprint.ts";

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

/** `dc/o/` and the base-32 digits of the fingerprint of all properties that are set. */
export function observationId(key: ObservationKey): string {
  let text = "";
  for (const property of keyOrder) {
    if (key[property] !== "") text += `${property}=${key[property]}`;
  }
  return observationIdPrefix + encodedFingerprint(text);
}
