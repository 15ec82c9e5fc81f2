/** Facets of one variable as sources: which fits a question best, and what it says. */

import type { Commons } from "../../index.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import type { Facet, PointStat, V2ObservationResponse } from "../../wire.ts";
import { present } from "../present.ts";
import { type DateFilter, isWithin } from "./date-filter.ts";

/** A point whose value is a number. */
export interface TimeSeriesPoint {
  readonly date: string;
  readonly value: number;
}

interface SourceMetadata {
  /** Id of the facet. */
  readonly sourceId: string;
  readonly importName?: string;
  readonly measurementMethod?: string;
  readonly observationPeriod?: string;
  readonly provenanceUrl?: string;
  readonly unit?: string;
}

export interface Source {
  readonly metadata: SourceMetadata;
  /** Of its facet; lower is better. */
  readonly score: number;
  /** That it has any point of. */
  readonly places: Set<string>;
  /** How many points the dates leave. */
  points: number;
  latest: string;
}

export class Sources {
  /** By facet, then by place: what the dates leave. */
  readonly #points = new Map<string, Map<string, readonly TimeSeriesPoint[]>>();
  readonly #sources = new Map<string, Source>();

  constructor(
    commons: Commons,
    variable: string,
    { byVariable = {}, facets = {} }: V2ObservationResponse,
    filter: DateFilter,
  ) {
    const scores = new Map(
      commons.engine.observations.facets.map(({ facetId, score }) => [facetId, score]),
    );
    const { byEntity = {} } = memberOf(byVariable, variable) ?? {};
    for (const [place, { orderedFacets = [] }] of Object.entries(byEntity)) {
      for (const { facetId, observations = [] } of orderedFacets) {
        const numbers = observations.filter(isNumber);
        if (numbers.length === 0) continue;
        const source = this.#sources.get(facetId) ?? {
          metadata: metadataOf(facetId, facets[facetId]),
          score: scores.get(facetId) ?? 0,
          places: new Set<string>(),
          points: 0,
          latest: "",
        };
        this.#sources.set(facetId, source);
        this.#add(source, place, wanted(numbers, filter));
      }
    }
  }

  #add(source: Source, place: string, points: readonly TimeSeriesPoint[]): void {
    const { sourceId } = source.metadata;
    source.places.add(place);
    source.points += points.length;
    const last = points.at(-1)?.date ?? "";
    if (last > source.latest) source.latest = last;
    const ofSource = this.#points.get(sourceId) ?? new Map<string, readonly TimeSeriesPoint[]>();
    this.#points.set(sourceId, ofSource);
    ofSource.set(place, points);
  }

  /** Places with any point, ascending. */
  places(): readonly string[] {
    const places = new Set([...this.#sources.values()].flatMap((source) => [...source.places]));
    return [...places].sort(compareUtf8);
  }

  /** The source with the most places, then the most points, then the latest date, then the best facet. */
  best(): Source | undefined {
    const all = [...this.#sources.values()];
    const asked = all.filter(({ points }) => points > 0);
    return (asked.length > 0 ? asked : all).sort(compareSources)[0];
  }

  /** The others, ascending by their ids. */
  others(primary: Source): readonly Source[] {
    const others = [...this.#sources.values()].filter((source) => source !== primary);
    return others.sort((a, b) => compareUtf8(a.metadata.sourceId, b.metadata.sourceId));
  }

  pointsOf({ metadata }: Source, place: string): readonly TimeSeriesPoint[] {
    return this.#points.get(metadata.sourceId)?.get(place) ?? [];
  }

  /** Place, date and value, ascending by place and date. */
  rowsOf(source: Source): readonly (readonly [string, string, number])[] {
    return [...source.places]
      .sort(compareUtf8)
      .flatMap((place) =>
        this.pointsOf(source, place).map(({ date, value }) => [place, date, value] as const),
      );
  }
}

function compareSources(a: Source, b: Source): number {
  return (
    b.places.size - a.places.size ||
    b.points - a.points ||
    (a.latest < b.latest ? 1 : a.latest > b.latest ? -1 : 0) ||
    a.score - b.score ||
    compareUtf8(a.metadata.sourceId, b.metadata.sourceId)
  );
}

const isNumber = (point: PointStat): point is TimeSeriesPoint => typeof point.value === "number";

/** What the dates leave of points that ascend by date. */
const wanted = (points: readonly TimeSeriesPoint[], filter: DateFilter) =>
  filter.isLatest ? points.slice(-1) : points.filter(({ date }) => isWithin(date, filter));

function metadataOf(sourceId: string, facet: Facet = {}): SourceMetadata {
  const { importName, measurementMethod, observationPeriod, provenanceUrl, unit } = facet;
  const known = { importName, measurementMethod, observationPeriod, provenanceUrl, unit };
  return { sourceId, ...present(known) };
}

/** The member that an object has itself. */
const memberOf = <Value>(holder: Readonly<Record<string, Value>>, name: string) =>
  Object.hasOwn(holder, name) ? holder[name] : undefined;
