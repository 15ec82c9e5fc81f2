/** Door of the nodes that a custom folder makes itself: variables, groups, provenances, types. */
export { CustomNodes, type Provenance } from "./custom-nodes.ts";
export { FolderVariables } from "./folder-variables.ts";
