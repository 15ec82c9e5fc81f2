/** What an answer about observations is made into: objects, or the JSON text that they would print. */

import type { FacetEntry, ObservationTable } from "../stats/index.ts";
import type { Dictionary, TermId } from "../store/index.ts";
import type { World } from "../world.ts";
import { describeFacet, emptyRecord } from "./describe.ts";
import { MentionedFacets } from "./mentioned-facets.ts";
import type { PointStat } from "./wire/shared.ts";
import type {
  V2EntityObservations,
  V2FacetObservations,
  V2ObservationResponse,
  V2VariableObservations,
} from "./wire/v2.ts";

/** How many observations there are, and when: date codes. */
export interface Extent {
  readonly count: number;
  readonly earliest: number;
  readonly latest: number;
}

/** Is told what an answer holds, from the outside in. */
export interface ObservationForm {
  beginVariable(dcid: string): void;
  /** `dcid` is given where it is known as a text. */
  beginEntity(node: TermId, dcid: string | undefined): void;
  /** Points [start, end) of a series. */
  addSeries(series: number, start: number, end: number): void;
  /** A facet without values. */
  addFacet(facetNumber: number, extent: Extent): void;
  endEntity(): void;
  endVariable(): void;
}

/** Makes the objects of the typed answer. */
export class ObjectForm implements ObservationForm {
  readonly #observations: ObservationTable;
  readonly #dictionary: Dictionary;
  readonly #byVariable: NonNullable<V2ObservationResponse["byVariable"]> = emptyRecord();
  readonly #facets: FacetMentions;
  #variable: V2VariableObservations = {};
  #entity: V2EntityObservations = {};

  constructor({ graph, observations }: World) {
    this.#observations = observations;
    this.#dictionary = graph.dictionary;
    this.#facets = new FacetMentions(observations.facets);
  }

  response(): V2ObservationResponse {
    const byVariable = this.#byVariable;
    const facets = this.#facets.described();
    return facets === undefined ? { byVariable } : { byVariable, facets };
  }

  beginVariable(dcid: string): void {
    this.#variable = {};
    this.#byVariable[dcid] = this.#variable;
  }

  beginEntity(node: TermId, dcid: string | undefined): void {
    this.#variable.byEntity ??= emptyRecord();
    this.#entity = {};
    this.#variable.byEntity[dcid ?? this.#dictionary.textOf(node)] = this.#entity;
  }

  addSeries(series: number, start: number, end: number): void {
    const table = this.#observations;
    const observations: PointStat[] = [];
    for (let point = start; point < end; point++) {
      observations.push({ date: table.dateOf(point), value: table.valueOf(point) });
    }
    this.#add({
      facetId: this.#facets.mention(table.facetNumberOf(series)),
      observations,
      obsCount: end - start,
      earliestDate: table.dateOf(start),
      latestDate: table.dateOf(end - 1),
    });
  }

  addFacet(facetNumber: number, { count, earliest, latest }: Extent): void {
    this.#add({
      facetId: this.#facets.mention(facetNumber),
      obsCount: count,
      earliestDate: this.#observations.dateOfCode(earliest),
      latestDate: this.#observations.dateOfCode(latest),
    });
  }

  endEntity(): void {}

  endVariable(): void {}

  #add(facet: V2FacetObservations): void {
    if (this.#entity.orderedFacets === undefined) this.#entity.orderedFacets = [facet];
    else this.#entity.orderedFacets.push(facet);
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
