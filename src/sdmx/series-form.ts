/** Data as objects: a series each, with its dimensions, attributes and points. */

import { decimalText } from "../stats/decimals.ts";
import type { PointVisitor } from "../stats/read/point-reader.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import { facetComponents, type SdmxComponent, type SdmxKind } from "./components.ts";
import {
  countIn,
  facetTexts,
  idsOf,
  type SeriesFound,
  type SeriesList,
  seriesIn,
} from "./found-series.ts";

/** Series of variables, by the texts of their components. */
export interface SdmxData {
  /** In the order of columns. */
  readonly components: readonly SdmxComponent[];
  readonly series: readonly SdmxSeries[];
}

/** One series: what it is about, and its points. */
export interface SdmxSeries {
  /** By component; those that are empty are left out. */
  readonly dimensions: Readonly<Record<string, string>>;
  readonly attributes: Readonly<Record<string, string>>;
  /** Ascending by date. */
  readonly points: readonly SdmxPoint[];
}

/** A value at a date. */
export interface SdmxPoint {
  readonly timePeriod: string;
  /** As it was written. */
  readonly observationValue: string;
}

export function seriesOf(found: SeriesFound): SdmxData {
  const objects = new SeriesObjects(found);
  const series: SdmxSeries[] = [];
  for (const list of found.lists) {
    for (let at = 0; at < countIn(list); at++) series.push(objects.of(list, seriesIn(list, at)));
  }
  return { components: found.components, series };
}

/** Makes the objects. To copy that of the series before is much faster than to make one of its members. */
class SeriesObjects {
  readonly #found: SeriesFound;
  /** Of the variable and its properties. */
  readonly #ids: readonly string[];
  /** By number: what all series of a facet have. */
  readonly #facets: Pick<SdmxSeries, "dimensions" | "attributes">[] = [];
  /** The series before: its facet, what it is about, and its dimensions. */
  #facet = -1;
  #about: TermId[] = [];
  #dimensions: SdmxSeries["dimensions"] = {};
  readonly #visitor: PointVisitor;
  #points: SdmxPoint[] = [];
  #count = 0;

  constructor(found: SeriesFound) {
    this.#found = found;
    const ids = idsOf(found.components, "dimension");
    this.#ids = ids.slice(0, ids.length - facetIds.length);
    const { observations } = found.world;
    const take = (date: number, observationValue: string) => {
      this.#points[this.#count++] = { timePeriod: observations.dateOfCode(date), observationValue };
    };
    this.#visitor = {
      decimal: (date, mantissa, decimals) => take(date, decimalText(mantissa, decimals)),
      text: take,
    };
  }

  of(list: SeriesList, series: number): SdmxSeries {
    const { attributes } = this.#ofFacet(this.#found.world.observations.facetNumberOf(series));
    return {
      dimensions: this.#dimensionsOf(list, series),
      attributes,
      points: this.#pointsOf(series),
    };
  }

  #ofFacet(number: number): Pick<SdmxSeries, "dimensions" | "attributes"> {
    const known = this.#facets[number] ?? this.#madeOf(number);
    if (number !== this.#facet) {
      this.#facet = number;
      this.#dimensions = known.dimensions;
      this.#about = [];
    }
    return known;
  }

  #madeOf(number: number): Pick<SdmxSeries, "dimensions" | "attributes"> {
    const facet = this.#found.world.observations.facetAt(number);
    const about = this.#ids.map((id) => [id, ""]);
    const made = {
      dimensions: {
        ...Object.fromEntries(about),
        ...named(facetIds, facetTexts(facet, "dimension")),
      },
      attributes: Object.freeze(named(attributeIds, facetTexts(facet, "attribute"))),
    };
    this.#facets[number] = made;
    return made;
  }

  #dimensionsOf({ variable, entities }: SeriesList, series: number): SdmxSeries["dimensions"] {
    const dimensions: Record<string, string> = { ...this.#dimensions };
    const { dictionary } = this.#found.world.graph;
    let term = variable;
    for (let place = 0; place <= entities.count; place++) {
      if (this.#about[place] !== term) {
        this.#about[place] = term;
        dimensions[this.#ids[place] ?? ""] = dictionary.textOf(term);
      }
      term = entities.at(series, place);
    }
    this.#dimensions = dimensions;
    return dimensions;
  }

  #pointsOf(series: number): SdmxPoint[] {
    const { points: wanted } = this.#found;
    const { observations } = this.#found.world;
    wanted.open(series);
    if (!wanted.next(observations)) return [];
    // A list that grows has room for a dozen more.
    const points = new Array<SdmxPoint>(wanted.end - wanted.start);
    this.#points = points;
    this.#count = 0;
    do observations.eachPoint(series, this.#visitor, wanted);
    while (wanted.next(observations));
    return points;
  }
}

const idsOfKind = (kind: SdmxKind): string[] =>
  facetComponents.filter((one) => one.kind === kind).map(({ id }) => id);
const facetIds = idsOfKind("dimension");
const attributeIds = idsOfKind("attribute");

function named(ids: readonly string[], texts: readonly string[]): Record<string, string> {
  const pairs = ids.map((id, at) => [id, texts[at] ?? ""] as const);
  return Object.fromEntries(pairs.filter(([, text]) => text !== ""));
}
