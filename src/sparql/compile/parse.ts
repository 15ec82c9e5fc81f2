/** Query text into a plan, with a memory of recent texts: parsing costs more than most answers. */

import { Parser, type SelectQuery, type SparqlQuery } from "sparqljs";
import { QueryError } from "../../errors.ts";
import { toStandard } from "../dialect/rewrite.ts";
import type { StandardText } from "../dialect/standard-text.ts";
import type { Dialect } from "../dialect/tokens.ts";
import type { Plan } from "../plan.ts";
import { compile } from "./compile.ts";

const plansMax = 256;
/** Longer texts are parsed anew each time. */
const rememberedLengthMax = 1 << 14;

const plans = new Map<string, Plan>();

/** The plan of a query. Throws QueryError, RequestError and LimitError. */
export function planOf(query: string, dialect: Dialect): Plan {
  const key = `${dialect} ${query}`;
  const known = plans.get(key);
  if (known !== undefined) {
    // The map keeps the order of insertion, so this makes it the youngest.
    plans.delete(key);
    plans.set(key, known);
    return known;
  }
  const standard = toStandard(query, dialect);
  const plan = compile(parsed(standard, query), standard, query, dialect);
  if (query.length <= rememberedLengthMax) {
    if (plans.size === plansMax) plans.delete(plans.keys().next().value as string);
    plans.set(key, plan);
  }
  return plan;
}

function parsed(standard: StandardText, query: string): SelectQuery {
  const parser = new Parser();
  let tree: SparqlQuery;
  try {
    tree = parser.parse(standard.text);
  } catch (error) {
    throw refusal(error, standard, query);
  }
  if (tree.type !== "query" || tree.queryType !== "SELECT") {
    throw new QueryError("Unsupported: other forms than SELECT", query, 0);
  }
  return tree;
}

/** What sparqljs adds to a syntax error; it is not in its types. */
interface SyntaxHash {
  readonly hash?: { readonly loc?: { readonly last_column?: number } };
}

function refusal(error: unknown, standard: StandardText, query: string): QueryError {
  const { message } = error as Error;
  // The place that is given is that of the last token before the error.
  const column = (error as SyntaxHash).hash?.loc?.last_column;
  if (column === undefined) return new QueryError(`Syntax error: ${message}`, query, 0);
  const offset = standard.originOf(column);
  const found = /got '([^']*)'$/.exec(message)?.[1];
  const reason = found === "EOF" ? "Unexpected end of script" : "Unexpected word or mark";
  return new QueryError(`Syntax error: ${reason}`, query, found === "EOF" ? query.length : offset);
}
