/** Remote worlds on the disks of servers, in Node: folders that worlds are published into and read from. */

export { fileBlocks } from "./operate/file-blocks.ts";
export { folderTarget } from "./operate/folder-target.ts";
