/** Series that a request found, as the formats of answers take them. */

import { decimalText } from "../stats/decimals.ts";
import { type FacetField, fieldText } from "../stats/facet-fields.ts";
import type { FacetEntry } from "../stats/facets.ts";
import type { ObservationTable } from "../stats/read/observations.ts";
import type { PointVisitor, SeriesId } from "../stats/read/point-reader.ts";
import type { SeriesEntities } from "../stats/read/series-entities.ts";
import type { Range } from "../store/columns/column-source.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import { facetComponents, type SdmxComponent, type SdmxKind } from "./components.ts";

/** Series of one variable that a request found, in the order of first entities and ranks. */
export interface SeriesList {
  readonly variable: TermId;
  readonly range: Range;
  /** Those of the range that were found; undefined: all. */
  readonly some?: readonly SeriesId[] | undefined;
  readonly entities: SeriesEntities;
}

/** How many series a list has. */
export const countIn = ({ range, some }: SeriesList): number =>
  some === undefined ? range.end - range.start : some.length;

/** The series at a place of a list. */
export const seriesIn = ({ range, some }: SeriesList, at: number): SeriesId =>
  some === undefined ? range.start + at : (some[at] ?? 0);

/** What a request found: in the order of variables. */
export interface SeriesFound {
  readonly world: World;
  readonly components: readonly SdmxComponent[];
  readonly lists: Iterable<SeriesList>;
  /** Those that the request wants. */
  readonly points: WantedPoints;
}

/** Points of a run at most. */
const runMax = 1 << 7;

/** The points of a series that a request wants, ascending by date: run by run, of which this is the last. */
export class WantedPoints implements Range {
  start = 0;
  end = 0;
  /** Before these are all points that are wanted of the series. */
  #last = 0;
  readonly #dates: "all" | "latest" | readonly number[];
  #series: SeriesId = 0;
  #at = 0;

  /** @param dates codes, ascending */
  constructor(dates: "all" | "latest" | readonly number[]) {
    this.#dates = dates;
  }

  /** Goes before the first run of a series. */
  open(series: SeriesId): void {
    this.#series = series;
    this.#at = 0;
  }

  /** Goes to the next run, if there is one. */
  next(observations: ObservationTable): boolean {
    const dates = this.#dates;
    if (typeof dates === "string") {
      if (this.#at++ > 0) this.start = this.end;
      else {
        const { start, end } = observations.pointsOf(this.#series);
        this.start = dates === "latest" ? end - 1 : start;
        this.#last = end;
      }
      this.end = Math.min(this.start + runMax, this.#last);
      return this.start < this.end;
    }
    while (this.#at < dates.length) {
      this.start = observations.pointAt(this.#series, dates[this.#at++] ?? 0);
      this.end = this.start + 1;
      if (this.start >= 0) return true;
    }
    return false;
  }
}

/** Takes a date and the value as it was written. */
type TakePoint = (date: string, value: string) => void;

/** A series that was found, in texts. */
export interface SeriesTexts {
  readonly variable: string;
  readonly entities: readonly string[];
  readonly facet: FacetEntry;
  /** Shows its points. */
  readonly each: (take: TakePoint) => void;
}

/** What a request found, in texts. */
export interface TextsFound {
  readonly components: readonly SdmxComponent[];
  readonly series: () => Iterable<SeriesTexts>;
}

export function textsOf(found: SeriesFound): TextsFound {
  const { components, lists } = found;
  return {
    components,
    *series() {
      for (const list of lists) {
        for (let at = 0; at < countIn(list); at++) yield textsAt(found, list, at);
      }
    },
  };
}

function textsAt({ world, points }: SeriesFound, list: SeriesList, at: number): SeriesTexts {
  const { observations, graph } = world;
  const { variable, entities } = list;
  const series = seriesIn(list, at);
  const show = (take: TakePoint): PointVisitor => ({
    decimal: (date, mantissa, decimals) =>
      take(observations.dateOfCode(date), decimalText(mantissa, decimals)),
    text: (date, text) => take(observations.dateOfCode(date), text),
  });
  return {
    variable: graph.dictionary.textOf(variable),
    entities: Array.from({ length: entities.count }, (_, place) =>
      graph.dictionary.textOf(entities.at(series, place)),
    ),
    facet: observations.facetOf(series),
    each: (take) => {
      points.open(series);
      while (points.next(observations)) observations.eachPoint(series, show(take), points);
    },
  };
}

/** What a component of a facet shows; empty when unset. */
export const shownOf = (facet: FacetEntry, field: FacetField | "facetId"): string =>
  field === "facetId" ? facet.facetId : fieldText(facet, field);

/** The texts of the dimensions of a series, without its dates: in the order of components. */
export function dimensionsOf({ variable, entities, facet }: SeriesTexts): string[] {
  return [variable, ...entities, ...facetTexts(facet, "dimension")];
}

/** The texts of its attributes, in the order of components. */
export const attributesOf = ({ facet }: SeriesTexts): string[] => facetTexts(facet, "attribute");

/** The texts of the facet in components of a kind. */
export const facetTexts = (facet: FacetEntry, kind: SdmxKind): string[] =>
  facetComponents
    .filter((component) => component.kind === kind)
    .map(({ field }) => shownOf(facet, field));

/** Ids of one kind; of dimensions without that of dates. */
export function idsOf(components: readonly SdmxComponent[], kind: SdmxKind): string[] {
  return components
    .filter((one) => one.kind === kind && one.id !== "TIME_PERIOD")
    .map(({ id }) => id);
}
