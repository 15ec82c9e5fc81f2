/**
 * Door of the reads that several endpoints share: arcs in pages, names and types, places, series.
 */

export { entitiesOfExpression, placesIn } from "./contained-places.ts";
export {
  type ArcRun,
  arcRun,
  labelsOf,
  lowerArc,
  lowerParsedArc,
  reach,
  readLinkedRelation,
  readRelation,
  visibleLabels,
  visiblePredicates,
} from "./lowered-arc.ts";
export {
  Describer,
  describeArcs,
  describeFacet,
  type FoundArc,
  type FoundPage,
  findArcPage,
  NodePage,
  nameOf,
  newRecord,
  pageRowsMax,
  setMember,
  typeTest,
} from "./node-page.ts";
export {
  type Entities,
  type NumericPoints,
  numericPoints,
  ObservationAnswer,
  type ObservationListener,
} from "./observation-answer.ts";
export { MentionedFacets, ObservationForm, ObservationText } from "./observation-forms.ts";
