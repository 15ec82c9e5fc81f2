/** Door of the disk: files as the loader asks for them, with what Node has for them. */
export { diskHost } from "./disk-host.ts";
export { diskTree, fileOnDisk, onDisk, pathsOf } from "./disk-tree.ts";
