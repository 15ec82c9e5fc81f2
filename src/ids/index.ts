/** Door of the ids that the real service makes for what nobody has named. */
export { fingerprint64 } from "./fingerprint.ts";
export {
  observationId,
  observationIdPrefix,
  olderObservationId,
} from "./observation-id.ts";
export { isConstraint, populationId } from "./population-id.ts";
