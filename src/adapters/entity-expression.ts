/** The entities that an expression of an observation request names (facts V2 §3.9). */

import { ExpressionError } from "../errors.ts";
import { type Arc, parseLinkedRelation } from "../expr-parser/index.ts";
import type { Graph, TermId } from "../store/index.ts";
import { lowerArc, reach } from "./lower.ts";

/**
 * Nodes ascending. One arc over one property, with or without `+` and filter:
 * `country/USA<-containedInPlace+{typeOf:State}`.
 * @throws ExpressionError for any other expression
 */
export function entitiesOfExpression(graph: Graph, expression: string): Uint32Array {
  const { subject, arcs } = parseLinkedRelation(expression);
  const [arc] = arcs;
  if (arc === undefined || arcs.length > 1 || propertyOf(arc) === undefined) {
    throw new ExpressionError(
      `invalid expression string: ${expression}, expected format: placeDcid<-containedInPlace+{typeOf:ChildType}`,
      0,
    );
  }
  const ancestor = graph.dictionary.nodeOf(subject);
  if (ancestor === undefined) return new Uint32Array(0);
  const lowered = lowerArc(graph, asContainment(arc));
  const [label] = lowered.labels ?? [];
  if (label === undefined) return new Uint32Array(0);
  const reached = reach(graph, ancestor, lowered, label);
  return reached.filter((term: TermId) => graph.dictionary.isNode(term));
}

function propertyOf({ labels }: Arc): string | undefined {
  return labels.kind === "some" && labels.items.length === 1 ? labels.items[0]?.name : undefined;
}

/** The real service does not look at the direction of containment: both arrows mean children. */
function asContainment(arc: Arc): Arc {
  return propertyOf(arc) === "containedInPlace" ? { ...arc, direction: "in" } : arc;
}
