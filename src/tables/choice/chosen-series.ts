/** Which series a table holds, and which of their points. */

import {
  entitiesOfExpression,
  FacetFilter,
  listedEntities,
  type NumericPoints,
  numericPoints,
  ObservationAnswer,
  type ObservationListener,
} from "../../adapters/index.ts";
import type { Governor } from "../../governor/index.ts";
import { type FacetEntry, fieldText, type ObservationTable } from "../../stats/index.ts";
import type { TermId } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import { DateCut } from "./date-cut.ts";
import type { ReadQuestion, TableFilter } from "./question.ts";

/** Points [start, end) of a series. */
export interface ChosenSeries {
  /** Place among the variables of the question, each once. */
  readonly variable: number;
  readonly entity: TermId;
  /** Entities of a question ascend by it. */
  readonly place: number;
  readonly series: number;
  readonly start: number;
  readonly end: number;
}

const bytesPerSeries = 64;

/**
 * All that the facets of the question have, of `best-for-all` before they are chosen. In the order of
 * `/v2/observation`: variables and entities as asked for, facets by rank.
 */
export function chooseSeries(
  { graph, observations }: World,
  question: ReadQuestion,
  governor: Governor,
): ChosenSeries[] {
  const { entities, variables, date } = question;
  governor.look();
  governor.bytes(entities.length * 8);
  const found =
    typeof entities === "string"
      ? { nodes: entitiesOfExpression(graph, entities, governor), dcids: undefined }
      : listedEntities(entities, graph.dictionary);
  const choice = new SeriesChoice(observations, question, governor);
  const filter = filterOf(observations.facets, question);
  const answer = new ObservationAnswer(observations, found, { date, filter }, choice, governor);
  for (const variable of variables) answer.addValues(variable, graph.dictionary.nodeOf(variable));
  return choice.chosen;
}

class SeriesChoice implements ObservationListener {
  readonly chosen: ChosenSeries[] = [];
  readonly #numbers: NumericPoints;
  readonly #governor: Governor;
  readonly #cut: DateCut | undefined;
  readonly #onlyBest: boolean;
  #variable = -1;
  #entity: TermId = 0;
  #listed = 0;
  #place = 0;
  #hasOne = false;

  constructor(observations: ObservationTable, question: ReadQuestion, governor: Governor) {
    const { date, range = {}, facet, shape } = question;
    this.#numbers = numericPoints(observations);
    this.#governor = governor;
    this.#cut = date === "" ? new DateCut(observations, range) : undefined;
    this.#onlyBest = facet === "best" || (shape === "variables" && facet !== "best-for-all");
  }

  beginVariable(): void {
    this.#variable++;
    this.#listed = 0;
  }

  beginEntity(node: TermId, dcid: string | undefined): void {
    this.#entity = node;
    this.#place = dcid === undefined ? node : this.#listed++;
    this.#hasOne = false;
  }

  addSeries(series: number, first: number, last: number): void {
    if (this.#onlyBest && this.#hasOne) return;
    let [start, end] = [first, last];
    if (this.#cut !== undefined) {
      // Of all dates the table has all points, those at the ends too that are no numbers.
      ({ start, end } = this.#cut.pointsOf(series));
      if (this.#numbers.countIn(start, end) === 0) return;
    }
    this.#hasOne = true;
    this.#governor.rows(end - start);
    this.#governor.bytes(bytesPerSeries);
    const [variable, entity, place] = [this.#variable, this.#entity, this.#place];
    this.chosen.push({ variable, entity, place, series, start, end });
  }

  addFacet(): void {
    // Only values are asked for.
  }

  endEntity(): void {
    // The next one begins.
  }

  endVariable(): void {
    // The next one begins.
  }
}

/** Facets that the question keeps, before the best of them are chosen. */
function filterOf(
  facets: readonly FacetEntry[],
  { facet, filter }: ReadQuestion,
): Pick<FacetFilter, "keeps"> {
  const { facetIds = [], domains = [], ...fields } = filter;
  const filters = [new FacetFilter(facets, facetIds, domains)];
  if (typeof facet !== "string") filters.push(new FacetFilter(facets, facet, []));
  const kept = new Set(
    facets.filter((one) => filters.every((each) => each.keeps(one)) && agrees(one, fields)),
  );
  return { keeps: (one) => kept.has(one) };
}

function agrees(facet: FacetEntry, fields: Omit<TableFilter, "facetIds" | "domains">): boolean {
  return Object.entries(fields).every(([field, wanted]) => {
    const texts = typeof wanted === "string" ? [wanted] : wanted;
    return texts.length === 0 || texts.includes(fieldText(facet, field as keyof typeof fields));
  });
}
