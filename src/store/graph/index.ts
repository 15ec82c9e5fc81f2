/** Door of the graph: arcs out of each node and into each term. */

export {
  ArcTable,
  farArcNames,
  farArcsOf,
  type LongRun,
  longRunNames,
  longRunsMax,
  longRunsMin,
  type PredicateId,
} from "./arc-table.ts";
export { type Direction, farNames, Graph, type GraphMeta, knownMax } from "./graph.ts";
export { type CollectedTriples, GraphBuilder } from "./graph-builder.ts";
export {
  doShares,
  freezeHere,
  freezingGraph,
  type Share,
  type ShareAnswer,
} from "./graph-freeze.ts";
export {
  bucketCountOf,
  bucketOf,
  codesOf,
  eachNameHash,
  isPlainKey,
  type NameRoles,
  nameKeyOf,
  nameProperties,
  nameRoles,
  searchNames,
  textWithoutLanguage,
} from "./name-keys.ts";
export {
  boxWords,
  type Polygon,
  type Position,
  type Ring,
  readPolygons,
  type Shape,
  shapeBoxOf,
  shapeGroupRows,
  shapeNames,
  shapeProperties,
  shapesOf,
  shapeWords,
} from "./polygons.ts";
export { LeadColumns, type LeadPair, leadNames, leadPairsMax } from "./type-sets.ts";
export { closure, type Pace, passes, type TermFilter, termTest } from "./walk.ts";
export { eachLead } from "./walk-memory.ts";
