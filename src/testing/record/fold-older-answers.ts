/** Makes statements of older answers: observations of `/v1`, and populations. */

import type { PointStat } from "../../adapters/shapes.ts";
import type {
  V0PlaceObsResponse,
  V0PopObsResponse,
  V0PropertyValue,
} from "../../adapters/v0-shapes.ts";
import type {
  V1BulkPointResponse,
  V1BulkSeriesResponse,
  V1EntityPoints,
  V1EntitySeries,
  V1Facet,
  V1ObservationPointResponse,
  V1ObservationSeriesResponse,
} from "../../adapters/v1-shapes.ts";
import { unpacked } from "./compared-answers.ts";
import type { Statements } from "./recorded-statements.ts";

/** Parameters as the service reads them. */
export type Params = Readonly<Record<string, unknown>>;

/** An envelope of the oldest endpoints. */
export interface Payload {
  readonly payload: string;
}

/** The reason of differences: such answers hold some observations of a series. */
const partly = "observations are recorded as far as their values were asked for";

export function foldPoint(
  { entity, variable }: Params,
  { date, value, facet }: V1ObservationPointResponse,
  into: Statements,
): string | undefined {
  if (date !== undefined && value !== undefined) {
    foldSeries(String(variable), String(entity), [{ date, value }], facet, into);
  }
  return partly;
}

export function foldOneSeries(
  { entity, variable }: Params,
  { observations = [], facet }: V1ObservationSeriesResponse,
  into: Statements,
): string | undefined {
  foldSeries(String(variable), String(entity), observations, facet, into);
  return partly;
}

/** Points or series of several entities. */
export function foldBulk(
  _params: Params,
  { observationsByVariable = [], facets = {} }: V1BulkPointResponse | V1BulkSeriesResponse,
  into: Statements,
): string | undefined {
  for (const { variable, observationsByEntity = [] } of observationsByVariable) {
    for (const one of observationsByEntity as readonly (V1EntityPoints & V1EntitySeries)[]) {
      for (const { facet, ...point } of one.pointsByFacet ?? []) {
        foldSeries(variable, one.entity, [point], own(facets, facet), into);
      }
      for (const { facet, series } of one.seriesByFacet ?? []) {
        foldSeries(variable, one.entity, series, own(facets, facet), into);
      }
    }
  }
  return partly;
}

/** Entities of an answer about the places within a place. */
export function entitiesOf({
  observationsByVariable = [],
}: V1BulkPointResponse | V1BulkSeriesResponse): Set<string> {
  return new Set(
    observationsByVariable.flatMap(({ observationsByEntity = [] }) =>
      observationsByEntity.map(({ entity }) => entity),
    ),
  );
}

/** Adds the observations of one series. */
export function foldSeries(
  variable: string,
  entity: string,
  points: readonly PointStat[],
  facet: V1Facet = {},
  into: Statements,
): void {
  for (const { date, value } of points) into.point({ variable, entity, facet, date, value });
}

function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** The reason of differences: equal observations are one in a world. */
const alike = "observations of populations come without their dcids";

export function foldPopObs(
  { dcid }: Params,
  { payload }: Payload,
  into: Statements,
): string | undefined {
  const node = String(dcid);
  const { name, populations = {}, observations } = unpacked(payload) as V0PopObsResponse;
  into.mention({ dcid: node, name });
  for (const [population, about] of Object.entries(populations)) {
    into.populations.named(population, node, about);
  }
  into.populations.observed(node, observations);
  return alike;
}

export function foldPlaceObs(
  { placeType, populationType, pvs }: Params,
  { payload }: Payload,
  into: Statements,
): string | undefined {
  const { places = [] } = unpacked(payload) as V0PlaceObsResponse;
  const constraints = (pvs ?? []) as readonly V0PropertyValue[];
  for (const { place, name, observations } of places) {
    into.mention({ dcid: place, types: [String(placeType)], name });
    into.populations.unnamed(place, String(populationType), constraints, observations);
  }
  return alike;
}
