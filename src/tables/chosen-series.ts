/** The series that a table holds, and their points in the range of dates. */

import { entitiesOfExpression } from "../adapters/reads/contained-places.ts";
import {
  type NumericPoints,
  numericPoints,
  ObservationAnswer,
  type ObservationListener,
} from "../adapters/reads/observation-answer.ts";
import { FacetFilter, listedEntities } from "../adapters/v2/v2-observation.ts";
import type { Governor } from "../governor/governor.ts";
import { fieldText } from "../stats/facets/facet-fields.ts";
import type { FacetEntry } from "../stats/facets/facets.ts";
import type { ObservationTable } from "../stats/read/observations.ts";
import type { Range } from "../store/columns/column-source.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import { compareUtf8 } from "../store/texts/utf8.ts";
import type { World } from "../world/world.ts";
import type { DateRange, ReadQuestion, TableFilter } from "./table-question.ts";

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
 * The series of the question, in the order of `/v2/observation`: variables and entities as in the
 * question, facets by rank.
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
  return question.facet === "best-for-all"
    ? bestForAll(choice.chosen, observations)
    : choice.chosen;
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
      // For all dates, also points at the ends that are no numbers are in the table.
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
    // A table has values only.
  }

  endEntity(): void {
    // The next one begins.
  }

  endVariable(): void {
    // The next one begins.
  }
}

/** The facets that the filter of the question keeps. The best of them are chosen later. */
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
    const texts = typeof wanted === "string" ? [wanted] : (wanted ?? []);
    return texts.length === 0 || texts.includes(fieldText(facet, field as keyof typeof fields));
  });
}

interface FacetTally {
  readonly id: string;
  entities: number;
  /** Code of the last date. */
  latest: number;
  lastEntity: number;
}

/**
 * Keeps one facet (by id) of each variable: the one that most entities have, of equals the one with
 * the latest date, of equals the first. Of an entity's series with this facet, the best ranked
 * stays.
 */
function bestForAll(
  chosen: readonly ChosenSeries[],
  observations: ObservationTable,
): ChosenSeries[] {
  const tallies: Map<string, FacetTally>[] = [];
  for (const { variable, entity, series, end } of chosen) {
    tallies[variable] ??= new Map();
    const { facetId } = observations.facetOf(series);
    const tally = tallies[variable].get(facetId) ?? {
      id: facetId,
      entities: 0,
      latest: 0,
      lastEntity: -1,
    };
    tallies[variable].set(facetId, tally);
    tally.latest = Math.max(tally.latest, observations.dateCodeAt(end - 1));
    if (tally.lastEntity === entity) continue;
    tally.lastEntity = entity;
    tally.entities++;
  }
  const bestIds = tallies.map((byId) => [...byId.values()].reduce(better).id);
  let last: ChosenSeries | undefined;
  return chosen.filter((one) => {
    if (observations.facetOf(one.series).facetId !== bestIds[one.variable]) return false;
    if (last?.variable === one.variable && last.entity === one.entity) return false;
    last = one;
    return true;
  });
}

/** Of equals the first. */
function better(a: FacetTally, b: FacetTally): FacetTally {
  return b.entities - a.entities > 0 || (b.entities === a.entities && b.latest > a.latest) ? b : a;
}

/** The points of a series in a range of dates. */
class DateCut {
  readonly #observations: ObservationTable;
  /** Codes of dates [first, end). */
  readonly #first: number;
  readonly #end: number;
  readonly #isAll: boolean;

  constructor(observations: ObservationTable, { from, to }: DateRange) {
    this.#observations = observations;
    const { dateCount } = observations.meta;
    const isFrom = (code: number) => compareUtf8(observations.dateOfCode(code), from ?? "") >= 0;
    const isAfter = (code: number) => {
      const date = observations.dateOfCode(code);
      return to !== undefined && compareUtf8(date, to) > 0 && !date.startsWith(to);
    };
    this.#first = firstWhere(0, dateCount, isFrom);
    this.#end = firstWhere(0, dateCount, isAfter);
    this.#isAll = this.#first === 0 && this.#end === dateCount;
  }

  /** Points of a series in the range; possibly none. */
  pointsOf(series: number): Range {
    const table = this.#observations;
    const points = table.pointsOf(series);
    if (this.#isAll) return points;
    const { start, end } = points;
    const first = firstWhere(start, end, (point) => table.dateCodeAt(point) >= this.#first);
    return {
      start: first,
      end: firstWhere(first, end, (point) => table.dateCodeAt(point) >= this.#end),
    };
  }
}

/**
 * Binary search: the first number in [start, end) for which `has` is true, as for all after it; the
 * end when there is none.
 */
export function firstWhere(start: number, end: number, has: (at: number) => boolean): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (has(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
