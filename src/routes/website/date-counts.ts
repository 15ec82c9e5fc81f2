/** Which dates have data of how many entities; the latest date that many have. */
import type { Commons } from "../../index.ts";
import {
  allPoints,
  allSeries,
  ask,
  type Compact,
  type NamedFacet,
  onePoint,
  type Point,
  type Question,
  type Series,
  withUnitNames,
} from "./compact-observations.ts";

interface DateCounts {
  readonly date: string;
  /** Per facet, ascending by its id. */
  readonly entityCount: readonly { readonly count: number; readonly facet: string }[];
}

interface ObservationDates {
  readonly datesByVariable: readonly {
    readonly variable: string;
    /** Ascending by date. */
    readonly observationDates: readonly DateCounts[];
  }[];
  readonly facets: Readonly<Record<string, NamedFacet>>;
}

export function observationDates(commons: Commons, question: Question): ObservationDates {
  const { data, facets } = allSeries(ask(commons, question), withUnitNames(commons));
  return { datesByVariable: datesByVariable(data), facets };
}

export function datesByVariable(
  data: Compact<readonly Series[]>["data"],
): ObservationDates["datesByVariable"] {
  return Object.entries(data).map(([variable, byEntity]) => ({
    variable,
    observationDates: countsOf(Object.values(byEntity).flat()),
  }));
}

function countsOf(series: readonly Series[]): DateCounts[] {
  const counts = new Map<string, Map<string, number>>();
  for (const { facet, series: points = [] } of series) {
    for (const { date } of points) {
      const ofDate = counts.get(date) ?? new Map<string, number>();
      counts.set(date, ofDate);
      ofDate.set(facet, (ofDate.get(facet) ?? 0) + 1);
    }
  }
  return inOrder(counts).map(([date, ofDate]) => ({
    date,
    entityCount: inOrder(ofDate).map(([facet, count]) => ({ count, facet })),
  }));
}

/** Dates and ids of facets are ASCII: any order of texts is the same. */
const inOrder = <Value>(map: ReadonlyMap<string, Value>): [string, Value][] =>
  [...map].sort(([left], [right]) => (left < right ? -1 : 1));

/** So many of the latest dates, or those of so many years if these are more, are looked at. */
const datesMin = 5;
const years = 5;

/**
 * The date, among the latest ones, at which most entities have a point of one facet. Of equal dates
 * the latest counts. Dates of the future are left out.
 */
function widestDate(dates: readonly DateCounts[], facetIds: readonly string[], today: Date) {
  const past = dates.filter(({ date }) => date < today.toISOString().slice(0, 10)).reverse();
  const since = String(today.getUTCFullYear() - years);
  const recent = past.filter(({ date }) => date > since).length;
  const allowed = new Set(facetIds);
  let best: { readonly date: string; readonly count: number } | undefined;
  for (const { date, entityCount } of past.slice(0, Math.max(recent, datesMin))) {
    const counts = entityCount
      .filter(({ facet }) => allowed.size === 0 || allowed.has(facet))
      .map(({ count }) => count);
    const count = Math.max(0, ...counts);
    if (count > (best?.count ?? 0)) best = { date, count };
  }
  return best?.date;
}

/** Points of each variable at the date that most entities have, `date=HIGHEST_COVERAGE`. */
export function widestPoints(
  commons: Commons,
  question: Question,
  hasAllFacets: boolean,
): Compact<Point[] | Point | object> {
  const { entities, facetIds = [] } = question;
  const dates = observationDates(commons, {
    entities,
    variables: question.variables,
  });
  const found = dates.datesByVariable.map(({ variable, observationDates: counts }) => {
    const date = widestDate(counts, facetIds, new Date());
    if (date === undefined) return { facets: {}, data: { [variable]: {} } };
    const answer = ask(commons, { entities, variables: [variable], date, facetIds });
    const named = withUnitNames(commons);
    return hasAllFacets ? allPoints(answer, named) : onePoint(answer, named);
  });
  return {
    facets: Object.fromEntries(found.flatMap(({ facets }) => Object.entries(facets))),
    data: Object.fromEntries(found.flatMap(({ data }) => Object.entries(data))),
  };
}
