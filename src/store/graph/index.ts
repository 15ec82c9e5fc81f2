/** Door of the graph: arcs out of each node and into each term. */

export { ArcTable, farArcNames, farArcsOf, type PredicateId } from "./arc-table.ts";
export { farColumnsOf, knownMax } from "./far-columns.ts";
export { type Direction, farNames, Graph, type GraphMeta } from "./graph.ts";
export { type CollectedTriples, GraphBuilder } from "./graph-builder.ts";
export { freezingGraph } from "./graph-freeze.ts";
export { LeadColumns, type LeadPair, leadNames, leadPairsMax } from "./lead-columns.ts";
export { nameColumnsOf } from "./name-columns.ts";
export { doShares, freezeHere, type Share, type ShareAnswer } from "./shares.ts";
