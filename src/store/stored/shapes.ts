/** Which literals are the areas of places: for who saves a snapshot, and for a search without one. */

import { Bitmap } from "../columns/index.ts";
import { type Graph, type Shape, shapeProperties } from "../graph/index.ts";
import type { TermId } from "../texts/index.ts";

/** Shapes of all places. */
export function* shapesOf(graph: Graph): Iterable<Shape> {
  const { dictionary, out } = graph;
  const shaped = new Bitmap(dictionary.nodeCount);
  for (const property of shapeProperties) {
    const predicate = graph.predicateOf(property);
    if (predicate === undefined) continue;
    const having: TermId[] = [];
    const { start, end } = graph.rowsByPredicate(predicate);
    for (let at = start; at < end; at++) {
      const row = graph.rowByPredicate(at);
      const place = graph.subjectOf(row);
      const literal = out.terms[row] as TermId;
      if (dictionary.isNode(literal) || shaped.has(place)) continue;
      having.push(place);
      yield { place, literal };
    }
    for (const place of having) shaped.add(place);
  }
}
