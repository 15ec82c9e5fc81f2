/** Places inside of places: by type, and by an expression of a request. */

import { ExpressionError } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import type { Arc } from "../../expr-parser/ast.ts";
import type { Governor } from "../../options/governor.ts";
import { step } from "../../store/columns/column-source.ts";
import type { Graph } from "../../store/graph/graph.ts";
import { closure } from "../../store/graph/walk.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import { lowerArc, reach, readLinkedRelation } from "./lowered-arc.ts";

/**
 * Places of a type contained in a place, ascending, without the place itself. The older endpoints
 * of the real service read them from a finished table, so there is no limit of hops (behaviour: v0
 * 5).
 */
export function placesIn(
  graph: Graph,
  dcid: string,
  type: string,
  governor: Governor,
): Uint32Array {
  // A walk may take long: check the deadline before each.
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

/**
 * The entities that an expression of an observation request names, ascending (behaviour:
 * observation 9). There are two forms: `country/USA<-containedInPlace+{typeOf:State}` for all
 * places inside, and without the `+` for direct children. The filter names one type; the direction
 * of the arrow does not count.
 *
 * @throws ExpressionError for any other expression
 */
export function entitiesOfExpression(
  graph: Graph,
  expression: string,
  governor: Governor,
): Uint32Array {
  const { subject, arcs } = readLinkedRelation(expression);
  const [arc] = arcs;
  if (arc === undefined || arcs.length > 1 || !isContainment(arc)) {
    throw new ExpressionError(
      `invalid expression string: ${excerpt(expression)}, expected format: placeDcid<-containedInPlace+{typeOf:ChildType}`,
      0,
    );
  }
  const found = () => {
    const ancestor = graph.dictionary.nodeOf(subject);
    if (ancestor === undefined) return new Uint32Array(0);
    const lowered = lowerArc(graph, { ...arc, direction: "in" });
    const [label] = lowered.labels ?? [];
    if (label === undefined) return new Uint32Array(0);
    governor.look();
    return reach(graph, ancestor, lowered, label, governor);
  };
  let isNew = false;
  const { made, rows, bytes } = step(
    graph.source,
    () => `entities of ${expression}`,
    () => {
      isNew = true;
      return governor.measured(found);
    },
  );
  if (isNew) return made;
  governor.rows(rows);
  governor.bytes(bytes);
  return made;
}

function isContainment({ labels, filter }: Arc): boolean {
  if (labels.kind !== "some" || labels.items.length > 1 || filter.length !== 1) return false;
  const isPlace = labels.items[0]?.name === "containedInPlace";
  return isPlace && filter[0]?.key === "typeOf" && filter[0].values.length === 1;
}
