/** A query's text into rows. */

import type { World } from "../world/index.ts";
import { planOf } from "./compile/index.ts";
import type { Dialect } from "./dialect/index.ts";
import { evaluate, type SparqlResponse } from "./run/index.ts";

export interface QueryOptions {
  /**
   * What SPARQL queries may hold. `documented` (default): the documented dialect (behaviour:
   * sparql). `extended`: also FILTER, OPTIONAL, UNION, aggregates with GROUP BY and HAVING, several
   * keys of ORDER BY, OFFSET, `SELECT *`, variables as predicates, prefixes and comments.
   */
  readonly dialect?: Dialect;
}

/**
 * Answers a query (behaviour: sparql). Throws QueryError for a query that
 * cannot be read or is not supported, RequestError for a pattern with several types, LimitError for
 * an answer that would take too much.
 */
export function querySparql(
  world: World,
  text: string,
  { dialect = "documented" }: QueryOptions = {},
): SparqlResponse {
  return evaluate(world, planOf(text, dialect));
}
