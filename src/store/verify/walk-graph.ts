/** All that must hold between the columns of a graph. */

import type { WalkedColumns, WalkedRows } from "../columns/walked-columns.ts";
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
  readonly hasProvenance: (dcid: string) => boolean;
}

/** After each column was walked alone. */
export function walkGraph(columns: WalkedColumns): WalkedGraph {
  walkTexts(columns, nodesName);
  walkSlots(columns, nodesName);
  walkTexts(columns, literalsName);
  const predicateNodes = columns.rows("graph.predicates", 64);
  const provenanceNodes = columns.rows("graph.provenances", 64);
  if (provenanceNodes.length === 0 || provenanceNodes.at(0) !== noTerm) {
    throw provenanceNodes.wrong(0, "the first provenance is none");
  }
  const { subjects, ofPredicates, provenances: found } = walkArcs(columns);
  walkCounts(columns.rows("graph.predicateOffsets"), ofPredicates);
  const unused = found.indexOf(0, 1);
  if (unused > 0) throw provenanceNodes.wrong(unused, "no triple has this provenance");
  const nodeTexts = new TextReader(columns, nodesName);
  const numberOf = (dcid: string, among: WalkedRows, first: number): number => {
    const node = nodeTexts.idOf(dcid);
    return node < 0 ? -1 : placeOf(among, node, first);
  };
  const name = numberOf("name", predicateNodes, 0);
  const typeOf = numberOf("typeOf", predicateNodes, 0);
  walkFacts(columns, name, typeOf);
  if (columns.has(leadNames.offsets)) walkLeads(columns);
  if (columns.has(`${farNames}.bytes`)) walkNames(columns);
  walkFar(columns);
  const literals = new TextReader(columns, literalsName);
  /** By predicate: the value that a list has for its dcid, 0 for others. */
  const byPredicate = (list: Iterable<readonly [dcid: string, value: number]>) => {
    const values = new Uint8Array(predicateNodes.length);
    for (const [dcid, value] of list) {
      const predicate = numberOf(dcid, predicateNodes, 0);
      if (predicate >= 0) values[predicate] = value;
    }
    return values;
  };
  if (columns.has(searchNames.rows)) {
    walkSearch(columns, literals, byPredicate(nameRoles));
  }
  if (columns.has(shapeNames.rows)) {
    const ranks = shapeProperties.map((dcid, at) => [dcid, at + 1] as const);
    walkShapes(columns, literals, byPredicate(ranks));
  }
  return {
    subjects,
    provenances: provenanceNodes.length - 1,
    literals,
    hasProvenance: (dcid) => numberOf(dcid, provenanceNodes, 1) > 0,
  };
}

/** Offsets say how many rows each predicate has, and each has some. */
function walkCounts(offsets: WalkedRows, counts: Uint32Array): void {
  let start = 0;
  for (let at = 0; at < offsets.length; at++) {
    if (at > 0) start += counts[at - 1]!;
    if (counts[at] === 0) throw offsets.wrong(at, "no triple has this predicate");
    if (offsets.at(at) !== start) throw offsets.wrong(at, `its rows begin at ${start}`);
  }
}

/** Place of an id in an ascending column, from row `first` on; -1 when it is not there. */
function placeOf(ids: WalkedRows, id: number, first: number): number {
  let low = first;
  for (let high = ids.length; low < high; ) {
    const middle = low + ((high - low) >>> 1);
    const found = ids.at(middle);
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle;
  }
  return -1;
}
