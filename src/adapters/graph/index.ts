/** Door of the graph as answers show it: arcs in order, names and types, relation expressions. */

export { ArcRun } from "./arc-run.ts";
export { placesIn } from "./containment.ts";
export {
  Describer,
  describeFacet,
  type EntryRows,
  nameOf,
  newRecord,
  setMember,
  typesOfNode,
  typeTest,
} from "./describe.ts";
export {
  type LoweredArc,
  type LoweredLabel,
  lowerArc,
  lowerParsedArc,
  reach,
  readLinkedRelation,
  readRelation,
} from "./lower.ts";
