/** `/v1/bulk/property/values/…`: the values of one property (behaviour: v1 2). */

import type { Governor } from "../../governor/index.ts";
import type { World } from "../../world/index.ts";
import { Describer, lowerArc, placesIn } from "../graph/index.ts";
import { findArcPage, NodePage, pageRowsMax } from "../node/index.ts";
import type {
  ArcEntry,
  V1BulkPropertyValuesParams,
  V1BulkPropertyValuesResponse,
  V1LinkedPropertyValuesParams,
  V1LinkedPropertyValuesResponse,
  V1NodeValues,
} from "../wire/index.ts";

/**
 * @throws TokenError for a token that is damaged or belongs to another request
 * @throws LimitError for an answer that takes too much
 */
export function v1BulkPropertyValues(
  { graph }: World,
  params: V1BulkPropertyValuesParams,
  governor: Governor,
): V1BulkPropertyValuesResponse {
  const { direction, nodes, property } = params;
  if (nodes.length === 0) return {};
  const labels = { kind: "some", items: [{ name: property, filter: [] }] } as const;
  const arc = lowerArc(graph, { direction, labels, transitive: false, filter: [] });
  const question = JSON.stringify([direction, property]);
  const rowsMax = params.limit > 0 ? Math.min(params.limit, pageRowsMax) : pageRowsMax;
  const endpoint = "v1.bulkPropertyValues";
  const page = new NodePage(graph, endpoint, question, nodes, params.nextToken, governor, rowsMax);
  const { arcs, nextToken } = findArcPage(graph, arc, page, governor);
  const describer = new Describer(graph, governor);
  const described = new Map<string, ArcEntry[]>();
  for (const [node, [found]] of arcs) if (found) described.set(node, describer.entries(found));
  const data = Array.from(new Set(nodes), (node) => valuesOf(node, governor, described.get(node)));
  return { data, ...(nextToken !== "" && { nextToken }) };
}

/**
 * Places of a type inside of places, at any depth, in one page as the real service does.
 *
 * @throws LimitError for an answer that takes too much
 */
export function v1LinkedPropertyValues(
  { graph }: World,
  { nodes, valueNodeType }: V1LinkedPropertyValuesParams,
  governor: Governor,
): V1LinkedPropertyValuesResponse {
  if (nodes.length === 0) return {};
  const describer = new Describer(graph, governor);
  const data = Array.from(new Set(nodes), (node) => {
    const places = placesIn(graph, node, valueNodeType, governor);
    const values = Array.from(places, (place) => describer.entry(place, false));
    return valuesOf(node, governor, values);
  });
  return { data };
}

/** Bytes of a queried node in an answer, about. */
const bytesPerNode = 96;

function valuesOf(node: string, governor: Governor, values: ArcEntry[] = []): V1NodeValues {
  governor.rows(1);
  governor.bytes(bytesPerNode + node.length);
  return values.length === 0 ? { node } : { node, values };
}
