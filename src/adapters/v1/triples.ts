/**
 * `/v1/triples/…` and `/v1/bulk/triples/…`: all arcs of nodes in one direction (behaviour: v1 1).
 */

import type { World } from "../../world/index.ts";
import { Describer, lowerArc } from "../graph/index.ts";
import { describeArcs, type FoundPage, findArcPage, NodePage } from "../node/index.ts";
import { RowCount } from "../table/index.ts";
import type {
  V1BulkTriplesParams,
  V1BulkTriplesResponse,
  V1Triples,
  V1TriplesParams,
  V1TriplesResponse,
} from "../wire/index.ts";

/** @throws TokenError for a token that is damaged or belongs to another request */
export function v1Triples(world: World, params: V1TriplesParams): V1TriplesResponse {
  const { node } = params;
  const { arcs, nextToken } = pageOf(world, "v1.triples", { ...params, nodes: [node] });
  const found = arcs.get(node);
  const triples = found && describeArcs(new Describer(world.graph), found);
  return { ...(triples && { triples }), ...(nextToken !== "" && { nextToken }) };
}

/**
 * Every queried node answers, in request order; one whose values are all on other pages, or that is
 * unknown, without `triples`.
 *
 * @throws TokenError for a token that is damaged or belongs to another request
 * @throws LimitError when repeated nodes make the answer too large
 */
export function v1BulkTriples(world: World, params: V1BulkTriplesParams): V1BulkTriplesResponse {
  if (params.nodes.length === 0) return {};
  const { arcs, nextToken } = pageOf(world, "v1.bulkTriples", params);
  const describer = new Describer(world.graph);
  const described = new Map<string, V1Triples>();
  for (const [node, found] of arcs) described.set(node, describeArcs(describer, found));
  const rows = new RowCount("large");
  const data = params.nodes.map((node) => {
    for (const arc of arcs.get(node) ?? []) rows.add(arc.rows.length);
    const triples = described.get(node);
    return triples === undefined ? { node } : { node, triples };
  });
  return { data, ...(nextToken !== "" && { nextToken }) };
}

function pageOf(
  { graph }: World,
  endpoint: string,
  { direction, nodes, nextToken }: V1BulkTriplesParams,
): FoundPage {
  const labels = { kind: "any" } as const;
  const arc = lowerArc(graph, { direction, labels, transitive: false, filter: [] });
  return findArcPage(graph, arc, new NodePage(graph, endpoint, direction, nodes, nextToken));
}
