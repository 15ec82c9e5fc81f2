/** Door of the reads that several endpoints share: arcs in pages, names and types, places, series. */

export { type ArcRun, arcRun, labelsOf, visibleLabels, visiblePredicates } from "./arc-run.ts";
export { entitiesOfExpression, placesIn } from "./contained-places.ts";
export { Describer, describeFacet, nameOf, newRecord, setMember, typeTest } from "./describe.ts";
export {
  lowerArc,
  lowerParsedArc,
  reach,
  readLinkedRelation,
  readRelation,
} from "./lowered-arc.ts";
export {
  describeArcs,
  type FoundArc,
  type FoundPage,
  findArcPage,
  NodePage,
  pageRowsMax,
} from "./node-page.ts";
export { type NumericPoints, numericPoints } from "./numeric-points.ts";
export {
  type Entities,
  FacetFilter,
  listedEntities,
  ObservationAnswer,
  type ObservationListener,
} from "./observation-answer.ts";
export { MentionedFacets, ObservationForm, ObservationText } from "./observation-forms.ts";
