/** The series that a table holds, and their points in the range of dates. */

import { entitiesOfExpression } from "../adapters/reads/contained-places.ts";
import {
  type NumericPoints,
  numericPoints,
  ObservationAnswer,
  type ObservationListener,
  type Selection,
} from "../adapters/reads/observation-answer.ts";
import { FacetFilter, listedEntities } from "../adapters/v2/v2-observation.ts";
import type { Governor } from "../governor/governor.ts";
import { fieldText } from "../stats/facets/facet-fields.ts";
import type { FacetEntry } from "../stats/facets/facets.ts";
import { entityPropertiesOf, seriesAmong } from "../stats/read/entity-properties.ts";
import type { ObservationTable } from "../stats/read/observations.ts";
import type { Range } from "../store/columns/column-source.ts";
import type { Graph } from "../store/graph/graph.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import { compareUtf8 } from "../store/texts/utf8.ts";
import type { World } from "../world/world.ts";
import {
  type DateRange,
  type EntitiesByProperty,
  isByProperty,
  type ReadQuestion,
  type TableFilter,
} from "./table-question.ts";

/** Points [start, end) of a series. */
export interface ChosenSeries {
  /** Place among the variables of the question, each once. */
  readonly variable: number;
  /** The first entity. */
  readonly entity: TermId;
  /** Equal for series about the same entities. */
  readonly about: string | TermId;
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
  world: World,
  question: ReadQuestion,
  governor: Governor,
): ChosenSeries[] {
  const { graph, observations } = world;
  const { entities, variables, date } = question;
  governor.look();
  const choice = new SeriesChoice(world, question, governor);
  const filter = filterOf(observations.facets, question);
  const chosen = () =>
    question.facet === "best-for-all" ? bestForAll(choice.chosen, observations) : choice.chosen;
  if (isByProperty(entities)) {
    const wanted = nodesByProperty(graph, entities, governor);
    for (const variable of variables) choice.addAmong(variable, wanted, { date, filter });
    return chosen();
  }
  governor.bytes(entities.length * 8);
  const found =
    typeof entities === "string"
      ? { nodes: entitiesOfExpression(graph, entities, governor), dcids: undefined }
      : listedEntities(entities, graph.dictionary);
  const answer = new ObservationAnswer(observations, found, { date, filter }, choice, governor);
  for (const variable of variables) answer.addValues(variable, graph.dictionary.nodeOf(variable));
  return chosen();
}

/** @throws ExpressionError for an expression that names no entities */
function nodesByProperty(
  graph: Graph,
  entities: EntitiesByProperty,
  governor: Governor,
): ReadonlyMap<string, ReadonlySet<TermId>> {
  const { dictionary } = graph;
  return new Map(
    Object.entries(entities).map(([property, wanted]) => {
      const nodes =
        typeof wanted === "string"
          ? [...entitiesOfExpression(graph, wanted, governor)]
          : wanted.map((dcid) => dictionary.nodeOf(dcid)).filter((node) => node !== undefined);
      governor.bytes(nodes.length * 8);
      return [property, new Set(nodes)] as const;
    }),
  );
}

class SeriesChoice implements ObservationListener {
  readonly chosen: ChosenSeries[] = [];
  readonly #world: World;
  readonly #shape: ReadQuestion["shape"];
  readonly #numbers: NumericPoints;
  readonly #governor: Governor;
  readonly #cut: DateCut | undefined;
  readonly #onlyBest: boolean;
  #variable = -1;
  #entity: TermId = 0;
  #listed = 0;
  #place = 0;
  #hasOne = false;
  /** By which the variable at hand is about entities. */
  #properties: readonly string[] = [];
  /** Of the entities that a series of the variable at hand is about: their place. */
  readonly #places = new Map<string, number>();
  /** Those of them that have a series already. */
  readonly #met = new Set<string>();

  constructor(world: World, question: ReadQuestion, governor: Governor) {
    const { observations } = world;
    const { date, range = {}, facet, shape } = question;
    this.#world = world;
    this.#shape = shape;
    this.#numbers = numericPoints(observations);
    this.#governor = governor;
    this.#cut = date === "" ? new DateCut(observations, range) : undefined;
    this.#onlyBest = facet === "best" || (shape === "variables" && facet !== "best-for-all");
  }

  /**
   * The series of a variable about entities by property.
   * @throws TypeError for a property that the variable does not have
   */
  addAmong(
    dcid: string,
    wanted: ReadonlyMap<string, ReadonlySet<TermId>>,
    { date, filter }: Selection,
  ): void {
    const { graph, observations } = this.#world;
    const variable = graph.dictionary.nodeOf(dcid);
    this.#begin(variable);
    const properties = this.#properties;
    const unknown = [...wanted.keys()].find((property) => !properties.includes(property));
    if (variable === undefined) return;
    if (unknown !== undefined) {
      throw new TypeError(
        `observations of '${dcid}' are about entities by ${properties.join(", ")}, not by '${unknown}'`,
      );
    }
    const code = observations.dateCodeOf(date);
    for (const series of seriesAmong(this.#world, variable, wanted)) {
      this.#governor.work(4);
      const { start, end } = this.#cutAt(series, date, code);
      this.#entity = observations.entityOf(series);
      if (start < end && filter.keeps(observations.facetOf(series)))
        this.addSeries(series, start, end);
    }
  }

  /** The numbers of a series that a date selects; possibly none. */
  #cutAt(series: number, date: string, code: number | undefined): Range {
    const { observations } = this.#world;
    const { start, end } = this.#numbers.within(observations.pointsOf(series));
    if (date === "") return { start, end };
    if (date === "LATEST") return { start: Math.max(start, end - 1), end };
    const point = code === undefined ? -1 : observations.pointAt(series, code);
    const isThere = point >= 0 && this.#numbers.has(point);
    return isThere ? { start: point, end: point + 1 } : { start, end: start };
  }

  #begin(variable: TermId | undefined): void {
    this.#properties = entityPropertiesOf(this.#world.graph, variable);
    this.#variable++;
    this.#listed = 0;
    this.#met.clear();
  }

  beginVariable(dcid: string): void {
    this.#begin(this.#world.graph.dictionary.nodeOf(dcid));
    if (this.#properties.length === 1 || this.#shape !== "variables") return;
    throw new TypeError(
      `observations of '${dcid}' are about several entities: in the shape 'variables', name 'entities' by property`,
    );
  }

  beginEntity(node: TermId, dcid: string | undefined): void {
    this.#entity = node;
    this.#place = dcid === undefined ? node : this.#listed++;
    this.#hasOne = false;
  }

  addSeries(series: number, first: number, last: number): void {
    const about = this.#properties.length > 1 ? this.#aboutOf(series) : this.#entity;
    const hasOne = typeof about === "string" ? this.#met.has(about) : this.#hasOne;
    if (this.#onlyBest && hasOne) return;
    let [start, end] = [first, last];
    if (this.#cut !== undefined) {
      // For all dates, also points at the ends that are no numbers are in the table.
      ({ start, end } = this.#cut.pointsOf(series));
      if (this.#numbers.countIn(start, end) === 0) return;
    }
    if (typeof about === "string") this.#met.add(about);
    else this.#hasOne = true;
    this.#governor.rows(end - start);
    this.#governor.bytes(bytesPerSeries);
    const [variable, entity] = [this.#variable, this.#entity];
    const place = typeof about === "string" ? this.#placeOf(about) : this.#place;
    this.chosen.push({ variable, entity, about, place, series, start, end });
  }

  /** All entities of a series, with their properties, as a text. */
  #aboutOf(series: number): string {
    const entities = this.#world.observations.allEntitiesOf(series);
    return JSON.stringify([...this.#properties, ...entities]);
  }

  /** Of a plain question, the place of the first entity. */
  #placeOf(about: string): number {
    if (this.#shape !== "variables") return this.#place;
    const place = this.#places.get(about) ?? this.#places.size;
    this.#places.set(about, place);
    return place;
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
  lastAbout: string | TermId;
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
  for (const { variable, about, series, end } of chosen) {
    tallies[variable] ??= new Map();
    const { facetId } = observations.facetOf(series);
    const tally = tallies[variable].get(facetId) ?? {
      id: facetId,
      entities: 0,
      latest: 0,
      lastAbout: -1,
    };
    tallies[variable].set(facetId, tally);
    tally.latest = Math.max(tally.latest, observations.dateCodeAt(end - 1));
    if (tally.lastAbout === about) continue;
    tally.lastAbout = about;
    tally.entities++;
  }
  const bestIds = tallies.map((byId) => [...byId.values()].reduce(better).id);
  let last: ChosenSeries | undefined;
  return chosen.filter((one) => {
    if (observations.facetOf(one.series).facetId !== bestIds[one.variable]) return false;
    if (last?.variable === one.variable && last.about === one.about) return false;
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
