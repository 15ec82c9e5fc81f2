/** All that must hold between the columns of a graph. */

import {
  rowOf,
  type Walk,
  type WalkedColumns,
  type WalkedRows,
} from "../columns/walked-columns.ts";
import { farNames } from "../graph/graph.ts";
import { nameRoles, searchNames } from "../graph/name-keys.ts";
import { shapeNames, shapeProperties } from "../graph/polygons.ts";
import { leadNames } from "../graph/type-sets.ts";
import { literalsName, nodesName, noTerm } from "../texts/dictionary.ts";
import { walkArcs } from "./walk-arcs.ts";
import { walkFacts } from "./walk-facts.ts";
import { walkFar, walkLeads } from "./walk-far.ts";
import { walkSearch, walkShapes } from "./walk-search.ts";
import { walkSlots } from "./walk-slots.ts";
import { walkNames, walkTexts } from "./walk-texts.ts";
import { TextReader } from "./walked-texts.ts";

/** What others read of a graph that was walked. */
export interface WalkedGraph {
  /** Nodes that are the subject of a triple. */
  readonly subjects: number;
  /** Nodes that triples come from. */
  readonly provenances: number;
  readonly literals: TextReader;
  /** Does a triple come from the provenance with this dcid? */
  readonly hasProvenance: (dcid: string) => Walk<boolean>;
}

/** After each column was walked alone. */
export function* walkGraph(columns: WalkedColumns): Walk<WalkedGraph> {
  yield* walkTexts(columns, nodesName);
  yield* walkSlots(columns, nodesName);
  yield* walkTexts(columns, literalsName);
  const predicateNodes = columns.rows("graph.predicates", 64);
  const provenanceNodes = columns.rows("graph.provenances", 64);
  if (provenanceNodes.length === 0 || (yield* rowOf(provenanceNodes, 0)) !== noTerm) {
    throw provenanceNodes.wrong(0, "the first provenance is none");
  }
  const { subjects, ofPredicates, provenances: found } = yield* walkArcs(columns);
  yield* walkCounts(columns.rows("graph.predicateOffsets"), ofPredicates);
  const unused = found.indexOf(0, 1);
  if (unused > 0) throw provenanceNodes.wrong(unused, "no triple has this provenance");
  const nodeTexts = new TextReader(columns, nodesName);
  const numberOf = function* (dcid: string, among: WalkedRows, first: number): Walk<number> {
    const node = yield* nodeTexts.idOf(dcid);
    return node < 0 ? -1 : yield* placeOf(among, node, first);
  };
  const name = yield* numberOf("name", predicateNodes, 0);
  const typeOf = yield* numberOf("typeOf", predicateNodes, 0);
  yield* walkFacts(columns, name, typeOf);
  if (columns.has(leadNames.offsets)) yield* walkLeads(columns);
  if (columns.has(`${farNames}.bytes`)) yield* walkNames(columns);
  yield* walkFar(columns);
  const literals = new TextReader(columns, literalsName);
  /** By predicate: the value that a list has for its dcid, 0 for others. */
  const byPredicate = function* (list: Iterable<readonly [dcid: string, value: number]>) {
    const values = new Uint8Array(predicateNodes.length);
    for (const [dcid, value] of list) {
      const predicate = yield* numberOf(dcid, predicateNodes, 0);
      if (predicate >= 0) values[predicate] = value;
    }
    return values;
  };
  if (columns.has(searchNames.rows)) {
    yield* walkSearch(columns, literals, yield* byPredicate(nameRoles));
  }
  if (columns.has(shapeNames.rows)) {
    const ranks = shapeProperties.map((dcid, at) => [dcid, at + 1] as const);
    yield* walkShapes(columns, literals, yield* byPredicate(ranks));
  }
  return {
    subjects,
    provenances: provenanceNodes.length - 1,
    literals,
    *hasProvenance(dcid) {
      return (yield* numberOf(dcid, provenanceNodes, 1)) > 0;
    },
  };
}

/** Offsets say how many rows each predicate has, and each has some. */
function* walkCounts(offsets: WalkedRows, counts: Uint32Array): Walk {
  let start = 0;
  for (let at = 0; at < offsets.length; at++) {
    if (at > 0) start += counts[at - 1]!;
    if (counts[at] === 0) throw offsets.wrong(at, "no triple has this predicate");
    if ((yield* rowOf(offsets, at)) !== start)
      throw offsets.wrong(at, `its rows begin at ${start}`);
  }
}

/** Place of an id in an ascending column, from row `first` on; -1 when it is not there. */
function* placeOf(ids: WalkedRows, id: number, first: number): Walk<number> {
  let low = first;
  for (let high = ids.length; low < high; ) {
    const middle = low + ((high - low) >>> 1);
    const found = yield* rowOf(ids, middle);
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle;
  }
  return -1;
}
