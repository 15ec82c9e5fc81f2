/** Door of the graph: arcs out of each node and into each term. */

export { ArcTable, farArcNames, farArcsOf, type PredicateId } from "./arc-table.ts";
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
} from "./geo-json.ts";
export { type Direction, farNames, Graph, type GraphMeta, knownMax } from "./graph.ts";
export { type CollectedTriples, GraphBuilder } from "./graph-builder.ts";
export { freezingGraph } from "./graph-freeze.ts";
export { LeadColumns, type LeadPair, leadNames, leadPairsMax } from "./lead-columns.ts";
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
export { doShares, freezeHere, type Share, type ShareAnswer } from "./shares.ts";
