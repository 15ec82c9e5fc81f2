/** Makes the columns of a snapshot that a search by name reads: see `SearchColumns`. */

import type { Column } from "../columns/index.ts";
import { Uint32Builder } from "../columns/index.ts";
import {
  bucketCountOf,
  bucketOf,
  eachNameHash,
  type Graph,
  type NameRoles,
  nameRoles,
  searchNames,
} from "../graph/index.ts";
import { slotLayout, type TakeBytes } from "../texts/index.ts";

/** The columns of a snapshot. */
export function searchColumnsOf(graph: Graph): Map<string, Column> {
  const { nodeCount, termCount } = graph.dictionary;
  const { storedOf } = slotLayout(termCount - nodeCount);
  const pairs = namesOf(graph);
  const buckets = bucketCountOf(pairs.length / 2);
  const starts = new Uint32Array(buckets + 1);
  for (let at = 1; at < pairs.length; at += 2) starts[bucketOf(pairs[at]!, buckets) + 1]!++;
  for (let bucket = 0; bucket < buckets; bucket++) starts[bucket + 1]! += starts[bucket]!;
  const next = starts.slice();
  const rows = new Uint32Array(pairs.length / 2);
  for (let at = 0; at < pairs.length; at += 2) {
    const hash = pairs[at + 1]!;
    rows[next[bucketOf(hash, buckets)]!++] = storedOf(hash, pairs[at]! - nodeCount);
  }
  for (let bucket = 0; bucket < buckets; bucket++) {
    rows.subarray(starts[bucket], starts[bucket + 1]).sort();
  }
  return new Map([
    [searchNames.starts, starts],
    [searchNames.rows, rows],
  ]);
}

/** All literals that name something, each with the numbers of its keys. */
function namesOf(graph: Graph): Uint32Array {
  const { dictionary } = graph;
  const { nodeCount, termCount } = dictionary;
  const { offsets, predicates } = graph.in;
  const rolesOf = Uint8Array.from(
    graph.predicates,
    (_, predicate) => nameRoles.get(graph.predicateDcid(predicate)) ?? 0,
  );
  const found = new Uint32Builder();
  let term = nodeCount;
  let roles: NameRoles = 0;
  const take = (hash: number) => {
    found.push(term);
    found.push(hash);
  };
  const show: TakeBytes = (bytes, start, end) => eachNameHash(bytes, start, end, roles, take);
  for (let row = offsets[term]!; term < termCount; term++) {
    roles = 0;
    for (const end = offsets[term + 1]!; row < end; row++) roles |= rolesOf[predicates[row]!]!;
    if (roles !== 0) dictionary.bytesOf(term, show);
  }
  return found.values.slice(0, found.length);
}
