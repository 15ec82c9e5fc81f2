/** What answers the v1 endpoints: a part that is loaded with the first of them. */

export {
  v1BulkPropertyValues,
  v1BulkTriples,
  v1LinkedPropertyValues,
  v1Triples,
} from "./v1-nodes.ts";
export {
  v1BulkPoint,
  v1BulkSeries,
  v1LinkedPoint,
  v1LinkedSeries,
  v1ObservationPoint,
  v1ObservationSeries,
} from "./v1-observations.ts";
