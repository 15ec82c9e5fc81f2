/** The answers to requests of programs: what the methods of `commons.sdmx` return. */

import { answered } from "../adapters/edge/rpc-error.ts";
import { CommonsError } from "../errors/errors.ts";
import { Governor, type RequestLimits } from "../options/governor.ts";
import { requireCallOptions } from "../options/request-rows.ts";
import { requireOptions, withDefaults } from "../options/required-options.ts";
import type { World } from "../world/world.ts";
import { csvOf } from "./csv-form.ts";
import { checkFilters, checkListed } from "./filters.ts";
import { findSeries, findValues } from "./find-series.ts";
import { type SeriesFound, textsOf } from "./found-series.ts";
import { type JsonStat, jsonStatOf } from "./json-stat.ts";
import {
  availabilityRows,
  filtersOf,
  type SdmxAvailabilityRequest,
  type SdmxRequest,
  sdmxRows,
} from "./request.ts";
import { type SdmxData, seriesOf } from "./series-form.ts";

/** @throws CommonsError, and TypeError for what is no request */
function data(world: World, request: SdmxRequest, governor: Governor): SdmxData {
  return seriesOf(found("sdmx.data", world, request, governor));
}

/** @throws CommonsError, and TypeError for what is no request */
function csv(world: World, request: SdmxRequest, governor: Governor): Iterable<string> {
  return csvOf(found("sdmx.csv", world, request, governor));
}

/** @throws CommonsError, and TypeError for what is no request */
function jsonStat(world: World, request: SdmxRequest, governor: Governor): JsonStat {
  return jsonStatOf(textsOf(found("sdmx.jsonStat", world, request, governor)), governor);
}

/** @throws CommonsError, and TypeError for what is no request */
function availability(
  world: World,
  request: SdmxAvailabilityRequest,
  governor: Governor,
): string[] {
  requireOptions("sdmx.availability", request, availabilityRows);
  const filters = filtersOf("sdmx.availability", request.filters);
  checkListed(request.component);
  checkFilters(filters, "availability");
  return findValues(world, request.component, filters, governor);
}

function found(what: string, world: World, request: SdmxRequest, governor: Governor): SeriesFound {
  requireOptions(what, request, sdmxRows);
  const filters = filtersOf(what, request.filters);
  checkFilters(filters, "data");
  return findSeries(world, filters, governor);
}

const answers = { data, csv, jsonStat, availability };

interface Call {
  readonly request: unknown;
  readonly options: RequestLimits | undefined;
  /** Where the options have none. */
  readonly limits: RequestLimits;
}

/** @throws CommonsError that the service answers, and TypeError for what is no request */
export function answerTo(
  name: keyof typeof answers,
  world: World,
  { request, options = {}, limits }: Call,
): unknown {
  requireCallOptions(`sdmx.${name}`, options);
  const governor = new Governor(withDefaults(options, limits));
  try {
    return answers[name](world, request as never, governor);
  } catch (error) {
    throw error instanceof CommonsError ? answered(error) : error;
  }
}
