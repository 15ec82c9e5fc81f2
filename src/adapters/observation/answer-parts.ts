/** What both forms of an answer about observations need: its objects and its text. */

import type { Governor } from "../../governor/index.ts";
import type { FacetEntry } from "../../stats/index.ts";
import { describeFacet } from "../graph/index.ts";
import type { V2ObservationResponse } from "../wire/index.ts";
import { MentionedFacets } from "./mentioned-facets.ts";

/** Bytes of a point, a facet and an entity in an answer, about. */
const bytesPerPoint = 72;
const bytesPerFacet = 160;
const bytesPerEntity = 128;

/** Counts what an answer takes; equal in all of its forms, so that they end at the same limits. */
export class AnswerSize {
  readonly #governor: Governor;

  constructor(governor: Governor) {
    this.#governor = governor;
  }

  entity(dcid: string): void {
    this.#governor.rows(1);
    this.#governor.bytes(bytesPerEntity + dcid.length);
  }

  series(points: number): void {
    this.#governor.rows(points);
    this.#governor.bytes(bytesPerFacet + points * bytesPerPoint);
  }

  facet(): void {
    this.#governor.rows(1);
    this.#governor.bytes(bytesPerFacet);
  }
}

/** The facets of an answer, mentioned by their numbers, mostly again and again the same. */
export class FacetMentions {
  readonly #facets: readonly FacetEntry[];
  readonly #mentioned = new MentionedFacets(describeFacet);
  readonly #ids: string[] = [];

  constructor(facets: readonly FacetEntry[]) {
    this.#facets = facets;
  }

  /** The facet's id. */
  mention(facetNumber: number): string {
    const known = this.#ids[facetNumber];
    if (known !== undefined) return known;
    const id = this.#mentioned.mention(this.#facets[facetNumber] as FacetEntry);
    this.#ids[facetNumber] = id;
    return id;
  }

  described(): V2ObservationResponse["facets"] {
    return this.#mentioned.described();
  }
}
