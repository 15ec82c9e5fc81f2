/** Finds the series of a question, and their points in the range of dates. */

import { entitiesOfExpression } from "../../adapters/reads/contained-places.ts";
import { type NumericPoints, numericPoints } from "../../adapters/reads/numeric-points.ts";
import {
  type Entities,
  ObservationAnswer,
  type ObservationListener,
} from "../../adapters/reads/observation-answer.ts";
import { FacetFilter, listedEntities } from "../../adapters/v2/v2-observation.ts";
import type { Governor } from "../../options/governor.ts";
import { fieldText } from "../../stats/facet-fields.ts";
import type { FacetEntry } from "../../stats/facets.ts";
import { entityPropertiesOf, seriesAmong } from "../../stats/read/entity-properties.ts";
import { PointColumns, pointsAlong, seriesAlong } from "../../stats/read/points-along.ts";
import type { IdColumn, Range } from "../../store/columns/column-source.ts";
import type { Graph } from "../../store/graph/graph.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import type { World } from "../../world/world.ts";
import {
  type EntitiesByProperty,
  isByProperty,
  type ReadQuestion,
  type TableFilter,
} from "../table-question.ts";
import { ChosenSeries, joinAbouts, keepBestForAll, orderByDate } from "./chosen-series.ts";
import { DateCut } from "./date-cut.ts";
import { keepCommonDates } from "./one-date.ts";

const bytesPerSeries = 64;

/** The series of the question: variables and entities as in the question, then facets by their order. */
export function chooseSeries(
  world: World,
  question: ReadQuestion,
  governor: Governor,
): ChosenSeries {
  const { graph, observations } = world;
  const { entities, variables, facetOrder } = question;
  governor.look();
  const filter = filterOf(observations.facets, question);
  if (isByProperty(entities)) {
    const choice = new SeriesChoice(world, question, governor, filter);
    const wanted = nodesByProperty(graph, entities, governor);
    for (const variable of variables) choice.addAmong(variable, wanted);
    return finished(choice.chosen, world, question, governor);
  }
  governor.bytes(entities.length * 8);
  const found =
    typeof entities === "string"
      ? { nodes: entitiesOfExpression(graph, entities, governor), dcids: undefined }
      : listedEntities(entities, graph);
  const choice = new SeriesChoice(world, question, governor, filter, found);
  if (facetOrder === "series") {
    choice.expect(variables, found);
    for (const variable of variables) choice.addAbout(variable, found);
  } else {
    const selection = { date: question.date, filter };
    const answer = new ObservationAnswer(observations, found, selection, choice, governor);
    for (const variable of variables) answer.addValues(variable, graph.dictionary.nodeOf(variable));
  }
  return finished(choice.chosen, world, question, governor);
}

function finished(
  chosen: ChosenSeries,
  { observations }: World,
  { facet, hasCommonDate, variables }: ReadQuestion,
  governor: Governor,
): ChosenSeries {
  if (facet === "best-for-all") keepBestForAll(chosen, observations);
  if (hasCommonDate) {
    const numbers = numericPoints(observations);
    keepCommonDates(chosen, observations, numbers, variables.length, governor);
  }
  return chosen;
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
  readonly chosen: ChosenSeries;
  readonly #world: World;
  readonly #question: ReadQuestion;
  readonly #numbers: NumericPoints;
  readonly #governor: Governor;
  /** By number of a facet: does the filter keep it? */
  readonly #keeps: Uint8Array;
  readonly #cut: DateCut | undefined;
  readonly #date: number | undefined;
  readonly #onlyBest: boolean;
  readonly #ordersByDate: boolean;
  /** Is one date of each entity chosen among all its facets, and then the first facet with a number at it? */
  readonly #wantsAnyFacet: boolean;
  readonly #along = new PointColumns();
  #variable = -1;
  #place = 0;
  #hasOne = false;
  /** By which the variable at hand is about entities. */
  #properties: readonly string[] = [];
  /** Of the entities that a series is about: their number. */
  readonly #abouts = new Map<string, number>();
  /** Those of them that have a series of the variable at hand already. */
  readonly #met = new Set<number>();

  constructor(
    world: World,
    question: ReadQuestion,
    governor: Governor,
    filter: Pick<FacetFilter, "keeps">,
    entities?: Entities,
  ) {
    const { observations } = world;
    const { date, range = {}, facet, shape, facetOrder, hasCommonDate } = question;
    this.chosen = new ChosenSeries(entities, observations.isInParts);
    this.#world = world;
    this.#question = question;
    this.#numbers = numericPoints(observations);
    this.#governor = governor;
    this.#keeps = Uint8Array.from(observations.facets, (one) => Number(filter.keeps(one)));
    this.#cut = date === "" ? new DateCut(observations, range) : undefined;
    this.#date = observations.dateCodeOf(date);
    const isOneEach = facet === "best" || (shape === "variables" && facet !== "best-for-all");
    this.#wantsAnyFacet = hasCommonDate && isOneEach;
    this.#onlyBest = isOneEach && !hasCommonDate;
    this.#ordersByDate = facetOrder === "series";
  }

  /** Makes room for a series of each variable about each entity, as far as there can be so many. */
  expect(variables: readonly string[], { nodes }: Entities): void {
    const { graph, observations } = this.#world;
    let rows = 0;
    for (const dcid of variables) {
      const variable = graph.dictionary.nodeOf(dcid);
      if (variable === undefined) continue;
      const { start, end } = observations.seriesOfVariable(variable);
      rows += Math.min(end - start, nodes.length);
    }
    // Refused before the room is made, and counted when the rows come.
    this.#governor.bytes(rows * bytesPerSeries);
    this.#governor.bytes(-rows * bytesPerSeries);
    this.chosen.reserve(rows);
  }

  /** The series of a variable about entities, by the order of tables. */
  addAbout(dcid: string, { nodes }: Entities): void {
    const { graph, observations } = this.#world;
    const { date } = this.#question;
    const variable = graph.dictionary.nodeOf(dcid);
    this.#begin(variable);
    this.#requireOneEntity(dcid);
    if (variable === undefined) return;
    const { count: first } = this.chosen;
    this.#governor.work(2 * nodes.length);
    const isAlong = this.#numbers.isAll && this.#properties.length === 1;
    const isOnePoint = date !== "" && isAlong;
    const range = observations.seriesOfVariable(variable);
    const runs = isAlong && date === "" && seriesAlong(observations, variable, nodes, this.#along);
    if (isOnePoint) this.#addAlong(variable, nodes);
    else if (runs) this.#addRuns(runs);
    else {
      this.#along.find(observations.entitiesOf(range), 0, nodes);
      const { count, places, series } = this.#along;
      for (let row = 0; row < count; row++) {
        this.#place = places[row]!;
        this.#addKept(range.start + series[row]!);
      }
    }
    if (!isOnePoint || !this.#onlyBest) this.#order(first);
  }

  /** The points of each series that was found, in the range of dates. */
  #addRuns(runs: IdColumn): void {
    const { chosen } = this;
    const { count, places, series, facets, points, dates, steps } = this.#along;
    this.#governor.bytes(count * bytesPerSeries);
    chosen.reserve(chosen.count + count);
    chosen.numbers = undefined;
    for (let row = 0; row < count; row++) {
      if (this.#keeps[facets[row]!] === 0) continue;
      const first = dates[row]!;
      const { start, end } = this.#cut!.datesOf(runs, first, first + steps[row]!);
      if (start === end) continue;
      this.#governor.rows(end - start);
      const at = chosen.count++;
      chosen.variables[at] = this.#variable;
      chosen.places[at] = places[row]!;
      chosen.abouts[at] = places[row]!;
      chosen.series[at] = series[row]!;
      chosen.facets[at] = facets[row]!;
      chosen.starts[at] = points[row]! + start - first;
      chosen.ends[at] = points[row]! + end - first;
      chosen.dates[at] = runs[end - 1]!;
    }
  }

  /** A point of each series, read for all at once; of several facets the one with the latest date. */
  #addAlong(variable: TermId, nodes: Uint32Array): void {
    const { observations } = this.#world;
    const { chosen } = this;
    if (this.#question.date !== "LATEST" && this.#date === undefined) return;
    const read = pointsAlong(observations, variable, nodes, this.#date, this.#along);
    const { count, places, series, facets, points, dates, numbers } = read;
    this.#governor.rows(count);
    this.#governor.bytes(count * bytesPerSeries);
    chosen.reserve(chosen.count + count);
    const keeps = this.#keeps;
    let at = chosen.count;
    let last = -1;
    for (let row = 0; row < count; row++) {
      if (keeps[facets[row]!] === 0) continue;
      const place = places[row]!;
      if (place === last && this.#onlyBest) {
        if (dates[row]! <= chosen.dates[at - 1]!) continue;
        at--;
      }
      last = place;
      chosen.variables[at] = this.#variable;
      chosen.places[at] = place;
      chosen.abouts[at] = place;
      chosen.series[at] = series[row]!;
      chosen.facets[at] = facets[row]!;
      chosen.starts[at] = points[row]!;
      chosen.ends[at] = points[row]! + 1;
      chosen.dates[at] = dates[row]!;
      if (chosen.numbers !== undefined) chosen.numbers[at] = numbers[row]!;
      at++;
    }
    chosen.count = at;
  }

  /**
   * The series of a variable about entities by property.
   * @throws TypeError for a property that the variable does not have
   */
  addAmong(dcid: string, wanted: ReadonlyMap<string, ReadonlySet<TermId>>): void {
    const { graph } = this.#world;
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
    const { count: first } = this.chosen;
    for (const series of seriesAmong(this.#world, variable, wanted)) {
      this.#addKept(series);
    }
    this.#order(first);
  }

  /** Adds a series if the filter keeps it and it has a number at the date. */
  #addKept(series: number): void {
    const { observations } = this.#world;
    this.#governor.work(4);
    if (this.#keeps[observations.facetNumberOf(series)] === 0) return;
    const { start, end } = this.#cutAt(series);
    if (start < end) this.addSeries(series, start, end);
  }

  #order(first: number): void {
    if (!this.#ordersByDate) return;
    if (this.#properties.length > 1) joinAbouts(this.chosen, first);
    // At one date, facets have the order in which they came.
    if (!this.#wantsAnyFacet) orderByDate(this.chosen, first, this.#onlyBest);
  }

  /** The numbers of a series that a date selects; possibly none. */
  #cutAt(series: number): Range {
    const { observations } = this.#world;
    const { date } = this.#question;
    const { start, end } = this.#numbers.within(observations.pointsOf(series));
    if (date === "") return { start, end };
    if (date === "LATEST") return { start: Math.max(start, end - 1), end };
    const point = this.#date === undefined ? -1 : observations.pointAt(series, this.#date);
    const isThere = point >= 0 && this.#numbers.has(point);
    return isThere ? { start: point, end: point + 1 } : { start, end: start };
  }

  #begin(variable: TermId | undefined): void {
    this.#properties = entityPropertiesOf(this.#world.graph, variable);
    this.#variable++;
    this.#place = -1;
    this.#met.clear();
  }

  beginVariable(dcid: string): void {
    this.#begin(this.#world.graph.dictionary.nodeOf(dcid));
    this.#requireOneEntity(dcid);
  }

  #requireOneEntity(dcid: string): void {
    if (this.#properties.length === 1 || this.#question.shape !== "variables") return;
    throw new TypeError(
      `observations of '${dcid}' are about several entities: in the shape 'variables', name 'entities' by property`,
    );
  }

  beginEntity(node: TermId, dcid: string | undefined): void {
    const { nodes } = this.chosen.entities!;
    this.#place++;
    // Of an expression only those with data come, in their order.
    if (dcid === undefined) while (nodes[this.#place] !== node) this.#place++;
    this.#hasOne = false;
  }

  addSeries(series: number, first: number, last: number): void {
    const { observations } = this.#world;
    const isAboutSeveral = this.#properties.length > 1 || this.chosen.entities === undefined;
    const about = isAboutSeveral ? this.#aboutOf(series) : this.#place;
    const hasOne = isAboutSeveral ? this.#met.has(about) : this.#hasOne;
    if (this.#onlyBest && hasOne && !this.#ordersByDate) return;
    let range = { start: first, end: last };
    let date = 0;
    if (this.#cut !== undefined) {
      // For all dates, also points at the ends that are no numbers are in the table.
      range = this.#cut.pointsOf(series);
      if (this.#numbers.countIn(range.start, range.end) === 0) return;
    }
    const { start, end } = range;
    if (this.#ordersByDate) date = observations.dateCodeAt(this.#numbers.within(range).end - 1);
    if (isAboutSeveral) this.#met.add(about);
    else this.#hasOne = true;
    this.#governor.rows(end - start);
    this.#governor.bytes(bytesPerSeries);
    const facet = observations.facetNumberOf(series);
    const hasPlace = !isAboutSeveral || this.#question.shape !== "variables";
    const place = hasPlace ? Math.max(this.#place, 0) : about;
    const row = { series, place, about, facet };
    this.chosen.push(this.#variable, row, range, date);
  }

  /** The number of all entities of a series, with their properties. */
  #aboutOf(series: number): number {
    const entities = this.#world.observations.allEntitiesOf(series);
    const key = JSON.stringify([...this.#properties, ...entities]);
    const number = this.#abouts.get(key) ?? this.#abouts.size;
    this.#abouts.set(key, number);
    return number;
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

// Which facets the filter of a question keeps.

/** The facets that the filter of the question keeps. The best of them are chosen later. */
export function filterOf(
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
