/**
 * Which facets a request keeps: by id and by the host of their URL (behaviour: observation 2.3).
 */

import type { FacetEntry } from "../../stats/index.ts";

export class FacetFilter {
  readonly #kept: ReadonlySet<FacetEntry> | undefined;

  /** Empty lists keep everything; both given must both agree. */
  constructor(
    facets: readonly FacetEntry[],
    facetIds: readonly string[],
    domains: readonly string[],
  ) {
    if (facetIds.length === 0 && domains.length === 0) return;
    const ids = new Set(facetIds);
    this.#kept = new Set(
      facets.filter(
        (facet) =>
          (ids.size === 0 || ids.has(facet.id)) &&
          (domains.length === 0 || isFrom(facet.provenanceUrl, domains)),
      ),
    );
  }

  keeps(facet: FacetEntry): boolean {
    return this.#kept === undefined || this.#kept.has(facet);
  }
}

/**
 * The real service compares host endings without a dot boundary: `census.gov` fits `xcensus.gov`.
 */
function isFrom(url: string, domains: readonly string[]): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  return domains.some((domain) => host.endsWith(domain));
}
