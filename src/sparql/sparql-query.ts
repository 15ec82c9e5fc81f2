/** A query: its rows, and the names that it mentions. */

import { Governor } from "../governor/index.ts";
import type { World } from "../world/index.ts";
import { type Dialect, planOf } from "./compile/index.ts";
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
} from "./plan.ts";
import { evaluate, type SparqlResponse } from "./run/index.ts";

/** How queries are read. */
export interface QueryOptions {
  /**
   * What SPARQL queries may hold. `documented` (default): the documented dialect (behaviour:
   * sparql). `extended`: also FILTER, OPTIONAL, UNION, aggregates with GROUP BY and HAVING, several
   * keys of ORDER BY, OFFSET, `SELECT *`, variables as predicates, prefixes and comments.
   */
  readonly dialect?: Dialect;
}

/** Texts of so many characters are read in a millisecond. */
const shortLength = 2000;

/**
 * Answers a query (behaviour: sparql).
 *
 * @throws QueryError for a query that cannot be read or is not supported
 * @throws RequestError for a pattern with several types
 * @throws LimitError for an answer that would take too much
 */
export function querySparql(
  world: World,
  text: string,
  { dialect = "documented" }: QueryOptions = {},
  governor: Governor = new Governor(),
): SparqlResponse {
  // The deadline counts the time that it takes to read a long text.
  const isLong = text.length > shortLength;
  if (isLong) governor.look();
  const plan = planOf(text, dialect);
  if (isLong) governor.look();
  return evaluate(world, plan, governor);
}

/** A name in the patterns of a query. */
interface QueryConstant {
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
