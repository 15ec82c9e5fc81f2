/** Worlds that a browser keeps from one visit of a page to the next. */

export {
  type KeptFile,
  type KeptWorld,
  keep,
  keptFiles,
  openKept,
  removeKept,
} from "./kept/kept-worlds.ts";
