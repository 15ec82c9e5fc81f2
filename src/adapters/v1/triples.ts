/**
 * `/v1/triples/…` and `/v1/bulk/triples/…`: all arcs of nodes in one direction (behaviour: v1 1).
 */

import type { Governor } from "../../governor/index.ts";
import type { World } from "../../world/index.ts";
import { Describer, lowerArc } from "../graph/index.ts";
import { describeArcs, type FoundPage, findArcPage, NodePage } from "../node/index.ts";
import type {
  V1BulkTriplesParams,
  V1BulkTriplesResponse,
  V1Triples,
  V1TriplesParams,
  V1TriplesResponse,
} from "../wire/index.ts";

/** @throws TokenError for a token that is damaged or belongs to another request */
export function v1Triples(
  world: World,
  params: V1TriplesParams,
  governor: Governor,
): V1TriplesResponse {
  const { node } = params;
  const { arcs, nextToken } = pageOf(world, "v1.triples", { ...params, nodes: [node] }, governor);
  const found = arcs.get(node);
  const triples = found && describeArcs(new Describer(world.graph, governor), found);
  return { ...(triples && { triples }), ...(nextToken !== "" && { nextToken }) };
}

/**
 * Every queried node answers once, in request order; one whose values are all on other pages, or that is
 * unknown, without `triples`.
 *
 * @throws TokenError for a token that is damaged or belongs to another request
 * @throws LimitError for an answer that takes too much
 */
export function v1BulkTriples(
  world: World,
  params: V1BulkTriplesParams,
  governor: Governor,
): V1BulkTriplesResponse {
  if (params.nodes.length === 0) return {};
  const { arcs, nextToken } = pageOf(world, "v1.bulkTriples", params, governor);
  const describer = new Describer(world.graph, governor);
  const described = new Map<string, V1Triples>();
  for (const [node, found] of arcs) described.set(node, describeArcs(describer, found));
  const data = Array.from(new Set(params.nodes), (node) => {
    governor.rows(1);
    governor.bytes(bytesPerNode + node.length);
    const triples = described.get(node);
    return triples === undefined ? { node } : { node, triples };
  });
  return { data, ...(nextToken !== "" && { nextToken }) };
}

/** Bytes of a queried node in an answer, about. */
const bytesPerNode = 96;

function pageOf(
  { graph }: World,
  endpoint: string,
  { direction, nodes, nextToken }: V1BulkTriplesParams,
  governor: Governor,
): FoundPage {
  const labels = { kind: "any" } as const;
  const arc = lowerArc(graph, { direction, labels, transitive: false, filter: [] });
  const page = new NodePage(graph, endpoint, direction, nodes, nextToken, governor);
  return findArcPage(graph, arc, page, governor);
}
