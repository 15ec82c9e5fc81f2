/** Door of the nodes: which dcid a node has, and its statements. */
export { generatedKind } from "./generated-ids.ts";
export { type LeftBlocks, placedBlocks } from "./left-blocks.ts";
export { type BlockSource, identityOf } from "./node-identity.ts";
export { NodeImport, type NodeRun } from "./node-import.ts";
export { isPlaceType, PlaceIdentities, saysWhichPlace } from "./place-identity.ts";
