/** `/v2/node`: labels, values and neighbours of nodes (specification; facts V2 §2). */

import { RequestError } from "../../errors.ts";
import { type Arc, parseRelation } from "../../expr-parser/index.ts";
import { type Direction, type Graph, lowerBound, type TermId } from "../../store/index.ts";
import type { World } from "../../world.ts";
import { ArcRun } from "../arc-run.ts";
import { describeTerm, type EntryParts, emptyRecord } from "../describe.ts";
import { type LoweredArc, type LoweredLabel, lowerArc, reach } from "../lower.ts";
import { NodePage } from "../node-page.ts";
import { nilMarshal, RpcError } from "../rpc-error.ts";
import type { ArcEntry } from "../wire/shared.ts";
import type { V2NodeData, V2NodeParams, V2NodeResponse } from "../wire/v2.ts";

/** Closure edges of the real service: asked for by name they answer, listed they never are. */
const internalLabels = new Set(["linkedContainedInPlace", "linkedMember", "linkedMemberOf"]);

/**
 * @throws ExpressionError for a property that is no relation expression
 * @throws RequestError for `*+`
 * @throws TokenError for a token that is damaged or belongs to another request
 * @throws RpcError (13) for more than one arc, as the real service answers
 */
export function v2Node({ graph }: World, params: V2NodeParams): V2NodeResponse {
  const arc = singleArc(params.property);
  if (params.nodes.length === 0) return {};
  const data = emptyRecord<V2NodeData>();
  for (const dcid of params.nodes) data[dcid] = {};
  if (arc.labels.kind === "none") {
    for (const dcid of Object.keys(data)) data[dcid] = labelsOnly(graph, dcid, arc.direction);
    return { data };
  }
  const lowered = lowerArc(graph, arc);
  const page = new NodePage(graph, "v2.node", params.property, params.nodes, params.nextToken);
  for (const dcid of page.nodes) {
    const node = graph.dictionary.nodeOf(dcid);
    if (node === undefined) continue;
    const more = addValues(graph, lowered, dcid, node, page, data[dcid] as V2NodeData);
    if (!more) return { data, nextToken: page.nextToken() };
  }
  return { data };
}

function singleArc(property: string): Arc {
  const { arcs } = parseRelation(property);
  const [arc] = arcs;
  if (arc === undefined || arcs.length > 1) {
    throw new RpcError(nilMarshal.code, nilMarshal.message);
  }
  if (arc.labels.kind === "any" && arc.transitive) {
    throw new RequestError(`invalid filter for ${arc.direction === "out" ? "->" : "<-"}*+`);
  }
  return arc;
}

function labelsOnly(graph: Graph, dcid: string, direction: Direction): V2NodeData {
  const node = graph.dictionary.nodeOf(dcid);
  const labels = node === undefined ? [] : visibleLabels(graph, node, direction);
  return labels.length === 0 ? {} : { properties: labels.map(({ label }) => label) };
}

/** Labels of a node's arcs, ascending, without the internal ones. */
function visibleLabels(
  graph: Graph,
  node: TermId,
  direction: Direction,
): Pick<LoweredLabel, "label" | "predicate">[] {
  const { predicates } = graph.arcs(direction);
  const { start, end } = graph.arcs(direction).rows(node);
  const labels: Pick<LoweredLabel, "label" | "predicate">[] = [];
  let row = start;
  while (row < end) {
    const predicate = predicates[row] as number;
    const label = graph.dictionary.textOf(graph.predicates[predicate] as TermId);
    if (!internalLabels.has(label)) labels.push({ label, predicate });
    row = lowerBound(predicates, predicate + 1, row, end);
  }
  return labels;
}

/** Adds what the page has room for; false when a value was left over. */
function addValues(
  graph: Graph,
  arc: LoweredArc,
  dcid: string,
  node: TermId,
  page: NodePage,
  answer: V2NodeData,
): boolean {
  const labels =
    arc.labels ??
    visibleLabels(graph, node, arc.direction).map((label) => ({ ...label, filter: arc.filter }));
  for (const label of labels) {
    const parts = partsOf(arc, label);
    const nodes: ArcEntry[] = [];
    const more = page.addRun(dcid, label, runOf(graph, node, arc, label), (term, provenance) => {
      nodes.push(describeTerm(graph, term, parts, provenance));
    });
    if (nodes.length > 0) {
      answer.arcs ??= emptyRecord();
      answer.arcs[label.label] = { nodes };
    }
    if (!more) return false;
  }
  return true;
}

function runOf(graph: Graph, node: TermId, arc: LoweredArc, label: LoweredLabel): ArcRun {
  if (arc.transitive) {
    const terms = reach(graph, node, arc, label);
    return new ArcRun(graph, { start: 0, end: terms.length }, terms, undefined);
  }
  const { terms, provenances } = graph.arcs(arc.direction);
  const rows = graph.arcs(arc.direction).rowsOf(node, label.predicate);
  return new ArcRun(graph, rows, terms, provenances);
}

/** Places reached over several hops come without types (facts V2 §2.4). */
function partsOf({ transitive }: LoweredArc, { label }: LoweredLabel): EntryParts {
  return { types: !(transitive && label === "containedInPlace+") };
}
