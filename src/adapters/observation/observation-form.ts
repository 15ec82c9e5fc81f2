/** The objects of an answer about observations. */

import type { Governor } from "../../governor/index.ts";
import type { ObservationTable } from "../../stats/index.ts";
import type { Dictionary, TermId } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import { newRecord, setMember } from "../graph/index.ts";
import type {
  PointStat,
  V2FacetObservations,
  V2ObservationResponse,
  V2VariableObservations,
} from "../wire/index.ts";
import { AnswerSize, FacetMentions } from "./answer-parts.ts";
import { type NumericPoints, numericPoints } from "./numeric-points.ts";
import type { Extent, ObservationListener } from "./observation-answer.ts";

/** Makes the objects of an answer. */
export class ObservationForm implements ObservationListener {
  readonly #size: AnswerSize;
  readonly #observations: ObservationTable;
  readonly #dictionary: Dictionary;
  readonly #numbers: NumericPoints;
  readonly #byVariable: NonNullable<V2ObservationResponse["byVariable"]> = newRecord();
  readonly #facets: FacetMentions;
  #variable: V2VariableObservations = {};
  #entity = "";
  /** Facets of the entity at hand, and how many of them are its own: the list is used again. */
  readonly #ordered: V2FacetObservations[] = [];
  #count = 0;

  constructor({ graph, observations }: World, governor: Governor) {
    this.#size = new AnswerSize(governor);
    this.#observations = observations;
    this.#dictionary = graph.dictionary;
    this.#numbers = numericPoints(observations);
    this.#facets = new FacetMentions(observations.facets);
  }

  response(): V2ObservationResponse {
    const byVariable = this.#byVariable;
    const facets = this.#facets.described();
    return facets === undefined ? { byVariable } : { byVariable, facets };
  }

  beginVariable(dcid: string): void {
    this.#variable = {};
    setMember(this.#byVariable, dcid, this.#variable);
  }

  beginEntity(node: TermId, dcid: string | undefined): void {
    this.#entity = dcid ?? this.#dictionary.textOf(node);
    this.#size.entity(this.#entity);
  }

  addSeries(series: number, start: number, end: number): void {
    const table = this.#observations;
    this.#size.series(end - start);
    const count = this.#numbers.countIn(start, end);
    // Lists that grow by themselves keep room for sixteen more, and most of these have one element.
    const observations = new Array<PointStat>(count);
    for (let point = start, at = 0; point < end; point++) {
      const value = table.valueOf(point);
      if (typeof value === "number") observations[at++] = { date: table.dateOf(point), value };
    }
    this.#ordered[this.#count++] = {
      facetId: this.#facets.mention(table.facetNumberOf(series)),
      observations,
      obsCount: count,
      earliestDate: table.dateOf(start),
      latestDate: table.dateOf(end - 1),
    };
  }

  addFacet(facetNumber: number, { count, earliest, latest }: Extent): void {
    this.#size.facet();
    this.#ordered[this.#count++] = {
      facetId: this.#facets.mention(facetNumber),
      obsCount: count,
      earliestDate: this.#observations.dateOfCode(earliest),
      latestDate: this.#observations.dateOfCode(latest),
    };
  }

  endEntity(): void {
    this.#variable.byEntity ??= newRecord();
    const isEmpty = this.#count === 0;
    const found = isEmpty ? {} : { orderedFacets: this.#ordered.slice(0, this.#count) };
    setMember(this.#variable.byEntity, this.#entity, found);
    this.#count = 0;
  }

  endVariable(): void {
    // The next one begins.
  }
}
