/** Door of the statements: the sink that takes them, and what every reader needs to make them. */
export { EntityQuestions } from "./entity-questions.ts";
export type { EntityQuestion, EntityResolver, ResolverMaker } from "./entity-resolver.ts";
export { isObservationDcid, observationDcid, tellFurther } from "./further-properties.ts";
export { IdleSink } from "./idle-sink.ts";
export { KnownFacets } from "./known-facets.ts";
export { LastNode } from "./last-node.ts";
export type { FileTask, LoadRun, TableRun } from "./load-run.ts";
export {
  aboutProperty,
  dimensionsMax,
  type MultiObservation,
  writeMultiObservation,
} from "./multi-entity.ts";
export {
  type FileContext,
  type FileProvenance,
  lazyProvenance,
  type ProvenanceFacts,
  provenanceDcid,
  provenanceOf,
} from "./provenance.ts";
export { type FacetSource, noId, type Place, partsOf, type Sink } from "./sink.ts";
export { type FacetTexts, facetTexts, noFacet, Statements } from "./statements.ts";
