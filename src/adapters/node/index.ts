/** Door of the arcs of nodes, in pages. */

export {
  arcRun,
  describeArcs,
  type FoundArc,
  type FoundPage,
  findArcPage,
  labelsOf,
  visibleLabels,
  visiblePredicates,
} from "./node-arcs.ts";
export { NodePage, pageRowsMax } from "./node-page.ts";
