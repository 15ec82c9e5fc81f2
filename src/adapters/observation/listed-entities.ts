/** The entities of a request, by node. */

import { type Dictionary, noTerm } from "../../store/index.ts";

/** The entities of a request, each once. */
export interface Entities {
  /** `noTerm` where nothing is known of one. */
  readonly nodes: Uint32Array;
  /** As the request spelled them; undefined when an expression names them. */
  readonly dcids: readonly string[] | undefined;
}

/** Long lists are mostly ids in order, which need no comparison of texts. */
export function listedEntities(given: readonly string[], dictionary: Dictionary): Entities {
  const nodes = nodesOf(given, dictionary);
  if (nodes.every((node, at) => node !== noTerm && (at === 0 || node > (nodes[at - 1] ?? 0)))) {
    return { nodes, dcids: given };
  }
  const dcids = [...new Set(given)];
  return { nodes: dcids.length === given.length ? nodes : nodesOf(dcids, dictionary), dcids };
}

function nodesOf(dcids: readonly string[], dictionary: Dictionary): Uint32Array {
  const nodes = new Uint32Array(dcids.length);
  for (let at = 0; at < nodes.length; at++) {
    nodes[at] = dictionary.nodeOf(dcids[at] as string) ?? noTerm;
  }
  return nodes;
}
