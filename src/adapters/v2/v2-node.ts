/** `/v2/node`: labels, values and neighbours of nodes (behaviour: node). */

import { CommonsError } from "../../errors/errors.ts";
import { refused } from "../../errors/rpc.ts";
import type { Arc } from "../../expr-parser/ast.ts";
import type { Governor } from "../../options/governor.ts";
import { integer, type ParamsOf, pageToken, required, text, texts } from "../../router/fields.ts";
import type { PredicateId } from "../../store/graph/arc-table.ts";
import type { Graph } from "../../store/graph/graph.ts";
import type { World } from "../../world/world.ts";
import type { AnswerForm } from "../edge/endpoint.ts";
import { nilMarshal } from "../edge/rpc-error.ts";
import { lowerParsedArc, readRelation, visiblePredicates } from "../reads/lowered-arc.ts";
import {
  Describer,
  describeArcs,
  type FoundArc,
  findArcPage,
  NodePage,
  newRecord,
  setMember,
} from "../reads/node-page.ts";
import type { V2NodeData, V2NodeResponse } from "../v2-shapes.ts";

export const nodeParams = {
  // Empty only when the caller sent an empty list; a missing list is refused before.
  nodes: required(texts("nodes"), nilMarshal),
  property: required(text("property"), nilMarshal),
  nextToken: pageToken("nextToken"),
  limit: integer("limit"),
};
export type V2NodeParams = ParamsOf<typeof nodeParams>;

/**
 * @throws ExpressionError for a property that is not a relation expression
 * @throws CommonsError `REQUEST` for `*+`
 * @throws CommonsError `TOKEN` for a token that is damaged or belongs to another request
 * @throws LimitError for an answer that takes too much
 * @throws CommonsError (13) for more than one arc, as the real service answers
 */
export function v2Node(
  { graph }: World,
  params: V2NodeParams,
  governor: Governor,
  { today = false }: AnswerForm = {},
): V2NodeResponse {
  const { labels, arcs, nextToken } = findNodes(graph, params, governor);
  if (params.nodes.length === 0) return {};
  const data: Record<string, V2NodeData> = newRecord();
  for (const dcid of params.nodes) {
    if (Object.hasOwn(data, dcid)) continue;
    governor.rows(1);
    governor.bytes(bytesPerNode + dcid.length);
    setMember(data, dcid, {});
  }
  for (const [dcid, predicates] of labels) {
    governor.bytes(predicates.length * bytesPerLabel);
    const properties = predicates.map((predicate) => graph.predicateDcid(predicate));
    setMember(data, dcid, { properties });
  }
  const describer = new Describer(graph, governor, today);
  for (const [dcid, found] of arcs) {
    setMember(data, dcid, { arcs: describeArcs(describer, found) });
  }
  return nextToken === "" ? { data } : { data, nextToken };
}

/** What the answer is made of; a node without anything is absent. */
interface FoundNodes {
  readonly labels: ReadonlyMap<string, readonly PredicateId[]>;
  readonly arcs: ReadonlyMap<string, readonly FoundArc[]>;
  readonly nextToken: string;
}

const nothing: FoundNodes = { labels: new Map(), arcs: new Map(), nextToken: "" };

/** Bytes of a queried node and of a label in an answer, about. */
const bytesPerNode = 160;
const bytesPerLabel = 32;

function findNodes(
  graph: Graph,
  { property, nodes, nextToken }: V2NodeParams,
  governor: Governor,
): FoundNodes {
  const arc = singleArc(property);
  if (nodes.length === 0) return nothing;
  if (arc.labels.kind === "none")
    return { ...nothing, labels: findLabels(graph, nodes, arc, governor) };
  const page = new NodePage(graph, "v2.node", property, nodes, nextToken, governor);
  return { ...nothing, ...findArcPage(graph, lowerParsedArc(graph, arc), page, governor) };
}

function singleArc(property: string): Arc {
  const { arcs } = readRelation(property);
  const [arc] = arcs;
  if (arc === undefined || arcs.length > 1) {
    throw refused(nilMarshal.code, nilMarshal.message);
  }
  if (arc.labels.kind === "any" && arc.transitive) {
    throw new CommonsError(
      "REQUEST",
      `invalid filter for ${arc.direction === "out" ? "->" : "<-"}*+`,
    );
  }
  return arc;
}

function findLabels(
  graph: Graph,
  nodes: readonly string[],
  { direction }: Arc,
  governor: Governor,
): Map<string, readonly PredicateId[]> {
  const found = new Map<string, readonly PredicateId[]>();
  for (const dcid of nodes) {
    governor.work(8);
    const node = found.has(dcid) ? undefined : graph.dictionary.nodeOf(dcid);
    const predicates = node === undefined ? [] : visiblePredicates(graph, node, direction);
    if (predicates.length > 0) found.set(dcid, predicates);
  }
  return found;
}
