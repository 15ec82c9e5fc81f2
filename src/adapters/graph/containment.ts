/** Places inside of places, at any depth. */

import type { Governor } from "../../governor/index.ts";
import { closure, type Graph, type TermId } from "../../store/index.ts";

/**
 * Places of a type contained in a place, ascending, without the place itself. They are what the
 * older endpoints read from a table made beforehand, so no hop limit applies (behaviour: v0 5).
 */
export function placesIn(
  graph: Graph,
  dcid: string,
  type: string,
  governor: Governor,
): Uint32Array {
  // A walk may take long: there must be time left before each.
  governor.look();
  const { dictionary } = graph;
  const place = dictionary.nodeOf(dcid);
  const containment = graph.predicateOf("containedInPlace");
  const typeNode = dictionary.nodeOf(type);
  if (place === undefined || containment === undefined || typeNode === undefined) {
    return new Uint32Array(0);
  }
  const { start, end } = graph.in.rowsOf(place, containment);
  if (start === end) return new Uint32Array(0);
  const ofType = [{ predicate: graph.predicateOf("typeOf"), values: new Set([typeNode]) }];
  const places = closure(
    graph,
    place,
    "in",
    containment,
    Number.POSITIVE_INFINITY,
    ofType,
    governor,
  );
  return places.filter((inner: TermId) => inner !== place);
}
