/** The dcid of a StatisticalPopulation (behaviour: ids 2). */

import { encodedFingerprint } from "./fingerprint.ts";

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
