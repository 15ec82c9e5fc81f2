/** Query text into a plan, with a memory of recent texts: parsing costs more than most answers. */

import { Parser, type SelectQuery, type SparqlQuery } from "sparqljs";
import { excerpt, QueryError } from "../../errors/index.ts";
import { type Dialect, type StandardText, toStandard } from "../dialect/index.ts";
import type { Plan } from "../plan/index.ts";
import { compile } from "./compile.ts";
import { treeOf } from "./shapes.ts";
import { TextMemory } from "./text-memory.ts";

/** Longer texts are parsed anew each time. */
const rememberedLengthMax = 1 << 14;

const plans: Readonly<Record<Dialect, TextMemory<Plan>>> = {
  documented: new TextMemory(),
  extended: new TextMemory(),
};

/** The plan of a query. Throws QueryError, RequestError and LimitError. */
export function planOf(query: string, dialect: Dialect): Plan {
  const known = plans[dialect].get(query);
  if (known !== undefined) return known;
  const standard = toStandard(query, dialect);
  const plan = compile(parsed(standard, query), standard, query, dialect);
  if (query.length <= rememberedLengthMax) plans[dialect].set(query, plan);
  return plan;
}

function parsed(standard: StandardText, query: string): SelectQuery {
  let tree: SparqlQuery;
  try {
    tree = treeOf(standard, (text) => new Parser().parse(text));
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
  // The place is where the last token before the error stands.
  const column = (error as SyntaxHash).hash?.loc?.last_column;
  if (column === undefined) return new QueryError(`Syntax error: ${excerpt(message)}`, query, 0);
  const offset = standard.originOf(column);
  const found = /got '([^']*)'$/.exec(message)?.[1];
  const reason = found === "EOF" ? "Unexpected end of script" : "Unexpected word or mark";
  return new QueryError(`Syntax error: ${reason}`, query, found === "EOF" ? query.length : offset);
}
