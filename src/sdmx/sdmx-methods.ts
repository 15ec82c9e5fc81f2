/** `commons.sdmx`: data and availability by the filters of SDMX. The first call loads the code. */

import type { RequestLimits } from "../options/governor.ts";
import type { World } from "../world/world.ts";
import type { JsonStat } from "./json-stat.ts";
import type { SdmxAvailabilityRequest, SdmxRequest } from "./request.ts";
import type { SdmxData } from "./series-form.ts";

/**
 * Data about one entity or several, as the service's SDMX routes give them. Each rejects with the
 * `CommonsError` that the service answers, and with a TypeError for what is no request.
 */
export interface SdmxMethods {
  /** Series with their dimensions, attributes and points. */
  data(request: SdmxRequest, options?: RequestLimits): Promise<SdmxData>;
  /**
   * The same as SDMX-CSV 2.0, in pieces: each is made when it is asked for, so that any number of
   * rows takes little memory. Limits count until the first piece.
   */
  csv(request: SdmxRequest, options?: RequestLimits): Promise<Iterable<string>>;
  /** The same as a dataset of JSON-stat 2.0. */
  jsonStat(request: SdmxRequest, options?: RequestLimits): Promise<JsonStat>;
  /** The values that a component has in the series, ascending. */
  availability(request: SdmxAvailabilityRequest, options?: RequestLimits): Promise<string[]>;
}

export function sdmxMethods(world: World, limits: RequestLimits): SdmxMethods {
  const method = (name: keyof SdmxMethods) => async (request: unknown, options?: RequestLimits) =>
    (await import("./answers.ts")).answerTo(name, world, { request, options, limits });
  return {
    data: method("data"),
    csv: method("csv"),
    jsonStat: method("jsonStat"),
    availability: method("availability"),
  } as SdmxMethods;
}
