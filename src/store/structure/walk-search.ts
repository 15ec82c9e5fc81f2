/** Literals by the numbers of their keys, as a snapshot has them, held against the arcs and the texts. */

import { rowOf, type Walk, type WalkedColumns } from "../columns/index.ts";
import { bucketCountOf, bucketOf, eachNameHash, searchNames } from "../graph/index.ts";
import { slotLayout } from "../texts/index.ts";
import { KeyedSum, newSumKey } from "./keyed-sum.ts";
import type { TextReader } from "./text-reader.ts";

/**
 * After the texts and the arcs in were walked.
 * @param rolesOf how each predicate names its subjects
 */
export function* walkSearch(columns: WalkedColumns, texts: TextReader, rolesOf: Uint8Array): Walk {
  const key = newSumKey();
  const [named, told] = [new KeyedSum(key), new KeyedSum(key)];
  const rows = columns.rows(searchNames.rows);
  const buckets = bucketCountOf(rows.length);
  const { storedOf } = slotLayout(columns.counts.literals);
  yield* walkNamed(columns, texts, rolesOf, (hash, literal) => {
    named.add(bucketOf(hash, buckets), storedOf(hash, literal), 0, 0);
  });
  const starts = columns.rows(searchNames.starts);
  for (let bucket = 0, row = 0; bucket < buckets; bucket++) {
    const end = yield* rowOf(starts, bucket + 1);
    for (let before = 0; row < end; row++) {
      const stored = yield* rowOf(rows, row);
      if (stored < before) throw rows.wrong(row, "these rows do not ascend");
      told.add(bucket, stored, 0, 0);
      before = stored;
    }
  }
  if (!told.isEqual(named)) throw rows.wrong(0, "other literals name nodes");
}

/** Takes the numbers of the keys of all literals that name something. */
function* walkNamed(
  columns: WalkedColumns,
  texts: TextReader,
  rolesOf: Uint8Array,
  take: (hash: number, literal: number) => void,
): Walk {
  const { nodes, literals } = columns.counts;
  const offsets = columns.rows("graph.in.offsets");
  const predicates = columns.rows("graph.in.predicates");
  let row = yield* rowOf(offsets, nodes);
  for (let literal = 0; literal < literals; literal++) {
    const end = yield* rowOf(offsets, nodes + literal + 1);
    let roles = 0;
    for (; row < end; row++) {
      if (!predicates.has(row)) yield predicates.need(row);
      roles |= rolesOf[predicates.at(row)]!;
    }
    if (roles === 0) continue;
    const bytes = yield* texts.bytesOf(literal);
    eachNameHash(bytes, 0, bytes.length, roles, (hash) => take(hash, literal));
  }
}
