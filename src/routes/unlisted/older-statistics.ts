/** `/stat/…` and `/bulk/stats`: what the older Python clients ask about observations. */

import type { Commons } from "../../index.ts";
import { type ParamsOf, required, text } from "../../router/fields.ts";
import type { V1Facet } from "../../wire.ts";
import { firstTexts, present } from "../node-values.ts";

/** One facet of a variable and a place. Values that are no numbers are left out. */
interface SourceSeries {
  readonly facet: V1Facet;
  /** Of the facet; lower is better. */
  readonly score: number;
  /** By date, ascending. */
  readonly val: Readonly<Record<string, number>>;
}

/** By place, then by variable; the best facet first. */
type Found = ReadonlyMap<string, ReadonlyMap<string, readonly SourceSeries[]>>;

/** Facets above it do not take part in the latest value (behaviour: observation 3.3). */
const inferiorScore = 1000;

function find(commons: Commons, places: readonly string[], variables: readonly string[]): Found {
  const answer = commons.v1.bulkObservationSeries({ entities: places, variables, allFacets: true });
  const scores = new Map(
    commons.engine.observations.facets.map(({ facetId, score }) => [facetId, score]),
  );
  const facets = new Map(Object.entries(answer.facets ?? {}));
  const found = new Map(places.map((place) => [place, new Map<string, SourceSeries[]>()]));
  for (const { variable, observationsByEntity = [] } of answer.observationsByVariable ?? []) {
    for (const { entity, seriesByFacet = [] } of observationsByEntity) {
      const series = seriesByFacet.flatMap((one): SourceSeries[] => {
        const facet = facets.get(one.facet);
        if (facet === undefined) return [];
        const val = Object.fromEntries(one.series.map(({ date, value }) => [date, value]));
        return [{ facet, score: scores.get(one.facet) ?? 0, val }];
      });
      if (series.length > 0) found.get(entity)?.set(variable, series);
    }
  }
  return found;
}

/** What a series must have; an empty text stands for anything. */
export const seriesFilter = {
  measurementMethod: text("measurement_method"),
  observationPeriod: text("observation_period"),
  unit: text("unit"),
  scalingFactor: text("scaling_factor"),
};
type SeriesFilter = ParamsOf<typeof seriesFilter>;

export const oneSeries = {
  place: required(text("place")),
  variable: required(text("stat_var")),
  ...seriesFilter,
};
type OneSeries = ParamsOf<typeof oneSeries>;

interface ManySeries {
  readonly places: readonly string[];
  readonly variables: readonly string[];
}

const filterFields = Object.keys(seriesFilter) as (keyof SeriesFilter)[];

/** Whether a series has what the request names. */
function filterOf(filter: SeriesFilter): (series: SourceSeries) => boolean {
  const wanted = filterFields.filter((name) => filter[name] !== "");
  return ({ facet }) => wanted.every((name) => facet[name] === filter[name]);
}

/** The series of one place and one variable that the request names. */
function ofOne(commons: Commons, params: OneSeries): readonly SourceSeries[] {
  const { place, variable } = params;
  const series = find(commons, [place], [variable]).get(place)?.get(variable) ?? [];
  return series.filter(filterOf(params));
}

/** The value at a date of the best facet that has it, or the latest value of all. */
export function statValue(
  commons: Commons,
  params: OneSeries & { readonly date: string },
): { value?: number } {
  const series = ofOne(commons, params);
  const { date } = params;
  if (date !== "") {
    const best = series.find(({ val }) => Object.hasOwn(val, date));
    return best === undefined ? {} : { value: best.val[date] as number };
  }
  let latest: readonly [string, number] | undefined;
  for (const [rank, { val, score }] of series.entries()) {
    if (rank > 0 && score > inferiorScore) break;
    const last = lastOf(val);
    if (last !== undefined && (latest === undefined || last[0] > latest[0])) latest = last;
  }
  return latest === undefined ? {} : { value: latest[1] };
}

/** Keys such as `2020` stand before `2020-01` in an object, whatever their order was. */
function lastOf(val: Readonly<Record<string, number>>): readonly [string, number] | undefined {
  return Object.entries(val).reduce<readonly [string, number] | undefined>(
    (last, point) => (last === undefined || point[0] > last[0] ? point : last),
    undefined,
  );
}

/** The series of the best facet. */
export function statSeries(commons: Commons, params: OneSeries) {
  return { series: ofOne(commons, params)[0]?.val ?? {} };
}

/** All series of places and variables; `{}` where there is none. */
export function statAll(commons: Commons, { places, variables }: ManySeries) {
  const found = find(commons, places, variables);
  const ofPlace = (place: string) =>
    variables.map((variable) => {
      const series = found.get(place)?.get(variable);
      return [variable, series === undefined ? {} : { sourceSeries: series.map(written) }] as const;
    });
  const placeData = places.map(
    (place) => [place, { statVarData: Object.fromEntries(ofPlace(place)) }] as const,
  );
  return { placeData: Object.fromEntries(placeData) };
}

function written({ facet, val }: SourceSeries) {
  const { provenanceId: _, ...shown } = facet;
  return { val, ...shown };
}

/** The best series of each place that has one, as a text of JSON in `payload`. */
export function bulkStats(commons: Commons, params: ManySeries & SeriesFilter) {
  const { places } = params;
  const variable = params.variables[0] as string;
  const found = find(commons, places, [variable]);
  const names = firstTexts(commons, places);
  const isWanted = filterOf(params);
  const ofPlaces = places.flatMap((place) => {
    const series = found.get(place)?.get(variable)?.filter(isWanted) ?? [];
    const [best] = series;
    if (best === undefined) return [];
    const { provenanceUrl } = best.facet;
    const about = present({ placeName: names.get(place), provenanceUrl });
    return [[place, { data: best.val, ...about }] as const];
  });
  return { payload: JSON.stringify(Object.fromEntries(ofPlaces)) };
}
