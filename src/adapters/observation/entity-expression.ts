/** The entities that an expression of an observation request names (behaviour: observation 9). */

import { ExpressionError, excerpt } from "../../errors/index.ts";
import type { Arc } from "../../expr-parser/index.ts";
import type { Governor } from "../../governor/index.ts";
import type { Graph } from "../../store/index.ts";
import { lowerArc, reach, readLinkedRelation } from "../graph/index.ts";

/**
 * Nodes ascending. The service knows two forms: `country/USA<-containedInPlace+{typeOf:State}` for
 * all places inside, and without the `+` for direct children; the filter names one
 * type, and the direction of the arrow is not looked at.
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
  const ancestor = graph.dictionary.nodeOf(subject);
  if (ancestor === undefined) return new Uint32Array(0);
  const lowered = lowerArc(graph, { ...arc, direction: "in" });
  const [label] = lowered.labels ?? [];
  if (label === undefined) return new Uint32Array(0);
  // There must be time left before a walk.
  governor.look();
  return reach(graph, ancestor, lowered, label, governor);
}

function isContainment({ labels, filter }: Arc): boolean {
  if (labels.kind !== "some" || labels.items.length > 1 || filter.length !== 1) return false;
  const isPlace = labels.items[0]?.name === "containedInPlace";
  return isPlace && filter[0]?.key === "typeOf" && filter[0].values.length === 1;
}
