/** All that must hold between the columns of a graph. */

import {
  rowOf,
  type Walk,
  type WalkedRows,
  type WalkedSections,
  walkAscending,
} from "../columns/index.ts";
import {
  farNames,
  type GraphMeta,
  leadNames,
  nameRoles,
  searchNames,
  shapeNames,
  shapeProperties,
} from "../graph/index.ts";
import { literalsName, nodesName, noTerm } from "../texts/index.ts";
import { TextReader } from "./text-reader.ts";
import { walkArcs } from "./walk-arcs.ts";
import { walkFacts } from "./walk-facts.ts";
import { walkFar } from "./walk-far.ts";
import { walkLeads } from "./walk-leads.ts";
import { walkNames } from "./walk-names.ts";
import { walkSearch } from "./walk-search.ts";
import { walkShapes } from "./walk-shapes.ts";
import { walkSlots } from "./walk-slots.ts";
import { walkTexts } from "./walk-texts.ts";

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

export function* walkGraph(sections: WalkedSections, meta: GraphMeta): Walk<WalkedGraph> {
  const { nodeCount: nodes, literalCount, tripleCount: triples } = meta;
  const terms = nodes + literalCount;
  yield* walkTexts(sections, nodesName, nodes);
  yield* walkSlots(sections, nodesName, nodes);
  yield* walkTexts(sections, literalsName, literalCount);
  const predicateNodes = sections.rows("graph.predicates", ["u32"], undefined, 64);
  yield* walkAscending(predicateNodes, nodes);
  const provenanceNodes = sections.rows("graph.provenances", ["u32"], undefined, 64);
  yield* walkProvenances(provenanceNodes, nodes);
  const [predicates, provenances] = [predicateNodes.length, provenanceNodes.length];
  const bounds = { nodes, terms, triples, predicates, provenances };
  const { subjects, ofPredicates, provenances: found } = yield* walkArcs(sections, bounds);
  yield* walkCounts(sections.rows("graph.predicateOffsets", ["u32"], predicates + 1), ofPredicates);
  const unused = found.indexOf(0, 1);
  if (unused > 0) throw provenanceNodes.wrong(unused, "no triple has this provenance");
  const nodeTexts = new TextReader(sections, nodesName, nodes);
  const numberOf = function* (dcid: string, among: WalkedRows, first: number): Walk<number> {
    const node = yield* nodeTexts.idOf(dcid);
    return node < 0 ? -1 : yield* placeOf(among, node, first);
  };
  const name = yield* numberOf("name", predicateNodes, 0);
  const typeOf = yield* numberOf("typeOf", predicateNodes, 0);
  yield* walkFacts(sections, { nodes, terms, triples, name, typeOf });
  if (sections.has(leadNames.offsets)) yield* walkLeads(sections, bounds);
  if (sections.has(`${farNames}.bytes`))
    yield* walkNames(sections, { nodes, literals: literalCount });
  yield* walkFar(sections, { nodes, literals: literalCount });
  const literals = new TextReader(sections, literalsName, literalCount);
  if (sections.has(searchNames.rows)) {
    const rolesOf = new Uint8Array(predicates);
    for (const [dcid, roles] of nameRoles) {
      const predicate = yield* numberOf(dcid, predicateNodes, 0);
      if (predicate >= 0) rolesOf[predicate] = roles;
    }
    yield* walkSearch(sections, { nodes, literals: literalCount, triples }, literals, rolesOf);
  }
  if (sections.has(shapeNames.rows)) {
    const ranks = new Uint8Array(predicates);
    for (const [at, dcid] of shapeProperties.entries()) {
      const predicate = yield* numberOf(dcid, predicateNodes, 0);
      if (predicate >= 0) ranks[predicate] = at + 1;
    }
    yield* walkShapes(sections, { nodes, triples }, literals, ranks);
  }
  return {
    subjects,
    provenances: provenances - 1,
    literals,
    *hasProvenance(dcid) {
      return (yield* numberOf(dcid, provenanceNodes, 1)) > 0;
    },
  };
}

/** The first provenance is none. */
function* walkProvenances(provenances: WalkedRows, nodes: number): Walk {
  if (provenances.length === 0 || (yield* rowOf(provenances, 0)) !== noTerm) {
    throw provenances.wrong(0, "the first provenance is none");
  }
  yield* walkAscending(provenances, nodes, 1);
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
