/** Observations in answers of `/v1` into statements. */

import type {
  PointStat,
  V1BulkPointResponse,
  V1BulkSeriesResponse,
  V1Facet,
  V1ObservationPointResponse,
  V1ObservationSeriesResponse,
} from "../../adapters/index.ts";
import type { Statements } from "./statements.ts";

type Params = Readonly<Record<string, unknown>>;

/** What such answers leave out, for differences of other questions about the same. */
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

export function foldPoints(
  _params: Params,
  { observationsByVariable = [], facets = {} }: V1BulkPointResponse,
  into: Statements,
): string | undefined {
  for (const { variable, observationsByEntity = [] } of observationsByVariable) {
    for (const { entity, pointsByFacet = [] } of observationsByEntity) {
      for (const { facet, date, value } of pointsByFacet) {
        foldSeries(variable, entity, [{ date, value }], own(facets, facet), into);
      }
    }
  }
  return partly;
}

export function foldManySeries(
  _params: Params,
  { observationsByVariable = [], facets = {} }: V1BulkSeriesResponse,
  into: Statements,
): string | undefined {
  for (const { variable, observationsByEntity = [] } of observationsByVariable) {
    for (const { entity, seriesByFacet = [] } of observationsByEntity) {
      for (const { facet, series } of seriesByFacet) {
        foldSeries(variable, entity, series, own(facets, facet), into);
      }
    }
  }
  return partly;
}

/** Entities of an answer about parts of a place: each says where it lies. */
export function entitiesOf({
  observationsByVariable = [],
}: V1BulkPointResponse | V1BulkSeriesResponse): Set<string> {
  return new Set(
    observationsByVariable.flatMap(({ observationsByEntity = [] }) =>
      observationsByEntity.map(({ entity }) => entity),
    ),
  );
}

function foldSeries(
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
