/** Door of the freeze of observations. */

export type { CollectedObservations } from "./freeze-input.ts";
export { ObservationBuilder } from "./observation-builder.ts";
export type { Conflict } from "./observation-freeze.ts";
export {
  doObservationShare,
  type ObservationAnswer,
  type ObservationShare,
} from "./points-share.ts";
