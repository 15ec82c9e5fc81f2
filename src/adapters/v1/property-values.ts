/** `/v1/bulk/property/values/…`: the values of one property (behaviour: v1 2). */

import type { World } from "../../world/index.ts";
import { Describer, lowerArc, placesIn } from "../graph/index.ts";
import { findArcPage, NodePage, pageRowsMax } from "../node/index.ts";
import { RowCount } from "../table/index.ts";
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
 * @throws LimitError when repeated nodes make the answer too large
 */
export function v1BulkPropertyValues(
  { graph }: World,
  params: V1BulkPropertyValuesParams,
): V1BulkPropertyValuesResponse {
  const { direction, nodes, property } = params;
  if (nodes.length === 0) return {};
  const labels = { kind: "some", items: [{ name: property, filter: [] }] } as const;
  const arc = lowerArc(graph, { direction, labels, transitive: false, filter: [] });
  const question = JSON.stringify([direction, property]);
  const rowsMax = params.limit > 0 ? Math.min(params.limit, pageRowsMax) : pageRowsMax;
  const endpoint = "v1.bulkPropertyValues";
  const page = new NodePage(graph, endpoint, question, nodes, params.nextToken, rowsMax);
  const { arcs, nextToken } = findArcPage(graph, arc, page);
  const describer = new Describer(graph);
  const described = new Map<string, ArcEntry[]>();
  for (const [node, [found]] of arcs) if (found) described.set(node, describer.entries(found));
  const rows = new RowCount("large");
  const data = nodes.map((node) => valuesOf(node, rows, described.get(node)));
  return { data, ...(nextToken !== "" && { nextToken }) };
}

/**
 * Places of a type inside of places, at any depth, in one page as the real service does.
 *
 * @throws LimitError for too many of them
 */
export function v1LinkedPropertyValues(
  { graph }: World,
  { nodes, valueNodeType }: V1LinkedPropertyValuesParams,
): V1LinkedPropertyValuesResponse {
  if (nodes.length === 0) return {};
  const describer = new Describer(graph);
  const rows = new RowCount("large");
  const data = nodes.map((node) => {
    const places = placesIn(graph, node, valueNodeType);
    const values = Array.from(places, (place) => describer.entry(place, false));
    return valuesOf(node, rows, values);
  });
  return { data };
}

function valuesOf(node: string, rows: RowCount, values: ArcEntry[] = []): V1NodeValues {
  rows.add(values.length);
  return values.length === 0 ? { node } : { node, values };
}
