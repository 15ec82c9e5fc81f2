/** Door of the statements: the sink that takes them, and what every reader needs to make them. */
export {
  type EntityQuestion,
  EntityQuestions,
  type EntityResolver,
  type ResolverMaker,
} from "./entity-questions.ts";
export { isObservationDcid, observationDcid, tellFurther } from "./further-properties.ts";
export { KnownFacets, LastNode } from "./known-ids.ts";
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
export { type FacetTexts, facetTexts, IdleSink, noFacet, Statements } from "./statements.ts";
