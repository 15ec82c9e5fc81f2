import type { World } from "../../world.ts";
import type { V2NodeParams, V2NodeResponse } from "../wire/v2.ts";

/** Placeholder of the `/v2/node` handler. */
export function v2Node(_world: World, _params: V2NodeParams): V2NodeResponse {
  return {};
}
