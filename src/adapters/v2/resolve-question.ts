/**
 * What a resolve request asks for, once everything it says has been checked (behaviour: resolve 1).
 */

import { ExpressionError, excerpt, RequestError } from "../../errors/index.ts";
import type { Arc, Filter } from "../../expr-parser/index.ts";
import { readRelation } from "../graph/index.ts";
import type { V2ResolveParams } from "../wire/index.ts";

export interface ResolveQuestion {
  /** How the nodes of the request are to be understood. */
  readonly kind: "indicator" | "name" | "coordinate" | "identifier";
  /** Property whose values the request gives. */
  readonly input: string;
  /** Property whose values it wants; `dcid` for the nodes themselves. */
  readonly output: string;
  /** Types of the `typeOf` filter, distinct; empty: any. */
  readonly types: readonly string[];
}

const targets = ["custom_only", "base_only", "base_and_custom"];
const resolvers = ["indicator", "place", "topic"];

const defaults = { property: "<-description->dcid", resolver: "place", target: "base_and_custom" };

/** The documentation spells the second one in both ways (behaviour: resolve 1.4). */
const searched: ReadonlyMap<string, ResolveQuestion["kind"]> = new Map([
  ["description", "name"],
  ["geoCoordinate", "coordinate"],
  ["geoCoordinates", "coordinate"],
]);

/**
 * @throws RequestError that names every wrong parameter, and for the resolver `topic`, which is
 * not documented
 */
export function readResolveQuestion(params: V2ResolveParams): ResolveQuestion {
  const resolver = params.resolver || defaults.resolver;
  const faults: string[] = [];
  if (!targets.includes(params.target || defaults.target)) {
    faults.push(`Invalid 'target': valid values are ${quoted(targets)}`);
  }
  if (!resolvers.includes(resolver)) {
    faults.push(`Invalid 'resolver': valid values are ${quoted(resolvers)}`);
  }
  let question: ResolveQuestion | undefined;
  try {
    question = questionOf(params.property || defaults.property, resolver);
  } catch (error) {
    faults.push(`Invalid 'property' expression: ${reasonOf(error)}`);
  }
  if (question === undefined || faults.length > 0) {
    throw new RequestError(`Invalid inputs in request. ${faults.join(". ")}`);
  }
  if (resolver === "topic") throw new RequestError("Resolving topics is not supported");
  return question;
}

function questionOf(property: string, resolver: string): ResolveQuestion {
  const { arcs } = readRelation(property);
  const [incoming, outgoing] = arcs;
  if (incoming === undefined || outgoing === undefined || arcs.length > 2) {
    const expected = "must define exactly two parts (incoming and outgoing arcs)";
    throw new RequestError(`${expected}. Found ${arcs.length} parts`);
  }
  if (incoming.direction !== "in" || outgoing.direction !== "out") {
    throw new RequestError("must start with an incoming arc and end with an outgoing arc");
  }
  const input = propertyOf(incoming, "input");
  const output = propertyOf(outgoing, "output");
  const types = typesOf([...incoming.filter, ...itemFilter(incoming)]);
  if (resolver === "indicator") checkIndicator(input, output);
  const kind = resolver === "indicator" ? "indicator" : (searched.get(input) ?? "identifier");
  if (kind !== "identifier" && output !== "dcid") {
    throw new RequestError(
      `given input property '${excerpt(input)}', output property can only be 'dcid'`,
    );
  }
  return { kind, input, output, types };
}

function propertyOf({ labels }: Arc, side: string): string {
  if (labels.kind === "any") return "*";
  const [item] = labels.kind === "some" ? labels.items : [];
  if (item === undefined || (labels.kind === "some" && labels.items.length > 1)) {
    throw new RequestError(`${side} property must be provided`);
  }
  return item.name;
}

function itemFilter({ labels }: Arc): Filter {
  return labels.kind === "some" ? (labels.items[0]?.filter ?? []) : [];
}

function typesOf(filter: Filter): readonly string[] {
  const [first] = filter;
  if (filter.length > 1) throw new RequestError("only 'typeOf' filter is supported");
  if (first === undefined) return [];
  if (first.key !== "typeOf") {
    throw new RequestError(
      `invalid filter key '${excerpt(first.key)}'. Only 'typeOf' filter is supported`,
    );
  }
  return [...new Set(first.values)];
}

function checkIndicator(input: string, output: string): void {
  const only = "indicator resolution only supports";
  if (input !== "description") throw new RequestError(`${only} 'description' as input property`);
  if (output !== "dcid") throw new RequestError(`${only} 'dcid' as output property`);
}

/** The parser's errors are printed as the real service's parts tell one another of errors. */
function reasonOf(error: unknown): string {
  if (error instanceof ExpressionError) {
    return `rpc error: code = InvalidArgument desc = ${error.message}`;
  }
  if (error instanceof RequestError) return error.message;
  throw error;
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(", ");
}
