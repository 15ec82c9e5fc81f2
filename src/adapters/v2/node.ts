/** `/v2/node`: labels, values and neighbours of nodes (specification; facts V2 §2). */

import { RequestError } from "../../errors.ts";
import { type Arc, parseRelation } from "../../expr-parser/index.ts";
import type { Direction, Graph } from "../../store/index.ts";
import type { World } from "../../world.ts";
import { Describer, emptyRecord } from "../describe.ts";
import { lowerParsedArc } from "../lower.ts";
import { describeArcs, findArcPage, visibleLabels } from "../node-arcs.ts";
import { NodePage } from "../node-page.ts";
import { nilMarshal, RpcError } from "../rpc-error.ts";
import type { V2NodeData, V2NodeParams, V2NodeResponse } from "../wire/v2.ts";

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
  const page = new NodePage(graph, "v2.node", params.property, params.nodes, params.nextToken);
  const { arcs, nextToken } = findArcPage(graph, lowerParsedArc(graph, arc), page);
  const describer = new Describer(graph);
  for (const [dcid, found] of arcs) data[dcid] = { arcs: describeArcs(describer, found) };
  return nextToken === "" ? { data } : { data, nextToken };
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
