/** Door of the worlds that tests write. */

export {
  type Addition,
  type Arcs,
  type ArcValue,
  type FacetFields,
  type NodeReference,
  type Points,
  type TextValue,
  WorldMaker,
  world,
} from "./world-maker.ts";
