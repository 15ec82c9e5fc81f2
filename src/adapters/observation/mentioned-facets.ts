/** The facets that an answer mentions: their ids stand in it, their metadata at its end. */

import type { FacetEntry } from "../../stats/index.ts";
import { setMember } from "../graph/index.ts";

export class MentionedFacets<Described> {
  readonly #facets = new Map<string, FacetEntry>();
  readonly #describe: (facet: FacetEntry) => Described;

  constructor(describe: (facet: FacetEntry) => Described) {
    this.#describe = describe;
  }

  /** The facet's id. Of facets that share an id the first is described. */
  mention(facet: FacetEntry): string {
    if (!this.#facets.has(facet.id)) this.#facets.set(facet.id, facet);
    return facet.id;
  }

  /** By id; undefined when none was mentioned. */
  described(): Record<string, Described> | undefined {
    if (this.#facets.size === 0) return undefined;
    const described: Record<string, Described> = {};
    for (const [id, facet] of this.#facets) setMember(described, id, this.#describe(facet));
    return described;
  }
}
