/** Literals by the numbers of their keys, as a snapshot has them, held against the arcs and the texts. */

import type { WalkedColumns, WalkedRows } from "../columns/walked-columns.ts";
import { bucketCountOf, bucketOf, nameHashes, searchNames } from "../graph/name-keys.ts";
import {
  boxWords,
  readPolygons,
  shapeBoxOf,
  shapeGroupRows,
  shapeNames,
  shapeWords,
} from "../graph/polygons.ts";
import { slotLayout } from "../texts/text-table.ts";
import { KeyedSum, newSumKey } from "./keyed-sum.ts";
import type { TextReader } from "./walked-texts.ts";

/**
 * After the texts and the arcs in were walked.
 * @param rolesOf how each predicate names its subjects
 */
export function walkSearch(columns: WalkedColumns, texts: TextReader, rolesOf: Uint8Array): void {
  const key = newSumKey();
  const [named, stored] = [new KeyedSum(key), new KeyedSum(key)];
  const rows = columns.rows(searchNames.rows);
  const buckets = bucketCountOf(rows.length);
  const { storedOf } = slotLayout(columns.counts.literals);
  walkNamed(columns, texts, rolesOf, (hash, literal) => {
    named.add(bucketOf(hash, buckets), storedOf(hash, literal), 0, 0);
  });
  const starts = columns.rows(searchNames.starts);
  for (let bucket = 0, row = 0; bucket < buckets; bucket++) {
    const end = starts.at(bucket + 1);
    for (let before = 0; row < end; row++) {
      const value = rows.at(row);
      if (value < before) throw rows.wrong(row, "these rows do not ascend");
      stored.add(bucket, value, 0, 0);
      before = value;
    }
  }
  if (!stored.isEqual(named)) throw rows.wrong(0, "other literals name nodes");
}

/** Takes the numbers of the keys of all literals that name something. */
function walkNamed(
  columns: WalkedColumns,
  texts: TextReader,
  rolesOf: Uint8Array,
  take: (hash: number, literal: number) => void,
): void {
  const { nodes, literals } = columns.counts;
  const offsets = columns.rows("graph.in.offsets");
  const predicates = columns.rows("graph.in.predicates");
  let row = offsets.at(nodes);
  for (let literal = 0; literal < literals; literal++) {
    const end = offsets.at(nodes + literal + 1);
    let roles = 0;
    for (; row < end; row++) {
      roles |= rolesOf[predicates.at(row)]!;
    }
    if (roles === 0) continue;
    const bytes = texts.bytesOf(literal);
    for (const hash of nameHashes(bytes, 0, bytes.length, roles)) take(hash, literal);
  }
}

// Boxes around areas, as a snapshot has them, held against the arcs and the texts.

/**
 * After the texts and the arcs out were walked.
 * @param ranks by predicate, from 1 on: of the areas of a place, those with the lowest rank count; 0 for none
 */
export function walkShapes(columns: WalkedColumns, texts: TextReader, ranks: Uint8Array): void {
  const [key, boxKey] = [newSumKey(), newSumKey()];
  const [shaped, stored] = [new KeyedSum(key), new KeyedSum(key)];
  const add = (sum: KeyedSum, box: readonly number[], place: number, literal: number) => {
    const ofBox = new KeyedSum(boxKey);
    ofBox.add(box[0]!, box[1]!, box[2]!, box[3]!);
    sum.add(place, literal, ...ofBox.words);
  };
  for (const { place, term } of shapesIn(columns, ranks)) {
    const literal = term - columns.counts.nodes;
    for (const polygon of readPolygons(texts.textOf(literal))) {
      add(shaped, shapeBoxOf(polygon), place, literal);
    }
  }
  const rows = columns.rows(shapeNames.rows);
  if (rows.length % shapeWords !== 0) throw rows.wrong(rows.length - 1, "the last row is cut");
  const count = rows.length / shapeWords;
  const perGroup = shapeGroupRows(count);
  const groups = columns.rows(shapeNames.groups);
  let around: number[] = [];
  for (let row = 0; row < count; row++) {
    const words: number[] = [];
    for (let word = 0; word < shapeWords; word++) {
      words.push(rows.at(row * shapeWords + word));
    }
    const [place = 0, literal = 0] = words.slice(boxWords);
    add(stored, words, place >>> 0, literal >>> 0);
    around = row % perGroup === 0 ? words.slice(0, boxWords) : widened(around, words);
    if ((row + 1) % perGroup !== 0 && row + 1 < count) continue;
    checkBox(groups, Math.floor(row / perGroup) * boxWords, around);
  }
  if (!stored.isEqual(shaped)) throw rows.wrong(0, "places have other areas");
}

function widened(box: readonly number[], other: readonly number[]): number[] {
  return box.map((side, at) => (at < 2 ? Math.min : Math.max)(side, other[at]!));
}

function checkBox(groups: WalkedRows, at: number, box: readonly number[]): void {
  for (const [side, wanted] of box.entries()) {
    if (groups.at(at + side) === wanted) continue;
    throw groups.wrong(at + side, `${wanted} belongs here`);
  }
}

/** A place, and a literal with its area. */
interface Area {
  readonly place: number;
  readonly rank: number;
  readonly term: number;
}

function shapesIn(columns: WalkedColumns, ranks: Uint8Array): Area[] {
  const { nodes, triples } = columns.counts;
  const areas: Area[] = [];
  if (ranks.every((rank) => rank === 0)) return areas;
  const offsets = columns.rows("graph.out.offsets");
  const predicates = columns.rows("graph.out.predicates");
  const terms = columns.rows("graph.out.terms");
  let place = -1;
  let end = 0;
  for (let row = 0; row < triples; row++) {
    while (row >= end) end = offsets.at(++place + 1);
    const rank = ranks[predicates.at(row)]!;
    if (rank === 0) continue;
    const term = terms.at(row);
    if (term >= nodes) areas.push({ place, rank, term });
  }
  const best = new Map<number, number>();
  for (const one of areas) best.set(one.place, Math.min(one.rank, best.get(one.place) ?? one.rank));
  return areas.filter((one) => best.get(one.place) === one.rank);
}
