/** Door of the freeze of observations. */

export {
  type CollectedObservations,
  type Conflict,
  ObservationBuilder,
} from "./observation-builder.ts";
