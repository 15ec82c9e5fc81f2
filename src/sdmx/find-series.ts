/** From filters to series: those of a world that pass all of them. */

import type { Governor } from "../options/governor.ts";
import { aboutProperty, entitiesMax } from "../stats/facet-fields.ts";
import { entityPropertiesOf } from "../stats/read/entity-properties.ts";
import { SeriesEntities } from "../stats/read/series-entities.ts";
import type { Range } from "../store/columns/column-source.ts";
import { closure } from "../store/graph/walk.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import { compareUtf8 } from "../store/texts/utf8.ts";
import type { World } from "../world/world.ts";
import {
  componentsFor,
  facetComponents,
  filtersFor,
  isFixed,
  type SdmxQuestion,
} from "./components.ts";
import {
  type Filters,
  invalid,
  type PlaceFilter,
  placesOf,
  quoted,
  sorted,
  type TimeFilter,
  timeOf,
  variablesOf,
  withoutProperties,
} from "./filters.ts";
import { type SeriesFound, type SeriesList, shownOf, WantedPoints } from "./found-series.ts";

/**
 * What a request for data finds. Points are read when a format asks for them; the governor counts
 * them before.
 *
 * @param filters which `checkFilters` let pass
 * @throws CommonsError
 */
export function findSeries(world: World, filters: Filters, governor: Governor): SeriesFound {
  const properties = propertiesFor(world, filters);
  checkFit(filters, properties, "data");
  const chosen = new SeriesChoice(world, filters, properties, governor);
  const lists: SeriesList[] = [];
  for (const found of chosen.ranges()) {
    if (chosen.isAll(found)) {
      governor.rows(chosen.pointCountOf(found.range.start, found.range.end));
      lists.push(found);
      continue;
    }
    const some: number[] = [];
    chosen.eachOf(found, (one) => {
      governor.rows(chosen.pointCountOf(one, one + 1));
      some.push(one);
    });
    if (some.length > 0) lists.push({ ...found, some });
  }
  const points = chosen.wantedPoints();
  return { world, components: componentsFor(properties), lists, points };
}

/**
 * The values of a component in the series that pass all filters, ascending and each once.
 *
 * @param filters which `checkFilters` let pass
 * @throws CommonsError
 */
export function findValues(
  world: World,
  component: string,
  filters: Filters,
  governor: Governor,
): string[] {
  const properties = propertiesFor(world, filters);
  checkFit(filters, properties, "availability");
  checkComponent(component, properties);
  const { observations, graph } = world;
  const chosen = new SeriesChoice(world, filters, properties, governor);
  const length = Math.max(graph.dictionary.nodeCount, observations.facets.length);
  governor.bytes(length);
  const found = new Uint8Array(length);
  const field = facetComponents.find(({ id }) => id === component)?.field;
  const place = properties.indexOf(component);
  for (const range of chosen.ranges()) {
    const { variable, entities } = range;
    chosen.eachOf(range, (series) => {
      if (field !== undefined) found[observations.facetNumberOf(series)] = 1;
      else found[place < 0 ? variable : entities.at(series, place)] = 1;
    });
  }
  const members: number[] = [];
  for (let at = found.indexOf(1); at >= 0; at = found.indexOf(1, at + 1)) members.push(at);
  // Ids ascend as their texts do.
  if (field === undefined) return members.map((node) => graph.dictionary.textOf(node as TermId));
  const texts = new Set(members.map((facet) => shownOf(observations.facetAt(facet), field)));
  texts.delete("");
  return [...texts].sort(compareUtf8);
}

/** Series of one variable, side by side. */
interface SeriesOfVariable {
  readonly variable: TermId;
  readonly range: Range;
  readonly entities: SeriesEntities;
  /** What they may lack: the others were found by it. */
  readonly unsure: readonly WantedAt[];
}

/** The entities that a property may have; undefined: any. */
type Wanted = ReadonlySet<TermId> | undefined;

interface WantedAt {
  readonly place: number;
  readonly set: ReadonlySet<TermId>;
}

const hasEntities = (series: number, entities: SeriesEntities, wanted: readonly WantedAt[]) =>
  wanted.every(({ place, set }) => set.has(entities.at(series, place)));

class SeriesChoice {
  readonly #world: World;
  readonly #governor: Governor;
  readonly #variables: readonly TermId[];
  /** In the order of the properties. */
  readonly #wanted: readonly Wanted[];
  /** Those that want some entities alone. */
  readonly #filtered: readonly WantedAt[];
  /** The place of the property that wants the fewest entities, and those, ascending. */
  readonly #fewest: readonly [place: number, entities: Uint32Array | undefined];
  /** By number of a facet; undefined: all are wanted. */
  readonly #facets: Uint8Array | undefined;
  readonly #time: TimeFilter;
  /** Codes of the wanted dates, ascending. */
  readonly #dates: readonly number[];

  constructor(world: World, filters: Filters, properties: readonly string[], governor: Governor) {
    this.#world = world;
    this.#governor = governor;
    this.#variables = nodesOf(world, variablesOf(filters));
    this.#wanted = properties.map((property) => {
      const filter = filters.get(property);
      if (filter === undefined) return undefined;
      const places = placesOf(filter);
      return places === undefined
        ? new Set(nodesOf(world, filter.values))
        : placesWithin(world, places, governor);
    });
    this.#filtered = this.#wanted.flatMap((set, place) =>
      set === undefined ? [] : [{ place, set }],
    );
    const counts = this.#wanted.map((wanted) => wanted?.size ?? Number.POSITIVE_INFINITY);
    const place = counts.indexOf(Math.min(...counts));
    const entities = this.#wanted[place];
    this.#fewest = [place, entities && Uint32Array.from(entities).sort()];
    this.#facets = facetsOf(world, filters);
    this.#time = timeOf(filters);
    const { observations } = world;
    const dates = typeof this.#time === "string" ? [] : this.#time;
    this.#dates = dates
      .map((date) => observations.dateCodeOf(date))
      .filter((code) => code !== undefined);
  }

  /**
   * Series about the entities of one property, in the order of variables, first entities and rank. The
   * other properties are not looked at.
   */
  *ranges(): Generator<SeriesOfVariable> {
    const { observations } = this.#world;
    for (const variable of this.#variables) {
      for (const [{ start, end }, unsure] of this.#rangesOf(variable)) {
        if (start === end) continue;
        this.#governor.work(end - start);
        const range = { start, end };
        yield { variable, range, entities: new SeriesEntities(observations, range), unsure };
      }
    }
  }

  *#rangesOf(variable: TermId): Generator<readonly [Range, unsure: readonly WantedAt[]]> {
    const { observations } = this.#world;
    const [place, entities] = this.#fewest;
    const filtered = this.#filtered;
    const all = observations.seriesOfVariable(variable);
    if (entities === undefined || entities.length >= all.end - all.start) yield [all, filtered];
    else if (place === 0) {
      const cursor = observations.cursorOf(variable);
      this.#governor.work(entities.length);
      const others = filtered.filter((one) => one.place !== 0);
      for (const entity of entities) if (cursor.seek(entity)) yield [cursor, others];
    } else {
      for (const series of this.#withFurther(entities, all))
        yield [{ start: series, end: series + 1 }, filtered];
    }
  }

  /** Ascending: several of the entities may be of one series. */
  #withFurther(entities: Uint32Array, within: Range): Float64Array {
    const found = new Set<number>();
    for (const entity of entities) {
      const series = this.#world.observations.further.seriesWith(entity, within);
      this.#governor.work(series.length);
      for (const one of series) found.add(one);
    }
    return Float64Array.from(found).sort();
  }

  /** Takes those that pass all filters, ascending. */
  eachOf({ range, entities, unsure }: SeriesOfVariable, take: (series: number) => void): void {
    const { observations } = this.#world;
    const facets = this.#facets;
    const isAnyDate = typeof this.#time === "string";
    // Of a million series, most questions look at one of these at most.
    for (let series = range.start; series < range.end; series++) {
      if (facets !== undefined && facets[observations.facetNumberOf(series)] === 0) continue;
      if (unsure.length > 0 && !hasEntities(series, entities, unsure)) continue;
      if (isAnyDate || this.#hasDate(series)) take(series);
    }
  }

  /** Do all pass? */
  isAll({ unsure }: SeriesOfVariable): boolean {
    return this.#facets === undefined && unsure.length === 0 && typeof this.#time === "string";
  }

  #hasDate(series: number): boolean {
    const { observations } = this.#world;
    return this.#dates.some((date) => observations.pointAt(series, date) >= 0);
  }

  /** Of series [start, end), at most. */
  pointCountOf(start: number, end: number): number {
    if (this.#time === "all") {
      const points = this.#world.observations.pointsOfSeries({ start, end });
      return points.end - points.start;
    }
    return (end - start) * (this.#time === "latest" ? 1 : this.#dates.length);
  }

  /** Those that are wanted of a series. */
  wantedPoints(): WantedPoints {
    return new WantedPoints(typeof this.#time === "string" ? this.#time : this.#dates);
  }
}

/** Those that the world knows. */
const nodesOf = ({ graph }: World, dcids: readonly string[]): TermId[] =>
  dcids.map((dcid) => graph.dictionary.nodeOf(dcid)).filter((node) => node !== undefined);

/** Nodes of a type inside of a place, over any number of steps: the place itself is not in itself. */
function placesWithin(
  { graph }: World,
  { ancestor, type }: PlaceFilter,
  governor: Governor,
): ReadonlySet<TermId> {
  const { dictionary } = graph;
  const [place, typeNode] = [dictionary.nodeOf(ancestor), dictionary.nodeOf(type)];
  const containment = graph.predicateOf("containedInPlace");
  if (place === undefined || typeNode === undefined || containment === undefined) return new Set();
  const ofType = [{ predicate: graph.predicateOf("typeOf"), values: new Set([typeNode]) }];
  const steps = Number.POSITIVE_INFINITY;
  governor.look();
  const places = new Set(closure(graph, place, "in", containment, steps, ofType, governor));
  places.delete(place);
  return places;
}

/** By number of a facet, 1 for those that pass; undefined where all do. */
function facetsOf({ observations }: World, filters: Filters): Uint8Array | undefined {
  const wanted = facetComponents.flatMap(({ id, field }) => {
    const values = filters.get(id)?.values;
    return values === undefined ? [] : [{ field, values: new Set(values) }];
  });
  if (wanted.length === 0) return undefined;
  const passes = observations.facets.map((facet) =>
    Number(wanted.every(({ field, values }) => values.has(shownOf(facet, field)))),
  );
  return Uint8Array.from(passes);
}

// Which properties the variables of a request have, and whether its filters fit these.

/**
 * The properties by which observations of the variables are about entities, ascending (behaviour:
 * sdmx 1).
 *
 * @throws CommonsError for variables that cannot be asked for together
 */
export function propertiesFor(world: World, filters: Filters): readonly string[] {
  const [first, ...others] = variablesOf(filters).map((variable) => {
    return { variable, properties: checkedProperties(world, variable) };
  });
  if (first === undefined) return [aboutProperty];
  for (const { variable, properties } of others) {
    if (shown(properties) === shown(first.properties)) continue;
    const got = `got ${shown(properties)}, want ${shown(first.properties)}`;
    throw misshapen(
      `incompatible observationProperties for stat var ${quoted(variable)}: ${got} from stat var ${quoted(first.variable)}`,
    );
  }
  return first.properties;
}

/** @throws CommonsError */
function checkedProperties({ graph }: World, variable: string): readonly string[] {
  const properties = entityPropertiesOf(graph, graph.dictionary.nodeOf(variable));
  const subject = `stat var ${quoted(variable)} has`;
  const reserved = properties.find(isFixed);
  if (reserved !== undefined) {
    throw misshapen(`${subject} reserved observationProperty ${quoted(reserved)}`);
  }
  const { length } = properties;
  if (length <= entitiesMax) return properties;
  const most = `max supported entity slots is ${entitiesMax}`;
  throw misshapen(`${subject} ${length} observationProperties; ${most}`);
}

/** The service names the step that refuses. */
const misshapen = (problem: string) => invalid(`resolveSdmxEntityShape: ${problem}`);

/**
 * Holds filters to the components that the variables have.
 *
 * @throws CommonsError
 */
function checkFit(filters: Filters, properties: readonly string[], question: SdmxQuestion): void {
  for (const [id, filter] of sorted(filters)) {
    if (filter.properties.size > 0 && !properties.includes(id)) throw withoutProperties(id);
  }
  const known = filtersFor(properties, question);
  const wrong = sorted(filters).find(([id]) => !known.includes(id));
  if (wrong !== undefined) {
    const kind = question === "data" ? "components" : "dimensions";
    const list = shown(known.sort(compareUtf8));
    throw invalid(
      `unsupported SDMX component filter ${quoted(wrong[0])}; filterable ${kind} are ${list}`,
    );
  }
  if (question === "data" && !properties.some((property) => filters.has(property))) {
    const needed = "SDMX data query must include at least one observation property filter";
    throw invalid(`${needed}; allowed observation properties are ${shown(properties)}`);
  }
}

/**
 * Holds the component whose values are asked for to those that the variables have.
 *
 * @throws CommonsError
 */
function checkComponent(component: string, properties: readonly string[]): void {
  const known = filtersFor(properties, "availability").filter((id) => id !== "TIME_PERIOD");
  if (known.includes(component)) return;
  const list = shown(known.sort(compareUtf8));
  throw invalid(
    `unsupported SDMX availability component ${quoted(component)}; filterable dimensions are ${list}`,
  );
}

/** A list as the service writes it. */
const shown = (list: readonly string[]): string => `[${list.join(" ")}]`;
