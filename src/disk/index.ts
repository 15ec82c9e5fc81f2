/** Door of the disk: files as the loader asks for them, with what Node has for them. */
export { diskHost } from "./disk-host.ts";
export { diskTree, fileOnDisk, onDisk } from "./disk-tree.ts";
export { pathsOf } from "./source-paths.ts";
