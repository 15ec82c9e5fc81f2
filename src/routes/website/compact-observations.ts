/** Points and series of the website: one facet, or all, for each variable and entity. */
import type { Commons } from "../../index.ts";
import type {
  Facet,
  PointStat,
  V2EntityObservations,
  V2FacetObservations,
  V2ObservationRequest,
  V2ObservationResponse,
} from "../../wire.ts";
import { entriesOf, textsOf } from "../node-values.ts";

/** A facet as the website has it: with the name of its unit. */
export type NamedFacet = Facet & { readonly unitDisplayName?: string };

export interface Point {
  readonly facet: string;
  readonly date?: string;
  readonly value?: number;
}

export interface Series {
  readonly facet: string;
  readonly obsCount: number;
  readonly earliestDate: string;
  readonly latestDate: string;
  /** Missing where only facets were asked for. */
  readonly series?: readonly PointStat[];
}

export interface Compact<One> {
  readonly facets: Readonly<Record<string, NamedFacet>>;
  /** By variable, then by entity. */
  readonly data: Readonly<Record<string, Readonly<Record<string, One>>>>;
}

/** Which entities a question is about. */
export type Entities =
  | { readonly dcids: readonly string[] }
  | { readonly parent: string; readonly childType: string };

export interface Question {
  readonly entities: Entities;
  readonly variables: readonly string[];
  /** Default: all dates. */
  readonly date?: string;
  readonly facetIds?: readonly string[];
  /** Only which facets there are. Default: false. */
  readonly isAboutFacets?: boolean;
}

export function ask(commons: Commons, question: Question): V2ObservationResponse {
  const { entities, variables, date, facetIds = [], isAboutFacets = false } = question;
  const request: V2ObservationRequest = {
    select: isAboutFacets
      ? ["variable", "entity", "facet"]
      : ["date", "value", "variable", "entity"],
    entity:
      "dcids" in entities
        ? { dcids: entities.dcids }
        : { expression: `${entities.parent}<-containedInPlace+{typeOf:${entities.childType}}` },
    variable: { dcids: variables },
    ...(date === undefined ? {} : { date }),
    ...(facetIds.length === 0 ? {} : { filter: { facetIds } }),
  };
  return commons.v2.observation(request);
}

function pointOf({ facetId, observations: [first] = [] }: V2FacetObservations): Point {
  return { facet: facetId, ...first };
}

function seriesOf(series: V2FacetObservations): Series {
  const { facetId, obsCount = 0, earliestDate = "", latestDate = "", observations } = series;
  const common = { facet: facetId, obsCount, earliestDate, latestDate };
  return observations === undefined ? common : { ...common, series: observations };
}

/** Of several facets the one whose point has the latest date; of equals the first. */
function latestOf(points: readonly Point[]): Point | undefined {
  const [first, ...others] = points;
  return others.reduce(
    (best, point) => ((point.date ?? "") > (best?.date ?? "") ? point : best),
    first,
  );
}

/** One point for each variable and entity: `{}` where there is none. */
export const onePoint = (answer: V2ObservationResponse, named: Named): Compact<Point | object> =>
  oneOf(answer, named, (facets) => latestOf(facets.map(pointOf)), {});

/** The series of the best facet. */
export const oneSeries = (answer: V2ObservationResponse, named: Named): Compact<Series | object> =>
  oneOf(answer, named, ([best]) => best && seriesOf(best), { series: [] });

export const allPoints = (answer: V2ObservationResponse, named: Named): Compact<Point[]> =>
  allOf(answer, named, pointOf);

export const allSeries = (answer: V2ObservationResponse, named: Named): Compact<Series[]> =>
  allOf(answer, named, seriesOf);

/** What makes named facets of facets. */
export type Named = (facets: Readonly<Record<string, Facet>>) => Record<string, NamedFacet>;

function oneOf<One extends { readonly facet: string }, None>(
  answer: V2ObservationResponse,
  named: Named,
  choose: (facets: readonly V2FacetObservations[]) => One | undefined,
  none: None,
): Compact<One | None> {
  const known = named(answer.facets ?? {});
  const mentioned = new Map<string, NamedFacet>();
  const data = mapped(answer, ({ orderedFacets = [] }): One | None => {
    const one = choose(orderedFacets);
    if (one === undefined) return none;
    const facet = known[one.facet];
    if (facet !== undefined) mentioned.set(one.facet, facet);
    return one;
  });
  return { facets: Object.fromEntries(mentioned), data };
}

function allOf<One>(
  answer: V2ObservationResponse,
  named: Named,
  convert: (facet: V2FacetObservations) => One,
): Compact<One[]> {
  const data = mapped(answer, ({ orderedFacets = [] }) => orderedFacets.map(convert));
  return { facets: named(answer.facets ?? {}), data };
}

/** A dcid may be any text: entries are made as own members, `__proto__` among them. */
function mapped<One>(
  { byVariable = {} }: V2ObservationResponse,
  convert: (entity: V2EntityObservations) => One,
): Record<string, Record<string, One>> {
  return Object.fromEntries(
    Object.entries(byVariable).map(([variable, { byEntity = {} }]) => [
      variable,
      Object.fromEntries(
        Object.entries(byEntity).map(([entity, series]) => [entity, convert(series)]),
      ),
    ]),
  );
}

/** `[Years 10]`, a quantity as a unit: its first word is what has a name. */
const quantity = /^\[(\S+).* \d+\]$/;

/** Adds the short name of each facet's unit, or its name. */
export function withUnitNames(commons: Commons): Named {
  return (facets) => {
    const units = new Set(Object.values(facets).flatMap(({ unit = "" }) => unitsOf(unit)));
    const dcids = [...units];
    const [short, long] = ["shortDisplayName", "name"].map((property) =>
      entriesOf(commons, dcids, "->", property),
    );
    const nameOf = (unit: string) => textsOf(short?.get(unit))[0] ?? textsOf(long?.get(unit))[0];
    return Object.fromEntries(
      Object.entries(facets).map(([id, facet]) => {
        const unitDisplayName = unitsOf(facet.unit ?? "")
          .map(nameOf)
          .find((name) => name);
        return [id, unitDisplayName === undefined ? facet : { ...facet, unitDisplayName }];
      }),
    );
  };
}

/** The unit itself, then what a quantity counts. */
function unitsOf(unit: string): string[] {
  const counted = quantity.exec(unit)?.[1];
  return [unit, counted].filter((text) => text !== undefined && text !== "") as string[];
}
