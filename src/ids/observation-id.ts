/** The dcid that the real service gives to an observation (behaviour: ids 3). */

import { encodedFingerprint, FingerprintKey } from "./fingerprint.ts";

/** Texts are empty when unset. */
interface ObservationKey {
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

export const observationKey: readonly (keyof ObservationKey)[] = [
  "observationAbout",
  "variableMeasured",
  "observationDate",
  "value",
  "observationPeriod",
  "unit",
  "measurementMethod",
  "scalingFactor",
];

const keyStarts = observationKey.map((property) => `${property}=`);
const valueAt = observationKey.indexOf("value");
const key = new FingerprintKey();
const prefixLength = observationIdPrefix.length;
const idBytes = new Uint8Array(prefixLength + 13);
new TextEncoder().encodeInto(observationIdPrefix, idBytes);

/** Bytes that hold the value of an observation. */
interface ValueBytes {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/**
 * `dc/o/` and the base-32 digits of the fingerprint of all properties that are set, in UTF-8 that holds
 * until the next call.
 * @param texts the properties, in the order of `observationKey`; a value in bytes has no text.
 */
export function observationIdBytes(texts: readonly string[], value?: ValueBytes): Uint8Array {
  key.clear();
  let at = 0;
  for (const start of keyStarts) {
    const text = texts[at];
    if (at === valueAt && value !== undefined) {
      key.add(start).addBytes(value.bytes, value.start, value.end);
    } else if (text !== undefined && text !== "") key.add(start).add(text);
    at += 1;
  }
  return idBytes.subarray(0, key.write(idBytes, prefixLength));
}

export function observationId(parts: ObservationKey): string {
  return String.fromCharCode(
    ...observationIdBytes(observationKey.map((property) => parts[property])),
  );
}

// The dcid of an observation of the older type, `Observation` (behaviour: ids 4).

const requiredProperties = ["observedNode", "observationDate", "measuredProperty"];

const olderKeyOrder: readonly string[] = [
  ...requiredProperties,
  ...["observationPeriod", "unit", "measuredValue", "minValue", "maxValue", "sumValue"],
  ...["meanValue", "medianValue", "marginOfError", "measurementMethod", "measurementResult"],
  ...["stdError", "sampleSize", "percentile10", "percentile25", "percentile75", "percentile90"],
  ...["meanStdError", "growthRate", "stdDeviationValue", "confidenceIntervalLowerLimit"],
  ...["confidenceIntervalUpperLimit", "kurtosisValue", "skewnessValue", "measurementDenominator"],
  ...["measurementQualifier", "scalingFactor"],
];

/**
 * @param valuesOf the distinct values of a property.
 * @returns undefined if a required property is missing, or if one of the key has two values.
 */
export function olderObservationId(
  valuesOf: (property: string) => readonly string[],
): string | undefined {
  let text = "";
  for (const property of olderKeyOrder) {
    const [value, second] = valuesOf(property);
    if (second !== undefined) return undefined;
    if (value !== undefined) text += `${property}=${value}`;
    else if (requiredProperties.includes(property)) return undefined;
  }
  return observationIdPrefix + encodedFingerprint(text);
}

// The dcid of a StatisticalPopulation (behaviour: ids 2).

interface PopulationKey {
  readonly populationType: string;
  /** Dcid of a place. */
  readonly location: string;
  /** "" if unset. */
  readonly memberOf: string;
  /** Value of each property that narrows the population; the order does not count. */
  readonly constraints: ReadonlyMap<string, string>;
}

const populationIdPrefix = "dc/p/";

/** Properties of a population or a variable that narrow nothing. */
const describingProperties: ReadonlySet<string> = new Set([
  ...["typeOf", "dcid", "provenance", "isPublic", "localCuratorLevelId", "url", "memberOf"],
  ...["name", "label", "description", "descriptionUrl", "alternateName", "keyString"],
  ...["resMCFFile", "populationType", "populationGroup", "location", "childhoodLocation"],
  ...["constraintProperties", "measuredProperty", "statType", "measurementDenominator"],
  ...["measurementQualifier", "measurementMethod", "scalingFactor", "unit", "source"],
  ...["footnote", "censusACSTableId", "utteranceTemplate"],
]);

export function isConstraint(property: string): boolean {
  return !describingProperties.has(property);
}

export function populationId(key: PopulationKey): string {
  const { populationType, location, memberOf, constraints } = key;
  // The real service sorts as Java does, which is also JavaScript's order.
  const narrowing = [...constraints.keys()].sort().map((name) => name + constraints.get(name));
  const text = [populationType, location, memberOf, ...narrowing].join("");
  return populationIdPrefix + encodedFingerprint(text);
}
