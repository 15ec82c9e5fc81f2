/** Tables made from the answers of `/v2/observation`, by plain searches. */

import type { Commons, DateRange, EntityExpression, TableQuestion } from "../../../src/index.ts";
import type { Facet } from "../../../src/wire.ts";

/** A value, where it is from and what it is about. */
export interface NaiveRecord {
  readonly variable: string;
  readonly entity: string;
  readonly facetId: string;
  readonly facet: Facet;
  readonly date: string;
  readonly value: number | null;
}

interface NaiveSeries {
  readonly variable: string;
  readonly entity: string;
  readonly facetId: string;
  readonly facet: Facet;
  readonly points: readonly { readonly date: string; readonly value: number }[];
}

export const byBytes = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

/** About entities by `observationAbout`. */
export type PlainQuestion = TableQuestion & {
  readonly entities: readonly string[] | EntityExpression;
};

/** The numbers of a table in the shape `records`, in its order. */
export function naiveRecords(commons: Commons, question: PlainQuestion): NaiveRecord[] {
  const found =
    question.facetOrder === "service"
      ? seriesOf(commons, question)
      : seriesByDate(commons, question);
  const kept = chosen(found, question);
  const denominator =
    question.denominator ?? (question.perCapita === true ? "Count_Person" : undefined);
  return kept.flatMap(({ points, ...about }) =>
    points.map(({ date, value }) => {
      if (denominator === undefined) return { ...about, date, value };
      const by = nearest(commons, denominator, about.entity, about.facetId, date);
      return { ...about, date, value: by === undefined || by === 0 ? null : value / by };
    }),
  );
}

function seriesOf(commons: Commons, question: PlainQuestion): readonly NaiveSeries[] {
  const { entities, variables, date = "latest", facet, filter = {} } = question;
  const { unit } = filter;
  const ofUnit = commons.engine.observations.facets.filter((one) => unit === one.unit);
  const facetIds = [
    ...(filter.facetIds ?? []),
    ...(Array.isArray(facet) ? facet : []),
    ...(unit === undefined ? [] : ["none", ...ofUnit.map(({ facetId }) => facetId)]),
  ];
  const { byVariable = {}, facets = {} } = commons.v2.observation({
    variable: { dcids: variables },
    entity: typeof entities === "string" ? { expression: entities } : { dcids: entities },
    date: date === "latest" ? "LATEST" : typeof date !== "string" || date === "all" ? "" : date,
    select: ["variable", "entity", "date", "value"],
    filter: { facetIds, domains: filter.domains ?? [] },
  });
  const series: NaiveSeries[] = [];
  for (const [variable, { byEntity = {} }] of Object.entries(byVariable)) {
    for (const [entity, { orderedFacets = [] }] of Object.entries(byEntity)) {
      for (const { facetId, observations = [] } of orderedFacets) {
        const points = observations.filter((point) => isInRange(point.date, date));
        const about = { variable, entity, facetId, facet: facets[facetId] as Facet };
        if (points.length > 0) series.push({ ...about, points: points as NaiveSeries["points"] });
      }
    }
  }
  return series;
}

/** By the definition: all that each entity has, cut by date, and the latest date first. */
function seriesByDate(commons: Commons, question: PlainQuestion): readonly NaiveSeries[] {
  const { date = "latest", variables } = question;
  const entities = [...new Set(entitiesOf(commons, question))];
  if (entities.length === 0) return [];
  const all = seriesOf(commons, { ...question, entities, date: "all", facetOrder: "service" });
  const cut = all.map((one) => ({
    ...one,
    points: one.points.filter((point, at) => {
      if (typeof date !== "string") return isInRange(point.date, date);
      if (date === "latest") return at === one.points.length - 1;
      return date === "all" || point.date === date;
    }),
  }));
  const last = ({ points }: NaiveSeries) => points.at(-1)?.date ?? "";
  return [...new Set(variables)].flatMap((variable) =>
    entities.flatMap((entity) =>
      cut
        .filter((one) => one.variable === variable && one.entity === entity)
        .filter(({ points }) => points.length > 0)
        .toSorted((a, b) => byBytes(last(b), last(a))),
    ),
  );
}

/** Listed ones, or those that the endpoint finds by the expression. */
function entitiesOf(commons: Commons, { entities, variables }: PlainQuestion): readonly string[] {
  if (typeof entities !== "string") return entities;
  const { byVariable = {} } = commons.v2.observation({
    variable: { dcids: variables },
    entity: { expression: entities },
    select: ["variable", "entity"],
  });
  const found = Object.values(byVariable).flatMap(({ byEntity = {} }) => Object.keys(byEntity));
  return [...new Set(found)].sort(byBytes);
}

export function isInRange(date: string, range: string | DateRange): boolean {
  if (typeof range === "string") return true;
  const { from = "", to = "\u{10ffff}" } = range;
  return byBytes(date, from) >= 0 && (byBytes(date, to) <= 0 || date.startsWith(to));
}

function chosen(agreeing: readonly NaiveSeries[], question: PlainQuestion): readonly NaiveSeries[] {
  const { facet = "best", shape } = question;
  if (facet === "best-for-all") {
    const best = new Map<string, string>();
    for (const { variable } of agreeing) best.set(variable, bestFacet(agreeing, variable));
    return agreeing.filter(({ variable, facetId }) => best.get(variable) === facetId);
  }
  if (facet === "all" || (typeof facet !== "string" && shape !== "variables")) return agreeing;
  return agreeing.filter(
    (one) =>
      one ===
      agreeing.find(({ variable, entity }) => variable === one.variable && entity === one.entity),
  );
}

function bestFacet(all: readonly NaiveSeries[], variable: string): string {
  const own = all.filter((one) => one.variable === variable);
  const ids = [...new Set(own.map(({ facetId }) => facetId))];
  const entities = (id: string) => own.filter(({ facetId }) => facetId === id).length;
  const latest = (id: string) =>
    own
      .flatMap(({ facetId, points }) => (facetId === id ? points : []))
      .map(({ date }) => date)
      .sort(byBytes)
      .at(-1)!;
  return ids.sort((a, b) => entities(b) - entities(a) || byBytes(latest(b), latest(a)))[0]!;
}

/** By the definition: those of the same year by their series, then all by their distances; of two the earlier. */
function nearest(
  commons: Commons,
  variable: string,
  entity: string,
  facetId: string,
  date: string,
): number | undefined {
  const { byVariable } = commons.v2.observation({
    variable: { dcids: [variable] },
    entity: { dcids: [entity] },
    date: "",
    select: ["variable", "entity", "date", "value"],
  });
  const ordered = byVariable?.[variable]?.byEntity?.[entity]?.orderedFacets ?? [];
  const series = [
    ...ordered.filter((one) => one.facetId === facetId),
    ...ordered.filter((one) => one.facetId !== facetId),
  ];
  const day = (text: string) => Date.parse(text) / 86_400_000;
  const year = (text: string) => new Date(text).getUTCFullYear();
  const points = series.flatMap(({ observations = [] }, rank) =>
    observations.map((point) => ({
      value: Number(point.value),
      day: day(point.date),
      rank,
      distance: Math.abs(day(point.date) - day(date)),
      isOfYear: year(point.date) === year(date),
    })),
  );
  const ofYear = points.filter(({ isOfYear }) => isOfYear);
  ofYear.sort((a, b) => a.rank - b.rank || a.distance - b.distance || a.day - b.day);
  points.sort((a, b) => a.distance - b.distance || a.rank - b.rank || a.day - b.day);
  return (ofYear[0] ?? points[0])?.value;
}
