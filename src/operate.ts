/** Remote worlds on the disks of servers, in Node: folders of versions, and caches. */

export { type DiskCacheOptions, diskCache } from "./operate/disk-cache.ts";
export { fileBlocks } from "./operate/file-blocks.ts";
export { folderTarget } from "./operate/folder-target.ts";
export { type WorldFiles, worldFiles } from "./operate/world-files.ts";
