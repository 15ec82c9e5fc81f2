/** Door of the nodes: which dcid a node has, and its statements. */

export { type BlockSource, type DeferredBlocks, identityOf, placedBlocks } from "./block-names.ts";
export { generatedKind } from "./dcid-assignment.ts";
export { NodeImport, type NodeRun } from "./node-import.ts";
export { isPlaceType, PlaceIdentities, saysWhichPlace } from "./place-identity.ts";
