/** A query's text into rows. */

import { Governor } from "../governor/index.ts";
import type { World } from "../world/index.ts";
import { planOf } from "./compile/index.ts";
import type { Dialect } from "./dialect/index.ts";
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
  // The time that it takes to read a long text is of the deadline.
  const isLong = text.length > shortLength;
  if (isLong) governor.look();
  const plan = planOf(text, dialect);
  if (isLong) governor.look();
  return evaluate(world, plan, governor);
}
