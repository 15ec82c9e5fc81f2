import type { World } from "../../world.ts";
import type { V2ObservationParams, V2ObservationResponse } from "../wire/v2.ts";

/** Placeholder of the `/v2/observation` handler. */
export function v2Observation(_world: World, _params: V2ObservationParams): V2ObservationResponse {
  return {};
}
