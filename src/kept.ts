/** Worlds that a browser keeps from one visit of a page to the next. */

export { type KeptFile, keep, keptFiles, removeKept } from "./kept/browser-storage.ts";
export { type KeptWorld, openKept } from "./kept/kept-worlds.ts";
