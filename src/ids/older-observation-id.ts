/** The dcid of an observation of the older type, `Observation` (behaviour: ids 4). */

import { encodedFingerprint } from "./encoded-fingerprint.ts";
import { observationIdPrefix } from "./observation-id.ts";

const requiredProperties = ["observedNode", "observationDate", "measuredProperty"];

const keyOrder: readonly string[] = [
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
  for (const property of keyOrder) {
    const [value, second] = valuesOf(property);
    if (second !== undefined) return undefined;
    if (value !== undefined) text += `${property}=${value}`;
    else if (requiredProperties.includes(property)) return undefined;
  }
  return observationIdPrefix + encodedFingerprint(text);
}
