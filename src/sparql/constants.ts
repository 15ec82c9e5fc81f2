/** The names that a query mentions. */

import { planOf } from "./compile/index.ts";
import {
  dcidProperty,
  type Group,
  type GroupPart,
  observationMarks,
  observationType,
  oldTypeProperty,
  type PatternEnd,
  placeTypes,
  typeProperty,
} from "./plan/index.ts";

export interface QueryConstant {
  readonly text: string;
  /** It stands where a property stands. */
  readonly isProperty: boolean;
}

/**
 * Constants of the patterns of a query, in their order, but for the words of the dialect. None for a
 * query that cannot be read.
 */
export function constantsOf(query: string): QueryConstant[] {
  try {
    return [...ofGroup(planOf(query, "extended").where)];
  } catch {
    return [];
  }
}

function* ofGroup({ parts }: Group): Generator<QueryConstant> {
  for (const part of parts) yield* ofPart(part);
}

function* ofPart(part: GroupPart): Generator<QueryConstant> {
  if (part.kind === "union") for (const branch of part.branches) yield* ofGroup(branch);
  else if (part.kind !== "patterns") yield* ofGroup(part.group);
  else {
    for (const { subject, predicate, object } of part.patterns) {
      yield* ofEnd(subject, false);
      yield* ofEnd(predicate, true);
      yield* ofEnd(object, false);
    }
  }
}

const words: ReadonlySet<string> = new Set([
  dcidProperty,
  typeProperty,
  oldTypeProperty,
  observationType,
  ...observationMarks,
  ...placeTypes,
]);

function* ofEnd(end: PatternEnd, isProperty: boolean): Generator<QueryConstant> {
  const texts = end.kind === "constants" ? end.texts : [];
  for (const text of texts) if (!words.has(text)) yield { text, isProperty };
}
