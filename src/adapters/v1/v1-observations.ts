/** The v1 observation endpoints: values of variables about entities (behaviour: v1 3). */

import type { Governor } from "../../options/governor.ts";
import { inferiorScore } from "../../stats/ranking.ts";
import type { ObservationTable } from "../../stats/read/observations.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import type { World } from "../../world/world.ts";
import { placesIn } from "../reads/contained-places.ts";
import { describeSource } from "../reads/node-page.ts";
import { numericPoints } from "../reads/numeric-points.ts";
import { checkPairs } from "../reads/observation-answer.ts";
import { MentionedFacets } from "../reads/observation-forms.ts";
import type { Decoded, PointStat } from "../shapes.ts";
import type {
  V1BulkPointRequest,
  V1BulkPointResponse,
  V1BulkSeriesRequest,
  V1BulkSeriesResponse,
  V1Facet,
  V1LinkedPointRequest,
  V1LinkedSeriesRequest,
  V1ObservationPointRequest,
  V1ObservationPointResponse,
  V1ObservationSeriesRequest,
  V1ObservationSeriesResponse,
  V1Observations,
} from "../v1-shapes.ts";

/** Bounds the work on a path of nothing but slashes; `dc/g/Root` has two. */
const variableSlashesMax = 8;

/** The best facet that has the date; without a date, the latest observation of all facets. */
export function v1ObservationPoint(
  world: World,
  params: Decoded<V1ObservationPointRequest>,
  governor: Governor,
): V1ObservationPointResponse {
  const { observations } = world;
  const series = seriesOfPath(world, params).filter(
    (one) => params.facet === "" || observations.facetOf(one).facetId === params.facet,
  );
  const found =
    params.date === ""
      ? latestOf(observations, series)
      : firstAt(observations, series, observations.dateCodeOf(params.date));
  if (found === undefined) return {};
  governor.rows(1 + series.length);
  governor.bytes(bytesPerSeries);
  const facet = describeSource(observations.facetOf(found.series));
  return { ...pointStat(observations, found.point), metadata: facet, facet };
}

/** All dates of the best facet. */
export function v1ObservationSeries(
  world: World,
  params: V1ObservationSeriesRequest,
  governor: Governor,
): V1ObservationSeriesResponse {
  const { observations } = world;
  const [best] = seriesOfPath(world, params);
  if (best === undefined) return {};
  return {
    observations: pointsOf(observations, best, governor),
    facet: describeSource(observations.facetOf(best)),
  };
}

/** One observation of each entity, or of each of its facets. */
export function v1BulkPoint(
  world: World,
  params: Decoded<V1BulkPointRequest>,
  governor: Governor,
): V1BulkPointResponse {
  return bulkPoint(world, params, listed(world, params.entities), true, governor);
}

/** The same for the parts of a place; only those with data answer. */
export function v1LinkedPoint(
  world: World,
  params: Decoded<V1LinkedPointRequest>,
  governor: Governor,
): V1BulkPointResponse {
  return bulkPoint(world, params, parts(world, params, governor), false, governor);
}

/** All dates of each entity, by its best facet or by all of them. */
export function v1BulkSeries(
  world: World,
  params: Decoded<V1BulkSeriesRequest>,
  governor: Governor,
): V1BulkSeriesResponse {
  return bulkSeries(world, params, listed(world, params.entities), governor);
}

/** The same for the parts of a place, all of which answer. */
export function v1LinkedSeries(
  world: World,
  params: Decoded<V1LinkedSeriesRequest>,
  governor: Governor,
): V1BulkSeriesResponse {
  return bulkSeries(world, params, parts(world, params, governor), governor);
}

interface Entity {
  readonly dcid: string;
  readonly node: TermId | undefined;
}

function listed({ graph }: World, entities: readonly string[]): Entity[] {
  return Array.from(new Set(entities), (dcid) => ({ dcid, node: graph.dictionary.nodeOf(dcid) }));
}

function parts(
  { graph }: World,
  { linkedEntity, entityType }: Pick<Decoded<V1LinkedSeriesRequest>, "linkedEntity" | "entityType">,
  governor: Governor,
): Entity[] {
  const places = placesIn(graph, linkedEntity, entityType, governor);
  return Array.from(places, (node) => ({ dcid: graph.dictionary.textOf(node), node }));
}

/**
 * With a date, and without `allFacets`, only the best facet counts. The endpoint for a single point
 * looks at further ones. The real service does both.
 */
function bulkPoint(
  world: World,
  { variables, date, allFacets }: Omit<Decoded<V1BulkPointRequest>, "entities">,
  entities: readonly Entity[],
  withEmpty: boolean,
  governor: Governor,
): V1BulkPointResponse {
  const { observations } = world;
  const code = observations.dateCodeOf(date);
  const pointAt = (series: readonly number[]) =>
    date === "" ? latestOf(observations, series) : firstAt(observations, series, code);
  return byVariable(world, variables, entities, governor, (entity, series, facets) => {
    const looked = date === "" || allFacets ? series : series.slice(0, 1);
    governor.rows(looked.length);
    const groups = allFacets ? looked.map((one) => [one]) : [looked];
    if (allFacets) for (const one of series) facets.mention(observations.facetNumberOf(one));
    const found = groups.map(pointAt).filter((point) => point !== undefined);
    if (found.length === 0) return withEmpty ? { entity } : undefined;
    governor.bytes(found.length * bytesPerSeries);
    const pointsByFacet = found.map(({ series, point }) => ({
      ...pointStat(observations, point),
      facet: facets.mention(observations.facetNumberOf(series)),
    }));
    return { entity, pointsByFacet };
  });
}

function bulkSeries(
  world: World,
  { variables, allFacets }: Pick<Decoded<V1BulkSeriesRequest>, "variables" | "allFacets">,
  entities: readonly Entity[],
  governor: Governor,
): V1BulkSeriesResponse {
  const { observations } = world;
  return byVariable(world, variables, entities, governor, (entity, series, facets) => {
    if (series.length === 0) return { entity };
    const seriesByFacet = (allFacets ? series : series.slice(0, 1)).map((one) => {
      return {
        series: pointsOf(observations, one, governor),
        facet: facets.mention(observations.facetNumberOf(one)),
      };
    });
    return { entity, seriesByFacet };
  });
}

/** Bytes of an entity, a series and a point in an answer, about. */
const bytesPerEntity = 96;
const bytesPerSeries = 160;
const bytesPerPoint = 72;

/** The frame of the bulk answers. `answer` returns undefined for an entity to leave out. */
function byVariable<EntityObservations>(
  world: World,
  variables: readonly string[],
  entities: readonly Entity[],
  governor: Governor,
  answer: (
    entity: string,
    series: readonly number[],
    facets: MentionedFacets<V1Facet>,
  ) => EntityObservations | undefined,
): V1Observations<EntityObservations> {
  if (variables.length === 0 || entities.length === 0) return {};
  const distinct = [...new Set(variables)];
  checkPairs(distinct.length, entities.length);
  const mentioned = new MentionedFacets(world.observations.facets, describeSource);
  const numbers = numericPoints(world.observations);
  const observationsByVariable = distinct.map((variable) => {
    const node = world.graph.dictionary.nodeOf(variable);
    const cursor = node === undefined ? undefined : world.observations.cursorOf(node);
    const observationsByEntity: EntityObservations[] = [];
    for (const entity of entities) {
      governor.rows(1);
      const { node } = entity;
      const isFound = cursor !== undefined && node !== undefined && cursor.seek(node);
      const series = isFound
        ? numbers.seriesWith(world.observations.rankedSeries(cursor, "series"))
        : [];
      const answered = answer(entity.dcid, series, mentioned);
      if (answered === undefined) continue;
      governor.bytes(bytesPerEntity);
      observationsByEntity.push(answered);
    }
    return observationsByEntity.length === 0 ? { variable } : { variable, observationsByEntity };
  });
  const facets = mentioned.described();
  return { observationsByVariable, ...(facets && { facets }) };
}

/**
 * Series of an entity and a variable that stood in one path. Where their slashes were not encoded,
 * the last one parts them; if that names nothing, the first that does (behaviour: v1 3.1).
 */
function seriesOfPath(
  { graph, observations }: World,
  { entity, variable }: V1ObservationSeriesRequest,
): readonly number[] {
  const { dictionary } = graph;
  const path = `${entity}/${variable}`;
  let end = entity.length;
  for (let slashes = 0; slashes <= variableSlashesMax && end > 0; slashes++) {
    const node = dictionary.nodeOf(path.slice(0, end));
    const of = node === undefined ? undefined : dictionary.nodeOf(path.slice(end + 1));
    if (node !== undefined && of !== undefined) {
      return numericPoints(observations).seriesWith(
        observations.rankedSeriesOf(of, node, "series"),
      );
    }
    end = entity.lastIndexOf("/", end - 1);
  }
  return [];
}

interface FoundPoint {
  readonly series: number;
  readonly point: number;
}

/** The point of the first series that has the date of a code. */
function firstAt(
  observations: ObservationTable,
  series: readonly number[],
  code: number | undefined,
): FoundPoint | undefined {
  if (code === undefined) return undefined;
  const numbers = numericPoints(observations);
  for (const one of series) {
    const point = observations.pointAt(one, code);
    if (point >= 0 && numbers.has(point)) return { series: one, point };
  }
  return undefined;
}

/**
 * The latest point, of equally late ones the better ranked. Wikipedia and Wikidata count only where
 * they rank first.
 */
function latestOf(
  observations: ObservationTable,
  series: readonly number[],
): FoundPoint | undefined {
  const numbers = numericPoints(observations);
  let best: FoundPoint | undefined;
  let latest = -1;
  for (const one of series) {
    const isInferior = observations.facetOf(one).score > inferiorScore;
    if (best !== undefined && isInferior) continue;
    const point = numbers.within(observations.pointsOf(one)).end - 1;
    const date = observations.dateCodeAt(point);
    if (date <= latest) continue;
    best = { series: one, point };
    latest = date;
  }
  return best;
}

function pointsOf(observations: ObservationTable, series: number, governor: Governor): PointStat[] {
  const { start, end } = observations.pointsOf(series);
  governor.rows(end - start);
  governor.bytes(bytesPerSeries + (end - start) * bytesPerPoint);
  const numbers = numericPoints(observations);
  const points: PointStat[] = [];
  for (let point = start; point < end; point++) {
    if (numbers.has(point)) points.push(pointStat(observations, point));
  }
  return points;
}

function pointStat(observations: ObservationTable, point: number): PointStat {
  return { date: observations.dateOf(point), value: observations.numberAt(point) };
}
