/** Door of the worlds that tests write. */

export {
  type Addition,
  type Arcs,
  type ArcValue,
  type FacetFields,
  type NodeReference,
  type Points,
  WorldMaker,
  world,
} from "./world-maker.ts";
