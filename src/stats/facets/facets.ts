/** Facets: who published a series and how it was measured. */

import { compareUtf8 } from "../../store/index.ts";

/** Texts are empty when unset. */
export interface Facet {
  readonly importName: string;
  readonly provenanceUrl: string;
  readonly measurementMethod: string;
  /** ISO 8601 duration. */
  readonly observationPeriod: string;
  readonly scalingFactor: string;
  readonly unit: string;
  readonly isDcAggregate: boolean;
  /** dcid of the provenance node that supplied the series. */
  readonly provenanceId: string;
}

/** A facet in its table: its number there is its place in the order of `compareFacets`. */
export interface FacetEntry extends Facet {
  /** The id on the wire, see `facetId`. */
  readonly id: string;
  /** Rank score; lower is better. */
  readonly score: number;
}

const aggregatePrefix = "dcAggregate/";
const aggregateMethod = "DataCommonsAggregate";

/**
 * Measurement methods that mark an aggregate: `dcAggregate/<M>` is method M, and
 * `DataCommonsAggregate` no method, of an aggregated series (behaviour: observation 8.2).
 */
export function unfoldAggregate(
  method: string,
): Pick<Facet, "measurementMethod" | "isDcAggregate"> {
  if (method === aggregateMethod) return { measurementMethod: "", isDcAggregate: true };
  if (method.startsWith(aggregatePrefix)) {
    return { measurementMethod: method.slice(aggregatePrefix.length), isDcAggregate: true };
  }
  return { measurementMethod: method, isDcAggregate: false };
}

/** The measurement method as an import writes it: `unfoldAggregate` the other way. */
export function foldAggregate({ measurementMethod, isDcAggregate }: Facet): string {
  if (!isDcAggregate) return measurementMethod;
  return measurementMethod === "" ? aggregateMethod : aggregatePrefix + measurementMethod;
}

/**
 * The id of a facet on the wire: FNV-1a, 32 bits, over five texts joined by hyphens, as an unsigned
 * decimal number (behaviour: observation 7). URL and provenance do not count, so facets may share
 * an id.
 */
export function facetId(facet: Facet): string {
  const { importName, measurementMethod, observationPeriod, scalingFactor, unit } = facet;
  const parts = [importName, measurementMethod, observationPeriod, scalingFactor, unit];
  if (facet.isDcAggregate) parts.push("IsDcAggregate");
  let hash = 2166136261;
  for (const byte of new TextEncoder().encode(parts.join("-"))) {
    hash = Math.imul(hash ^ byte, 16777619);
  }
  return String(hash >>> 0);
}

/** A total order of facets, so that their numbers do not depend on the order of loading. */
export function compareFacets(a: Facet, b: Facet): number {
  return (
    compareUtf8(a.importName, b.importName) ||
    compareUtf8(a.measurementMethod, b.measurementMethod) ||
    compareUtf8(a.observationPeriod, b.observationPeriod) ||
    compareUtf8(a.scalingFactor, b.scalingFactor) ||
    compareUtf8(a.unit, b.unit) ||
    compareUtf8(a.provenanceUrl, b.provenanceUrl) ||
    Number(a.isDcAggregate) - Number(b.isDcAggregate) ||
    compareUtf8(a.provenanceId, b.provenanceId)
  );
}

/** Equal for equal facets and only for them. */
export function facetKey(facet: Facet): string {
  return JSON.stringify([
    facet.importName,
    facet.provenanceUrl,
    facet.measurementMethod,
    facet.observationPeriod,
    facet.scalingFactor,
    facet.unit,
    facet.isDcAggregate,
    facet.provenanceId,
  ]);
}
