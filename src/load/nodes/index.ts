/** Door of the nodes: which dcid a node has, and its statements. */

export { type DeferredBlocks, placedBlocks } from "./deferred-blocks.ts";
export { generatedKind } from "./generated-ids.ts";
export { type BlockSource, identityOf } from "./node-identity.ts";
export { NodeImport, type NodeRun } from "./node-import.ts";
export { isPlaceType, PlaceIdentities, saysWhichPlace } from "./place-identity.ts";
