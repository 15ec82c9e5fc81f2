/** An answer about observations as JSON, without the objects in between. */

import type { Governor } from "../../governor/index.ts";
import type { ObservationTable } from "../../stats/index.ts";
import { type Dictionary, derived, type TermId } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import { ObjectText, quoted } from "../edge/index.ts";
import { AnswerSize, FacetMentions } from "./answer-parts.ts";
import { type NumericPoints, numericPoints } from "./numeric-points.ts";
import type { Extent, ObservationListener } from "./observation-answer.ts";

/** Beginnings of points by the code of their date, for codes up to a limit. */
const readyStarts = derived((_: ObservationTable): string[] => []);
const readyMax = 0x1_0000;

/** Writes the same text that `JSON.stringify` makes of what `ObservationForm` answers. */
export class ObservationText implements ObservationListener {
  readonly #size: AnswerSize;
  readonly #observations: ObservationTable;
  readonly #dictionary: Dictionary;
  readonly #numbers: NumericPoints;
  readonly #facets: FacetMentions;
  readonly #pointStarts: string[];
  readonly #byVariable = new ObjectText();
  #variable = "";
  #byEntity: ObjectText | undefined;
  #entity = "";
  /** Facets of the entity at hand. */
  #ordered = "";

  constructor({ graph, observations }: World, governor: Governor) {
    this.#size = new AnswerSize(governor);
    this.#observations = observations;
    this.#dictionary = graph.dictionary;
    this.#numbers = numericPoints(observations);
    this.#facets = new FacetMentions(observations.facets);
    this.#pointStarts = readyStarts(observations);
  }

  response(): string {
    const byVariable = `"byVariable":${this.#byVariable}`;
    const facets = this.#facets.described();
    if (facets === undefined) return `{${byVariable}}`;
    return `{${byVariable},"facets":${JSON.stringify(facets)}}`;
  }

  beginVariable(dcid: string): void {
    this.#variable = dcid;
    this.#byEntity = undefined;
  }

  beginEntity(node: TermId, dcid: string | undefined): void {
    this.#entity = dcid ?? this.#dictionary.textOf(node);
    this.#ordered = "";
    this.#size.entity(this.#entity);
  }

  addSeries(series: number, start: number, end: number): void {
    const table = this.#observations;
    this.#size.series(end - start);
    const facetId = this.#facets.mention(table.facetNumberOf(series));
    let points = "";
    for (let point = start; point < end; point++) {
      const value = table.valueOf(point);
      if (typeof value !== "number") continue;
      const written = `${this.#pointStart(table.dateCodeAt(point))}${numberText(value)}}`;
      points = points === "" ? written : `${points},${written}`;
    }
    const count = this.#numbers.countIn(start, end);
    const facet = `{"facetId":"${facetId}","observations":[${points}],`;
    this.#add(facet, count, table.dateOf(start), table.dateOf(end - 1));
  }

  addFacet(facetNumber: number, { count, earliest, latest }: Extent): void {
    const table = this.#observations;
    this.#size.facet();
    const facet = `{"facetId":"${this.#facets.mention(facetNumber)}",`;
    this.#add(facet, count, table.dateOfCode(earliest), table.dateOfCode(latest));
  }

  endEntity(): void {
    this.#byEntity ??= new ObjectText();
    const isEmpty = this.#ordered === "";
    this.#byEntity.set(this.#entity, isEmpty ? "{}" : `{"orderedFacets":[${this.#ordered}]}`);
  }

  endVariable(): void {
    const byEntity = this.#byEntity;
    this.#byVariable.set(
      this.#variable,
      byEntity === undefined ? "{}" : `{"byEntity":${byEntity}}`,
    );
  }

  /** Adds a facet, of which the beginning is written. */
  #add(facet: string, count: number, earliest: string, latest: string): void {
    const extent = `"earliestDate":${quoted(earliest)},"latestDate":${quoted(latest)}`;
    const written = `${facet}"obsCount":${count},${extent}}`;
    this.#ordered = this.#ordered === "" ? written : `${this.#ordered},${written}`;
  }

  /** A point up to its value. */
  #pointStart(code: number): string {
    const known = this.#pointStarts[code];
    if (known !== undefined) return known;
    const start = `{"date":${quoted(this.#observations.dateOfCode(code))},"value":`;
    if (code < readyMax) this.#pointStarts[code] = start;
    return start;
  }
}

/** As JSON has it. */
function numberText(value: number): string {
  return Number.isFinite(value) ? `${value}` : "null";
}
