/** What answers to one graph's questions have in common is made by the first that needs it. */

import type { Graph } from "../../store/index.ts";

/** Parts of answers are kept ready by number, but not for more numbers than these. */
export const readyMax = 0x1_0000;

/** `build`, at most once per graph; what it built lives as long as its graph. */
export function perGraph<Shared extends object>(
  build: (graph: Graph) => Shared,
): (graph: Graph) => Shared {
  const shared = new WeakMap<Graph, Shared>();
  return (graph) => {
    const known = shared.get(graph);
    if (known !== undefined) return known;
    const built = build(graph);
    shared.set(graph, built);
    return built;
  };
}
